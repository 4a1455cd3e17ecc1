// transpose_find.cuh: the run of a bucket's columns in each row of a banded matrix (transpose_gather.cuh).
//
// The cost is the number of cache lines loaded. Neighbouring rows share lines, so a warp reads all of its
// rows where they are of medium length (27 entries of a stencil); a long row is searched.
//
// Invariant: rows have increasing columns, so that the entries of a row in a bucket are one run.

#include "transpose/transpose_tile.cuh"

namespace mergus {

struct Run {
    unsigned begin, size;
};

constexpr unsigned short_row = 8;

// The run of columns [first_column, end_column) among the entries [begin, end) of a row. A short row is read
// as a whole: its loads are independent, and it takes fewer instructions than two searches.
__device__ __forceinline__ Run find_run(const uint32_t* __restrict__ col, unsigned begin, unsigned end,
                                        unsigned first_column, unsigned end_column) {
    if (end - begin <= short_row) {
        unsigned before = 0, within = 0;
        const uint32_t* const row = col + begin;
#pragma unroll
        for (unsigned k = 0; k < short_row; ++k) {
            const unsigned column = k < end - begin ? row[k] : none;
            before += column < first_column;
            within += column < end_column;
        }
        return {begin + before, within - before};
    }
    const unsigned from = lower_bound(col, begin, end, first_column);
    return {from, lower_bound(col, from, min_of(end, from + (end_column - first_column)), end_column) - from};
}

// Two neighbouring rows: entries [begin, middle) and [middle, end).
struct RowPair {
    unsigned begin, middle, end;
};

// A bit for each entry of the lines of 32 entries that hold a warp's rows: whether its column is in the
// bucket. Lanes load neighbouring entries together; if each searched a row of its own, every load would take
// 32 lines.
struct WarpBits {
    static constexpr unsigned words = 128;
    static constexpr unsigned ahead = 6; // loads of lines in flight
    unsigned* word;

    // Whether the words suffice. Rows of one range, `at`, are neighbours. `shift`: the word minus the line of
    // the calling lane's rows.
    __device__ __forceinline__ bool set(const uint32_t* __restrict__ col, const RowPair& rows, unsigned at,
                                        unsigned first_column, unsigned width, unsigned& shift) const {
        const unsigned before = __shfl_up_sync(full_mask, at, 1);
        const unsigned heads = __ballot_sync(full_mask, lane() == 0 || at != before);
        const bool is_last = (heads >> lane() >> 1 & 1) != 0 || lane() == 31;
        const unsigned behind = is_last ? div_up(rows.end, 32u) : 0;
        const unsigned inclusive =
            warp_inclusive_scan(behind - ((heads >> lane() & 1) != 0 ? rows.begin / 32 : 0), Plus());
        shift = inclusive - behind;
        if (__shfl_sync(full_mask, inclusive, 31) > words - ahead) return false;
        for (unsigned left = heads; left != 0; left &= left - 1) {
            const unsigned head = unsigned(__ffs(int(left))) - 1, later = left & (left - 1);
            const unsigned first = __shfl_sync(full_mask, rows.begin, int(head)) / 32,
                           its_shift = __shfl_sync(full_mask, shift, int(head));
            const unsigned end = __shfl_sync(full_mask, rows.end, later == 0 ? 31 : __ffs(int(later)) - 2);
            for (unsigned line = first; line * 32 < end; line += ahead) {
                const unsigned e = line * 32 + lane();
                unsigned column[ahead];
#pragma unroll
                for (unsigned k = 0; k < ahead; ++k) column[k] = e + 32 * k < end ? col[e + 32 * k] : none;
#pragma unroll
                for (unsigned k = 0; k < ahead; ++k) { // words after the last line are overwritten or unused
                    const unsigned votes = __ballot_sync(full_mask, column[k] - first_column < width);
                    if (lane() == 0) word[line + its_shift + k] = votes;
                }
            }
        }
        __syncwarp();
        return true;
    }
    // The run among the entries [begin, end).
    __device__ __forceinline__ Run run(unsigned shift, unsigned begin, unsigned end) const {
        Run found = {0, 0};
        for (unsigned line = begin / 32; line * 32 < end; ++line) {
            unsigned bits = word[line + shift];
            if (line * 32 < begin) bits &= ~0u << begin % 32;
            if (end - line * 32 < 32) bits &= (1u << end % 32) - 1;
            if (found.size == 0) found.begin = line * 32 + unsigned(__ffs(int(bits))) - 1;
            found.size += unsigned(__popc(bits));
        }
        return found;
    }
};

} // namespace mergus
