// shortest_paths.h: what the host and the kernel of shortest paths share. The host includes it after
// <cstdint>, and it is embedded in the kernel's text.
#ifndef MERGUS_SHORTEST_PATHS_H
#define MERGUS_SHORTEST_PATHS_H

namespace mergus {

// The adjacency of n vertices. Weights are not negative; stride is 0 if all have one value.
struct WeightedGraph {
    const uint64_t* ptr;
    const uint32_t* col;
    const double* weights;
    uint64_t stride;
    uint64_t n;
    uint32_t lanes; // threads for the row of a vertex, a power of two up to 32
};

// Zero at the start.
struct PathCounts {
    uint64_t least[2]; // length of a vertex that waits, in turns
    uint32_t
        near[3]; // vertices of the rounds, in turns: of this one, of the next one, and one that is cleared
    uint32_t far[2]; // vertices that wait, in turns
    uint32_t round;  // after rounds of one block
};

// Device memory of n elements each.
struct PathMemory {
    uint64_t* lengths; // bits of fp64, which are not negative and so are in the order of the values
    uint32_t* rounds;  // the last round for which the vertex was queued
    uint32_t* waits;   // 1: the vertex is in the list of those that wait
    uint32_t* near[2];
    uint32_t* far[2];
    PathCounts* counts;
    uint32_t* barrier;
};

static_assert(sizeof(WeightedGraph) == 48 && sizeof(PathCounts) == 40 && sizeof(PathMemory) == 72,
              "host and device lay them out alike");

} // namespace mergus

#endif
