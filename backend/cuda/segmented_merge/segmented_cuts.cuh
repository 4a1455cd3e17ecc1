// segmented_cuts.cuh: the groups of runs that a level of a segmented merge merges into one, and where a tile
// of the result cuts them.
//
// Level L makes one run of ways^(L+1) runs. A segment with an odd number of levels begins in the spare
// arrays, so that each segment ends in the output and is then finished. If the output is the input, level -1
// moves the long runs of such segments to the spare arrays.
//
// Bindings: as segmented_runs.cuh and segmented_arrays.cuh; Count, for numbers of keys.

#include "segmented_merge/segmented_arrays.cuh"
#include "segmented_merge/segmented_runs.cuh"

namespace mergus {

// Up to `ways` neighbouring runs of the previous level, which a level merges into one.
struct RunGroup {
    uint64_t base, next; // the first run, and that of the next group
    uint64_t begin, end; // positions
    unsigned shift;      // 2^shift runs are merged by now
    unsigned from, to;
    bool untouched, active; // untouched: long runs are still in the input; active: there is something to do
};

__device__ __forceinline__ RunGroup group_of(const MergeRun* runs, uint64_t i, int level, bool in_place) {
    const uint64_t first = runs[i].first, last = runs[i].last;
    const int levels = levels_of(last - first, in_place);
    const bool moved = in_place && levels % 2 == 1;
    if (level < 0)
        return {i, i + 1, runs[i].start, runs[i].stop, 0, in_input, in_spare, true, moved && runs[i].is_long};
    if (level >= levels) return {last, last, 0, 0, 0, in_output, in_output, false, false};
    const unsigned shift = unsigned(level) * ways_log2;
    const uint64_t base = first + ((i - first) >> (shift + ways_log2) << (shift + ways_log2));
    const uint64_t next = min_of(base + (uint64_t(ways) << shift), last);
    const bool from_spare = (levels - level) % 2 == 1;
    return {base,
            next,
            runs[base].start,
            runs[next - 1].stop,
            shift,
            from_spare ? in_spare : in_output,
            from_spare ? in_output : in_spare,
            level == 0 && !moved,
            true};
}

__device__ __forceinline__ unsigned members_of(const RunGroup& group) {
    return unsigned(div_up(group.next - group.base, uint64_t(1) << group.shift));
}

// A run of a group; empty if the group has fewer runs.
struct RunOfGroup {
    uint64_t begin, end;
    unsigned from;
};
__device__ __forceinline__ RunOfGroup run_of(const MergeRun* runs, const RunGroup& group, unsigned way) {
    const uint64_t i = group.base + (uint64_t(way) << group.shift), after = i + (uint64_t(1) << group.shift);
    if (i >= group.next) return {group.end, group.end, group.from};
    return {runs[i].start, after < group.next ? runs[after].start : group.end,
            group.untouched && runs[i].is_long ? unsigned(in_input) : group.from};
}

// A key of a lane and a number that orders equal keys; zeros if the lane has none.
struct Candidate {
    Key key;
    unsigned rank;

    __device__ __forceinline__ bool operator<(const Candidate& other) const {
        return key < other.key || (key == other.key && rank < other.rank);
    }
};

// The number of a run's keys among the first `wanted` of a merge of `ways` sorted runs, one for each lane.
// Equal keys: in the order of lanes. By all lanes of the warp, in groups of `ways`. `before` and `below` are
// a lower and an upper bound.
//
// Each lane has the middle key of its interval. If the middle keys and all keys before them are more than
// `wanted`, the largest of them is not among the first; otherwise the smallest is. So each step halves the
// interval of one lane, with one load.
__device__ __forceinline__ Count split_ways(const Key* keys, Count before, Count below, Count wanted) {
    const unsigned mine = lane() % ways;
    const auto sum = [](Count x) {
        for (unsigned bits = ways / 2; bits > 0; bits /= 2) x += shuffle_xor(full_mask, x, int(bits));
        return x;
    };
    Count half = before < below ? (below - before) / 2 + 1 : 0; // up to and with the middle
    Key key = half != 0 ? keys[before + half - 1] : Key(0);
    Count left = wanted - sum(before), halves = sum(half);
    while (__any_sync(full_mask, halves != 0)) {
        const bool excluded = halves > left; // of the largest; the same for all lanes of a group
        const unsigned rank = half == 0 ? 0 : excluded ? mine + 1 : ways - mine;
        Candidate best = {half == 0 ? Key(0) : excluded ? key : Key(~key), rank};
#pragma unroll
        for (unsigned bits = ways / 2; bits > 0; bits /= 2)
            best = max_of(best, shuffle_xor(full_mask, best, int(bits)));
        const Count old = half;
        if (rank != 0 && rank == best.rank) {
            if (excluded)
                below = before + half - 1;
            else
                before += half;
            half = before < below ? (below - before) / 2 + 1 : 0;
            if (half != 0) key = keys[before + half - 1];
        }
        // A lane of the group in any case; nothing changes if all intervals are empty.
        const int chosen = int(lane() - mine + (excluded ? best.rank - 1 : ways - best.rank) % ways);
        const Count was = shuffle(full_mask, old, chosen), is = shuffle(full_mask, half, chosen);
        if (!excluded) left -= was;
        halves += is - was;
    }
    return before;
}

} // namespace mergus
