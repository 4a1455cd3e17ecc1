// pattern_blocks.cuh: the pattern of a matrix as blocks of 32 columns (pattern_blocks.h). A thread has a row.
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
