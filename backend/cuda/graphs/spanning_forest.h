// spanning_forest.h: what the host and the kernels of a minimum spanning forest share. The host includes it
// after <cstdint>, and it is embedded in the kernels' text.
#ifndef MERGUS_SPANNING_FOREST_H
#define MERGUS_SPANNING_FOREST_H

namespace mergus {

// Weights are kept as integers of 64 bits in the same order, edges as (lesser end) · 2³² + (greater end).
struct WeightedEdges {
    uint64_t* ends;
    uint64_t* weights;
};

// Of n vertices each; those of trees are at the roots.
struct SpanningTrees {
    uint32_t* tree;   // the root of the vertex's tree
    uint32_t* parent; // of a root: the root that it is joined to in this round
    uint64_t* least;  // of the weights of the edges that leave the tree; ~0: none
    uint64_t* first;  // of the edges of this weight; ~0: none
    WeightedEdges
        joining; // the edge by which the tree was joined to another one; ends are ~0 while it is not
};

struct ForestCounts {
    uint64_t edges[2]; // of the lists, in turns
    uint64_t joined;   // edges of the forest, twice: in both directions
    uint64_t nans;     // not 0: a weight is NaN
};

static_assert(sizeof(WeightedEdges) == 16 && sizeof(SpanningTrees) == 48 && sizeof(ForestCounts) == 32,
              "host and device lay them out alike");

} // namespace mergus

#endif
