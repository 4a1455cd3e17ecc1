// combine_input.h: the operands of the kernels of steps/combine.cuh, as one text for the host and the
// kernels. On the host all element types are void.
#ifndef MERGUS_OPS_COMBINE_INPUT_H
#define MERGUS_OPS_COMBINE_INPUT_H

#include "steps/region_lists.h"

namespace mergus {

template <class Index, class X_value, class Y_value, class M_value>
struct CombineInputOf {
    const uint64_t* x_ptr;
    const Index* x_col;
    const X_value* x_val;
    const uint64_t* y_ptr;
    const Index* y_col;
    const Y_value* y_val;
    const uint64_t* m_ptr; // the mask's; null without a mask
    const Index* m_col;
    const M_value* m_val;
    RegionLists region;
    uint64_t nrows;
    uint32_t x_full, y_full, m_full; // 1: the operand is a row with an entry in every column
};
using CombineInputLayout = CombineInputOf<void, void, void, void>;
static_assert(sizeof(CombineInputLayout) == 128, "CombineInput: size");
static_assert(__builtin_offsetof(CombineInputLayout, y_ptr) == 24, "CombineInput: y_ptr");
static_assert(__builtin_offsetof(CombineInputLayout, m_ptr) == 48, "CombineInput: m_ptr");
static_assert(__builtin_offsetof(CombineInputLayout, region) == 72, "CombineInput: region");
static_assert(__builtin_offsetof(CombineInputLayout, nrows) == 104, "CombineInput: nrows");
static_assert(__builtin_offsetof(CombineInputLayout, x_full) == 112, "CombineInput: x_full");

} // namespace mergus

#endif
