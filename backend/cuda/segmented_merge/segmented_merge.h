// segmented_merge.h: what the host and the kernels of a segmented merge share. The host includes it after
// <cstdint>, and it is embedded in the kernels' text.
#ifndef MERGUS_SEGMENTED_MERGE_H
#define MERGUS_SEGMENTED_MERGE_H

namespace mergus {

constexpr long long ways_log2 = 3;
constexpr unsigned ways = 1u << ways_log2; // runs that a level merges into one

// Segment s has the sub-segments from segment_ptr[s] on, sub-segment j the keys from subsegment_ptr[j] on.
struct SegmentedInput {
    const uint64_t* segment_ptr;
    const uint64_t* subsegment_ptr;
    uint64_t segments, subsegments, count;
};

// Consecutive sub-segments that a block merges on chip: see segmented_runs.cuh.
struct MergePack {
    uint64_t begin, end; // positions
    uint64_t subsegment_begin, subsegment_end;
    uint64_t first_segment, last_segment; // of the first and the last position
};

// Three quarters of a tile of positions, and what begins there.
struct MergeBucket {
    MergePack pack, big;
    uint64_t long_begin, long_end, long_segment; // a sub-segment that is in no pack
};

// A sorted part of a segment longer than a tile.
struct MergeRun {
    uint64_t start, stop;      // positions
    uint64_t first, last;      // the runs of its segment
    uint64_t segment, is_long; // is_long: it is still in the input
    uint64_t tile; // of the first run of a segment: tiles of previous segments with the same number of levels
};

// Read back by the host in one small copy. All zero at first.
struct SegmentedSummary {
    static constexpr int max_levels = 27;
    uint64_t bad; // not 0: the offsets are invalid
    uint64_t runs, max_runs, moves;
    uint64_t tiles[max_levels + 1]; // of the segments with that number of levels; the last: or more
};

// A tile of a segment longer than a tile: the run and the position that it begins with.
struct LevelTile {
    uint64_t run, begin;
};

// How a tile of a level cuts the runs of the group that it begins in.
struct TileCut {
    uint64_t begin[ways]; // the first position of each run that comes to the tile
    uint64_t end[ways];   // the ends of the runs, if the tile ends with the group
    uint32_t inputs;      // a bit for each run that is in the input
    uint32_t from, to;    // the arrays of the other runs, and those that the tile is written to
    uint32_t whole; // 0: not all of one group; 1: the rest of its group; 2: the next tile has the same group
    uint32_t members; // runs of the group
};

// Keys and values; [0] is the output, [1] the spare arrays. The host has them without types.
template <class Key, class Value>
struct SegmentedArraysOf {
    const Key* keys_in;
    const Value* values_in;
    Key* keys[2];
    Value* values[2];
};

using SegmentedArraysLayout = SegmentedArraysOf<char, char>;
static_assert(sizeof(SegmentedInput) == 40 && sizeof(MergePack) == 48 && sizeof(MergeBucket) == 120 &&
                  sizeof(MergeRun) == 56 && sizeof(SegmentedSummary) == 256 && sizeof(LevelTile) == 16 &&
                  sizeof(TileCut) == 16 * ways + 24 && sizeof(SegmentedArraysLayout) == 48,
              "host and device lay them out alike");
static_assert(__builtin_offsetof(MergeBucket, long_begin) == 96 && __builtin_offsetof(MergeRun, tile) == 48 &&
                  __builtin_offsetof(SegmentedSummary, tiles) == 32 &&
                  __builtin_offsetof(TileCut, members) == 16 * ways + 16 &&
                  __builtin_offsetof(SegmentedArraysLayout, values) == 32,
              "host and device lay them out alike");

} // namespace mergus

#endif
