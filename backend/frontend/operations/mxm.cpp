/// \file mxm.cpp
/// Products over a semiring: of two matrices, and of a matrix and a vector.
#include "operation.hpp"

#include <fmt/format.h>

namespace mergus::detail::call {

namespace {

/// A product and the names of its operands in messages.
struct Product {
    Operation operation;
    const char *C, *A, *B;
};

/// The inner dimensions are equal. The left vector of vxm is a row.
void check_inner(const Checker& check, const Product& product, const MatrixState& a, const MatrixState& b,
                 Descriptor flags) {
    const bool transpose_a = flags.has(DESC_T0) && !a.is_vector;
    const bool transpose_b = flags.has(DESC_T1) && !b.is_vector;
    const Shape shape_a = shape_of(a, transpose_a);
    const Shape shape_b = shape_of(b, transpose_b);
    if ((a.is_vector ? shape_a.nrows : shape_a.ncols) != shape_b.nrows)
        check.fail(Code::dimension_mismatch,
                   fmt::format("{}{} is {}, but {}{} is {}", product.A, transpose_a ? "'" : "",
                               text_of(shape_a), product.B, transpose_b ? "'" : "", text_of(shape_b)));
}

/// The shape of the product of operands that fit.
Shape shape_of_product(const MatrixState& a, const MatrixState& b, Descriptor flags) {
    if (a.is_vector) return core::vector_shape(shape_of(b, flags.has(DESC_T1)).ncols);
    const std::uint64_t nrows = shape_of(a, flags.has(DESC_T0)).nrows;
    if (b.is_vector) return core::vector_shape(nrows);
    return {nrows, shape_of(b, flags.has(DESC_T1)).ncols};
}

void multiply(const Product& product, const Output& out, const AnySemiring& semiring, const AnyObject& A,
              const AnyObject& B) {
    if (out.is_new) {
        const Checker check(product.operation.name, A, product.A);
        const mergus_semiring& s = check.semiring(semiring.get());
        const MatrixState& b = check.input(B, product.B);
        make_new(out, check.C(), s.add->op->z_type, shape_of_product(check.C(), b, out.descriptor));
    }
    const OutputChecker check(product.operation.name, out);
    const MatrixState& a = check.input(A, product.A);
    const MatrixState& b = check.input(B, product.B);
    const Descriptor flags = check.flags(a.is_vector ? DESC_T1 : b.is_vector ? DESC_T0 : DESC_T0T1);
    const mergus_semiring& s = check.semiring(semiring.get());
    check.cast(product.A, "the semiring", a.type, s.mul->x_type);
    check.cast(product.B, "the semiring", b.type, s.mul->y_type);
    check.output(s.add->op->z_type, flags);
    check_inner(check, product, a, b, flags);
    check.same_shape("the product", shape_of_product(a, b, flags), product.C, check.C().shape());
    check.mask_shape();
    check.run(product.operation, flags, &a, &b, [&](mergus_call& call) { call.semiring = &s; });
}

} // namespace

void mxm(const Output& C, const AnySemiring& semiring, const AnyMatrix& A, const AnyMatrix& B) {
    multiply({{"mxm", &mergus_backend::mxm}, "C", "A", "B"}, C, semiring, A, B);
}

void mxv(const Output& w, const AnySemiring& semiring, const AnyMatrix& A, const AnyVector& u) {
    multiply({{"mxv", &mergus_backend::mxv}, "w", "A", "u"}, w, semiring, A, u);
}

void vxm(const Output& w, const AnySemiring& semiring, const AnyVector& u, const AnyMatrix& A) {
    multiply({{"vxm", &mergus_backend::vxm}, "w", "u", "A"}, second_input(w), semiring, u, A);
}

} // namespace mergus::detail::call
