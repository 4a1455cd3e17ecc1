// triangle_graph.h: the adjacency lists that the host and the kernels of the triangle count share. The host
// includes it after <cstdint>, and it is embedded in the kernels' text.
#ifndef MERGUS_TRIANGLE_GRAPH_H
#define MERGUS_TRIANGLE_GRAPH_H

namespace mergus {

// List i is col[ptr[i]] to col[ptr[i + 1]]. The host has columns without a type.
template <class Index>
struct AdjacencyLists {
    const uint64_t* ptr;
    const Index* col;
    uint64_t nrows;
};

static_assert(sizeof(AdjacencyLists<char>) == 24 && __builtin_offsetof(AdjacencyLists<char>, nrows) == 16,
              "host and device lay them out alike");

} // namespace mergus

#endif
