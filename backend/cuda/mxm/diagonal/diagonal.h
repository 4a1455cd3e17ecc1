// diagonal.h: the operands of a product with a diagonal matrix, as host and device see them. The host uses
// void for the types of the arrays.

#ifndef MERGUS_MXM_DIAGONAL_H
#define MERGUS_MXM_DIAGONAL_H

namespace mergus {

// Entries of a tile, which is the work of a block.
constexpr unsigned scaled_threads = 256, scaled_rounds = 8, scaled_tile = scaled_threads * scaled_rounds;

// The pattern is that of the operand which is no diagonal, and of the result. AValues and BValues are as in
// mxm/operands.h.
template <class Index, class AValues, class BValues>
struct ScaledOperands {
    const uint64_t* ptr;
    const Index* col;
    AValues a_val;
    BValues b_val;
    uint64_t nrows, nvals;
    uint64_t first_row; // the number of row 0 in the caller's A, for operators that use it
};
using ScaledOperandsLayout = ScaledOperands<char, char*, char*>;
static_assert(sizeof(ScaledOperandsLayout) == 56, "ScaledOperands: size");
static_assert(__builtin_offsetof(ScaledOperandsLayout, nrows) == 32, "ScaledOperands: nrows");

} // namespace mergus

#endif
