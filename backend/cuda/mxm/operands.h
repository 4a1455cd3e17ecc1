// operands.h: the operands of a product, as one text for the host and the kernels. The host includes
// <cstdint> first and uses void for the types of the arrays.
#ifndef MERGUS_MXM_OPERANDS_H
#define MERGUS_MXM_OPERANDS_H

#include "mxm/pattern_blocks.h"

namespace mergus {

// AValues and BValues are the types through which values are read: pointers, or OneValue (prelude.cuh).
template <class AIndex, class AValues, class BIndex, class BValues, class MValue>
struct MxmOperands {
    const uint64_t* a_ptr;
    const AIndex* a_col;
    AValues a_val;
    const uint64_t* b_ptr;
    const BIndex* b_col;
    BValues b_val;
    const uint64_t* m_ptr; // the mask, or null
    const BIndex* m_col;
    const MValue* m_val;
    uint32_t b_threads_log2; // threads that share a row of B, unless products are folded in order
    uint64_t first_row;      // the number of row 0 in the caller's A, for operators that use it
    // The pattern of B as blocks of 32 columns, for kernels with the constant by_blocks: row k has the blocks
    // [b_block_ptr[k], b_block_ptr[k + 1]).
    const uint32_t* b_block_ptr;
    const PatternBlock* b_blocks;
    uint32_t b_block_threads_log2; // threads that share the blocks of a row of B
};
using MxmOperandsLayout = MxmOperands<char, char*, char, char*, char>;
static_assert(sizeof(MxmOperandsLayout) == 112, "");
static_assert(__builtin_offsetof(MxmOperandsLayout, m_val) == 64, "");
static_assert(__builtin_offsetof(MxmOperandsLayout, b_threads_log2) == 72, "");
static_assert(__builtin_offsetof(MxmOperandsLayout, first_row) == 80, "");
static_assert(__builtin_offsetof(MxmOperandsLayout, b_blocks) == 96, "");

} // namespace mergus

#endif
