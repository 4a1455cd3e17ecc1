/// \file assign.cpp
/// Assignment of a matrix or a scalar to a region of C.
#include <mergus/ops.hpp>

#include "cast_scalar.hpp"
#include "checks.hpp"
#include "dispatch.hpp"
#include "regions.hpp"

namespace mergus {

using core::CastScalar;
using core::Checker;
using core::dispatch;
using core::make_call;
using core::nothing_admitted;
using core::put_indices;
using core::region;
using core::Shape;
using core::shape_of;
using detail::MatrixState;

void assign(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const AnyMatrix& A, const Indices& rows,
            const Indices& cols, Descriptor descriptor) {
    const Checker check("assign", C);
    const Descriptor flags = check.flags(mask, descriptor);
    const MatrixState& a = check.input(A, "A");
    const Shape whole = shape_of(check.C(), false);
    check.unique_indices("rows", rows, whole.nrows);
    check.unique_indices("cols", cols, whole.ncols);
    check.same_shape("A", shape_of(a, flags.has(DESC_T0)), "the region", region(whole, rows, cols));
    check.mask(mask, flags);
    check.output(accum, a.type);
    if (nothing_admitted(C, mask, flags)) return;
    mergus_call call = make_call(accum, flags);
    put_indices(call, rows, cols);
    dispatch({"assign", &mergus_backend::assign}, {&C, mask.matrix(), &A, nullptr}, call);
}

void assign(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const Scalar& value, const Indices& rows,
            const Indices& cols, Descriptor descriptor) {
    const Checker check("assign", C);
    const Descriptor flags = check.flags(mask, descriptor);
    const Shape whole = shape_of(check.C(), false);
    check.unique_indices("rows", rows, whole.nrows);
    check.unique_indices("cols", cols, whole.ncols);
    check.mask(mask, flags);
    const CastScalar scalar(check, value, nullptr, "the scalar");
    check.output(accum, value.type());
    core::check_value(check, value, check.C().type, "the scalar into C");
    if (accum.get() != nullptr && accum.get()->y_type != nullptr)
        core::check_value(check, value, accum.get()->y_type, "the scalar into accum");
    if (nothing_admitted(C, mask, flags)) return;
    mergus_call call = make_call(accum, flags);
    put_indices(call, rows, cols);
    scalar.put_into(call);
    dispatch({"assign", &mergus_backend::assign_scalar}, {&C, mask.matrix(), nullptr, nullptr}, call);
}

} // namespace mergus
