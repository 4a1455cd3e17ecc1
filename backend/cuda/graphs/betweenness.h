// betweenness.h: what the host and the kernel of betweenness share. The host includes it after <cstdint>, and
// it is embedded in the kernel's text.
#ifndef MERGUS_BETWEENNESS_H
#define MERGUS_BETWEENNESS_H

namespace mergus {

// The adjacency of n vertices: rows of out-edges, and of in-edges, which are the same of a symmetric graph.
struct BetweennessGraph {
    const uint64_t* out_ptr;
    const uint32_t* out_col;
    const uint64_t* in_ptr;
    const uint32_t* in_col;
    uint64_t n;
};

// Zero at the start.
struct BetweennessCounts {
    uint64_t
        listed[3]; // vertices of the levels, in turns: of this one, of the next one, and one that is cleared
    uint32_t overflowed; // 1: a number of paths is infinite
    uint32_t unused;
};

// Device memory. Searches run at the same time in `words` copies of the graph, 64 in each: vertex v of copy w
// has the number x = w · n + v, and its words have a bit for each search.
struct BetweennessMemory {
    const uint64_t* sources; // of all searches
    uint64_t count;          // of sources
    uint64_t words;
    uint64_t* frontier[4]; // the searches that have the vertex in level d: frontier[d % 4], of four levels
    uint64_t* visited;     // the searches that have reached the vertex
    double* values;        // of each search: numbers of paths, then dependencies per path; rows of `width`
    uint32_t width;        // at least the searches of a word; even
    double* sums;          // of the dependencies
    uint32_t* list;        // the vertices of each level, level after level
    uint64_t* bits;        // of these: the searches that have the vertex in this level
    uint64_t* levels;      // where each level begins in the list, n + 2 of them
    BetweennessCounts* counts;
    uint32_t* barrier;
};

static_assert(sizeof(BetweennessGraph) == 40 && sizeof(BetweennessCounts) == 32 &&
                  sizeof(BetweennessMemory) == 128,
              "host and device lay them out alike");

} // namespace mergus

#endif
