// segmented_packs.cuh: the packs of a segmented merge: each is merged by a block on chip, and written once.
//
// Bindings: as segmented_tile.cuh.

#include "primitives/bit_ranks.cuh"
#include "segmented_merge/segmented_tile.cuh"

namespace mergus {

// A set of positions of the tile, with ranks.
struct Marks {
    unsigned word[tile_keys / 32];
    unsigned short before[tile_keys / 32];
    unsigned total;

    __device__ __forceinline__ void set(unsigned i) { atomicOr(&word[i / 32], 1u << i % 32); }
    __device__ __forceinline__ bool has(unsigned i) const { return (word[i / 32] >> i % 32 & 1u) != 0; }
    // The number of marks up to and with position i, at least one.
    __device__ __forceinline__ unsigned rank(unsigned i) const {
        return before[i / 32] + unsigned(__popc(word[i / 32] & (0xffffffffu >> (31 - i % 32))));
    }
    // By one warp, after all marks are set.
    __device__ __forceinline__ void count() {
        const unsigned sum = rank_bits<false>(
            tile_keys / 32, 32, nullptr, [&](unsigned w) { return unsigned(__popc(word[w])); },
            [&](unsigned w, unsigned bits) { before[w] = (unsigned short)bits; });
        if (lane() == 0) total = sum;
    }
};

struct PackMemory {
    Tile tile;
    unsigned short slice_begin[tile_keys + 1]; // where the sub-segments begin
    unsigned short segment[tile_keys + 1];     // the first slice of each segment
    Marks slices, segments;
    unsigned max_slices;              // of a segment
    uint64_t spare_below, spare_from; // positions below and from there on go to the spare arrays, for levels
};

// Marks the beginnings of sub-segments and of segments. If there are far more of them than positions, nearly
// all are empty, and each position searches for its own instead.
__device__ __forceinline__ void mark_slices(const SegmentedInput& in, const MergePack& pack, unsigned length,
                                            PackMemory& m) {
    const uint64_t* const sub = in.subsegment_ptr;
    if (pack.subsegment_end - pack.subsegment_begin <= 4 * tile_keys) {
        for (uint64_t j = pack.subsegment_begin + threadIdx.x; j < pack.subsegment_end; j += tile_threads)
            if (sub[j] < pack.end) m.slices.set(unsigned(sub[j] - pack.begin));
    } else {
        for (unsigned i = threadIdx.x; i < length; i += tile_threads) {
            const uint64_t j = lower_bound(sub, pack.subsegment_begin, pack.subsegment_end, pack.begin + i);
            if (sub[j] == pack.begin + i) m.slices.set(i);
        }
    }
    if (pack.last_segment - pack.first_segment <= 4 * tile_keys) {
        for (uint64_t s = pack.first_segment + 1 + threadIdx.x; s <= pack.last_segment; s += tile_threads)
            m.segments.set(unsigned(segment_begin(in, s) - pack.begin));
    } else {
        for (unsigned i = threadIdx.x; i < length; i += tile_threads)
            if (segment_begin(in, segment_at(in, pack.begin + i)) == pack.begin + i) m.segments.set(i);
    }
    if (threadIdx.x == 0) {
        m.slices.set(0);
        m.segments.set(0);
    }
}

// Turns the marks into lists of slices and segments.
__device__ __forceinline__ void list_slices(unsigned length, PackMemory& m) {
    if (warp() == 0) {
        m.slices.count();
        m.segments.count();
    }
    __syncthreads();
    for (unsigned i = threadIdx.x; i < length; i += tile_threads) {
        if (m.slices.has(i)) m.slice_begin[m.slices.rank(i) - 1] = (unsigned short)i;
        if (m.segments.has(i)) m.segment[m.segments.rank(i) - 1] = (unsigned short)(m.slices.rank(i) - 1);
    }
    if (threadIdx.x == 0) {
        m.slice_begin[m.slices.total] = (unsigned short)length;
        m.segment[m.segments.total] = (unsigned short)m.slices.total;
    }
    __syncthreads();
    for (unsigned s = threadIdx.x; s < m.segments.total; s += tile_threads)
        if (m.segment[s + 1] - m.segment[s] > 1)
            atomicMax(&m.max_slices, unsigned(m.segment[s + 1] - m.segment[s]));
    __syncthreads();
}

__device__ __forceinline__ void find_spare(const MergePack& pack, const MergeRun* runs, uint64_t first,
                                           uint64_t last, bool in_place, PackMemory& m) {
    m.spare_below = 0;
    m.spare_from = ~uint64_t(0);
    for (uint64_t r = first; r < last; ++r) {
        if (runs[r].is_long || levels_of(runs[r].last - runs[r].first, in_place) % 2 == 0) continue;
        if (runs[r].start == pack.begin)
            m.spare_below = runs[r].stop;
        else
            m.spare_from = runs[r].start;
    }
}

__device__ __forceinline__ void load_pack(const SegmentedArrays& arrays, const MergePack& pack,
                                          unsigned length, Tile& tile) {
    Key keys[tile_items];
    Value values[tile_items];
#pragma unroll
    for (unsigned r = 0; r < tile_items; ++r) {
        const unsigned i = threadIdx.x + r * unsigned(tile_threads);
        if (i >= length) continue;
        keys[r] = arrays.keys_in[pack.begin + i];
        if constexpr (bool(stages_values))
            values[r] = ValueMaker<bool(moves_indices)>::at(arrays.values_in, pack.begin + i);
    }
#pragma unroll
    for (unsigned r = 0; r < tile_items; ++r) {
        const unsigned i = threadIdx.x + r * unsigned(tile_threads);
        if (i >= length) continue;
        tile.key(i) = keys[r];
        tile.order[i] = (unsigned short)i;
        if constexpr (bool(stages_values)) tile.values[i] = values[r];
    }
}

__device__ __forceinline__ void store_pack(const SegmentedArrays& arrays, const MergePack& pack,
                                           unsigned length, const PackMemory& m) {
    Value values[tile_items]; // all are read before the first is written, since the output may be the input
    if constexpr (bool(has_values && !stages_values)) {
#pragma unroll
        for (unsigned r = 0; r < tile_items; ++r) {
            const unsigned i = threadIdx.x + r * unsigned(tile_threads);
            if (i < length)
                values[r] =
                    ValueMaker<bool(moves_indices)>::at(arrays.values_in, pack.begin + m.tile.order[i]);
        }
        __syncthreads();
    }
#pragma unroll
    for (unsigned r = 0; r < tile_items; ++r) {
        const unsigned i = threadIdx.x + r * unsigned(tile_threads);
        if (i >= length) continue;
        const uint64_t e = pack.begin + i;
        const bool spare = e < m.spare_below || e >= m.spare_from;
        (spare ? arrays.keys[1] : arrays.keys[0])[e] = m.tile.key(i);
        if constexpr (bool(stages_values)) values[r] = m.tile.values[m.tile.order[i]];
        if (has_values) (spare ? arrays.values[1] : arrays.values[0])[e] = values[r];
    }
}

} // namespace mergus

// moves may be null.
extern "C" __global__ void __launch_bounds__(tile_threads)
    merge_packs(mergus::SegmentedInput in, mergus::SegmentedArrays arrays, uint64_t bucket_count,
                const mergus::MergeBucket* buckets, const uint64_t* run_ptr, const mergus::MergeRun* runs,
                bool in_place, uint64_t* moves) {
    using namespace mergus;
    __shared__ PackMemory m;
    for (uint64_t b = blockIdx.x; b < bucket_count; b += gridDim.x) {
#pragma unroll 1 // to keep the code small
        for (unsigned which = 0; which < 2; ++which) {
            const MergePack pack = which == 0 ? buckets[b].pack : buckets[b].big;
            const unsigned length = unsigned(pack.end - pack.begin);
            if (length == 0) continue; // the whole block
            for (unsigned w = threadIdx.x; w < tile_keys / 32; w += tile_threads)
                m.slices.word[w] = m.segments.word[w] = 0;
            if (threadIdx.x == 0) m.max_slices = 1;
            __syncthreads();
            mark_slices(in, pack, length, m);
            if (threadIdx.x == tile_threads - 1)
                find_spare(pack, runs, run_ptr[b], which == 0 ? run_ptr[b + 1] : run_ptr[b], in_place, m);
            load_pack(arrays, pack, length, m.tile);
            __syncthreads();
            list_slices(length, m);
            const unsigned first = min_of(threadIdx.x * unsigned(tile_items), length - 1);
            const SlicePosition at = {m.slices.rank(first) - 1, m.segments.rank(first) - 1};
            unsigned level = 0;
            for (; (1u << level) < m.max_slices; ++level)
                merge_level(m.tile, {m.slice_begin, m.segment}, at, level, length);
            store_pack(arrays, pack, length, m);
            if (moves != nullptr && threadIdx.x == 0) atomicAdd(moves, uint64_t(length) * (level + 1));
            __syncthreads();
        }
    }
}
