// strong_components.h: what the host and the kernels of strongly connected components share. The host
// includes it after <cstdint>, and it is embedded in the kernels' text.
#ifndef MERGUS_STRONG_COMPONENTS_H
#define MERGUS_STRONG_COMPONENTS_H

namespace mergus {

// Zero at the start.
struct StrongCounts {
    uint64_t edges[2];   // of the lists, in turns
    uint32_t changed[3]; // by a sweep, in turns: of this one, of the next one, and one that all have read
    uint32_t unused;
};

// Device memory of n vertices and of at most `edges` edges, each (from, to) as from · 2³² + to.
struct StrongMemory {
    uint32_t* before; // n: the greatest number that reaches the vertex
    uint32_t* behind; // n: the greatest number that it reaches
    uint32_t* least;  // n: the least vertex of the component whose greatest number is that of the vertex
    uint64_t* lists[2];
    StrongCounts* counts;
    uint32_t* barrier;
    uint64_t n;
};

static_assert(sizeof(StrongCounts) == 32 && sizeof(StrongMemory) == 64, "host and device lay them out alike");

} // namespace mergus

#endif
