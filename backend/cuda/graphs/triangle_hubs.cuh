// triangle_hubs.cuh: counts the triangles of a ranked graph whose first vertices, the hubs, have most of the
// edges.
//
// A triangle is found at its vertex u of highest rank. A block sets a bit in shared memory for each hub in
// the list of u. For each hub v of the list it counts the common neighbours in one of two ways: the words of
// the bit row of v and of the bitmap, or the 16-bit list of v, each entry tested in the bitmap; the one of
// fewer bytes. Neighbours that are no hubs go to a hash table; their lists are tested in bitmap and table.
//
// Bindings: constant list_lanes, a power of two up to 32: lanes that share the list of a neighbour.

#include "graphs/triangle_ranks.h"
#include "primitives/hash_set.cuh"

namespace mergus {

struct HubBitmap {
    uint32_t* words;

    __device__ __forceinline__ void add(uint32_t v) const { atomicOr(&words[v / 32], 1u << v % 32); }
    __device__ __forceinline__ uint32_t has(uint32_t v) const { return words[v / 32] >> v % 32 & 1u; }
    __device__ __forceinline__ void clear_word_of(uint32_t v) const { words[v / 32] = 0; }
};

// The threads of a block in groups of list_lanes, each of which takes a list.
struct ListGroups {
    static constexpr uint32_t size = uint32_t(list_lanes);
    uint32_t rank;         // of this thread in its group
    uint32_t index, count; // of this thread's group, and of all

    __device__ __forceinline__ ListGroups()
        : rank(threadIdx.x % size), index(threadIdx.x / size), count(blockDim.x / size) {}
};

// The list of one vertex.
struct ListOfRank {
    const uint32_t* wide;   // the hubs of a vertex that is no hub
    const uint16_t* narrow; // the hubs of a hub
    const uint32_t* rest;   // the other neighbours
    uint32_t hubs, others;
    bool is_hub;

    __device__ __forceinline__ ListOfRank(const RankedGraph& graph, uint32_t r, uint32_t all_hubs) {
        const RankedList list = graph.list[r];
        wide = graph.lists + list.start;
        narrow = reinterpret_cast<const uint16_t*>(wide);
        rest = list.others == 0 ? wide : graph.lists + (graph.ptr[graph.order[r] + 1] - list.others);
        hubs = list.hubs;
        others = list.others;
        is_hub = r < all_hubs;
    }
    __device__ __forceinline__ uint32_t hub(uint32_t i) const { return is_hub ? narrow[i] : wide[i]; }
};

__device__ __forceinline__ uint32_t common_bits(uint4 x, uint4 y) {
    return uint32_t(__popc(x.x & y.x) + __popc(x.y & y.y) + __popc(x.z & y.z) + __popc(x.w & y.w));
}
__device__ __forceinline__ uint32_t members(HubBitmap set, uint32_t two) {
    return set.has(two & 0xffffu) + set.has(two >> 16);
}

// This thread's share of the members of `set` in the list of hub v.
__device__ __forceinline__ uint32_t common_with_hub(const RankedGraph& graph, const ListGroups& group,
                                                    HubBitmap set, uint32_t v) {
    constexpr uint32_t few_words = 2048; // up to this rank the row of bits is short enough in any case
    RankedList list = {0, 0, 0};
    bool by_words = v < graph.bit_rows;
    if (!by_words || v >= few_words) {
        list = graph.list[v];
        by_words = by_words && v / 256 + 1 <= list.hubs / 16 + 2; // sectors of 32 bytes
    }
    uint32_t found = 0;
    if (by_words) {
        const uint4* const row =
            reinterpret_cast<const uint4*>(graph.bits + uint64_t(v) * (graph.bit_rows / 32));
        const uint4* const own = reinterpret_cast<const uint4*>(set.words);
        for (uint32_t k = group.rank; k <= v / 128; k += group.size)
            found += common_bits(__ldg(row + k), own[k]);
        return found;
    }
    const uint4* const row = reinterpret_cast<const uint4*>(graph.lists + list.start);
    for (uint32_t k = group.rank; k < list.hubs / 8; k += group.size) {
        const uint4 eight = __ldg(row + k);
        found +=
            members(set, eight.x) + members(set, eight.y) + members(set, eight.z) + members(set, eight.w);
    }
    const uint16_t* const ranks = reinterpret_cast<const uint16_t*>(row);
    for (uint32_t k = list.hubs / 8 * 8 + group.rank; k < list.hubs; k += group.size)
        found += set.has(ranks[k]);
    return found;
}

// This thread's share of the triangles of u and two vertices of its list of which at least one is no hub.
// Called by all threads of a block. A long list goes through the table in parts.
__device__ __forceinline__ uint64_t triangles_of_others(const RankedGraph& graph, const ListGroups& group,
                                                        uint32_t all_hubs, const ListOfRank& own,
                                                        HubBitmap set, uint32_t* keys, uint32_t capacity) {
    uint64_t found = 0;
    for (uint32_t first = 0; first < own.others; first += capacity / 2) {
        const uint32_t count = min_of(own.others - first, capacity / 2);
        HashSet<uint32_t> table = {keys, min_of(32u, capacity)};
        while (table.slots < 2 * count) table.slots *= 2;
        __syncthreads();
        table.clear(threadIdx.x, blockDim.x);
        __syncthreads();
        for (uint32_t i = threadIdx.x; i < count; i += blockDim.x) table.insert_new(own.rest[first + i]);
        __syncthreads();
        for (uint32_t i = group.index; i < own.others; i += group.count) {
            const ListOfRank list(graph, own.rest[i], all_hubs);
            uint32_t common = 0;
            if (first == 0)
                for (uint32_t k = group.rank; k < list.hubs; k += group.size)
                    common += set.has(__ldg(list.wide + k));
            for (uint32_t k = group.rank; k < list.others; k += group.size)
                common += table.has(__ldg(list.rest + k)) ? 1 : 0;
            found += common;
        }
    }
    return found;
}

// This thread's share of the triangles whose vertex of highest rank is r. Called by all threads of a block.
// The bitmap is empty before and after.
__device__ __forceinline__ uint64_t triangles_at_rank(const RankedGraph& graph, const ListGroups& group,
                                                      uint32_t r, uint32_t all_hubs, HubBitmap set,
                                                      uint32_t* keys, uint32_t capacity) {
    const ListOfRank own(graph, r, all_hubs);
    __syncthreads();
    for (uint32_t i = threadIdx.x; i < own.hubs; i += blockDim.x) set.add(own.hub(i));
    __syncthreads();
    uint64_t found = 0;
    for (uint32_t i = group.index; i < own.hubs; i += group.count)
        found += common_with_hub(graph, group, set, own.hub(i));
    found += triangles_of_others(graph, group, all_hubs, own, set, keys, capacity);
    __syncthreads();
    for (uint32_t i = threadIdx.x; i < own.hubs; i += blockDim.x) set.clear_word_of(own.hub(i));
    return found;
}

// The ranks that a block takes at a time: few of vertices of high degree, so that blocks end together.
struct RankBatches {
    static constexpr uint32_t coarse = 32;
    uint32_t fine, fine_end, end; // batches of `fine` ranks below fine_end, then of `coarse` ranks

    __device__ __forceinline__ void take(uint32_t t, uint32_t& first, uint32_t& count) const {
        const uint32_t fine_batches = div_up(fine_end, fine);
        const bool is_fine = t < fine_batches;
        const uint64_t begin = is_fine ? uint64_t(t) * fine : fine_end + uint64_t(t - fine_batches) * coarse;
        first = uint32_t(min_of(begin, uint64_t(end)));
        count = is_fine ? min_of(fine, fine_end - first) : min_of(coarse, end - first);
    }
};

} // namespace mergus

// Lists of more than `low` and up to `high` neighbours: `large` ones are among the first ranks. Takes of
// vertices of high degree have `fine` ranks, up to 32. Shared memory: `words` words of the bitmap and
// `capacity` slots of the table. One of `shares` launches takes every batch whose number is `share` modulo
// that.
extern "C" __global__ void count_with_hubs(mergus::RankedGraph graph, uint32_t large, uint32_t low,
                                           uint32_t high, uint32_t fine, uint32_t words, uint32_t capacity,
                                           uint32_t share, uint32_t shares) {
    using namespace mergus;
    extern __shared__ __align__(16) unsigned char shared_bytes[];
    __shared__ uint32_t taken;
    uint32_t* const shared_words = reinterpret_cast<uint32_t*>(shared_bytes);
    const HubBitmap set = {shared_words};
    const ListGroups group;
    const DegreeBounds bounds = graph.counters->bounds;
    const uint32_t all_hubs = min_of(graph.hubs, bounds.hub_space);
    const uint32_t end = large != 0 ? bounds.heavy : bounds.edge;
    const RankBatches batches = {fine, min_of(bounds.warp, end), end};
    for (uint32_t i = threadIdx.x; i < words; i += blockDim.x) shared_words[i] = 0;
    uint64_t found = 0;
    for (;;) {
        __syncthreads();
        if (threadIdx.x == 0) taken = atomicAdd(&graph.counters->next[large], 1u) * shares + share;
        __syncthreads();
        uint32_t first, count;
        batches.take(taken, first, count);
        if (count == 0) break;
        bool takes = lane() < count;
        if (takes) {
            const RankedList list = graph.list[first + lane()];
            const uint32_t length = list.hubs + list.others;
            takes = length >= 2 && length > low && length <= high;
        }
        for (unsigned todo = __ballot_sync(full_mask, takes); todo != 0; todo &= todo - 1)
            found += triangles_at_rank(graph, group, first + uint32_t(__ffs(int(todo))) - 1, all_hubs, set,
                                       shared_words + words, capacity);
    }
    found = warp_reduce(found, Plus());
    if (lane() == 0 && found != 0) atomicAdd(&graph.counters->triangles, found);
}
