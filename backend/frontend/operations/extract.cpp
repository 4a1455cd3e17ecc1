/// \file extract.cpp
/// A region of a matrix.
#include <mergus/ops.hpp>

#include "checks.hpp"
#include "dispatch.hpp"
#include "regions.hpp"

namespace mergus {

using core::Checker;
using core::dispatch;
using core::make_call;
using core::nothing_admitted;
using core::put_indices;
using core::region;
using core::Shape;
using core::shape_of;
using core::state_of;
using detail::MatrixState;

void extract(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const AnyMatrix& A, const Indices& rows,
             const Indices& cols, Descriptor descriptor) {
    const Checker check("extract", C);
    const Descriptor flags = check.flags(mask, descriptor);
    const MatrixState& a = check.input(A, "A");
    const Shape whole = shape_of(a, flags.has(DESC_T0));
    check.indices("rows", rows, whole.nrows);
    check.indices("cols", cols, whole.ncols);
    check.same_shape("the region", region(whole, rows, cols), "C", shape_of(check.C(), false));
    check.mask(mask, flags);
    check.output(accum, a.type);
    if (nothing_admitted(C, mask, flags)) return;
    mergus_call call = make_call(accum, flags);
    put_indices(call, rows, cols);
    dispatch({"extract", &mergus_backend::extract}, {&C, mask.matrix(), &A, nullptr}, call);
}

AnyMatrix detail::new_extract(Type type, const Mask& mask, Descriptor descriptor, const AnyMatrix& A,
                              const Indices& rows, const Indices& cols) {
    const MatrixState& a = state_of(A, "extract", "A");
    const Shape shape = region(shape_of(a, descriptor.has(DESC_T0)), rows, cols);
    AnyMatrix C(A.context(), type != nullptr ? type : a.type, shape.nrows, shape.ncols);
    extract(C, mask, no_accum, A, rows, cols, descriptor);
    return C;
}

} // namespace mergus
