// transpose_ranges.cuh: the ranges of entries that are searched for a bucket of columns
// (transpose_gather.cuh), from the lists of transpose_overlap.cuh.
//
// Bindings, beside those of transpose_tile.cuh: constants overlap_tile (entries of a tile of
// transpose_overlap.cuh), max_overlaps (tiles that may overlap a bucket) and max_ranges.
//
// Invariant: ranges are in the order of entries and disjoint, so that numbering by ranges follows the order
// of rows.

#include "transpose/transpose_overlap.h"
#include "transpose/transpose_tile.cuh"

namespace mergus {

constexpr unsigned overlap_part = unsigned(overlap_tile) / 32;
static_assert(max_overlaps == 64, "two for each lane of a warp");
constexpr unsigned range_sums = 128;
static_assert(unsigned(max_ranges) < range_sums, "and the number of a range fits into 8 bits of Candidates");

// The search ranges of a bucket in order, and their rows. In as few words as possible, since shared memory
// reduces the L1 cache in large steps.
struct SearchRanges {
    unsigned count;
    unsigned parts[max_ranges];            // first part << 5 | number of parts minus one
    unsigned row[max_ranges];              // the first
    unsigned first_step;                   // of find(): the largest power of two up to count, or 1
    unsigned row_pairs_before[range_sums]; // pairs of rows in the ranges before; after the last: in all

    // From the list of the bucket, which is unordered. By warp 0.
    __device__ __forceinline__ void set(const uint64_t* list, unsigned length) {
        const Overlap a(lane() < length ? list[lane()] : 0), b(lane() + 32 < length ? list[lane() + 32] : 0);
        unsigned a_at = 0, b_at = 0, total = 0;
        for (unsigned k = 0; k < length; ++k) {
            const unsigned other =
                               __shfl_sync(full_mask, k < 32 ? a.tile_ranges : b.tile_ranges, int(k % 32)),
                           its_ranges = other & 0xfff;
            if (other < a.tile_ranges) a_at += its_ranges;
            if (other < b.tile_ranges) b_at += its_ranges;
            total += its_ranges;
        }
        put(a_at, a);
        put(b_at, b);
        if (lane() == 0) count = total;
    }
    // A word of the list. Each tile is in the list once, so that overlaps are ordered by tile_ranges. 0: no
    // overlap, without parts and ranges.
    struct Overlap {
        unsigned tile_ranges;  // tile << 12 | number of ranges
        unsigned starts, ends; // bits: the first and the last part of each range
        __device__ __forceinline__ explicit Overlap(uint64_t word) {
            const unsigned parts = unsigned(word);
            starts = parts & ~(parts << 1);
            ends = parts & ~(parts >> 1);
            tile_ranges = unsigned(word >> 32) & ~0xfffu | unsigned(__popc(starts));
        }
    };
    __device__ __forceinline__ void put(unsigned at, Overlap overlap) {
        const unsigned tile = overlap.tile_ranges >> 12 << 10;
        for (; overlap.starts != 0;
             overlap.starts &= overlap.starts - 1, overlap.ends &= overlap.ends - 1, ++at) {
            const unsigned first = unsigned(__ffs(int(overlap.starts))) - 1,
                           last = unsigned(__ffs(int(overlap.ends))) - 1;
            parts[at] = tile + (first << 5) + (last - first);
        }
    }
    __device__ __forceinline__ unsigned begin(unsigned at) const { return (parts[at] >> 5) * overlap_part; }
    __device__ __forceinline__ unsigned end(unsigned at, unsigned entries) const {
        return min_of(entries, ((parts[at] >> 5) + (parts[at] & 31) + 1) * overlap_part);
    }
    // Sets the first row of each range, and writes the last one where the sums will be. Eight lanes search
    // for a row, since each step of a search waits for the one before. By all threads.
    __device__ __forceinline__ void find_rows(const uint64_t* __restrict__ ptr,
                                              const TileRows* __restrict__ tile_rows, unsigned entries) {
        constexpr unsigned lanes = 8, of_warp = 32 / lanes;
        const unsigned me = lane() % lanes, group = lane() / lanes, ends = 2 * count;
        for (unsigned first = warp() * of_warp; first < ends; first += tile_warps * of_warp) {
            const unsigned which = min_of(first + group, ends - 1), at = which / 2;
            const bool last = which % 2 != 0;
            const unsigned entry = last ? end(at, entries) - 1 : begin(at);
            const TileRows known = tile_rows[entry / unsigned(overlap_tile)];
            unsigned low = known.first, high = known.last + 1; // ptr[low] <= entry < ptr[high]
            while (__any_sync(full_mask, high - low > 1)) {
                const unsigned step = (high - low + lanes) / (lanes + 1), row = low + (me + 1) * step;
                const unsigned votes = __ballot_sync(full_mask, row < high && unsigned(ptr[row]) <= entry);
                const unsigned steps = unsigned(__popc(votes >> group * lanes & (1u << lanes) - 1));
                high = min_of(high, low + (steps + 1) * step);
                low += steps * step;
            }
            if (me == 0) (last ? row_pairs_before : row)[at] = low;
        }
    }
    // The sums. By warp 0.
    __device__ __forceinline__ void count_row_pairs() {
        constexpr unsigned each = range_sums / 32;
        unsigned row_pairs[each], sum = 0;
#pragma unroll
        for (unsigned i = 0; i < each; ++i) {
            const unsigned k = lane() * each + i;
            sum += row_pairs[i] = k < count ? (row_pairs_before[k] - row[k]) / 2 + 1 : 0;
        }
        const unsigned inclusive = warp_inclusive_scan(sum, Plus());
        unsigned before = inclusive - sum;
#pragma unroll
        for (unsigned i = 0; i < each; ++i) {
            row_pairs_before[lane() * each + i] = before;
            before += row_pairs[i];
        }
        if (lane() == 0) first_step = 1u << (31 - __clz(int(count | 1)));
    }
    // The range of the q-th pair of rows; q is below the number of pairs.
    __device__ __forceinline__ unsigned find(unsigned q) const {
        unsigned at = 0;
        for (unsigned step = first_step; step > 0; step /= 2)
            if (row_pairs_before[at + step] <= q) at += step;
        return at;
    }
};

} // namespace mergus
