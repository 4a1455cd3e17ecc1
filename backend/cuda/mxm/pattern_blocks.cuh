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

constexpr unsigned row_lanes = 8;

// For the row of each group of a warp: the rows of a warp begin at row `first`.
struct RowOfGroup {
    uint64_t row, begin, end; // an empty range behind the last row
    __device__ __forceinline__ RowOfGroup(const uint64_t* ptr, uint64_t nrows, uint64_t first)
        : row(first + lane() / row_lanes), begin(0), end(0) {
        if (row >= nrows) return;
        begin = ptr[row];
        end = ptr[row + 1];
    }
    // Whether entry e is the first one of a block.
    __device__ __forceinline__ bool begins(const Index* col, uint64_t e) const {
        return e < end && (e == begin || col[e] / 32 != col[e - 1] / 32);
    }
};

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

// The same two steps, 8 threads a row. A warp has 4 consecutive rows at a time.
extern "C" __global__ void __launch_bounds__(256)
    count_blocks_of_long_rows(const uint64_t* ptr, const Index* col, uint64_t nrows, unsigned* counts) {
    constexpr unsigned rows = 32 / mergus::row_lanes;
    const unsigned rank = mergus::lane() % mergus::row_lanes;
    for (uint64_t first = mergus::grid_thread() / 32 * rows; first < nrows;
         first += mergus::grid_threads() / 32 * rows) {
        const mergus::RowOfGroup group(ptr, nrows, first);
        unsigned count = 0;
        for (uint64_t e = group.begin + rank; e < group.end; e += mergus::row_lanes)
            count += group.begins(col, e) ? 1 : 0;
        for (unsigned bits = mergus::row_lanes / 2; bits > 0; bits /= 2)
            count += mergus::shuffle_xor(mergus::full_mask, count, int(bits));
        if (rank == 0 && group.row < nrows) counts[group.row] = count;
    }
}

extern "C" __global__ void __launch_bounds__(256)
    fill_blocks_of_long_rows(const uint64_t* ptr, const Index* col, uint64_t nrows, const unsigned* offsets,
                             mergus::PatternBlock* blocks) {
    constexpr unsigned rows = 32 / mergus::row_lanes;
    const unsigned rank = mergus::lane() % mergus::row_lanes;
    const unsigned own = ((1u << mergus::row_lanes) - 1u) << (mergus::lane() - rank);
    for (uint64_t first = mergus::grid_thread() / 32 * rows; first < nrows;
         first += mergus::grid_threads() / 32 * rows) {
        const mergus::RowOfGroup group(ptr, nrows, first);
        uint64_t offset = group.row < nrows ? offsets[group.row] : 0;
        for (uint64_t from = group.begin; __any_sync(mergus::full_mask, from < group.end);
             from += mergus::row_lanes) {
            uint64_t e = from + rank;
            const bool begins = group.begins(col, e);
            const unsigned votes = __ballot_sync(mergus::full_mask, begins) & own;
            if (begins)
                blocks[offset + unsigned(__popc(votes & mergus::lanes_below()))] =
                    mergus::next_block(col, e, group.end);
            offset += unsigned(__popc(votes));
        }
    }
}
