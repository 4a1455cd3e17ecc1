/// \file select.cpp
/// The entries for which an operator is true.
#include <mergus/ops.hpp>

#include "cast_scalar.hpp"
#include "checks.hpp"
#include "dispatch.hpp"
#include "results.hpp"

#include <fmt/format.h>

namespace mergus {

using core::CastScalar;
using core::Checker;
using core::dispatch;
using core::make_call;
using core::nothing_admitted;
using core::shape_of;
using core::state_of;
using detail::MatrixState;

namespace {

void select_any(const AnyObject& C, const Mask& mask, const BinaryOp& accum, const IndexUnaryOp& op,
                const AnyObject& A, const Scalar& y, Descriptor descriptor) {
    const Checker check("select", C);
    const Descriptor flags = check.flags(mask, descriptor);
    const MatrixState& a = check.input(A, check.name_A());
    const mergus_op& f = check.op(op.get(), "op", MERGUS_INDEX_UNARY);
    check.cast(check.name_A(), "op", a.type, f.x_type);
    check.cast("op's result", "bool", f.z_type, type_of<bool>());
    const CastScalar scalar(check, y, f.y_type, "y into op");
    check.output(accum, a.type);
    check.mask_values(mask, flags);
    check.same_shape(check.name_A(), shape_of(a, flags.has(DESC_T0)), check.name_C(), check.C().shape());
    check.mask_shape(mask);
    scalar.require(check);
    if (nothing_admitted(check.C(), mask, flags)) return;
    mergus_call call = make_call(accum, flags);
    call.op = &f;
    scalar.put_into(call);
    dispatch({"select", &mergus_backend::select}, {&check.C(), state_of(mask), &a, nullptr}, call);
}

template <class Object>
Object new_selection(const mergus_type* type, const Mask& mask, Descriptor descriptor, const IndexUnaryOp& op,
                     const Object& A, const Scalar& y) {
    const MatrixState& a = state_of(A, "select", core::name_of_input<Object>);
    Object C =
        core::new_result<Object>(a, type != nullptr ? type : a.type, shape_of(a, descriptor.has(DESC_T0)));
    select_any(C, mask, no_accum, op, A, y, descriptor);
    return C;
}

} // namespace

void select(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const IndexUnaryOp& op, const AnyMatrix& A,
            const Scalar& y, Descriptor descriptor) {
    select_any(C, mask, accum, op, A, y, descriptor);
}

AnyMatrix detail::new_select(Type type, const Mask& mask, Descriptor descriptor, const IndexUnaryOp& op,
                             const AnyMatrix& A, const Scalar& y) {
    return new_selection(type, mask, descriptor, op, A, y);
}

void select(AnyVector& w, const Mask& mask, const BinaryOp& accum, const IndexUnaryOp& op, const AnyVector& u,
            const Scalar& y, Descriptor descriptor) {
    select_any(w, mask, accum, op, u, y, descriptor);
}

AnyVector detail::new_select(Type type, const Mask& mask, Descriptor descriptor, const IndexUnaryOp& op,
                             const AnyVector& u, const Scalar& y) {
    return new_selection(type, mask, descriptor, op, u, y);
}

} // namespace mergus
