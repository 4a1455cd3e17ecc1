/// \file select.cpp
/// The entries for which an operator is true.
#include <mergus/ops.hpp>

#include "cast_scalar.hpp"
#include "checks.hpp"
#include "dispatch.hpp"

namespace mergus {

using core::CastScalar;
using core::Checker;
using core::dispatch;
using core::make_call;
using core::nothing_admitted;
using core::Shape;
using core::shape_of;
using core::state_of;
using detail::MatrixState;

void select(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const IndexUnaryOp& op, const AnyMatrix& A,
            const Scalar& y, Descriptor descriptor) {
    const Checker check("select", C);
    const Descriptor flags = check.flags(mask, descriptor);
    const MatrixState& a = check.input(A, "A");
    check.same_shape("A", shape_of(a, flags.has(DESC_T0)), "C", shape_of(check.C(), false));
    check.mask(mask, flags);
    const mergus_op& f = check.op(op.get(), "op", MERGUS_INDEX_UNARY);
    check.cast("A into op", a.type, f.x_type);
    check.cast("op's result into bool", f.z_type, type_of<bool>());
    const CastScalar scalar(check, y, f.y_type, "y into op");
    check.output(accum, a.type);
    if (nothing_admitted(C, mask, flags)) return;
    mergus_call call = make_call(accum, flags);
    call.op = &f;
    scalar.put_into(call);
    dispatch({"select", &mergus_backend::select}, {&C, mask.matrix(), &A, nullptr}, call);
}

AnyMatrix detail::new_select(Type type, const Mask& mask, Descriptor descriptor, const IndexUnaryOp& op,
                             const AnyMatrix& A, const Scalar& y) {
    const MatrixState& a = state_of(A, "select", "A");
    const Shape shape = shape_of(a, descriptor.has(DESC_T0));
    AnyMatrix C(A.context(), type != nullptr ? type : a.type, shape.nrows, shape.ncols);
    select(C, mask, no_accum, op, A, y, descriptor);
    return C;
}

} // namespace mergus
