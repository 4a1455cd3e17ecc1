/// \file apply.cpp
/// An operator on every entry: unary, binary with a scalar, or index unary.
#include <mergus/ops.hpp>

#include "cast_scalar.hpp"
#include "checks.hpp"
#include "dispatch.hpp"
#include "results.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

namespace mergus {

using core::CastScalar;
using core::Checker;
using core::dispatch;
using core::make_call;
using core::nothing_admitted;
using core::Operands;
using core::shape_of;
using core::state_of;
using detail::MatrixState;

namespace {

enum class Bound { none, first, second };

/// All forms of apply: `scalar` is null for a unary operator.
void apply_any(const AnyObject& C, const Mask& mask, const BinaryOp& accum, const mergus_op* op,
               mergus_op_kind kind, const AnyObject& A, const Scalar* scalar, Bound bound,
               Descriptor descriptor) {
    const Checker check("apply", C);
    const Descriptor flags = check.flags(mask, descriptor);
    const MatrixState& a = check.input(A, check.name_A());
    const bool transposed = flags.has(bound == Bound::first ? DESC_T1 : DESC_T0);
    const mergus_op& f = check.op(op, "op", kind);
    check.cast(check.name_A(), "op", a.type, bound == Bound::first ? f.y_type : f.x_type);
    check.output(accum, f.z_type);
    std::optional<CastScalar> value;
    if (scalar != nullptr)
        value.emplace(check, *scalar, bound == Bound::first ? f.x_type : f.y_type, "the scalar into op");
    check.mask_values(mask, flags);
    check.same_shape(check.name_A(), shape_of(a, transposed), check.name_C(), check.C().shape());
    check.mask_shape(mask);
    if (value) value->require(check);
    if (nothing_admitted(check.C(), mask, flags)) return;
    mergus_call call = make_call(accum, flags);
    call.op = &f;
    if (value) value->put_into(call);
    Operands operands{&check.C(), state_of(mask), &a, nullptr};
    if (bound == Bound::first) std::swap(operands.A, operands.B);
    dispatch({"apply", &mergus_backend::apply}, operands, call);
}

/// A new object for the result of op, of the shape of A or, if so, of A'.
template <class Object>
Object new_applied(const mergus_type* type, const mergus_op* op, mergus_op_kind kind, const Object& A,
                   bool transposed) {
    const Checker check("apply", A, core::name_of_input<Object>);
    if (type == nullptr) type = check.op(op, "op", kind).z_type;
    return core::new_result<Object>(check.C(), type, shape_of(check.C(), transposed));
}

} // namespace

void apply(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const UnaryOp& op, const AnyMatrix& A,
           Descriptor descriptor) {
    apply_any(C, mask, accum, op.get(), MERGUS_UNARY, A, nullptr, Bound::none, descriptor);
}

void apply(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const BinaryOp& op, const Scalar& x,
           const AnyMatrix& A, Descriptor descriptor) {
    apply_any(C, mask, accum, op.get(), MERGUS_BINARY, A, &x, Bound::first, descriptor);
}

void apply(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const BinaryOp& op, const AnyMatrix& A,
           const Scalar& y, Descriptor descriptor) {
    apply_any(C, mask, accum, op.get(), MERGUS_BINARY, A, &y, Bound::second, descriptor);
}

void apply(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const IndexUnaryOp& op, const AnyMatrix& A,
           const Scalar& y, Descriptor descriptor) {
    apply_any(C, mask, accum, op.get(), MERGUS_INDEX_UNARY, A, &y, Bound::second, descriptor);
}

AnyMatrix detail::new_apply(Type type, const Mask& mask, Descriptor descriptor, const UnaryOp& op,
                            const AnyMatrix& A) {
    AnyMatrix C = new_applied(type, op.get(), MERGUS_UNARY, A, descriptor.has(DESC_T0));
    apply(C, mask, no_accum, op, A, descriptor);
    return C;
}

AnyMatrix detail::new_apply(Type type, const Mask& mask, Descriptor descriptor, const BinaryOp& op,
                            const Scalar& x, const AnyMatrix& A) {
    AnyMatrix C = new_applied(type, op.get(), MERGUS_BINARY, A, descriptor.has(DESC_T0));
    apply(C, mask, no_accum, op, x, A, second_input(descriptor));
    return C;
}

AnyMatrix detail::new_apply(Type type, const Mask& mask, Descriptor descriptor, const BinaryOp& op,
                            const AnyMatrix& A, const Scalar& y) {
    AnyMatrix C = new_applied(type, op.get(), MERGUS_BINARY, A, descriptor.has(DESC_T0));
    apply(C, mask, no_accum, op, A, y, descriptor);
    return C;
}

AnyMatrix detail::new_apply(Type type, const Mask& mask, Descriptor descriptor, const IndexUnaryOp& op,
                            const AnyMatrix& A, const Scalar& y) {
    AnyMatrix C = new_applied(type, op.get(), MERGUS_INDEX_UNARY, A, descriptor.has(DESC_T0));
    apply(C, mask, no_accum, op, A, y, descriptor);
    return C;
}

void apply(AnyVector& w, const Mask& mask, const BinaryOp& accum, const UnaryOp& op, const AnyVector& u,
           Descriptor descriptor) {
    apply_any(w, mask, accum, op.get(), MERGUS_UNARY, u, nullptr, Bound::none, descriptor);
}

void apply(AnyVector& w, const Mask& mask, const BinaryOp& accum, const BinaryOp& op, const Scalar& x,
           const AnyVector& u, Descriptor descriptor) {
    apply_any(w, mask, accum, op.get(), MERGUS_BINARY, u, &x, Bound::first, descriptor);
}

void apply(AnyVector& w, const Mask& mask, const BinaryOp& accum, const BinaryOp& op, const AnyVector& u,
           const Scalar& y, Descriptor descriptor) {
    apply_any(w, mask, accum, op.get(), MERGUS_BINARY, u, &y, Bound::second, descriptor);
}

void apply(AnyVector& w, const Mask& mask, const BinaryOp& accum, const IndexUnaryOp& op, const AnyVector& u,
           const Scalar& y, Descriptor descriptor) {
    apply_any(w, mask, accum, op.get(), MERGUS_INDEX_UNARY, u, &y, Bound::second, descriptor);
}

AnyVector detail::new_apply(Type type, const Mask& mask, Descriptor descriptor, const UnaryOp& op,
                            const AnyVector& u) {
    AnyVector w = new_applied(type, op.get(), MERGUS_UNARY, u, false);
    apply(w, mask, no_accum, op, u, descriptor);
    return w;
}

AnyVector detail::new_apply(Type type, const Mask& mask, Descriptor descriptor, const BinaryOp& op,
                            const Scalar& x, const AnyVector& u) {
    AnyVector w = new_applied(type, op.get(), MERGUS_BINARY, u, false);
    apply(w, mask, no_accum, op, x, u, descriptor);
    return w;
}

AnyVector detail::new_apply(Type type, const Mask& mask, Descriptor descriptor, const BinaryOp& op,
                            const AnyVector& u, const Scalar& y) {
    AnyVector w = new_applied(type, op.get(), MERGUS_BINARY, u, false);
    apply(w, mask, no_accum, op, u, y, descriptor);
    return w;
}

AnyVector detail::new_apply(Type type, const Mask& mask, Descriptor descriptor, const IndexUnaryOp& op,
                            const AnyVector& u, const Scalar& y) {
    AnyVector w = new_applied(type, op.get(), MERGUS_INDEX_UNARY, u, false);
    apply(w, mask, no_accum, op, u, y, descriptor);
    return w;
}

} // namespace mergus
