/// \file ewise.cpp
/// Elementwise operations on the union and on the intersection of two patterns.
#include <mergus/ops.hpp>

#include "checks.hpp"
#include "dispatch.hpp"
#include "results.hpp"

#include <fmt/format.h>

#include <string_view>

namespace mergus {

using core::Checker;
using core::dispatch;
using core::make_call;
using core::nothing_admitted;
using core::Operation;
using core::shape_of;
using core::state_of;
using detail::MatrixState;

namespace {

constexpr Operation add_operation{"ewise_add", &mergus_backend::ewise_add};
constexpr Operation mult_operation{"ewise_mult", &mergus_backend::ewise_mult};

void ewise(const Operation& operation, bool is_union, const AnyObject& C, const Mask& mask,
           const BinaryOp& accum, const BinaryOp& op, const AnyObject& A, const AnyObject& B,
           Descriptor descriptor) {
    const Checker check(operation.name, C);
    const std::string_view name_a = check.name_A(), name_b = check.name_B();
    const Descriptor flags = check.flags(mask, descriptor);
    const MatrixState& a = check.input(A, name_a);
    const MatrixState& b = check.input(B, name_b);
    const mergus_op& f = check.op(op.get(), "op", MERGUS_BINARY);
    check.cast(name_a, "op", a.type, f.x_type);
    check.cast(name_b, "op", b.type, f.y_type);
    if (is_union) { // entries of one input alone are the result there
        check.cast(name_a, "op's result", a.type, f.z_type);
        check.cast(name_b, "op's result", b.type, f.z_type);
    }
    check.output(accum, f.z_type);
    check.mask_values(mask, flags);
    check.same_shape(name_a, shape_of(a, flags.has(DESC_T0)), check.name_C(), check.C().shape());
    check.same_shape(name_b, shape_of(b, flags.has(DESC_T1)), check.name_C(), check.C().shape());
    check.mask_shape(mask);
    if (nothing_admitted(check.C(), mask, flags)) return;
    mergus_call call = make_call(accum, flags);
    call.op = &f;
    dispatch(operation, {&check.C(), state_of(mask), &a, &b}, call);
}

template <class Object>
Object new_ewise(const Operation& operation, bool is_union, const mergus_type* type, const Mask& mask,
                 Descriptor descriptor, const BinaryOp& op, const Object& A, const Object& B) {
    const Checker check(operation.name, A, core::name_of_input<Object>);
    if (type == nullptr) type = check.op(op.get(), "op", MERGUS_BINARY).z_type;
    Object C = core::new_result<Object>(check.C(), type, shape_of(check.C(), descriptor.has(DESC_T0)));
    ewise(operation, is_union, C, mask, no_accum, op, A, B, descriptor);
    return C;
}

} // namespace

void ewise_add(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const BinaryOp& op, const AnyMatrix& A,
               const AnyMatrix& B, Descriptor descriptor) {
    ewise(add_operation, true, C, mask, accum, op, A, B, descriptor);
}

void ewise_mult(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const BinaryOp& op, const AnyMatrix& A,
                const AnyMatrix& B, Descriptor descriptor) {
    ewise(mult_operation, false, C, mask, accum, op, A, B, descriptor);
}

AnyMatrix detail::new_ewise_add(Type type, const Mask& mask, Descriptor descriptor, const BinaryOp& op,
                                const AnyMatrix& A, const AnyMatrix& B) {
    return new_ewise(add_operation, true, type, mask, descriptor, op, A, B);
}

AnyMatrix detail::new_ewise_mult(Type type, const Mask& mask, Descriptor descriptor, const BinaryOp& op,
                                 const AnyMatrix& A, const AnyMatrix& B) {
    return new_ewise(mult_operation, false, type, mask, descriptor, op, A, B);
}

void ewise_add(AnyVector& w, const Mask& mask, const BinaryOp& accum, const BinaryOp& op, const AnyVector& u,
               const AnyVector& v, Descriptor descriptor) {
    ewise(add_operation, true, w, mask, accum, op, u, v, descriptor);
}

void ewise_mult(AnyVector& w, const Mask& mask, const BinaryOp& accum, const BinaryOp& op, const AnyVector& u,
                const AnyVector& v, Descriptor descriptor) {
    ewise(mult_operation, false, w, mask, accum, op, u, v, descriptor);
}

AnyVector detail::new_ewise_add(Type type, const Mask& mask, Descriptor descriptor, const BinaryOp& op,
                                const AnyVector& u, const AnyVector& v) {
    return new_ewise(add_operation, true, type, mask, descriptor, op, u, v);
}

AnyVector detail::new_ewise_mult(Type type, const Mask& mask, Descriptor descriptor, const BinaryOp& op,
                                 const AnyVector& u, const AnyVector& v) {
    return new_ewise(mult_operation, false, type, mask, descriptor, op, u, v);
}

} // namespace mergus
