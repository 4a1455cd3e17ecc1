// segmented_levels.cuh: the levels of a segmented merge: each merges `ways` neighbouring runs into one, until
// a segment has one run.
//
// The output positions of each segment are cut into tiles of the same size. partition_runs finds where the
// cuts go through the runs, and a block of merge_runs merges a tile on chip. A tile may have parts of several
// groups; most have one group, and TileCut then has everything that the block needs. A level has the tiles of
// unfinished segments.
//
// Bindings: as segmented_cuts.cuh and segmented_tile.cuh.

#include "segmented_merge/segmented_cuts.cuh"
#include "segmented_merge/segmented_tile.cuh"

namespace mergus {

constexpr uint64_t no_run = ~uint64_t(0);
constexpr unsigned loads = 8; // of a thread in flight
// Blocks on a multiprocessor, which limits registers.
constexpr int level_blocks = int(max_of<long long>(768 / tile_threads, 1));

// The part of a tile that is of one group: a slice of each run.
struct PartMemory {
    Tile tile;
    // Of a slice: its keys, values and positions; all minus its position in the part.
    const Key* keys[ways];
    const Value* values[ways];
    uint64_t at[ways];
    unsigned char from[ways];
    unsigned short slice_begin[ways + 1];
    unsigned short segment[2];
    uint64_t begin,
        next_run; // begin: position of the part; next_run: the first run of the next part of the tile
    unsigned length, to, members;

    // The slice of position x of the part.
    __device__ __forceinline__ unsigned slice_of(unsigned x) const {
        unsigned slice = 0;
#pragma unroll
        for (unsigned step = ways / 2; step > 0; step /= 2)
            if (slice_begin[slice + step] <= x) slice += step;
        return slice;
    }
    __device__ __forceinline__ Value value(unsigned slice, unsigned x) const {
        if (moves_indices && from[slice] == in_input)
            return ValueMaker<bool(moves_indices)>::at(values[slice], at[slice] + x);
        return values[slice][x];
    }
};

// By the first warp, lane r for run r: its slice is [begin, end). If keys of runs do not ascend, slices may
// be negative or too long; they are clamped, so that nothing outside the part is accessed.
__device__ __forceinline__ void set_slices(const SegmentedArrays& arrays, PartMemory& m, uint64_t begin,
                                           uint64_t end, unsigned from, unsigned length) {
    const unsigned r = lane();
    const unsigned count = r < ways && end > begin ? unsigned(min_of<uint64_t>(end - begin, length)) : 0;
    const unsigned behind = warp_inclusive_scan(count, Plus());
    if (r < ways) {
        const unsigned position = min_of(behind - count, length);
        m.slice_begin[r] = (unsigned short)position;
        m.at[r] = begin - position;
        m.keys[r] = keys_at(arrays, from) + m.at[r];
        m.values[r] = values_at(arrays, from) + m.at[r];
        m.from[r] = (unsigned char)from;
    }
    if (r == 0) {
        m.slice_begin[ways] = (unsigned short)length;
        m.segment[0] = 0;
        m.segment[1] = ways;
        m.length = length;
    }
}

// By the first warp: the part of tile t that begins with the group of `run`; with no_run the first part.
__device__ __forceinline__ void set_part(const SegmentedArrays& arrays, const MergeRun* runs,
                                         const LevelTile* list, uint64_t tiles, int level, bool in_place,
                                         const TileCut* cuts, uint64_t t, uint64_t run, PartMemory& m) {
    const unsigned way = min_of(lane(), ways - 1);
    const TileCut& cut = cuts[t];
    const LevelTile tile = list[t];
    // All are loaded before it is known which are used, so that the loads do not wait for each other.
    const uint64_t cut_begin = cut.begin[way], cut_end = cut.end[way],
                   next_begin = cuts[min_of(t + 1, tiles - 1)].begin[way];
    if (cut.whole != 0) {
        const bool is_input = (cut.inputs >> way & 1) != 0;
        set_slices(arrays, m, cut_begin, cut.whole == 1 ? cut_end : next_begin,
                   is_input ? unsigned(in_input) : cut.from, tile_keys);
        m.begin = tile.begin;
        m.to = cut.to;
        m.members = cut.members;
        m.next_run = no_run;
        return;
    }
    const uint64_t tile_end = tile.begin + tile_keys;
    const RunGroup group = group_of(runs, run == no_run ? tile.run : run, level, in_place);
    const uint64_t begin = max_of(group.begin, tile.begin), end = min_of(group.end, tile_end);
    if (group.active && begin < end) {
        const RunOfGroup mine = run_of(runs, group, way);
        set_slices(arrays, m, begin == group.begin ? mine.begin : cut_begin,
                   end == group.end ? mine.end : next_begin, mine.from, unsigned(end - begin));
    } else {
        m.length = 0;
    }
    m.begin = begin;
    m.to = group.to;
    m.members = members_of(group);
    m.next_run = group.next < runs[tile.run].last && runs[group.next].start < tile_end ? group.next : no_run;
}

// Merges a part and writes it.
__device__ __forceinline__ void merge_part(const SegmentedArrays& arrays, PartMemory& m, uint64_t* moves) {
    const unsigned length = m.length;
    if (length == 0) return;
    // A warp loads consecutive positions, so that it rarely goes on to the next slice.
    const auto position = [](unsigned k) { return warp() * unsigned(32 * tile_items) + k * 32 + lane(); };
    unsigned slice = m.slice_of(min_of(position(0), length - 1)), slice_end = m.slice_begin[slice + 1];
#pragma unroll 1
    for (unsigned first = 0; first < tile_items; first += loads) {
        Key key[loads];
        Value value[loads];
#pragma unroll
        for (unsigned k = 0; k < loads; ++k) { // independent loads
            const unsigned x = position(first + k);
            if (x >= length) continue;
            while (x >= slice_end) slice_end = m.slice_begin[++slice + 1];
            key[k] = m.keys[slice][x];
            if constexpr (bool(stages_values)) value[k] = m.value(slice, x);
        }
#pragma unroll
        for (unsigned k = 0; k < loads; ++k) {
            const unsigned x = position(first + k);
            if (x >= length) continue;
            m.tile.key(x) = key[k];
            m.tile.order[x] = (unsigned short)x;
            if constexpr (bool(stages_values)) m.tile.values[x] = value[k];
        }
    }
    __syncthreads();
    const SlicePosition begin = {m.slice_of(min_of(threadIdx.x * unsigned(tile_items), length - 1)), 0};
    unsigned level = 0;
    for (; (1u << level) < m.members; ++level)
        merge_level(m.tile, {m.slice_begin, m.segment}, begin, level, length);
    Key* const keys_out = (m.to == in_spare ? arrays.keys[1] : arrays.keys[0]) + m.begin;
    Value* const values_out = (m.to == in_spare ? arrays.values[1] : arrays.values[0]) + m.begin;
#pragma unroll 8
    for (unsigned i = threadIdx.x; i < length; i += tile_threads) {
        keys_out[i] = m.tile.key(i);
        if (!has_values) continue;
        const unsigned x = m.tile.order[i];
        if constexpr (bool(stages_values))
            values_out[i] = m.tile.values[x];
        else
            values_out[i] = m.value(m.slice_of(x), x);
    }
    if (moves != nullptr && threadIdx.x == 0) atomicAdd(moves, uint64_t(length) * (level + 1));
}

} // namespace mergus

// Cuts the runs of the group that each tile begins in. A lane has a run.
extern "C" __global__ void partition_runs(mergus::SegmentedArrays arrays, const mergus::MergeRun* runs,
                                          const mergus::LevelTile* list, uint64_t tiles, int level,
                                          bool in_place, mergus::TileCut* cuts) {
    using namespace mergus;
    const unsigned way = lane() % ways;
    for (uint64_t first = grid_thread() - lane(); first < tiles * ways; first += grid_threads()) {
        const uint64_t t = (first + lane()) / ways, begin = list[min_of(t, tiles - 1)].begin,
                       end = begin + tile_keys;
        const RunGroup group = group_of(runs, list[min_of(t, tiles - 1)].run, level, in_place);
        const bool there = t < tiles && group.active && group.begin <= begin && begin < group.end;
        const RunOfGroup run = there ? run_of(runs, group, way) : RunOfGroup{0, 0, 0};
        const uint64_t wanted = there ? begin - group.begin : 0, length = run.end - run.begin,
                       others = group.end - group.begin - length;
        const uint64_t before = there && wanted > others ? wanted - others : 0;
        const uint64_t taken = split_ways(keys_at(arrays, run.from) + run.begin, Count(before),
                                          Count(min_of(length, wanted)), Count(wanted));
        const unsigned inputs =
            __ballot_sync(full_mask, run.from == in_input) >> (lane() - way) & (0xffffffffu >> (32 - ways));
        if (t >= tiles) continue;
        TileCut& cut = cuts[t];
        cut.begin[way] = run.begin + taken;
        if (end == group.end) cut.end[way] = run.end;
        if (way != 0) continue;
        cut.inputs = inputs;
        cut.from = group.from;
        cut.to = group.to;
        cut.whole = !there || end > group.end ? 0 : end == group.end ? 1 : 2;
        cut.members = members_of(group);
    }
}

// Merges the tiles of unfinished segments. moves may be null.
extern "C" __global__ void __launch_bounds__(tile_threads, mergus::level_blocks)
    merge_runs(mergus::SegmentedArrays arrays, const mergus::MergeRun* runs, const mergus::LevelTile* list,
               uint64_t tiles, int level, bool in_place, const mergus::TileCut* cuts, uint64_t* moves) {
    using namespace mergus;
    __shared__ PartMemory m;
    for (uint64_t t = blockIdx.x; t < tiles; t += gridDim.x) {
        uint64_t run = no_run;
#pragma unroll 1 // to keep the code small
        do {
            if (warp() == 0) set_part(arrays, runs, list, tiles, level, in_place, cuts, t, run, m);
            __syncthreads();
            merge_part(arrays, m, moves);
            run = m.next_run;
            __syncthreads();
        } while (run != no_run);
    }
}
