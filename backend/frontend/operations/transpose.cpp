/// \file transpose.cpp
/// The transpose.
#include <mergus/ops.hpp>

#include "checks.hpp"
#include "dispatch.hpp"

namespace mergus {

using core::Checker;
using core::dispatch;
using core::make_call;
using core::nothing_admitted;
using core::shape_of;
using core::state_of;
using detail::MatrixState;

void transpose(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const AnyMatrix& A,
               Descriptor descriptor) {
    const Checker check("transpose", C);
    const Descriptor flags = check.flags(mask, descriptor);
    const MatrixState& a = check.input(A, "A");
    const bool twice = flags.has(DESC_T0);
    check.output(accum, a.type);
    check.mask_values(mask, flags);
    check.same_shape(twice ? "A" : "A'", shape_of(a, !twice), "C", shape_of(check.C(), false));
    check.mask_shape(mask);
    if (nothing_admitted(check.C(), mask, flags)) return;
    dispatch({"transpose", &mergus_backend::transpose}, {&check.C(), state_of(mask), &a, nullptr},
             make_call(accum, flags));
}

AnyMatrix detail::new_transpose(Type type, const Mask& mask, Descriptor descriptor, const AnyMatrix& A) {
    const MatrixState& a = state_of(A, "transpose", "A");
    AnyMatrix C(A.context(), type != nullptr ? type : a.type, a.ncols, a.nrows);
    transpose(C, mask, no_accum, A, descriptor);
    return C;
}

} // namespace mergus
