// segmented_levels.cuh: the levels of a segmented merge: pairs of neighbouring runs into one, until a segment has one.
//
// Level L makes 2^(L+1) runs one. A segment whose levels are an odd number begins in the spare arrays, so that each ends in the output
// when it is done, and drops out. Before level 0, level −1 moves long runs of these to the spare arrays if the output is the input.
// Each segment's output positions are cut into tiles of the same size: partition_runs finds where the cuts go through the pairs, and a
// block merges a tile, whatever number of pairs it touches. A level has the tiles of the segments that are not done.
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

} // namespace mergus

// For each tile: how far the first of the two runs that it begins in has come there.
extern "C" __global__ void partition_runs(mergus::SegmentedArrays arrays, const mergus::Run* runs,
                                          const mergus::LevelTile* list, uint64_t tiles, int level, bool in_place,
                                          uint64_t* split) {
    for (uint64_t t = mergus::grid_thread(); t < tiles; t += mergus::grid_threads()) {
        const uint64_t e = list[t].begin;
        const mergus::RunPair pair = mergus::pair_of(runs, list[t].run, level, in_place);
        split[t] = e;
        if (!pair.active || e <= pair.begin || e >= pair.end) continue;
        const Key* const a = arrays.keys_at(pair.from_a) + pair.begin;
        const Key* const b = arrays.keys_at(pair.from_b) + pair.middle;
        split[t] = pair.begin + mergus::merge_split(e - pair.begin, pair.middle - pair.begin, pair.end - pair.middle,
                                                    [=](uint64_t x) { return a[x]; }, [=](uint64_t x) { return b[x]; });
    }
}

// The tiles of segments that are not done. moves may be null.
extern "C" __global__ void __launch_bounds__(tile_threads)
    merge_runs(mergus::SegmentedArrays arrays, const mergus::Run* runs, const mergus::LevelTile* list, uint64_t tiles, int level,
               bool in_place, const uint64_t* split, uint64_t* moves) {
    __shared__ Key keys[mergus::tile_keys];
    __shared__ unsigned short order[mergus::tile_keys];
    for (uint64_t t = blockIdx.x; t < tiles; t += gridDim.x) {
        const uint64_t tile_begin = list[t].begin, tile_end = tile_begin + mergus::tile_keys, last = runs[list[t].run].last;
        for (uint64_t i = list[t].run; i < last && runs[i].start < tile_end;) {
            const mergus::RunPair pair = mergus::pair_of(runs, i, level, in_place);
            i = pair.next;
            const uint64_t begin = mergus::max_of(pair.begin, tile_begin), end = mergus::min_of(pair.end, tile_end);
            if (!pair.active || begin >= end) continue;
            const unsigned length = unsigned(end - begin);
            const uint64_t a_begin = begin == pair.begin ? begin : split[t];
            uint64_t a_end = end == pair.end ? pair.middle : split[t + 1];
            // Only where runs do not ascend are the cuts not in order; nothing outside the pair is touched then either.
            a_end = mergus::min_of(mergus::max_of(a_end, a_begin), a_begin + length);
            const uint64_t b_begin = pair.middle + (begin - a_begin);
            const unsigned a_count = unsigned(a_end - a_begin), b_count = length - a_count;
            const Key* const a_keys = arrays.keys_at(pair.from_a);
            const Key* const b_keys = arrays.keys_at(pair.from_b);
            for (unsigned x = threadIdx.x; x < length; x += tile_threads)
                keys[x] = x < a_count ? a_keys[a_begin + x] : b_keys[b_begin + (x - a_count)];
            __syncthreads();
            const unsigned first = mergus::min_of(threadIdx.x * unsigned(tile_items), length);
            const unsigned last = mergus::min_of(first + unsigned(tile_items), length);
            unsigned a = mergus::merge_split(first, a_count, b_count, [&](unsigned x) { return keys[x]; },
                                             [&](unsigned x) { return keys[a_count + x]; });
            unsigned b = a_count + (first - a);
            Key key_a = keys[a < a_count ? a : 0], key_b = keys[b < length ? b : 0];
            for (unsigned x = first; x < last; ++x) {
                if (a < a_count && (b >= length || !(key_b < key_a))) {
                    order[x] = (unsigned short)a;
                    if (++a < a_count) key_a = keys[a];
                } else {
                    order[x] = (unsigned short)b;
                    if (++b < length) key_b = keys[b];
                }
            }
            __syncthreads();
            Key* const keys_out = pair.to == mergus::in_spare ? arrays.keys[1] : arrays.keys[0];
            Value* const values_out = pair.to == mergus::in_spare ? arrays.values[1] : arrays.values[0];
            for (unsigned x = threadIdx.x; x < length; x += tile_threads) {
                const unsigned from = order[x];
                keys_out[begin + x] = keys[from];
                if (has_values)
                    values_out[begin + x] = from < a_count ? arrays.value_at(pair.from_a, a_begin + from)
                                                           : arrays.value_at(pair.from_b, b_begin + (from - a_count));
            }
            if (moves != nullptr && threadIdx.x == 0) atomicAdd(moves, uint64_t(length));
            __syncthreads();
        }
    }
}
