/// \file ewise_union.hpp
/// ewise_union: an operator on the union of two patterns, where a scalar stands for the entry that one input
/// lacks:
///
///     C(i,j) = op(A(i,j), B(i,j)), op(A(i,j), beta) or op(alpha, B(i,j))
///
/// Unlike ewise_add the operator always sees two values, so minus and comparisons have the meaning that one
/// expects of matrices with absent zeros: `ewise_union(ops::minus<double>, A, 0.0, B, 0.0)`.
///
/// ops.hpp describes the two forms of the calls, masks, accumulators, result types and errors. The scalars
/// are converted to the operator's types, by the rules of Scalar.
///
/// Cost: three element-wise operations, one transpose for each transposed input, and a temporary with the
/// entries of the union.
#pragma once

#include <mergus/ops.hpp>

namespace mergus {

/// C<mask> ⊙= the union of A and B, with the argument order of the C API (GxB_eWiseUnion). A, B (after the
/// descriptor's transposes), C and mask have one shape.
MERGUS_API void ewise_union(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const BinaryOp& op,
                            const AnyMatrix& A, const Scalar& alpha, const AnyMatrix& B, const Scalar& beta,
                            Descriptor descriptor = {});
/// The same for vectors of one size.
MERGUS_API void ewise_union(AnyVector& w, const Mask& mask, const BinaryOp& accum, const BinaryOp& op,
                            const AnyVector& u, const Scalar& alpha, const AnyVector& v, const Scalar& beta,
                            Descriptor descriptor = {});

namespace detail {
MERGUS_API AnyMatrix new_ewise_union(Type type, const Mask& mask, Descriptor descriptor, const BinaryOp& op,
                                     const AnyMatrix& A, const Scalar& alpha, const AnyMatrix& B,
                                     const Scalar& beta);
MERGUS_API AnyVector new_ewise_union(Type type, const Mask& mask, Descriptor descriptor, const BinaryOp& op,
                                     const AnyVector& u, const Scalar& alpha, const AnyVector& v,
                                     const Scalar& beta);
} // namespace detail

/// C<mask> ⊙= op on the union of the patterns, with alpha for entries that A lacks and beta for those that B
/// lacks.
inline void ewise_union(AnyMatrix& C, const BinaryOp& op, const AnyMatrix& A, const Scalar& alpha,
                        const AnyMatrix& B, const Scalar& beta, const WriteOptionsAB& options = {}) {
    ewise_union(C, options.mask, options.accum, op, A, alpha, B, beta, detail::descriptor_of(options));
}
template <ValueType T>
Matrix<T> ewise_union(const BinaryOp& op, const AnyMatrix& A, const Scalar& alpha, const AnyMatrix& B,
                      const Scalar& beta, const ResultOptionsAB& options = {}) {
    return Matrix<T>(detail::new_ewise_union(type_of<T>(), options.mask, detail::descriptor_of(options), op,
                                             A, alpha, B, beta));
}
template <ValueType Z>
Matrix<Z> ewise_union(const Typed<BinaryOp, Z>& op, const AnyMatrix& A, const Scalar& alpha,
                      const AnyMatrix& B, const Scalar& beta, const ResultOptionsAB& options = {}) {
    return ewise_union<Z>(static_cast<const BinaryOp&>(op), A, alpha, B, beta, options);
}
inline AnyMatrix ewise_union(const BinaryOp& op, const AnyMatrix& A, const Scalar& alpha, const AnyMatrix& B,
                             const Scalar& beta, const ResultOptionsAB& options = {}) {
    return detail::new_ewise_union(nullptr, options.mask, detail::descriptor_of(options), op, A, alpha, B,
                                   beta);
}

/// w<mask> ⊙= op on the union of the patterns, as for matrices.
inline void ewise_union(AnyVector& w, const BinaryOp& op, const AnyVector& u, const Scalar& alpha,
                        const AnyVector& v, const Scalar& beta, const WriteOptions& options = {}) {
    ewise_union(w, options.mask, options.accum, op, u, alpha, v, beta, detail::descriptor_of(options));
}
template <ValueType T>
Vector<T> ewise_union(const BinaryOp& op, const AnyVector& u, const Scalar& alpha, const AnyVector& v,
                      const Scalar& beta, const ResultOptions& options = {}) {
    return Vector<T>(detail::new_ewise_union(type_of<T>(), options.mask, detail::descriptor_of(options), op,
                                             u, alpha, v, beta));
}
template <ValueType Z>
Vector<Z> ewise_union(const Typed<BinaryOp, Z>& op, const AnyVector& u, const Scalar& alpha,
                      const AnyVector& v, const Scalar& beta, const ResultOptions& options = {}) {
    return ewise_union<Z>(static_cast<const BinaryOp&>(op), u, alpha, v, beta, options);
}
inline AnyVector ewise_union(const BinaryOp& op, const AnyVector& u, const Scalar& alpha, const AnyVector& v,
                             const Scalar& beta, const ResultOptions& options = {}) {
    return detail::new_ewise_union(nullptr, options.mask, detail::descriptor_of(options), op, u, alpha, v,
                                   beta);
}

} // namespace mergus
