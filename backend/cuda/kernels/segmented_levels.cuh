// segmented_levels.cuh: the levels of a segmented merge: pairs of neighbouring runs into one, until a segment has one.
//
// Level L makes 2^(L+1) runs one. A segment whose levels are an odd number begins in the spare arrays, so that each ends in the output
// when it is done, and drops out. Before level 0, level −1 moves long runs of these to the spare arrays if the output is the input.
// Each segment's output positions are cut into tiles of the same size: partition_runs finds where the cuts go through the pairs, and a
// block merges a tile, whatever number of pairs it touches; most are whole, of one pair only, and then all that the block has to know is
// in one place. A level has the tiles of the segments that are not done.
//
// Bindings: as segmented_runs.cuh and segmented_arrays.cuh.

#include "segmented_runs.cuh"
#include "segmented_arrays.cuh"

namespace mergus {

struct RunPair {
    uint64_t begin, middle, end; // positions, of the first run and of the second
    uint64_t next;               // the run after them
    unsigned from_a, from_b, to;
    bool active;
};

__device__ __forceinline__ RunPair pair_of(const Run* runs, uint64_t i, int level, bool in_place) {
    RunPair pair = {};
    const uint64_t first = runs[i].first, last = runs[i].last;
    const int levels = levels_of(last - first, in_place);
    const bool moved = in_place && levels % 2 == 1;
    if (level < 0) {
        pair = {runs[i].start, runs[i].stop, runs[i].stop, i + 1, in_input, in_input, in_spare, moved && runs[i].is_long};
        return pair;
    }
    pair.next = last;
    if (level >= levels) return pair;
    const uint64_t base = first + ((i - first) >> (level + 1) << (level + 1));
    const uint64_t middle = min_of(base + (uint64_t(1) << level), last);
    pair.next = min_of(base + (uint64_t(2) << level), last);
    pair.begin = runs[base].start;
    pair.end = runs[pair.next - 1].stop;
    pair.middle = middle < pair.next ? runs[middle].start : pair.end;
    const unsigned from = (levels - level) % 2 == 1 ? in_spare : in_output;
    const bool untouched = level == 0 && !moved;
    pair.from_a = untouched && runs[base].is_long ? in_input : from;
    pair.from_b = untouched && middle < pair.next && runs[middle].is_long ? in_input : from;
    pair.to = from == in_spare ? in_output : in_spare;
    pair.active = true;
    return pair;
}

// A tile before it is merged.
struct TileCut {
    uint64_t a, b;  // where it begins in both runs of the pair that is there
    uint64_t a_end; // if it ends with the pair: where the first run ends
    unsigned from_a, from_b, to;
    unsigned whole; // 0: not of one pair. 1: and what is left of both runs. 2: and more; the next tile begins where it ends
};

// A tile's keys, and what is moved with them if it is small enough to be there too.
constexpr bool stages_values = has_values && sizeof(Value) <= 8;
struct MergeMemory {
    Key keys[tile_keys];
    Value values[stages_values ? tile_keys : 1];
    __align__(16) unsigned short order[tile_keys];
};

// order[first, last): which of the `length` keys, a_count of the first run and then those of the second, come there. Sixteen bytes at a time, where
// there are eight.
__device__ __forceinline__ void merge_thread(const Key* keys, unsigned a_count, unsigned length, unsigned first, unsigned last,
                                             unsigned short* order) {
    unsigned a = merge_split(first, a_count, length - a_count, [&](unsigned x) { return keys[x]; },
                             [&](unsigned x) { return keys[a_count + x]; });
    unsigned b = a_count + (first - a);
    Key key_a = keys[a < a_count ? a : 0], key_b = keys[b < length ? b : 0];
    const auto next = [&] {
        unsigned from = b;
        if (a < a_count && (b >= length || !(key_b < key_a))) {
            from = a;
            if (++a < a_count) key_a = keys[a];
        } else if (++b < length) {
            key_b = keys[b];
        }
        return from;
    };
    if (tile_items == 8 && last - first == 8) {
        unsigned pairs[4];
#pragma unroll
        for (unsigned k = 0; k < 4; ++k) {
            const unsigned low = next();
            pairs[k] = low | next() << 16;
        }
        *reinterpret_cast<uint4*>(order + first) = make_uint4(pairs[0], pairs[1], pairs[2], pairs[3]);
    } else {
        for (unsigned x = first; x < last; ++x) order[x] = (unsigned short)next();
    }
}

// A whole tile: loads that do not wait for each other.
__device__ __forceinline__ void merge_whole(const SegmentedArrays& arrays, const TileCut& cut, uint64_t begin, uint64_t next_a,
                                            MergeMemory& memory) {
    const uint64_t a_end = cut.whole == 1 ? cut.a_end : next_a;
    // Only where runs do not ascend are the cuts not in order; nothing outside the pair is touched then either.
    const unsigned a_count = unsigned(min_of(max_of(a_end, cut.a), cut.a + tile_keys) - cut.a);
    const Key* const a_keys = arrays.keys_at(cut.from_a) + cut.a;
    const Key* const b_keys = arrays.keys_at(cut.from_b) + cut.b;
    const auto at = [](unsigned k) { return threadIdx.x + k * unsigned(tile_threads); };
    Key key[tile_items];
#pragma unroll
    for (unsigned k = 0; k < tile_items; ++k) key[k] = at(k) < a_count ? a_keys[at(k)] : b_keys[at(k) - a_count];
    const auto value_of = [&](unsigned from) {
        return from < a_count ? arrays.value_at(cut.from_a, cut.a + from) : arrays.value_at(cut.from_b, cut.b + (from - a_count));
    };
    Value value[tile_items];
    if constexpr (stages_values) {
#pragma unroll
        for (unsigned k = 0; k < tile_items; ++k) value[k] = value_of(at(k));
    }
#pragma unroll
    for (unsigned k = 0; k < tile_items; ++k) {
        memory.keys[at(k)] = key[k];
        if constexpr (stages_values) memory.values[at(k)] = value[k];
    }
    __syncthreads();
    merge_thread(memory.keys, a_count, tile_keys, threadIdx.x * unsigned(tile_items), (threadIdx.x + 1) * unsigned(tile_items),
                 memory.order);
    __syncthreads();
    Key* const keys_out = (cut.to == in_spare ? arrays.keys[1] : arrays.keys[0]) + begin;
    Value* const values_out = (cut.to == in_spare ? arrays.values[1] : arrays.values[0]) + begin;
#pragma unroll
    for (unsigned k = 0; k < tile_items; ++k) {
        const unsigned from = memory.order[at(k)];
        keys_out[at(k)] = memory.keys[from];
        if constexpr (stages_values)
            values_out[at(k)] = memory.values[from];
        else if (has_values)
            values_out[at(k)] = value_of(from);
    }
    __syncthreads();
}

} // namespace mergus

// For each tile: how far both runs of the pair that it begins in have come there.
extern "C" __global__ void partition_runs(mergus::SegmentedArrays arrays, const mergus::Run* runs,
                                          const mergus::LevelTile* list, uint64_t tiles, int level, bool in_place,
                                          mergus::TileCut* cuts) {
    using namespace mergus;
    for (uint64_t t = grid_thread(); t < tiles; t += grid_threads()) {
        const uint64_t e = list[t].begin, end = e + tile_keys;
        const RunPair pair = pair_of(runs, list[t].run, level, in_place);
        TileCut cut = {e, pair.middle, pair.middle, pair.from_a, pair.from_b, pair.to, 0};
        if (pair.active && pair.begin <= e && e < pair.end) {
            if (e > pair.begin) {
                const Key* const a = arrays.keys_at(pair.from_a) + pair.begin;
                const Key* const b = arrays.keys_at(pair.from_b) + pair.middle;
                cut.a = pair.begin + merge_split(e - pair.begin, pair.middle - pair.begin, pair.end - pair.middle,
                                                 [=](uint64_t x) { return a[x]; }, [=](uint64_t x) { return b[x]; });
            }
            cut.b = pair.middle + (e - cut.a);
            cut.whole = end == pair.end ? 1 : end < pair.end ? 2 : 0;
        }
        cuts[t] = cut;
    }
}

// The tiles of segments that are not done. moves may be null.
extern "C" __global__ void __launch_bounds__(tile_threads)
    merge_runs(mergus::SegmentedArrays arrays, const mergus::Run* runs, const mergus::LevelTile* list, uint64_t tiles, int level,
               bool in_place, const mergus::TileCut* cuts, uint64_t* moves) {
    using namespace mergus;
    __shared__ MergeMemory memory;
    for (uint64_t t = blockIdx.x; t < tiles; t += gridDim.x) {
        const uint64_t tile_begin = list[t].begin, tile_end = tile_begin + tile_keys;
        const TileCut cut = cuts[t];
        const uint64_t next_a = cuts[min_of(t + 1, tiles - 1)].a; // of the same pair, if that is asked for
        if (cut.whole != 0) {
            merge_whole(arrays, cut, tile_begin, next_a, memory);
            if (moves != nullptr && threadIdx.x == 0) atomicAdd(moves, uint64_t(tile_keys));
            continue;
        }
        const uint64_t last = runs[list[t].run].last;
        for (uint64_t i = list[t].run; i < last && runs[i].start < tile_end;) {
            const RunPair pair = pair_of(runs, i, level, in_place);
            i = pair.next;
            const uint64_t begin = max_of(pair.begin, tile_begin), end = min_of(pair.end, tile_end);
            if (!pair.active || begin >= end) continue;
            const unsigned length = unsigned(end - begin);
            const uint64_t a_begin = begin == pair.begin ? begin : cut.a;
            uint64_t a_end = end == pair.end ? pair.middle : next_a;
            a_end = min_of(max_of(a_end, a_begin), a_begin + length); // as in merge_whole
            const uint64_t b_begin = pair.middle + (begin - a_begin);
            const unsigned a_count = unsigned(a_end - a_begin);
            const Key* const a_keys = arrays.keys_at(pair.from_a);
            const Key* const b_keys = arrays.keys_at(pair.from_b);
            for (unsigned x = threadIdx.x; x < length; x += tile_threads)
                memory.keys[x] = x < a_count ? a_keys[a_begin + x] : b_keys[b_begin + (x - a_count)];
            __syncthreads();
            const unsigned first = min_of(threadIdx.x * unsigned(tile_items), length);
            merge_thread(memory.keys, a_count, length, first, min_of(first + unsigned(tile_items), length), memory.order);
            __syncthreads();
            Key* const keys_out = pair.to == in_spare ? arrays.keys[1] : arrays.keys[0];
            Value* const values_out = pair.to == in_spare ? arrays.values[1] : arrays.values[0];
            for (unsigned x = threadIdx.x; x < length; x += tile_threads) {
                const unsigned from = memory.order[x];
                keys_out[begin + x] = memory.keys[from];
                if (has_values)
                    values_out[begin + x] = from < a_count ? arrays.value_at(pair.from_a, a_begin + from)
                                                           : arrays.value_at(pair.from_b, b_begin + (from - a_count));
            }
            if (moves != nullptr && threadIdx.x == 0) atomicAdd(moves, uint64_t(length));
            __syncthreads();
        }
    }
}
