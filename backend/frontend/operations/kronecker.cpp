/// \file kronecker.cpp
/// The Kronecker product.
#include "operation.hpp"

#include <limits>

namespace mergus::detail::call {

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

void kronecker(const Output& out, const BinaryOp& op, const AnyMatrix& A, const AnyMatrix& B) {
    if (out.is_new) {
        const Checker check("kronecker", A, "A");
        const MatrixState& b = check.input(B, "B");
        make_new(out, check.C(), check.op(op.get(), "op", MERGUS_BINARY).z_type,
                 shape_of_product(check.C(), b, out.descriptor));
    }
    const OutputChecker check("kronecker", out);
    const Descriptor flags = check.flags();
    const MatrixState& a = check.input(A, "A");
    const MatrixState& b = check.input(B, "B");
    const mergus_op& f = check.op(op.get(), "op", MERGUS_BINARY);
    check.cast("A", "op", a.type, f.x_type);
    check.cast("B", "op", b.type, f.y_type);
    check.output(f.z_type, flags);
    check.same_shape("the product", shape_of_product(a, b, flags), "C", check.C().shape());
    check.mask_shape();
    check.run({"kronecker", &mergus_backend::kronecker}, flags, &a, &b,
              [&](mergus_call& call) { call.op = &f; });
}

} // namespace mergus::detail::call
