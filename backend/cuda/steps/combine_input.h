// combine_input.h: the operands of the kernels of steps/combine.cuh, as one text for the host and the
// kernels. On the host all element types are void.
#ifndef MERGUS_STEPS_COMBINE_INPUT_H
#define MERGUS_STEPS_COMBINE_INPUT_H

#include "steps/index_sets.h"

namespace mergus {

template <class Index, class X_values, class Y_values, class M_values>
struct CombineInputOf {
    const uint64_t* x_ptr;
    const Index* x_col;
    X_values x_val;
    const uint64_t* y_ptr;
    const Index* y_col;
    Y_values y_val;
    const uint64_t* m_ptr; // the mask's; null without a mask
    const Index* m_col;
    M_values m_val;
    RegionLists region;
    uint64_t nrows;
    uint32_t x_full, y_full, m_full; // 1: the operand is a row with an entry in every column
};
using CombineInputLayout = CombineInputOf<void, const void*, const void*, const void*>;
static_assert(sizeof(CombineInputLayout) == 144, "CombineInput: size");
static_assert(__builtin_offsetof(CombineInputLayout, y_ptr) == 24, "CombineInput: y_ptr");
static_assert(__builtin_offsetof(CombineInputLayout, m_ptr) == 48, "CombineInput: m_ptr");
static_assert(__builtin_offsetof(CombineInputLayout, region) == 72, "CombineInput: region");
static_assert(__builtin_offsetof(CombineInputLayout, nrows) == 120, "CombineInput: nrows");
static_assert(__builtin_offsetof(CombineInputLayout, x_full) == 128, "CombineInput: x_full");

// Where a tile begins: the row, and the entries of X, Y and the mask before it. The tile may begin within the
// row.
struct CombineTile {
    uint64_t row, x, y, m;
};
static_assert(sizeof(CombineTile) == 32, "CombineTile: size");

// Zero between launches.
struct CombineCounts {
    uint64_t entries, tiles; // of the tiles that are counted
};

// A block of 256 threads has a tile; a thread has 8 neighbouring entries of one matrix.
constexpr unsigned combine_threads = 256, combine_each = 8;
constexpr unsigned combine_capacity = combine_threads * combine_each;
// Entries that a thread of a comparison loads before it uses any.
constexpr unsigned compared_at_once = 4;
// Blocks of combine_at_once that a multiprocessor has at the same time.
constexpr unsigned combine_resident = 2;
// Entries and ends of rows in a tile. Entries of one row and column are in one tile, so that it may have two
// more; and the entries of X fill whole threads.
constexpr unsigned combine_items = combine_capacity - 2 - (combine_each - 1);

} // namespace mergus

#endif
