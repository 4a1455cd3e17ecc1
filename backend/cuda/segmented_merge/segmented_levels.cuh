// segmented_levels.cuh: the levels of a segmented merge: `ways` neighbouring runs into one, until a segment
// has one.
//
// Each segment's output positions are cut into tiles of the same size: partition_runs finds where the cuts go
// through the runs, and a block merges a tile on chip, whatever number of groups it touches; most are whole,
// of one group only, and then all that the block has to know is in one place. A level has the tiles of the
// segments that are not done.
//
// Bindings: as segmented_cuts.cuh and segmented_tile.cuh.

#include "segmented_merge/segmented_cuts.cuh"
#include "segmented_merge/segmented_tile.cuh"

namespace mergus {

constexpr uint64_t no_run = ~uint64_t(0);
constexpr unsigned loads = 8; // of a thread at once
// Of a multiprocessor, which bounds registers.
constexpr int level_blocks = int(max_of<long long>(768 / tile_threads, 1));

// A part of a tile, of one group: what comes to it from each run.
struct PartMemory {
    Tile tile;
    // Of a run: where its keys are, its values, and its positions; all less the place in the part.
    const Key* keys[ways];
    const Value* values[ways];
    uint64_t at[ways];
    unsigned char from[ways];
    unsigned short piece[ways + 1];
    unsigned short segment[2];
    uint64_t begin,
        next_run; // the part's position; the first run behind its group if there is more in the tile
    unsigned length, to, members;

    // The slice that place x is in.
    __device__ __forceinline__ unsigned slice_of(unsigned x) const {
        unsigned slice = 0;
#pragma unroll
        for (unsigned step = ways / 2; step > 0; step /= 2)
            if (piece[slice + step] <= x) slice += step;
        return slice;
    }
    __device__ __forceinline__ Value value(unsigned slice, unsigned x) const {
        if (makes_places && from[slice] == in_input)
            return ValueMaker<bool(makes_places)>::at(values[slice], at[slice] + x);
        return values[slice][x];
    }
};

// By the first warp, lane r for run r: [begin, end) is what comes from it. Only where runs do not ascend can
// that be too much or less than nothing; nothing outside the part is touched then either.
__device__ __forceinline__ void set_slices(const SegmentedArrays& arrays, PartMemory& m, uint64_t begin,
                                           uint64_t end, unsigned from, unsigned length) {
    const unsigned r = lane();
    const unsigned count = r < ways && end > begin ? unsigned(min_of<uint64_t>(end - begin, length)) : 0;
    const unsigned behind = warp_inclusive_scan(count, Plus());
    if (r < ways) {
        const unsigned place = min_of(behind - count, length);
        m.piece[r] = (unsigned short)place;
        m.at[r] = begin - place;
        m.keys[r] = arrays.keys_at(from) + m.at[r];
        m.values[r] = arrays.values_at(from) + m.at[r];
        m.from[r] = (unsigned char)from;
    }
    if (r == 0) {
        m.piece[ways] = (unsigned short)length;
        m.segment[0] = 0;
        m.segment[1] = ways;
        m.length = length;
    }
}

// By the first warp: the part of tile t that begins with the group of this run; no_run: its first.
__device__ __forceinline__ void set_part(const SegmentedArrays& arrays, const Run* runs,
                                         const LevelTile* list, uint64_t tiles, int level, bool in_place,
                                         const TileCut* cuts, uint64_t t, uint64_t run, PartMemory& m) {
    const unsigned way = min_of(lane(), ways - 1);
    const TileCut& cut = cuts[t];
    const LevelTile place = list[t];
    // All are asked for before it is known which are needed, and so perhaps written.
    const uint64_t cut_begin = cut.begin[way], cut_end = cut.end[way],
                   next_begin = cuts[min_of(t + 1, tiles - 1)].begin[way];
    if (cut.whole != 0) {
        const bool is_input = (cut.inputs >> way & 1) != 0;
        set_slices(arrays, m, cut_begin, cut.whole == 1 ? cut_end : next_begin,
                   is_input ? unsigned(in_input) : cut.from, tile_keys);
        m.begin = place.begin;
        m.to = cut.to;
        m.members = cut.members;
        m.next_run = no_run;
        return;
    }
    const uint64_t tile_end = place.begin + tile_keys;
    const RunGroup group = group_of(runs, run == no_run ? place.run : run, level, in_place);
    const uint64_t begin = max_of(group.begin, place.begin), end = min_of(group.end, tile_end);
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
    m.next_run = group.next < runs[place.run].last && runs[group.next].start < tile_end ? group.next : no_run;
}

// A part to the output.
__device__ __forceinline__ void merge_part(const SegmentedArrays& arrays, PartMemory& m, uint64_t* moves) {
    const unsigned length = m.length;
    if (length == 0) return;
    // A warp loads places in a row, so that it goes from slice to slice but rarely.
    const auto place = [](unsigned k) { return warp() * unsigned(32 * tile_items) + k * 32 + lane(); };
    unsigned slice = m.slice_of(min_of(place(0), length - 1)), slice_end = m.piece[slice + 1];
#pragma unroll 1
    for (unsigned first = 0; first < tile_items; first += loads) {
        Key key[loads];
        Value value[loads];
#pragma unroll
        for (unsigned k = 0; k < loads; ++k) { // which do not wait for each other
            const unsigned x = place(first + k);
            if (x >= length) continue;
            while (x >= slice_end) slice_end = m.piece[++slice + 1];
            key[k] = m.keys[slice][x];
            if constexpr (bool(stages_values)) value[k] = m.value(slice, x);
        }
#pragma unroll
        for (unsigned k = 0; k < loads; ++k) {
            const unsigned x = place(first + k);
            if (x >= length) continue;
            m.tile.key(x) = key[k];
            m.tile.order[x] = (unsigned short)x;
            if constexpr (bool(stages_values)) m.tile.values[x] = value[k];
        }
    }
    __syncthreads();
    const PiecePlace begin = {m.slice_of(min_of(threadIdx.x * unsigned(tile_items), length - 1)), 0};
    unsigned level = 0;
    for (; (1u << level) < m.members; ++level)
        merge_level(m.tile, {m.piece, m.segment}, begin, level, length);
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

// For each tile: how far the runs of the group that it begins in have come there. A lane a run.
extern "C" __global__ void partition_runs(mergus::SegmentedArrays arrays, const mergus::Run* runs,
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
        const uint64_t taken = split_ways(arrays.keys_at(run.from) + run.begin, Count(before),
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

// The tiles of segments that are not done. moves may be null.
extern "C" __global__ void __launch_bounds__(tile_threads, mergus::level_blocks)
    merge_runs(mergus::SegmentedArrays arrays, const mergus::Run* runs, const mergus::LevelTile* list,
               uint64_t tiles, int level, bool in_place, const mergus::TileCut* cuts, uint64_t* moves) {
    using namespace mergus;
    __shared__ PartMemory m;
    for (uint64_t t = blockIdx.x; t < tiles; t += gridDim.x) {
        uint64_t run = no_run;
#pragma unroll 1 // one copy of all that a part takes
        do {
            if (warp() == 0) set_part(arrays, runs, list, tiles, level, in_place, cuts, t, run, m);
            __syncthreads();
            merge_part(arrays, m, moves);
            run = m.next_run;
            __syncthreads();
        } while (run != no_run);
    }
}
