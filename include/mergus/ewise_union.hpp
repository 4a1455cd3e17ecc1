/// \file ewise_union.hpp
/// ewise_union: an operator on the union of two patterns, where a scalar stands for the entry that one input
/// lacks:
///
///     C(i,j) = op(A(i,j), B(i,j)), op(A(i,j), beta) or op(alpha, B(i,j))
///
/// Unlike ewise_add the operator always sees two values, so minus and comparisons have the meaning that one
/// expects of matrices with absent zeros: `ewise_union(ops::minus<double>, A, 0.0, B, 0.0)`.
///
/// ops.hpp describes the two forms of the calls, masks, accumulators, result types and errors. C, A, B and
/// mask have one shape (after the transposes), and are all matrices or all vectors. The scalars are converted
/// to the operator's types, by the rules of Scalar.
///
/// Cost: three element-wise operations, one transpose for each transposed input, and a temporary with the
/// entries of the union.
#pragma once

#include <mergus/ops.hpp>

namespace mergus {

/// C<mask> ⊙= the union of A and B, with the argument order of the C API (GxB_eWiseUnion).
template <ObjectType X, SameKind<X> Y, SameKind<X> Z>
void ewise_union(X& C, const Mask& mask, const BinaryOp& accum, const BinaryOp& op, const Y& A,
                 const Scalar& alpha, const Z& B, const Scalar& beta, Descriptor descriptor = {}) {
    detail::call::ewise_union({C, mask, accum, descriptor}, op, A, alpha, B, beta);
}

/// C<mask> ⊙= op on the union of the patterns, with alpha for entries that A lacks and beta for those that B
/// lacks.
template <ObjectType X, SameKind<X> Y, SameKind<X> Z>
void ewise_union(X& C, const BinaryOp& op, const Y& A, const Scalar& alpha, const Z& B, const Scalar& beta,
                 const WriteOptionsABOf<X>& options = {}) {
    detail::call::ewise_union({C, options}, op, A, alpha, B, beta);
}
template <RequestedType T = Inferred, std::derived_from<BinaryOp> Op, ObjectType X, SameKind<X> Y>
ObjectOf<X, T, Op> ewise_union(const Op& op, const X& A, const Scalar& alpha, const Y& B, const Scalar& beta,
                               const ResultOptionsABOf<X>& options = {}) {
    return detail::made<ObjectOf<X, T, Op>>(options, detail::call::ewise_union, op, A, alpha, B, beta);
}

} // namespace mergus
