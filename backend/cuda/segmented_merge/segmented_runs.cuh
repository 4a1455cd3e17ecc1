// segmented_runs.cuh: how a segmented merge is cut into work for blocks. The kernels that do so are in
// segmented_buckets.cuh.
//
// A unit is a segment of up to a tile of keys, or a sub-segment of a longer one. Units that begin in the same
// three quarters of a tile of positions, a bucket, are one pack, which a block merges on chip; but if the
// last one makes it more than a tile, that is alone: a segment is a pack of its own, a sub-segment waits for
// the levels, as a last one of more than half a tile does too. What packs and long sub-segments leave of a
// segment longer than a tile are its runs, at most three in a bucket and never more than it has sub-segments;
// the levels merge them, `ways` at a time. So the host knows all sizes from the number of keys alone, and
// tiny sub-segments are read by their pack only.
//
// Bindings: constants tile_threads, tile_items, bucket_keys, ways_log2.

#include "segmented_merge/segmented_input.cuh"

namespace mergus {

constexpr unsigned tile_keys = unsigned(tile_threads * tile_items);
constexpr unsigned ways = 1u << ways_log2; // runs that a level makes one

struct Pack {
    uint64_t begin, end; // positions
    uint64_t subsegment_begin, subsegment_end;
    uint64_t first_segment, last_segment; // where the first and the last position are
};
struct Bucket {
    Pack pack, big;
    uint64_t long_begin, long_end, long_segment; // a sub-segment that is no pack's
};
struct Run {
    uint64_t start, stop;      // positions
    uint64_t first, last;      // the runs of its segment
    uint64_t segment, is_long; // long: still in the input
    uint64_t tile; // of a segment's first run: tiles of segments with as many levels before its own
};
struct SegmentedSummary {
    static constexpr int most_levels = 27;
    uint64_t bad, runs, most_runs, moves;
    uint64_t tiles[most_levels + 1]; // of the segments with so many levels, or with the last number or more
};
struct LevelTile {
    uint64_t run, begin; // the run and the position that it begins with
};

__device__ __forceinline__ Bucket bucket_of(const SegmentedInput& in, uint64_t b) {
    Bucket bucket = {};
    const uint64_t* const sub = in.subsegment_ptr;
    const uint64_t low = b * bucket_keys, high = min_of(low + bucket_keys, in.count);
    uint64_t j = lower_bound(sub, uint64_t(0), in.subsegments, low);
    if (sub[j] >= high) return bucket;
    const uint64_t s = row_of(in.segment_ptr, in.segments, j);
    const uint64_t begin = segment_begin(in, s), end = segment_begin(in, s + 1);
    if (begin < low && end - begin <= tile_keys) { // the rest of a segment that is another bucket's
        j = in.segment_ptr[s + 1];
        if (sub[j] >= high) return bucket;
    }
    const uint64_t last = row_of(sub, in.subsegments, high - 1);
    const uint64_t t = row_of(in.segment_ptr, in.segments, last);
    const uint64_t t_begin = segment_begin(in, t), t_end = segment_begin(in, t + 1);
    Pack& pack = bucket.pack;
    pack.begin = sub[j];
    pack.subsegment_begin = j;
    if (t_end - t_begin > tile_keys) {
        const bool alone =
            sub[last + 1] - pack.begin > tile_keys || sub[last + 1] - sub[last] > tile_keys / 2;
        pack.subsegment_end = last + (alone ? 0 : 1);
        if (alone) {
            bucket.long_begin = sub[last];
            bucket.long_end = sub[last + 1];
            bucket.long_segment = t;
        }
    } else {
        const bool alone = t_end - pack.begin > tile_keys;
        pack.subsegment_end = in.segment_ptr[t + (alone ? 0 : 1)];
        if (alone) bucket.big = {t_begin, t_end, in.segment_ptr[t], in.segment_ptr[t + 1], t, t};
    }
    pack.end = sub[pack.subsegment_end];
    if (pack.begin < pack.end) {
        pack.first_segment = segment_at(in, pack.begin);
        pack.last_segment = segment_at(in, pack.end - 1);
    }
    return bucket;
}

// The runs that a bucket begins or goes on with, in the order of their positions.
__device__ __forceinline__ unsigned runs_of(const SegmentedInput& in, const Bucket& bucket, Run* runs) {
    unsigned found = 0;
    const Pack& pack = bucket.pack;
    if (pack.begin < pack.end) {
        const uint64_t s = pack.first_segment, t = pack.last_segment;
        const uint64_t s_end = segment_begin(in, s + 1), t_begin = segment_begin(in, t);
        if (s_end - segment_begin(in, s) > tile_keys)
            runs[found++] = {pack.begin, min_of(pack.end, s_end), 0, 0, s, 0};
        if (s != t && segment_begin(in, t + 1) - t_begin > tile_keys)
            runs[found++] = {t_begin, pack.end, 0, 0, t, 0};
    }
    if (bucket.long_begin < bucket.long_end)
        runs[found++] = {bucket.long_begin, bucket.long_end, 0, 0, bucket.long_segment, 1};
    return found;
}

// Levels that the runs of a segment take. One run alone is copied, unless it is in its place.
__device__ __forceinline__ int levels_of(uint64_t runs, bool in_place) {
    if (runs <= 1) return in_place ? 0 : 1;
    return int(div_up<int64_t>(64 - __clzll(int64_t(runs - 1)), ways_log2));
}

} // namespace mergus
