// pattern_blocks.cuh: the pattern of a matrix as blocks of 32 columns (pattern_blocks.h). A thread has a row,
// or, where rows may be long, a group of 8 threads.
//
// Bindings: Index, of the matrix's columns.

#include "mxm/pattern_blocks.h"

namespace mergus {

// The block that begins with entry e, which becomes the first entry behind it. Columns increase, so entries
// are consecutive columns if the last one is as far from the first as their number says: a band takes two
// loads for a block.
__device__ __forceinline__ PatternBlock next_block(const Index* col, uint64_t& e, uint64_t end) {
    Index c = col[e];
    PatternBlock block = {unsigned(c / 32), 0};
    const unsigned bit = unsigned(c % 32);
    const unsigned more = unsigned(min_of(uint64_t(31 - bit), end - 1 - e));
    if (col[e + more] == c + more) {
        block.mask = (full_mask >> (31 - more)) << bit;
        e += more + 1;
        return block;
    }
    do {
        block.mask |= 1u << unsigned(c % 32);
        if (++e == end) break;
        c = col[e];
    } while (unsigned(c / 32) == block.id);
    return block;
}

// A row of more than long_row entries is the work of a warp, others of row_lanes threads.
constexpr unsigned row_lanes = 8, long_row = 128;

// A row and its range of entries, for `lanes` threads of a warp.
struct RowRange {
    uint64_t row, begin, end;
};

// The number of blocks of each group's row. All threads of the warp take part.
template <unsigned lanes>
__device__ __forceinline__ unsigned count_blocks(const Index* col, const RowRange& range) {
    unsigned count = 0;
    for (uint64_t e = range.begin + lane() % lanes; e < range.end; e += lanes)
        count += e == range.begin || col[e] / 32 != col[e - 1] / 32 ? 1 : 0;
    for (unsigned bits = lanes / 2; bits > 0; bits /= 2) count += shuffle_xor(full_mask, count, int(bits));
    return count;
}

// Writes the blocks of each group's row from `to` on. All threads of the warp take part.
template <unsigned lanes>
__device__ __forceinline__ void fill_blocks(const Index* col, const RowRange& range, PatternBlock* to) {
    const unsigned rank = lane() % lanes, first_lane = lane() - rank;
    const unsigned own = (full_mask >> (32 - lanes)) << first_lane;
    unsigned before = 0; // the block of the last entry of the chunk before
    for (uint64_t from = range.begin; __any_sync(full_mask, from < range.end); from += lanes) {
        const uint64_t e = from + rank;
        const bool has = e < range.end;
        const Index c = has ? col[e] : Index(0);
        const unsigned id = has ? unsigned(c / 32) : ~0u;
        unsigned mask = has ? 1u << unsigned(c % 32) : 0;
        unsigned previous = shuffle_up(full_mask, id, 1);
        if (rank == 0) previous = before;
        const bool begins = has && (e == range.begin || id != previous);
        // The bits of a block's entries, up to its last one in this chunk.
        for (unsigned distance = 1; distance < lanes; distance *= 2) {
            const unsigned other_id = shuffle_down(full_mask, id, distance),
                           other = shuffle_down(full_mask, mask, distance);
            if (rank + distance < lanes && other_id == id) mask |= other;
        }
        const unsigned votes = __ballot_sync(full_mask, begins) & own;
        if (begins) to[__popc(votes & lanes_below())] = {id, mask};
        if (has && rank == 0 && !begins) to[-1].mask |= mask; // written before the last __syncwarp()
        to += __popc(votes);
        before = shuffle(full_mask, id, int(first_lane + lanes - 1));
        __syncwarp();
    }
}

// Calls each<lanes>(range) for the rows of this warp: first for row_lanes threads a row, then for the long
// rows, one after the other.
template <class Short, class Long>
__device__ __forceinline__ void each_row(const uint64_t* ptr, uint64_t nrows, const Short& each_short,
                                         const Long& each_long) {
    constexpr unsigned rows = 32 / row_lanes;
    for (uint64_t first = grid_thread() / 32 * rows; first < nrows; first += grid_threads() / 32 * rows) {
        RowRange range = {first + lane() / row_lanes, 0, 0};
        if (range.row < nrows) range = {range.row, ptr[range.row], ptr[range.row + 1]};
        const bool is_long = range.end - range.begin > long_row;
        each_short(is_long ? RowRange{nrows, 0, 0} : range);
        for (unsigned left = __ballot_sync(full_mask, is_long && lane() % row_lanes == 0); left != 0;
             left &= left - 1)
            each_long(shuffle(full_mask, range, __ffs(int(left)) - 1));
    }
}

} // namespace mergus

// counts[i] = blocks of row i.
extern "C" __global__ void __launch_bounds__(256)
    count_pattern_blocks(const uint64_t* ptr, const Index* col, uint64_t nrows, unsigned* counts) {
    for (uint64_t i = mergus::grid_thread(); i < nrows; i += mergus::grid_threads()) {
        const uint64_t end = ptr[i + 1];
        unsigned count = 0;
        for (uint64_t e = ptr[i]; e < end; ++count) mergus::next_block(col, e, end);
        counts[i] = count;
    }
}

// Writes the blocks of row i from offsets[i] on.
extern "C" __global__ void __launch_bounds__(256)
    fill_pattern_blocks(const uint64_t* ptr, const Index* col, uint64_t nrows, const unsigned* offsets,
                        mergus::PatternBlock* blocks) {
    for (uint64_t i = mergus::grid_thread(); i < nrows; i += mergus::grid_threads()) {
        const uint64_t end = ptr[i + 1];
        mergus::PatternBlock* next = blocks + offsets[i];
        for (uint64_t e = ptr[i]; e < end;) *next++ = mergus::next_block(col, e, end);
    }
}

// The same two steps where rows may be long.
extern "C" __global__ void __launch_bounds__(256)
    count_blocks_of_long_rows(const uint64_t* ptr, const Index* col, uint64_t nrows, unsigned* counts) {
    using mergus::RowRange;
    mergus::each_row(
        ptr, nrows,
        [&](const RowRange& range) {
            const unsigned count = mergus::count_blocks<mergus::row_lanes>(col, range);
            if (mergus::lane() % mergus::row_lanes == 0 && range.row < nrows) counts[range.row] = count;
        },
        [&](const RowRange& range) {
            const unsigned count = mergus::count_blocks<32>(col, range);
            if (mergus::lane() == 0) counts[range.row] = count;
        });
}

extern "C" __global__ void __launch_bounds__(256)
    fill_blocks_of_long_rows(const uint64_t* ptr, const Index* col, uint64_t nrows, const unsigned* offsets,
                             mergus::PatternBlock* blocks) {
    using mergus::RowRange;
    mergus::each_row(
        ptr, nrows,
        [&](const RowRange& range) {
            mergus::fill_blocks<mergus::row_lanes>(col, range,
                                                   blocks + (range.row < nrows ? offsets[range.row] : 0));
        },
        [&](const RowRange& range) { mergus::fill_blocks<32>(col, range, blocks + offsets[range.row]); });
}
