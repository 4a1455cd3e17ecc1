// masked_dot.h: the operands of dot products under a mask, as one text for the host and the kernels. The host
// includes <cstdint> first and uses void for the types of the arrays.
#ifndef MERGUS_MXM_MASKED_DOT_H
#define MERGUS_MXM_MASKED_DOT_H

#include "mxm/pattern_blocks.h"

namespace mergus {

// Rows of A or of B'.
template <class Index, class Value>
struct DotRows {
    const uint64_t* ptr;
    const Index* col;
    const Value* val;
};

// The pattern of the same rows as blocks of 32 columns, where that is less to read; else not used.
struct DotBlocks {
    const uint32_t* ptr;
    const PatternBlock* blocks;
};

// The mask, or its transpose.
template <class Index, class Offset, class Value>
struct DotMask {
    const uint64_t* ptr;
    const Index* col;
    const Offset* entry; // the number of each entry in the mask itself; null: its own
    const Value* val;    // in the order of the mask itself
    uint64_t nrows, nvals;
};
using DotMaskLayout = DotMask<char, char, char>;
static_assert(sizeof(DotMaskLayout) == 48, "");

// Entries of a row of the mask, from `first` on, whose set is large.
struct DotItem {
    uint64_t row, first;
};

// What the choice of the method depends on, from a sample.
struct DotEstimate {
    uint64_t shorter;  // entries of the shorter row of A and B', over the sampled entries of the mask
    uint64_t lists;    // entries of rows of B', over the same
    uint64_t products; // entries of rows of B, over the sampled entries of A
};

// How often each column k is among the sampled entries of B': with more columns than slots, those of equal
// hashes are counted together.
struct ColumnSample {
    uint32_t* counts; // null: none was taken
    uint64_t columns;
    uint64_t slots; // a power of two
};
static_assert(sizeof(ColumnSample) == 24, "the same for both compilers");

struct DotCounters {
    uint64_t items; // listed
    uint64_t next;  // item to take
};

} // namespace mergus

#endif
