/// \file mxm.cpp
/// Products over a semiring: of two matrices, and of a matrix and a vector.
#include <mergus/ops.hpp>

#include "checks.hpp"
#include "dispatch.hpp"
#include "results.hpp"

#include <fmt/format.h>

namespace mergus {

using core::Checker;
using core::dispatch;
using core::make_call;
using core::nothing_admitted;
using core::Operation;
using core::Shape;
using core::shape_of;
using core::state_of;
using core::text_of;
using detail::MatrixState;

namespace {

/// A product and the names of its operands in messages.
struct Product {
    Operation operation;
    const char *C, *A, *B;
};
constexpr Product mxm_product{{"mxm", &mergus_backend::mxm}, "C", "A", "B"};
constexpr Product mxv_product{{"mxv", &mergus_backend::mxv}, "w", "A", "u"};
constexpr Product vxm_product{{"vxm", &mergus_backend::vxm}, "w", "u", "A"};

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

void multiply(const Product& product, const AnyObject& C, const Mask& mask, const BinaryOp& accum,
              const AnySemiring& semiring, const AnyObject& A, const AnyObject& B, Descriptor descriptor) {
    const Checker check(product.operation.name, C);
    const MatrixState& a = check.input(A, product.A);
    const MatrixState& b = check.input(B, product.B);
    const Descriptor transposes = a.is_vector ? DESC_T1 : b.is_vector ? DESC_T0 : DESC_T0T1;
    const Descriptor flags = check.flags(mask, descriptor, transposes);
    const mergus_semiring& s = check.semiring(semiring.get());
    check.cast(product.A, "the semiring", a.type, s.mul->x_type);
    check.cast(product.B, "the semiring", b.type, s.mul->y_type);
    check.output(accum, s.add->op->z_type);
    check.mask_values(mask, flags);
    check_inner(check, product, a, b, flags);
    check.same_shape("the product", shape_of_product(a, b, flags), product.C, check.C().shape());
    check.mask_shape(mask);
    if (nothing_admitted(check.C(), mask, flags)) return;
    mergus_call call = make_call(accum, flags);
    call.semiring = &s;
    dispatch(product.operation, {&check.C(), state_of(mask), &a, &b}, call);
}

template <class Object>
Object new_product(const Product& product, const mergus_type* type, const Mask& mask, Descriptor descriptor,
                   const AnySemiring& semiring, const AnyObject& A, const AnyObject& B) {
    const Checker check(product.operation.name, A, product.A);
    const mergus_semiring& s = check.semiring(semiring.get());
    const MatrixState& b = check.input(B, product.B);
    Object C = core::new_result<Object>(check.C(), type != nullptr ? type : s.add->op->z_type,
                                        shape_of_product(check.C(), b, descriptor));
    multiply(product, C, mask, no_accum, semiring, A, B, descriptor);
    return C;
}

} // namespace

void mxm(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const AnySemiring& semiring,
         const AnyMatrix& A, const AnyMatrix& B, Descriptor descriptor) {
    multiply(mxm_product, C, mask, accum, semiring, A, B, descriptor);
}

AnyMatrix detail::new_mxm(Type type, const Mask& mask, Descriptor descriptor, const AnySemiring& semiring,
                          const AnyMatrix& A, const AnyMatrix& B) {
    return new_product<AnyMatrix>(mxm_product, type, mask, descriptor, semiring, A, B);
}

void mxv(AnyVector& w, const Mask& mask, const BinaryOp& accum, const AnySemiring& semiring,
         const AnyMatrix& A, const AnyVector& u, Descriptor descriptor) {
    multiply(mxv_product, w, mask, accum, semiring, A, u, descriptor);
}

AnyVector detail::new_mxv(Type type, const Mask& mask, Descriptor descriptor, const AnySemiring& semiring,
                          const AnyMatrix& A, const AnyVector& u) {
    return new_product<AnyVector>(mxv_product, type, mask, descriptor, semiring, A, u);
}

void vxm(AnyVector& w, const Mask& mask, const BinaryOp& accum, const AnySemiring& semiring,
         const AnyVector& u, const AnyMatrix& A, Descriptor descriptor) {
    multiply(vxm_product, w, mask, accum, semiring, u, A, descriptor);
}

AnyVector detail::new_vxm(Type type, const Mask& mask, Descriptor descriptor, const AnySemiring& semiring,
                          const AnyVector& u, const AnyMatrix& A) {
    return new_product<AnyVector>(vxm_product, type, mask, descriptor, semiring, u, A);
}

} // namespace mergus
