// segmented_runs.cuh: how a segmented merge is cut into work for blocks. segmented_buckets.cuh has the
// kernels.
//
// A unit is a segment of up to a tile of keys, or a sub-segment of a longer segment. The units that begin in
// the same three quarters of a tile of positions, a bucket, are one pack, which a block merges on chip. If
// the last unit of a bucket makes the pack longer than a tile, it is separate: a segment is a pack of its
// own, and a sub-segment is left to the levels, as is a last sub-segment of more than half a tile. The runs
// of a segment longer than a tile are its parts of packs and its long sub-segments: at most three in a
// bucket, and no more than the segment has sub-segments. The levels merge them, `ways` at a time. So the host
// knows all sizes from the number of keys, and the levels never see tiny sub-segments.
//
// Bindings: constants tile_threads, tile_items, bucket_keys.

#include "segmented_merge/segmented_input.cuh"

namespace mergus {

constexpr unsigned tile_keys = unsigned(tile_threads * tile_items);

__device__ __forceinline__ MergeBucket bucket_of(const SegmentedInput& in, uint64_t b) {
    MergeBucket bucket = {};
    const uint64_t* const sub = in.subsegment_ptr;
    const uint64_t low = b * bucket_keys, high = min_of(low + bucket_keys, in.count);
    uint64_t j = lower_bound(sub, uint64_t(0), in.subsegments, low);
    if (sub[j] >= high) return bucket;
    const uint64_t s = row_of(in.segment_ptr, in.segments, j);
    const uint64_t begin = segment_begin(in, s), end = segment_begin(in, s + 1);
    if (begin < low && end - begin <= tile_keys) { // the rest of a segment of the previous bucket
        j = in.segment_ptr[s + 1];
        if (sub[j] >= high) return bucket;
    }
    const uint64_t last = row_of(sub, in.subsegments, high - 1);
    const uint64_t t = row_of(in.segment_ptr, in.segments, last);
    const uint64_t t_begin = segment_begin(in, t), t_end = segment_begin(in, t + 1);
    MergePack& pack = bucket.pack;
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

// The runs of a bucket, in the order of their positions.
__device__ __forceinline__ unsigned runs_of(const SegmentedInput& in, const MergeBucket& bucket,
                                            MergeRun* runs) {
    unsigned found = 0;
    const MergePack& pack = bucket.pack;
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

// The number of levels of a segment with that many runs. A single run is copied, unless it is in the output.
__device__ __forceinline__ int levels_of(uint64_t runs, bool in_place) {
    if (runs <= 1) return in_place ? 0 : 1;
    return int(div_up<int64_t>(64 - __clzll(int64_t(runs - 1)), ways_log2));
}

} // namespace mergus
