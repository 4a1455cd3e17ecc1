// triangle_lists.cuh: counts the triangles of an undirected graph from its symmetric pattern.
//
// Every edge is kept at its end of lower degree (of equal degrees: of higher number), so that a list has at
// most √(2·edges) edges. Each triangle is then found once: at the vertex i whose list has both others, k and
// a vertex of the list of k. A group of threads puts the list of i into a hash table and looks up the lists
// of all k in it.
//
// Files: triangle_edges.cuh keeps the edges; triangle_counts.cuh counts short lists and
// triangle_counts_long.cuh long ones.
//
// Source: Schank and Wagner 2005 (orientation by degree). Bindings: Index, Position (numbers of entries);
// constant group_threads as in group.cuh.

#include "graphs/triangle_graph.h"
#include "kernels/group.cuh"
#include "kernels/search.cuh"
#include "primitives/hash_set.cuh"

namespace mergus {

using Graph = AdjacencyLists<Index>;

using EdgeSet = HashSet<Index>;

// This thread's share of the triangles at vertex i. lanes: threads that share a list.
__device__ __forceinline__ uint64_t triangles_at(const Graph& lists, uint64_t i, const Group& group,
                                                 unsigned lanes, EdgeSet set, unsigned capacity) {
    constexpr unsigned unroll = 4;
    const uint64_t begin = lists.ptr[i], end = lists.ptr[i + 1];
    const bool in_table = end - begin <= capacity / 2;
    if (in_table) {
        set.slots = min_of(64u, capacity); // as small as the list allows, since it is cleared
        while (set.slots < 3 * (end - begin) && set.slots < capacity) set.slots *= 2;
        set.clear(group.rank, group.size);
        group.sync();
        for (uint64_t e = begin + group.rank; e < end; e += group.size) set.insert_new(lists.col[e]);
        group.sync();
    }
    uint64_t found = 0;
    for (uint64_t e = begin + group.rank / lanes; e < end; e += group.size / lanes) {
        const Index k = lists.col[e];
        const uint64_t k_end = lists.ptr[k + 1];
        for (uint64_t f = lists.ptr[k] + group.rank % lanes; f < k_end; f += uint64_t(lanes) * unroll) {
            Index j[unroll]; // several loads in flight
            for (unsigned u = 0; u < unroll; ++u)
                j[u] = f + lanes * u < k_end ? lists.col[f + lanes * u] : EdgeSet::none;
            for (unsigned u = 0; u < unroll; ++u) {
                if (j[u] == EdgeSet::none) break;
                if (in_table) {
                    found += set.has(j[u]) ? 1 : 0;
                } else {
                    const uint64_t at = lower_bound(lists.col, begin, end, j[u]);
                    found += at < end && lists.col[at] == j[u] ? 1 : 0;
                }
            }
        }
    }
    if (in_table) group.sync();
    return found;
}

__device__ __forceinline__ void add_to(uint64_t* total, uint64_t mine) {
    mine = warp_reduce(mine, Plus());
    if (lane() == 0 && mine != 0) atomicAdd(total, mine);
}

} // namespace mergus
