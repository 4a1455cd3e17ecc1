// segmented_cuts.cuh: which runs a level of a segmented merge makes one, and where a tile of what comes out
// cuts them.
//
// Level L makes ways^(L+1) runs one. A segment whose levels are an odd number begins in the spare arrays, so
// that each ends in the output when it is done, and drops out. Before level 0, level −1 moves long runs of
// these to the spare arrays if the output is the input.
//
// Bindings: as segmented_runs.cuh and segmented_arrays.cuh; Count, for numbers of keys.

#include "segmented_merge/segmented_arrays.cuh"
#include "segmented_merge/segmented_runs.cuh"

namespace mergus {

// Up to `ways` neighbouring runs, each of a level before, which a level makes one.
struct RunGroup {
    uint64_t base, next; // runs, of the group and behind it
    uint64_t begin, end; // positions
    unsigned shift;      // 2^shift runs are one by now
    unsigned from, to;
    bool untouched, active; // long runs are in the input still; there is something to do
};

__device__ __forceinline__ RunGroup group_of(const Run* runs, uint64_t i, int level, bool in_place) {
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

// One of the runs of a group, or what would be one: nothing at its end.
struct RunOfGroup {
    uint64_t begin, end;
    unsigned from;
};
__device__ __forceinline__ RunOfGroup run_of(const Run* runs, const RunGroup& group, unsigned way) {
    const uint64_t i = group.base + (uint64_t(way) << group.shift), after = i + (uint64_t(1) << group.shift);
    if (i >= group.next) return {group.end, group.end, group.from};
    return {runs[i].start, after < group.next ? runs[after].start : group.end,
            group.untouched && runs[i].is_long ? unsigned(in_input) : group.from};
}

// A tile before it is merged.
struct TileCut {
    uint64_t begin[ways]; // of the runs of the group that is there: what comes to the tile first
    uint64_t end[ways];   // if the tile ends with the group: their ends
    unsigned inputs;      // a bit for each run that is in the input
    unsigned from, to;    // where the others are, and where they come to
    unsigned whole; // 0: not of one group. 1: and what is left of it. 2: and more; the next tile begins where
                    // it ends
    unsigned members; // runs of the group
};
static_assert(sizeof(TileCut) == 16 * ways + 24, "the host knows its size");

// What a lane offers: a key and a number of its own; two zeros if it has none.
struct Candidate {
    Key key;
    unsigned rank;

    __device__ __forceinline__ bool operator<(const Candidate& other) const {
        return key < other.key || (key == other.key && rank < other.rank);
    }
};

// How many of a run's keys are among the first `wanted` of a merge of `ways` sorted runs, a lane each; equal
// keys in the order of lanes. All lanes of the warp, for groups of `ways` lanes. `before` is what of the run
// is known to be among them, `below` as many as can be.
//
// Each lane looks at the middle of what it has in doubt. If all that these middles have before them, and they
// themselves, are more than is wanted, then the largest is not wanted; else the smallest is. So a step halves
// one lane's doubt, with one load.
__device__ __forceinline__ Count split_ways(const Key* keys, Count before, Count below, Count wanted) {
    const unsigned mine = lane() % ways;
    const auto sum = [](Count x) {
        for (unsigned bits = ways / 2; bits > 0; bits /= 2) x += shuffle_xor(full_mask, x, int(bits));
        return x;
    };
    Count half = before < below ? (below - before) / 2 + 1 : 0; // up to the middle, and it
    Key key = half != 0 ? keys[before + half - 1] : Key(0);
    Count left = wanted - sum(before), halves = sum(half);
    while (__any_sync(full_mask, halves != 0)) {
        const bool excluded = halves > left; // the largest is; the same for all lanes of a group
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
        // One of the group in any case: where no lane is in doubt any more, nothing changes.
        const int chosen = int(lane() - mine + (excluded ? best.rank - 1 : ways - best.rank) % ways);
        const Count was = shuffle(full_mask, old, chosen), is = shuffle(full_mask, half, chosen);
        if (!excluded) left -= was;
        halves += is - was;
    }
    return before;
}

} // namespace mergus
