// segmented_packs.cuh: the packs of a segmented merge, each by a block on chip: keys stay where they were loaded, their order is
// merged, level by level, and written out once.
//
// Bindings: as segmented_runs.cuh and segmented_arrays.cuh.

#include "segmented_runs.cuh"
#include "segmented_arrays.cuh"

namespace mergus {

// A set of places of the tile that counts.
struct Marks {
    unsigned word[tile_keys / 32];
    unsigned short before[tile_keys / 32];
    unsigned total;

    __device__ __forceinline__ void set(unsigned i) { atomicOr(&word[i / 32], 1u << i % 32); }
    __device__ __forceinline__ bool has(unsigned i) const { return (word[i / 32] >> i % 32 & 1u) != 0; }
    // Marks up to and with place i, which has to follow one.
    __device__ __forceinline__ unsigned rank(unsigned i) const {
        return before[i / 32] + unsigned(__popc(word[i / 32] & (0xffffffffu >> (31 - i % 32))));
    }
    // By one warp, when all are set.
    __device__ __forceinline__ void count() {
        unsigned sum = 0;
        for (unsigned first = 0; first < tile_keys / 32; first += 32) {
            const unsigned w = first + lane();
            const unsigned mine = w < tile_keys / 32 ? unsigned(__popc(word[w])) : 0;
            const unsigned inclusive = warp_inclusive_scan(mine, Plus());
            if (w < tile_keys / 32) before[w] = (unsigned short)(sum + inclusive - mine);
            sum += shuffle(full_mask, inclusive, 31);
        }
        if (lane() == 0) total = sum;
    }
};

struct PackMemory {
    Key keys[tile_keys];
    unsigned short order[2][tile_keys];
    unsigned short piece[tile_keys + 1];   // where the sub-segments begin
    unsigned short segment[tile_keys + 1]; // the first piece of each segment
    Marks pieces, segments;
    unsigned most; // pieces of a segment
};

// One mark for each beginning of a sub-segment, and of a segment. Where there are far more of these than places, nearly all of
// them empty, each place looks for its own.
__device__ __forceinline__ void mark_pieces(const SegmentedInput& in, const Pack& pack, unsigned length, PackMemory& m) {
    const uint64_t* const sub = in.subsegment_ptr;
    if (pack.subsegment_end - pack.subsegment_begin <= 4 * tile_keys) {
        for (uint64_t j = pack.subsegment_begin + threadIdx.x; j < pack.subsegment_end; j += tile_threads)
            if (sub[j] < pack.end) m.pieces.set(unsigned(sub[j] - pack.begin));
    } else {
        for (unsigned i = threadIdx.x; i < length; i += tile_threads) {
            const uint64_t j = lower_bound(sub, pack.subsegment_begin, pack.subsegment_end, pack.begin + i);
            if (sub[j] == pack.begin + i) m.pieces.set(i);
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
        m.pieces.set(0);
        m.segments.set(0);
    }
}

// This thread's part of a level: runs of `width` pieces into runs of twice as many.
__device__ __forceinline__ void merge_pieces(const PackMemory& m, unsigned width, unsigned length,
                                             const unsigned short* from, unsigned short* to) {
    unsigned i = threadIdx.x * unsigned(tile_items);
    const unsigned end = min_of(i + unsigned(tile_items), length);
    while (i < end) {
        const unsigned k = m.pieces.rank(i) - 1, s = m.segments.rank(i) - 1;
        const unsigned first = m.segment[s], last = m.segment[s + 1];
        const unsigned base = first + (k - first) / (2 * width) * (2 * width);
        const unsigned begin = m.piece[base], middle = m.piece[min_of(base + width, last)];
        const unsigned stop = m.piece[min_of(base + 2 * width, last)], until = min_of(stop, end);
        const unsigned taken =
            merge_split(i - begin, middle - begin, stop - middle, [&](unsigned x) { return m.keys[from[begin + x]]; },
                        [&](unsigned x) { return m.keys[from[middle + x]]; });
        unsigned a = begin + taken, b = middle + (i - begin - taken);
        unsigned place_a = a < middle ? from[a] : 0, place_b = b < stop ? from[b] : 0;
        Key key_a = m.keys[place_a], key_b = m.keys[place_b];
        for (; i < until; ++i) {
            if (a < middle && (b >= stop || !(key_b < key_a))) {
                to[i] = (unsigned short)place_a;
                if (++a < middle) key_a = m.keys[place_a = from[a]];
            } else {
                to[i] = (unsigned short)place_b;
                if (++b < stop) key_b = m.keys[place_b = from[b]];
            }
        }
    }
}

// Positions below spare_below and from spare_from on go to the spare arrays: levels follow.
__device__ __forceinline__ void merge_pack(const SegmentedInput& in, const SegmentedArrays& arrays, const Pack& pack,
                                           uint64_t spare_below, uint64_t spare_from, PackMemory& m, uint64_t* moves) {
    const unsigned length = unsigned(pack.end - pack.begin);
    if (length == 0) return; // the whole block
    for (unsigned w = threadIdx.x; w < tile_keys / 32; w += tile_threads) m.pieces.word[w] = m.segments.word[w] = 0;
    for (unsigned i = threadIdx.x; i < length; i += tile_threads) {
        m.keys[i] = arrays.keys_in[pack.begin + i];
        m.order[0][i] = (unsigned short)i;
    }
    if (threadIdx.x == 0) m.most = 1;
    __syncthreads();
    mark_pieces(in, pack, length, m);
    __syncthreads();
    if (threadIdx.x < 32) {
        m.pieces.count();
        m.segments.count();
    }
    __syncthreads();
    for (unsigned i = threadIdx.x; i < length; i += tile_threads) {
        if (m.pieces.has(i)) m.piece[m.pieces.rank(i) - 1] = (unsigned short)i;
        if (m.segments.has(i)) m.segment[m.segments.rank(i) - 1] = (unsigned short)(m.pieces.rank(i) - 1);
    }
    if (threadIdx.x == 0) {
        m.piece[m.pieces.total] = (unsigned short)length;
        m.segment[m.segments.total] = (unsigned short)m.pieces.total;
    }
    __syncthreads();
    for (unsigned s = threadIdx.x; s < m.segments.total; s += tile_threads)
        if (m.segment[s + 1] - m.segment[s] > 1) atomicMax(&m.most, unsigned(m.segment[s + 1] - m.segment[s]));
    __syncthreads();
    unsigned level = 0;
    for (; (1u << level) < m.most; ++level) {
        merge_pieces(m, 1u << level, length, m.order[level % 2], m.order[(level + 1) % 2]);
        __syncthreads();
    }
    const unsigned short* const order = m.order[level % 2];
    Value values[tile_items]; // the output may be the input: all are read before the first is written
    if (has_values) {
#pragma unroll
        for (unsigned r = 0; r < tile_items; ++r) {
            const unsigned i = threadIdx.x + r * unsigned(tile_threads);
            if (i < length) values[r] = arrays.value_at(in_input, pack.begin + order[i]);
        }
        __syncthreads();
    }
#pragma unroll
    for (unsigned r = 0; r < tile_items; ++r) {
        const unsigned i = threadIdx.x + r * unsigned(tile_threads);
        if (i >= length) continue;
        const uint64_t e = pack.begin + i;
        const bool spare = e < spare_below || e >= spare_from;
        (spare ? arrays.keys[1] : arrays.keys[0])[e] = m.keys[order[i]];
        if (has_values) (spare ? arrays.values[1] : arrays.values[0])[e] = values[r];
    }
    if (moves != nullptr && threadIdx.x == 0) atomicAdd(moves, uint64_t(length) * (level + 1));
    __syncthreads();
}

} // namespace mergus

// moves may be null.
extern "C" __global__ void __launch_bounds__(tile_threads)
    merge_packs(mergus::SegmentedInput in, mergus::SegmentedArrays arrays, uint64_t bucket_count,
                const mergus::Bucket* buckets, const uint64_t* run_ptr, const mergus::Run* runs, bool in_place,
                uint64_t* moves) {
    __shared__ mergus::PackMemory memory;
    for (uint64_t b = blockIdx.x; b < bucket_count; b += gridDim.x) {
#pragma unroll 1 // one copy of all that a pack takes
        for (unsigned which = 0; which < 2; ++which) {
            const mergus::Pack pack = which == 0 ? buckets[b].pack : buckets[b].big;
            uint64_t spare_below = 0, spare_from = ~uint64_t(0);
            for (uint64_t r = run_ptr[b]; which == 0 && r < run_ptr[b + 1]; ++r) {
                if (runs[r].is_long || mergus::levels_of(runs[r].last - runs[r].first, in_place) % 2 == 0) continue;
                if (runs[r].start == pack.begin)
                    spare_below = runs[r].stop;
                else
                    spare_from = runs[r].start;
            }
            mergus::merge_pack(in, arrays, pack, spare_below, spare_from, memory, moves);
        }
    }
}
