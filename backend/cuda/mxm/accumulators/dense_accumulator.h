// dense_accumulator.h: dense rows in device memory, as one text for the host and the kernels. The host
// includes <cstdint> first and uses void for Row and Slot.
#ifndef MERGUS_DENSE_ACCUMULATOR_H
#define MERGUS_DENSE_ACCUMULATOR_H

namespace mergus {

template <class Row, class Slot>
struct DenseRowsOf {
    const Row* rows;       // null: all rows of A
    const uint64_t* begin; // the first entry of each row among the entries of these rows; a_ptr for all rows
    uint64_t row_count;
    uint64_t words;   // of 32 columns, for each row; a multiple of 32
    uint32_t* bits;   // columns that have an entry
    uint32_t* masked; // columns where the mask is true, if there is a mask
    Slot* values;     // 32 * words for each row
};
using DenseRowsLayout = DenseRowsOf<char, char>;
static_assert(sizeof(DenseRowsLayout) == 56, "");
static_assert(__builtin_offsetof(DenseRowsLayout, values) == 48, "");

} // namespace mergus

#endif
