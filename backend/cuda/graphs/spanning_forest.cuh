// spanning_forest.cuh: a minimum spanning forest by Borůvka's algorithm (1926).
//
// In each round every tree takes the first of the edges that leave it, by weight and then by ends. This is a
// strict order of the edges, so that trees that are joined in a cycle are two that took the same edge. Edges
// within a tree leave the list. Two opposite entries with one weight are one edge.
//
// Source: Fallin, Gonzalez, Seo, Burtscher 2023 (ECL-MST: lists of edges; a minimum is read before it is
// changed). Bindings: Key (of a position in the result).

#include "graphs/edge_list.cuh"

#include "graphs/spanning_forest.h"

namespace mergus {

constexpr uint64_t sign_bit = uint64_t(1) << 63, no_edge = ~uint64_t(0);

// An integer in the order of the weights, of which +0 and −0 are equal. Less than ~0, which is a NaN's.
__device__ __forceinline__ uint64_t order_of(double weight) {
    const uint64_t bits = __builtin_bit_cast(uint64_t, weight + 0.0);
    return (bits & sign_bit) != 0 ? ~bits : bits | sign_bit;
}
__device__ __forceinline__ double weight_of(uint64_t order) {
    return __builtin_bit_cast(double, (order & sign_bit) != 0 ? order ^ sign_bit : ~order);
}

// The edges of a thread's part of a tile that are kept.
struct KeptEdges {
    uint64_t ends[edges_per_thread], weights[edges_per_thread];
    unsigned kept = 0; // bits

    __device__ __forceinline__ void append_to(const WeightedEdges& list, uint64_t* count,
                                              AppendShared& shared) const {
        uint64_t at = append(count, unsigned(__popc(kept)), shared);
#pragma unroll
        for (unsigned k = 0; k < edges_per_thread; ++k)
            if ((kept >> k & 1u) != 0) {
                list.ends[at] = ends[k];
                list.weights[at] = weights[k];
                ++at;
            }
    }
};

} // namespace mergus

// Each vertex is a tree.
extern "C" __global__ void plant(mergus::SpanningTrees trees, uint64_t n) {
    for (uint64_t v = mergus::grid_thread(); v < n; v += mergus::grid_threads()) {
        trees.tree[v] = uint32_t(v);
        trees.least[v] = trees.first[v] = trees.joining.ends[v] = mergus::no_edge;
    }
}

// The list of all edges, and the least weight at each vertex. `stride` is 0 if there is one value for all.
extern "C" __global__ void list_edges(const uint64_t* ptr, const uint32_t* col, const double* val,
                                      uint64_t stride, uint64_t n, uint64_t count,
                                      mergus::SpanningTrees trees, mergus::WeightedEdges list,
                                      mergus::ForestCounts* counts) {
    using namespace mergus;
    __shared__ uint64_t found[2];
    __shared__ AppendShared shared;
    const uint64_t tile = uint64_t(blockDim.x) * edges_per_thread;
    for (uint64_t e0 = blockIdx.x * tile; e0 < count; e0 += gridDim.x * tile) {
        const RowsOfTile rows = rows_of_tile(ptr, n, e0, min_of(e0 + tile, count), found);
        KeptEdges edges;
#pragma unroll
        for (unsigned k = 0; k < edges_per_thread; ++k) {
            const uint64_t e = e0 + k * blockDim.x + threadIdx.x;
            if (e >= count) break;
            const uint32_t i = uint32_t(rows.row(e)), j = col[e];
            const double weight = val[e * stride];
            if (weight != weight) counts->nans = 1;
            if (i == j) continue;
            edges.ends[k] = edge_of(min_of(i, j), max_of(i, j));
            edges.weights[k] = order_of(weight);
            edges.kept |= 1u << k;
            lower(&trees.least[i], edges.weights[k]);
            lower(&trees.least[j], edges.weights[k]);
        }
        edges.append_to(list, &counts->edges[0], shared);
    }
}

// Of the edges with the least weight of a tree, the first by its ends.
extern "C" __global__ void choose_edges(mergus::SpanningTrees trees, mergus::WeightedEdges list,
                                        uint64_t count) {
    using namespace mergus;
    for (uint64_t e = grid_thread(); e < count; e += grid_threads()) {
        const uint64_t ends = list.ends[e], weight = list.weights[e];
        const uint32_t a = trees.tree[first_end(ends)], b = trees.tree[second_end(ends)];
        if (trees.least[a] == weight) lower(&trees.first[a], ends);
        if (trees.least[b] == weight) lower(&trees.first[b], ends);
    }
}

// Trees are joined along their edges; of two that took the same edge, the root of the lesser number stays a
// root.
extern "C" __global__ void join_trees(mergus::SpanningTrees trees, uint64_t n) {
    using namespace mergus;
    for (uint64_t v = grid_thread(); v < n; v += grid_threads()) {
        const uint32_t root = trees.tree[v];
        trees.parent[v] = root;
        const uint64_t edge = trees.first[v];
        if (root != v || edge == no_edge) continue;
        const uint32_t a = trees.tree[first_end(edge)], b = trees.tree[second_end(edge)];
        const uint32_t other = a == v ? b : a;
        if (trees.first[other] == edge && v < other) continue;
        trees.parent[v] = other;
        trees.joining.ends[v] = edge;
        trees.joining.weights[v] = trees.least[v];
    }
}

// The root of every vertex, and nothing chosen for the next round. Threads shorten each other's paths.
extern "C" __global__ void flatten_trees(mergus::SpanningTrees trees, uint64_t n) {
    using namespace mergus;
    for (uint64_t v = grid_thread(); v < n; v += grid_threads()) {
        uint32_t up = latest(&trees.parent[v]);
        for (uint32_t above = latest(&trees.parent[up]); up != above; above = latest(&trees.parent[up])) {
            trees.parent[v] = above;
            up = above;
        }
        trees.tree[v] = up;
        trees.least[v] = trees.first[v] = no_edge;
    }
}

// The edges between trees, and the least weight at each tree.
extern "C" __global__ void keep_edges(mergus::SpanningTrees trees, mergus::WeightedEdges list, uint64_t count,
                                      mergus::WeightedEdges kept, uint64_t* kept_count) {
    using namespace mergus;
    __shared__ AppendShared shared;
    const uint64_t tile = uint64_t(blockDim.x) * edges_per_thread;
    for (uint64_t e0 = blockIdx.x * tile; e0 < count; e0 += gridDim.x * tile) {
        KeptEdges edges;
#pragma unroll
        for (unsigned k = 0; k < edges_per_thread; ++k) {
            const uint64_t e = e0 + k * blockDim.x + threadIdx.x;
            if (e >= count) break;
            edges.ends[k] = list.ends[e];
            edges.weights[k] = list.weights[e];
            const uint32_t a = trees.tree[first_end(edges.ends[k])],
                           b = trees.tree[second_end(edges.ends[k])];
            if (a == b) continue;
            edges.kept |= 1u << k;
            lower(&trees.least[a], edges.weights[k]);
            lower(&trees.least[b], edges.weights[k]);
        }
        edges.append_to(kept, kept_count, shared);
    }
}

// The edges of the forest in both directions, in any order.
extern "C" __global__ void write_forest(mergus::SpanningTrees trees, uint64_t n, uint32_t col_bits, Key* keys,
                                        double* weights, uint64_t* count) {
    using namespace mergus;
    __shared__ AppendShared shared;
    for (uint64_t v0 = uint64_t(blockIdx.x) * blockDim.x; v0 < n; v0 += grid_threads()) {
        const uint64_t v = v0 + threadIdx.x, edge = v < n ? trees.joining.ends[v] : no_edge;
        const uint64_t at = append(count, edge != no_edge ? 2 : 0, shared);
        if (edge == no_edge) continue;
        const uint64_t a = first_end(edge), b = second_end(edge);
        keys[at] = Key(a << col_bits | b);
        keys[at + 1] = Key(b << col_bits | a);
        weights[at] = weights[at + 1] = weight_of(trees.joining.weights[v]);
    }
}
