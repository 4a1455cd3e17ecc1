/// \file kronecker.cpp
/// The Kronecker product.
#include <mergus/ops.hpp>

#include "checks.hpp"
#include "dispatch.hpp"
#include "results.hpp"

#include <limits>

namespace mergus {

using core::Checker;
using core::Shape;
using core::shape_of;
using core::state_of;
using detail::MatrixState;

namespace {

/// A product that is out of range is larger than every dimension.
std::uint64_t saturated(std::uint64_t a, std::uint64_t b) {
    std::uint64_t product = 0;
    return __builtin_mul_overflow(a, b, &product) ? std::numeric_limits<std::uint64_t>::max() : product;
}

Shape shape_of_product(const MatrixState& a, const MatrixState& b, Descriptor flags) {
    const Shape left = shape_of(a, flags.has(DESC_T0)), right = shape_of(b, flags.has(DESC_T1));
    return {saturated(left.nrows, right.nrows), saturated(left.ncols, right.ncols)};
}

} // namespace

void kronecker(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const BinaryOp& op, const AnyMatrix& A,
               const AnyMatrix& B, Descriptor descriptor) {
    const Checker check("kronecker", C);
    const Descriptor flags = check.flags(mask, descriptor);
    const MatrixState& a = check.input(A, "A");
    const MatrixState& b = check.input(B, "B");
    const mergus_op& f = check.op(op.get(), "op", MERGUS_BINARY);
    check.cast("A", "op", a.type, f.x_type);
    check.cast("B", "op", b.type, f.y_type);
    check.output(accum, f.z_type);
    check.mask_values(mask, flags);
    check.same_shape("the product", shape_of_product(a, b, flags), "C", check.C().shape());
    check.mask_shape(mask);
    if (core::nothing_admitted(check.C(), mask, flags)) return;
    mergus_call call = core::make_call(accum, flags);
    call.op = &f;
    core::dispatch({"kronecker", &mergus_backend::kronecker}, {&check.C(), state_of(mask), &a, &b}, call);
}

AnyMatrix detail::new_kronecker(Type type, const Mask& mask, Descriptor descriptor, const BinaryOp& op,
                                const AnyMatrix& A, const AnyMatrix& B) {
    const Checker check("kronecker", A, "A");
    const MatrixState& b = check.input(B, "B");
    if (type == nullptr) type = check.op(op.get(), "op", MERGUS_BINARY).z_type;
    auto C = core::new_result<AnyMatrix>(check.C(), type, shape_of_product(check.C(), b, descriptor));
    kronecker(C, mask, no_accum, op, A, B, descriptor);
    return C;
}

} // namespace mergus
