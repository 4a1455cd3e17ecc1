// segmented_runs.cuh: how a segmented merge is cut into work for blocks.
//
// A unit is a segment of up to a tile of keys, or a sub-segment of a longer one. Units that begin in the same half tile of
// positions are one pack, at most a tile, which a block merges on chip; but a unit of more than half a tile, always the last of
// its bucket, is alone: a segment is a pack of its own, a sub-segment waits for the levels. What packs and long sub-segments leave
// of a segment longer than a tile are its runs, at most three in a bucket and never more than it has sub-segments; the levels
// merge them. So the host knows all sizes from the number of keys alone, and tiny sub-segments are read by their pack only.
//
// Bindings: constants tile_threads, tile_items.

#include "search.cuh"

namespace mergus {

constexpr unsigned tile_keys = unsigned(tile_threads * tile_items);
constexpr uint64_t half_tile = tile_keys / 2;

struct SegmentedInput {
    const uint64_t* segment_ptr;
    const uint64_t* subsegment_ptr;
    uint64_t segments, subsegments, count;
};
struct Pack {
    uint64_t begin, end;               // positions
    uint64_t subsegment_begin, subsegment_end;
    uint64_t first_segment, last_segment; // where the first and the last position are
};
struct Bucket {
    Pack pack, big;
    uint64_t long_begin, long_end, long_segment; // a sub-segment of more than half a tile
};
struct Run {
    uint64_t start, stop;  // positions
    uint64_t first, last;  // the runs of its segment
    uint64_t segment, is_long; // long: still in the input
    uint64_t tile;             // of a segment's first run: tiles of segments with as many levels before its own
};
struct SegmentedSummary {
    static constexpr int most_levels = 27;
    uint64_t bad, runs, most_runs, moves;
    uint64_t tiles[most_levels + 1]; // of the segments with so many levels, or with the last number or more
};
struct LevelTile {
    uint64_t run, begin; // the run and the position that it begins with
};

__device__ __forceinline__ uint64_t segment_begin(const SegmentedInput& in, uint64_t s) {
    return in.subsegment_ptr[in.segment_ptr[s]];
}
__device__ __forceinline__ uint64_t segment_at(const SegmentedInput& in, uint64_t position) {
    return row_of(in.segment_ptr, in.segments, row_of(in.subsegment_ptr, in.subsegments, position));
}

__device__ __forceinline__ Bucket bucket_of(const SegmentedInput& in, uint64_t b) {
    Bucket bucket = {};
    const uint64_t* const sub = in.subsegment_ptr;
    const uint64_t low = b * half_tile, high = min_of(low + half_tile, in.count);
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
        const bool alone = sub[last + 1] - sub[last] > half_tile;
        pack.subsegment_end = last + (alone ? 0 : 1);
        if (alone) {
            bucket.long_begin = sub[last];
            bucket.long_end = sub[last + 1];
            bucket.long_segment = t;
        }
    } else {
        const bool alone = t_end - t_begin > half_tile;
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
        if (s != t && segment_begin(in, t + 1) - t_begin > tile_keys) runs[found++] = {t_begin, pack.end, 0, 0, t, 0};
    }
    if (bucket.long_begin < bucket.long_end)
        runs[found++] = {bucket.long_begin, bucket.long_end, 0, 0, bucket.long_segment, 1};
    return found;
}

// Levels that the runs of a segment take. One run alone is copied, unless it is in its place.
__device__ __forceinline__ int levels_of(uint64_t runs, bool in_place) {
    if (runs <= 1) return in_place ? 0 : 1;
    return 64 - __clzll(int64_t(runs - 1));
}

} // namespace mergus

// Nothing else may look at the offsets if this finds them bad.
extern "C" __global__ void check_segments(mergus::SegmentedInput in, mergus::SegmentedSummary* summary) {
    bool bad = false;
    for (uint64_t s = mergus::grid_thread(); s <= in.segments; s += mergus::grid_threads()) {
        if (s == 0 && in.segment_ptr[0] != 0) bad = true;
        if (s < in.segments ? in.segment_ptr[s] > in.segment_ptr[s + 1] : in.segment_ptr[s] != in.subsegments) bad = true;
    }
    for (uint64_t j = mergus::grid_thread(); j <= in.subsegments; j += mergus::grid_threads()) {
        if (j == 0 && in.subsegment_ptr[0] != 0) bad = true;
        if (j < in.subsegments ? in.subsegment_ptr[j] > in.subsegment_ptr[j + 1] : in.subsegment_ptr[j] != in.count)
            bad = true;
    }
    if (bad) summary->bad = 1;
}

extern "C" __global__ void find_buckets(mergus::SegmentedInput in, uint64_t count, mergus::Bucket* buckets,
                                        uint64_t* run_ptr, const mergus::SegmentedSummary* summary) {
    mergus::Run runs[3];
    for (uint64_t b = mergus::grid_thread(); b < count; b += mergus::grid_threads()) {
        run_ptr[b] = 0;
        if (summary->bad != 0) continue;
        buckets[b] = mergus::bucket_of(in, b);
        run_ptr[b] = mergus::runs_of(in, buckets[b], runs);
    }
}

// run_ptr is scanned.
extern "C" __global__ void fill_runs(mergus::SegmentedInput in, uint64_t count, const mergus::Bucket* buckets,
                                     const uint64_t* run_ptr, mergus::Run* all) {
    mergus::Run runs[3];
    for (uint64_t b = mergus::grid_thread(); b < count; b += mergus::grid_threads()) {
        const uint64_t found = run_ptr[b + 1] - run_ptr[b];
        if (found == 0) continue; // as it is everywhere if the offsets are bad
        mergus::runs_of(in, buckets[b], runs);
        for (unsigned r = 0; r < found; ++r) all[run_ptr[b] + r] = runs[r];
    }
}

namespace mergus {

__device__ __forceinline__ int level_group(uint64_t runs) {
    return min_of(levels_of(runs, false), SegmentedSummary::most_levels);
}

} // namespace mergus

// Which runs are of one segment, and how many tiles segments have. total: the last of run_ptr.
extern "C" __global__ void link_runs(const uint64_t* total, mergus::Run* runs, mergus::SegmentedSummary* summary) {
    const uint64_t count = *total;
    if (mergus::grid_thread() == 0) summary->runs = count;
    uint64_t most = 0;
    for (uint64_t i = mergus::grid_thread(); i < count; i += mergus::grid_threads()) {
        const uint64_t s = runs[i].segment;
        uint64_t first = 0, last = count;
        for (uint64_t end = i; first < end;) {
            const uint64_t middle = first + (end - first) / 2;
            if (runs[middle].segment < s)
                first = middle + 1;
            else
                end = middle;
        }
        for (uint64_t begin = i + 1; begin < last;) {
            const uint64_t middle = begin + (last - begin) / 2;
            if (runs[middle].segment > s)
                last = middle;
            else
                begin = middle + 1;
        }
        runs[i].first = first;
        runs[i].last = last;
        if (i == first) {
            const uint64_t length = runs[last - 1].stop - runs[first].start;
            runs[i].tile = atomicAdd(&summary->tiles[mergus::level_group(last - first)],
                                     mergus::div_up<uint64_t>(length, mergus::tile_keys));
        }
        most = mergus::max_of(most, last - first);
    }
    if (most != 0) atomicMax(&summary->most_runs, most);
}

// The tiles of all segments that have runs, those with the most levels first, so that those which are not done after a level are the
// first so many. A warp a run, for the tiles that begin in it.
extern "C" __global__ void place_tiles(const mergus::Run* runs, uint64_t count, const mergus::SegmentedSummary* summary,
                                       mergus::LevelTile* tiles) {
    for (uint64_t i = mergus::grid_thread() / 32; i < count; i += mergus::grid_threads() / 32) {
        const mergus::Run first = runs[runs[i].first];
        uint64_t base = first.tile;
        for (int g = mergus::level_group(first.last - first.first) + 1; g <= mergus::SegmentedSummary::most_levels; ++g)
            base += summary->tiles[g];
        const uint64_t end = mergus::div_up<uint64_t>(runs[i].stop - first.start, mergus::tile_keys);
        uint64_t t = mergus::div_up<uint64_t>(runs[i].start - first.start, mergus::tile_keys) + mergus::lane();
        for (; t < end; t += 32) tiles[base + t] = {i, first.start + t * mergus::tile_keys};
    }
}
