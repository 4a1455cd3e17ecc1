// triangle_ranks.cuh: ranks the vertices of a graph by falling degree, and lists for each vertex its
// neighbours of smaller rank.
//
// The rank order is that of the leading bits of the degree: any order gives the right number of triangles,
// and this one is sorted by 16 bits. A row is read once, and its list is written into the same part of an
// array of the size of the matrix, so lists need no counting pass.
//
// No bindings.

#include "graphs/triangle_ranks.h"

namespace mergus {

constexpr unsigned mantissa_bits = 11;

// Ascending keys are falling degrees, rounded to a floating-point number with mantissa_bits.
__device__ __forceinline__ uint32_t degree_key(uint64_t degree) {
    constexpr uint32_t most = (1u << rank_key_bits) - 1;
    if (degree == 0) return most;
    const unsigned exponent = 63u - unsigned(__clzll((long long)(degree)));
    const uint64_t shifted = exponent < mantissa_bits ? degree << (mantissa_bits - exponent)
                                                      : degree >> (exponent - mantissa_bits);
    const uint32_t mantissa = uint32_t(shifted) & ((1u << mantissa_bits) - 1);
    return most - 1 - min_of(exponent << mantissa_bits | mantissa, most - 1);
}

__device__ __forceinline__ uint32_t hubs_of(const RankedGraph& graph) {
    return min_of(graph.hubs, graph.counters->bounds.hub_space);
}

// Bound = r if r is the first rank of a key above the key of `degree`.
__device__ __forceinline__ void note_bound(uint32_t* bound, uint32_t r, uint32_t before, uint32_t key,
                                           uint64_t degree) {
    const uint32_t limit = degree_key(degree);
    if (key > limit && (r == 0 || before <= limit)) *bound = r;
}

// The position of this lane's neighbour among those of its group.
__device__ __forceinline__ uint32_t offset_among(unsigned members) {
    return uint32_t(__popc(members & lanes_below()));
}

// Writes a hub into the list of rank r, at index `at`.
__device__ __forceinline__ void put_hub(const RankedGraph& graph, uint32_t r, bool is_hub, uint64_t start,
                                        uint32_t at, uint32_t neighbour) {
    if (!is_hub) {
        graph.lists[start + at] = neighbour;
        return;
    }
    reinterpret_cast<uint16_t*>(graph.lists + start)[at] = uint16_t(neighbour);
    if (r < graph.bit_rows)
        atomicOr(&graph.bits[uint64_t(r) * (graph.bit_rows / 32) + neighbour / 32], 1u << neighbour % 32);
}

// The vertex of an entry, and the part of the list of rank r that it belongs to, if any. There is no vertex
// from `end` on.
struct Neighbour {
    uint32_t rank;
    bool hub, other;

    __device__ __forceinline__ Neighbour(const RankedGraph& graph, uint32_t hubs, uint32_t r, uint64_t entry,
                                         uint64_t end) {
        rank = entry < end ? graph.rank[graph.col[entry]] : ~0u;
        hub = rank < r && rank < hubs;
        other = rank < r && !hub;
    }
};

} // namespace mergus

extern "C" __global__ void rank_keys(mergus::RankedGraph graph, uint32_t* keys, uint32_t* vertices) {
    for (uint64_t i = mergus::grid_thread(); i < graph.vertices; i += mergus::grid_threads()) {
        keys[i] = mergus::degree_key(graph.ptr[i + 1] - graph.ptr[i]);
        vertices[i] = uint32_t(i);
    }
}

// After the sort of (key, vertex): ranks, bounds and empty lists.
extern "C" __global__ void rank_vertices(mergus::RankedGraph graph, const uint32_t* keys, uint32_t heavy) {
    using namespace mergus;
    DegreeBounds& bounds = graph.counters->bounds;
    const uint32_t hub_key = degree_key(hub_degree);
    for (uint64_t i = grid_thread(); i <= graph.vertices; i += grid_threads()) {
        const uint32_t r = uint32_t(i), key = r < graph.vertices ? keys[r] : ~0u;
        const uint32_t before = r == 0 ? 0 : keys[r - 1];
        if (r == 0 || key != before) {
            note_bound(&bounds.shared, r, before, key, shared_row_degree);
            note_bound(&bounds.warp, r, before, key, warp_row_degree);
            note_bound(&bounds.edge, r, before, key, 2);
            note_bound(&bounds.hub_space, r, before, key, hub_degree);
            note_bound(&bounds.heavy, r, before, key, heavy);
        }
        if (r == graph.vertices) break;
        const uint32_t v = graph.order[r];
        graph.rank[v] = r;
        const uint64_t start = graph.ptr[v];
        const bool hub = r < graph.hubs && key <= hub_key;
        graph.list[r] = {hub ? (start + 3) / 4 * 4 : start, 0, 0};
    }
}

// The lists of rows that `share` blocks share.
extern "C" __global__ void list_shared_rows(mergus::RankedGraph graph, uint32_t share) {
    using namespace mergus;
    const uint32_t hubs = hubs_of(graph);
    const uint64_t parts = uint64_t(graph.counters->bounds.shared) * share;
    for (uint64_t part = blockIdx.x; part < parts; part += gridDim.x) {
        const uint32_t r = uint32_t(part / share), v = graph.order[r];
        const uint64_t row_begin = graph.ptr[v], row_end = graph.ptr[v + 1];
        const uint64_t size = div_up(row_end - row_begin, uint64_t(share));
        const uint64_t begin = row_begin + part % share * size, end = min_of(begin + size, row_end);
        RankedList* const list = &graph.list[r];
        const uint64_t start = list->start;
        for (uint64_t e = begin + warp() * 32u; e < end; e += blockDim.x) {
            const Neighbour neighbour(graph, hubs, r, e + lane(), end);
            const unsigned to_hubs = __ballot_sync(full_mask, neighbour.hub);
            const unsigned to_others = __ballot_sync(full_mask, neighbour.other);
            uint32_t at = 0;
            if (lane() == 0 && to_hubs != 0) at = atomicAdd(&list->hubs, uint32_t(__popc(to_hubs)));
            if (lane() == 1 && to_others != 0) at = atomicAdd(&list->others, uint32_t(__popc(to_others)));
            const uint32_t hubs_at = __shfl_sync(full_mask, at, 0);
            const uint32_t others_at = __shfl_sync(full_mask, at, 1);
            if (neighbour.hub)
                put_hub(graph, r, r < hubs, start, hubs_at + offset_among(to_hubs), neighbour.rank);
            if (neighbour.other)
                graph.lists[row_end - 1 - others_at - offset_among(to_others)] = neighbour.rank;
        }
    }
}

// The lists of the other rows: warps take long ones, and groups of `lanes` lanes short ones (long_rows = 0).
extern "C" __global__ void list_rows(mergus::RankedGraph graph, uint32_t long_rows, uint32_t lanes) {
    using namespace mergus;
    const DegreeBounds bounds = graph.counters->bounds;
    const uint32_t first = long_rows != 0 ? bounds.shared : bounds.warp;
    const uint32_t last = long_rows != 0 ? bounds.warp : bounds.edge, hubs = hubs_of(graph);
    const unsigned own = lane() % lanes;
    const unsigned group = (lanes == 32 ? full_mask : (1u << lanes) - 1u) << (lane() - own);
    const uint64_t groups = grid_threads() / lanes;
    for (uint64_t i = first + grid_thread() / lanes; i < last; i += groups) {
        const uint32_t r = uint32_t(i), v = graph.order[r];
        const uint64_t begin = graph.ptr[v], end = graph.ptr[v + 1], start = graph.list[r].start;
        uint32_t hubs_at = 0, others_at = 0;
        for (uint64_t e = begin; e < end; e += lanes) {
            const Neighbour neighbour(graph, hubs, r, e + own, end);
            const unsigned to_hubs = __ballot_sync(group, neighbour.hub) & group;
            const unsigned to_others = __ballot_sync(group, neighbour.other) & group;
            if (neighbour.hub)
                put_hub(graph, r, r < hubs, start, hubs_at + offset_among(to_hubs), neighbour.rank);
            if (neighbour.other) graph.lists[end - 1 - others_at - offset_among(to_others)] = neighbour.rank;
            hubs_at += uint32_t(__popc(to_hubs));
            others_at += uint32_t(__popc(to_others));
        }
        if (own == 0) graph.list[r] = {start, hubs_at, others_at};
    }
}
