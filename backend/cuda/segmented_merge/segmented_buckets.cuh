// segmented_buckets.cuh: finds the buckets and runs of a segmented merge (segmented_runs.cuh).
//
// Bindings: as segmented_runs.cuh.

#include "segmented_merge/segmented_runs.cuh"

// Checks the offsets; later kernels do not read them if they are bad.
extern "C" __global__ void check_segments(mergus::SegmentedInput in, mergus::SegmentedSummary* summary) {
    bool bad = false;
    for (uint64_t s = mergus::grid_thread(); s <= in.segments; s += mergus::grid_threads()) {
        if (s == 0 && in.segment_ptr[0] != 0) bad = true;
        if (s < in.segments ? in.segment_ptr[s] > in.segment_ptr[s + 1] : in.segment_ptr[s] != in.subsegments)
            bad = true;
    }
    for (uint64_t j = mergus::grid_thread(); j <= in.subsegments; j += mergus::grid_threads()) {
        if (j == 0 && in.subsegment_ptr[0] != 0) bad = true;
        if (j < in.subsegments ? in.subsegment_ptr[j] > in.subsegment_ptr[j + 1]
                               : in.subsegment_ptr[j] != in.count)
            bad = true;
    }
    if (bad) summary->bad = 1;
}

extern "C" __global__ void find_buckets(mergus::SegmentedInput in, uint64_t count,
                                        mergus::MergeBucket* buckets, uint64_t* run_ptr,
                                        const mergus::SegmentedSummary* summary) {
    mergus::MergeRun runs[3];
    for (uint64_t b = mergus::grid_thread(); b < count; b += mergus::grid_threads()) {
        run_ptr[b] = 0;
        if (summary->bad != 0) continue;
        buckets[b] = mergus::bucket_of(in, b);
        run_ptr[b] = mergus::runs_of(in, buckets[b], runs);
    }
}

// run_ptr is scanned.
extern "C" __global__ void fill_runs(mergus::SegmentedInput in, uint64_t count,
                                     const mergus::MergeBucket* buckets, const uint64_t* run_ptr,
                                     mergus::MergeRun* all) {
    mergus::MergeRun runs[3];
    for (uint64_t b = mergus::grid_thread(); b < count; b += mergus::grid_threads()) {
        const uint64_t found = run_ptr[b + 1] - run_ptr[b];
        if (found == 0) continue; // all are 0 if the offsets are bad
        mergus::runs_of(in, buckets[b], runs);
        for (unsigned r = 0; r < found; ++r) all[run_ptr[b] + r] = runs[r];
    }
}

namespace mergus {

__device__ __forceinline__ int level_group(uint64_t runs) {
    return min_of(levels_of(runs, false), SegmentedSummary::max_levels);
}

} // namespace mergus

// Finds the runs of each segment, and counts the tiles of segments. total: the last element of run_ptr.
extern "C" __global__ void link_runs(const uint64_t* total, mergus::MergeRun* runs,
                                     mergus::SegmentedSummary* summary) {
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
    most = mergus::warp_reduce(most,
                               mergus::Greater()); // one atomic for each warp, since all use the same address
    if (mergus::lane() == 0 && most != 0) atomicMax(&summary->max_runs, most);
}

// Lists the tiles of all segments that have runs, segments with the most levels first, so that the tiles of
// unfinished segments are always the front of the list. A warp has a run and lists the tiles that begin in
// it.
extern "C" __global__ void list_tiles(const mergus::MergeRun* runs, uint64_t count,
                                      const mergus::SegmentedSummary* summary, mergus::LevelTile* tiles) {
    for (uint64_t i = mergus::grid_thread() / 32; i < count; i += mergus::grid_threads() / 32) {
        const mergus::MergeRun first = runs[runs[i].first];
        uint64_t base = first.tile;
        for (int g = mergus::level_group(first.last - first.first) + 1;
             g <= mergus::SegmentedSummary::max_levels; ++g)
            base += summary->tiles[g];
        const uint64_t end = mergus::div_up<uint64_t>(runs[i].stop - first.start, mergus::tile_keys);
        uint64_t t =
            mergus::div_up<uint64_t>(runs[i].start - first.start, mergus::tile_keys) + mergus::lane();
        for (; t < end; t += 32) tiles[base + t] = {i, first.start + t * mergus::tile_keys};
    }
}
