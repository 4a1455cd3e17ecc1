/// \file ewise.cpp
/// Elementwise operations on the union and on the intersection of two patterns.
#include <mergus/ops.hpp>

#include "checks.hpp"
#include "dispatch.hpp"

#include <string_view>

namespace mergus {

using core::Checker;
using core::dispatch;
using core::make_call;
using core::nothing_admitted;
using core::Operation;
using core::Shape;
using core::shape_of;
using detail::MatrixState;

namespace {

constexpr Operation add_operation{"ewise_add", &mergus_backend::ewise_add};
constexpr Operation mult_operation{"ewise_mult", &mergus_backend::ewise_mult};

void ewise(const Operation& operation, bool is_union, AnyMatrix& C, const Mask& mask, const BinaryOp& accum,
           const BinaryOp& op, const AnyMatrix& A, const AnyMatrix& B, Descriptor descriptor) {
    const Checker check(operation.name, C);
    const Descriptor flags = check.flags(mask, descriptor);
    const MatrixState& a = check.input(A, "A");
    const MatrixState& b = check.input(B, "B");
    check.same_shape("A", shape_of(a, flags.has(DESC_T0)), "C", shape_of(check.C(), false));
    check.same_shape("B", shape_of(b, flags.has(DESC_T1)), "C", shape_of(check.C(), false));
    check.mask(mask, flags);
    const mergus_op& f = check.op(op.get(), "op", MERGUS_BINARY);
    check.cast("A into op", a.type, f.x_type);
    check.cast("B into op", b.type, f.y_type);
    if (is_union) { // entries of one input alone are the result there
        check.cast("A into op's result", a.type, f.z_type);
        check.cast("B into op's result", b.type, f.z_type);
    }
    check.output(accum, f.z_type);
    if (nothing_admitted(C, mask, flags)) return;
    mergus_call call = make_call(accum, flags);
    call.op = &f;
    dispatch(operation, {&C, mask.matrix(), &A, &B}, call);
}

using Ewise = void (*)(AnyMatrix&, const Mask&, const BinaryOp&, const BinaryOp&, const AnyMatrix&,
                       const AnyMatrix&, Descriptor);

AnyMatrix new_ewise(Ewise operation, std::string_view name, const mergus_type* type, const Mask& mask,
                    Descriptor descriptor, const BinaryOp& op, const AnyMatrix& A, const AnyMatrix& B) {
    const Checker check(name, A);
    const Shape shape = shape_of(check.C(), descriptor.has(DESC_T0));
    if (type == nullptr) type = check.op(op.get(), "op", MERGUS_BINARY).z_type;
    AnyMatrix C(A.context(), type, shape.nrows, shape.ncols);
    operation(C, mask, no_accum, op, A, B, descriptor);
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
    return new_ewise(&ewise_add, "ewise_add", type, mask, descriptor, op, A, B);
}

AnyMatrix detail::new_ewise_mult(Type type, const Mask& mask, Descriptor descriptor, const BinaryOp& op,
                                 const AnyMatrix& A, const AnyMatrix& B) {
    return new_ewise(&ewise_mult, "ewise_mult", type, mask, descriptor, op, A, B);
}

} // namespace mergus
