// segmented_levels.cuh: the levels of a segmented merge: `ways` neighbouring runs into one, until a segment has one.
//
// Each segment's output positions are cut into tiles of the same size: partition_runs finds where the cuts go through the runs, and a
// block merges a tile on chip, whatever number of groups it touches; most are whole, of one group only, and then all that the block has to know
// is in one place. A level has the tiles of the segments that are not done.
//
// Bindings: as segmented_runs.cuh and segmented_arrays.cuh.

#include "segmented_cuts.cuh"
#include "segmented_tile.cuh"

namespace mergus {

// What comes to a tile, or a part of it, from each run.
struct SliceMemory {
    Tile tile;
    // Of a run: where its keys are, its values, and its positions; all less the place in the tile.
    const Key* keys[ways];
    const Value* values[ways];
    uint64_t at[ways];
    unsigned char from[ways];
    unsigned short piece[ways + 1];
    unsigned short segment[2];

    // The slice that place x is in; not before `slice`.
    __device__ __forceinline__ unsigned slice_of(unsigned x, unsigned slice) const {
        while (slice + 1 < ways && piece[slice + 1] <= x) ++slice;
        return slice;
    }
    __device__ __forceinline__ Value value(unsigned slice, unsigned x) const {
        if (makes_places && from[slice] == in_input) return ValueMaker<bool(makes_places)>::at(values[slice], at[slice] + x);
        return values[slice][x];
    }
};

// By the first warp, lane r for run r: [begin, end) is what comes from it. Only where runs do not ascend can that be too much or less than
// nothing; nothing outside the tile is touched then either.
__device__ __forceinline__ void set_slices(const SegmentedArrays& arrays, SliceMemory& m, uint64_t begin, uint64_t end, unsigned from, unsigned length) {
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
    }
}

// After set_slices and a barrier: a part of a tile, from so many runs, to the output from position begin on.
__device__ __forceinline__ void merge_slices(const SegmentedArrays& arrays, SliceMemory& m, unsigned to, uint64_t begin, unsigned length,
                                             unsigned members, uint64_t* moves) {
    const auto at = [](unsigned k) { return threadIdx.x + k * unsigned(tile_threads); };
    Key key[tile_items];
    Value value[tile_items];
    unsigned slice = 0;
#pragma unroll
    for (unsigned k = 0; k < tile_items; ++k) { // loads that do not wait for each other
        if (at(k) >= length) continue;
        slice = m.slice_of(at(k), slice);
        key[k] = m.keys[slice][at(k)];
        if constexpr (stages_values) value[k] = m.value(slice, at(k));
    }
#pragma unroll
    for (unsigned k = 0; k < tile_items; ++k) {
        if (at(k) >= length) continue;
        m.tile.keys[at(k)] = key[k];
        m.tile.order[at(k)] = (unsigned short)at(k);
        if constexpr (stages_values) m.tile.values[at(k)] = value[k];
    }
    __syncthreads();
    const PiecePlace first = {m.slice_of(min_of(threadIdx.x * unsigned(tile_items), length - 1), 0), 0};
    unsigned level = 0;
    for (; (1u << level) < members; ++level) merge_level(m.tile, {m.piece, m.segment}, first, level, length);
    Key* const keys_out = (to == in_spare ? arrays.keys[1] : arrays.keys[0]) + begin;
    Value* const values_out = (to == in_spare ? arrays.values[1] : arrays.values[0]) + begin;
#pragma unroll
    for (unsigned k = 0; k < tile_items; ++k) {
        if (at(k) >= length) continue;
        keys_out[at(k)] = m.tile.keys[at(k)];
        if (!has_values) continue;
        const unsigned x = m.tile.order[at(k)];
        if constexpr (stages_values) {
            values_out[at(k)] = m.tile.values[x];
        } else {
            values_out[at(k)] = m.value(m.slice_of(x, 0), x);
        }
    }
    if (moves != nullptr && threadIdx.x == 0) atomicAdd(moves, uint64_t(length) * (level + 1));
    __syncthreads();
}

} // namespace mergus

// For each tile: how far the runs of the group that it begins in have come there. A lane a run.
extern "C" __global__ void partition_runs(mergus::SegmentedArrays arrays, const mergus::Run* runs,
                                          const mergus::LevelTile* list, uint64_t tiles, int level, bool in_place,
                                          mergus::TileCut* cuts) {
    using namespace mergus;
    const unsigned way = lane() % ways;
    for (uint64_t first = grid_thread() - lane(); first < tiles * ways; first += grid_threads()) {
        const uint64_t t = (first + lane()) / ways, begin = list[min_of(t, tiles - 1)].begin, end = begin + tile_keys;
        const RunGroup group = group_of(runs, list[min_of(t, tiles - 1)].run, level, in_place);
        const bool there = t < tiles && group.active && group.begin <= begin && begin < group.end;
        const RunOfGroup run = there ? run_of(runs, group, way) : RunOfGroup{0, 0, 0};
        const uint64_t wanted = there ? begin - group.begin : 0, length = run.end - run.begin, others = group.end - group.begin - length;
        const uint64_t before = there && wanted > others ? wanted - others : 0;
        const uint64_t taken = split_ways(arrays.keys_at(run.from) + run.begin, before, min_of(length, wanted), wanted);
        const unsigned inputs = __ballot_sync(full_mask, run.from == in_input) >> (lane() - way) & (0xffffffffu >> (32 - ways));
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
extern "C" __global__ void __launch_bounds__(tile_threads)
    merge_runs(mergus::SegmentedArrays arrays, const mergus::Run* runs, const mergus::LevelTile* list, uint64_t tiles, int level,
               bool in_place, const mergus::TileCut* cuts, uint64_t* moves) {
    using namespace mergus;
    __shared__ SliceMemory m;
    const unsigned way = min_of(lane(), ways - 1);
    for (uint64_t t = blockIdx.x; t < tiles; t += gridDim.x) {
        const uint64_t tile_begin = list[t].begin, tile_end = tile_begin + tile_keys;
        const TileCut& cut = cuts[t];
        const TileCut& next = cuts[min_of(t + 1, tiles - 1)]; // of the same group, if that is asked for
        uint64_t begin = tile_begin, i = list[t].run, last = 0;
        bool active = true;
#pragma unroll 1 // one copy of all that a part takes
        do {
            unsigned length = tile_keys, to = cut.to, members = cut.members;
            if (cut.whole != 0) {
                if (warp() == 0)
                    set_slices(arrays, m, cut.begin[way], cut.whole == 1 ? cut.end[way] : next.begin[way],
                               (cut.inputs >> way & 1) != 0 ? unsigned(in_input) : cut.from, length);
            } else {
                const RunGroup group = group_of(runs, i, level, in_place);
                last = runs[i].last;
                i = group.next;
                begin = max_of(group.begin, tile_begin);
                active = group.active && begin < group.end;
                length = active ? unsigned(min_of(group.end, tile_end) - begin) : 0;
                to = group.to;
                members = members_of(group);
                if (active && warp() == 0) {
                    const RunOfGroup run = run_of(runs, group, way);
                    set_slices(arrays, m, begin == group.begin ? run.begin : cut.begin[way], group.end <= tile_end ? run.end : next.begin[way],
                               run.from, length);
                }
            }
            __syncthreads();
            if (active) merge_slices(arrays, m, to, begin, length, members, moves);
        } while (i < last && runs[i].start < tile_end);
    }
}
