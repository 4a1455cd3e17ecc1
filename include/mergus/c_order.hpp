/// \file c_order.hpp
/// The operations with the argument order of the GraphBLAS C API: C, mask, accumulator, operator, inputs,
/// descriptor. ops.hpp has the same operations as C++ calls with named options, and describes semantics and
/// errors. The flags of mask and descriptor are combined: structure if one of them says so, complement if
/// exactly one of them says so. Vectors have no transposes: DESC_T0 and DESC_T1 have no effect on them.
#pragma once

#include <mergus/algebra.hpp>
#include <mergus/descriptor.hpp>
#include <mergus/indices.hpp>
#include <mergus/library_calls.hpp>
#include <mergus/mask.hpp>
#include <mergus/matrix.hpp>
#include <mergus/result_types.hpp>
#include <mergus/scalar.hpp>
#include <mergus/vector.hpp>

namespace mergus {

/// C<mask> ⊙= A ⊕.⊗ B. A is m×k, B is k×n (after the descriptor's transposes), C and mask m×n.
inline void mxm(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const AnySemiring& semiring,
                const AnyMatrix& A, const AnyMatrix& B, Descriptor descriptor = {}) {
    detail::call::mxm({C, mask, accum, descriptor}, semiring, A, B);
}

/// w<mask> ⊙= A ⊕.⊗ u. A is m×n (after the descriptor's transpose, DESC_T0), u of size n, w and mask of m.
inline void mxv(AnyVector& w, const Mask& mask, const BinaryOp& accum, const AnySemiring& semiring,
                const AnyMatrix& A, const AnyVector& u, Descriptor descriptor = {}) {
    detail::call::mxv({w, mask, accum, descriptor}, semiring, A, u);
}

/// w'<mask'> ⊙= u' ⊕.⊗ A. u is of size m, A is m×n, w and mask of size n. The descriptor transposes A by
/// DESC_T1, as in the C API.
inline void vxm(AnyVector& w, const Mask& mask, const BinaryOp& accum, const AnySemiring& semiring,
                const AnyVector& u, const AnyMatrix& A, Descriptor descriptor = {}) {
    detail::call::vxm({w, mask, accum, descriptor}, semiring, u, A);
}

/// C<mask> ⊙= A'; with DESC_T0, A itself.
inline void transpose(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const AnyMatrix& A,
                      Descriptor descriptor = {}) {
    detail::call::transpose({C, mask, accum, descriptor}, A);
}

/// C<mask> ⊙= A ⊕ B on the union of the patterns: op where both have an entry, otherwise the single entry.
template <ObjectType X, SameKind<X> Y, SameKind<X> Z>
void ewise_add(X& C, const Mask& mask, const BinaryOp& accum, const BinaryOp& op, const Y& A, const Z& B,
               Descriptor descriptor = {}) {
    detail::call::ewise_add({C, mask, accum, descriptor}, op, A, B);
}

/// C<mask> ⊙= A ⊗ B on the intersection of the patterns.
template <ObjectType X, SameKind<X> Y, SameKind<X> Z>
void ewise_mult(X& C, const Mask& mask, const BinaryOp& accum, const BinaryOp& op, const Y& A, const Z& B,
                Descriptor descriptor = {}) {
    detail::call::ewise_mult({C, mask, accum, descriptor}, op, A, B);
}

/// C<mask> ⊙= the entries a = A(i,j) for which op(a, i, j, y) is true.
template <ObjectType X, SameKind<X> Y>
void select(X& C, const Mask& mask, const BinaryOp& accum, const IndexUnaryOp& op, const Y& A,
            const Scalar& y, Descriptor descriptor = {}) {
    detail::call::select({C, mask, accum, descriptor}, op, A, y);
}

/// C<mask> ⊙= op(A)
template <ObjectType X, SameKind<X> Y>
void apply(X& C, const Mask& mask, const BinaryOp& accum, const UnaryOp& op, const Y& A,
           Descriptor descriptor = {}) {
    detail::call::apply_unary({C, mask, accum, descriptor}, op, A);
}

/// C<mask> ⊙= op(x, A). The descriptor transposes A by DESC_T1, as in the C API.
template <ObjectType X, SameKind<X> Y>
void apply(X& C, const Mask& mask, const BinaryOp& accum, const BinaryOp& op, const Scalar& x, const Y& A,
           Descriptor descriptor = {}) {
    detail::call::apply_first({C, mask, accum, descriptor}, op, x, A);
}

/// C<mask> ⊙= op(A, y) or, with an IndexUnaryOp, op(A(i,j), i, j, y).
template <ObjectType X, detail::OpWithScalar Op, SameKind<X> Y>
void apply(X& C, const Mask& mask, const BinaryOp& accum, const Op& op, const Y& A, const Scalar& y,
           Descriptor descriptor = {}) {
    detail::call::apply_with_scalar<Op>({C, mask, accum, descriptor}, op, A, y);
}

/// C<mask> ⊙= the monoid over each row of A, if C is a vector of size nrows or a matrix of nrows × 1; over
/// each column, if it is a matrix of 1 × ncols (of A after the descriptor's transpose). A row or column
/// without entries gives none.
template <ObjectType X>
void reduce(X& C, const Mask& mask, const BinaryOp& accum, const AnyMonoid& monoid, const AnyMatrix& A,
            Descriptor descriptor = {}) {
    detail::call::reduce_rows({C, mask, accum, descriptor}, monoid, A);
}

/// result = the monoid over all entries of a matrix or vector A (its identity if there are none), or
/// accum(result, that), in `type`. The descriptor must be empty or DESC_DETERMINISTIC.
MERGUS_API void reduce(void* result, const mergus_type* type, const BinaryOp& accum, const AnyMonoid& monoid,
                       const AnyObject& A, Descriptor descriptor = {});

/// C<mask>(rows, cols) ⊙= A, or the scalar everywhere in the region. The mask has the shape of C; A has the
/// shape of the index lists. Without an accumulator, entries of C in the region that are not in A are
/// deleted. A list must not repeat an index. A C++ value must be one of C's type (see Scalar).
inline void assign(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const AnyMatrix& A,
                   const Indices& rows = all, const Indices& cols = all, Descriptor descriptor = {}) {
    detail::call::assign_object({C, mask, accum, descriptor}, A, rows, cols);
}
inline void assign(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const Scalar& value,
                   const Indices& rows = all, const Indices& cols = all, Descriptor descriptor = {}) {
    detail::call::assign_scalar({C, mask, accum, descriptor}, value, rows, cols);
}

/// w<mask>(indices) ⊙= u, or the scalar, by the same rules.
inline void assign(AnyVector& w, const Mask& mask, const BinaryOp& accum, const AnyVector& u,
                   const Indices& indices = all, Descriptor descriptor = {}) {
    detail::call::assign_object({w, mask, accum, descriptor}, u, indices, all);
}
inline void assign(AnyVector& w, const Mask& mask, const BinaryOp& accum, const Scalar& value,
                   const Indices& indices = all, Descriptor descriptor = {}) {
    detail::call::assign_scalar({w, mask, accum, descriptor}, value, indices, all);
}

/// C(row, cols)<mask> ⊙= u, and C(rows, col)<mask> ⊙= u (GrB_Row_assign, GrB_Col_assign). The mask is a
/// vector of the size of C's row or column; u has the size of the index list. Only that row or column is
/// changed, also by DESC_R. A list must not repeat an index.
inline void assign(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const AnyVector& u, Natural row,
                   const Indices& cols, Descriptor descriptor = {}) {
    detail::call::assign_row({C, mask, accum, descriptor}, u, row, cols);
}
inline void assign(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const AnyVector& u,
                   const Indices& rows, Natural col, Descriptor descriptor = {}) {
    detail::call::assign_column({C, mask, accum, descriptor}, u, rows, col);
}

/// C<mask> ⊙= A(rows, cols). A list may repeat an index.
inline void extract(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const AnyMatrix& A,
                    const Indices& rows = all, const Indices& cols = all, Descriptor descriptor = {}) {
    detail::call::extract_region({C, mask, accum, descriptor}, A, rows, cols);
}

/// w<mask> ⊙= u(indices). A list may repeat an index.
inline void extract(AnyVector& w, const Mask& mask, const BinaryOp& accum, const AnyVector& u,
                    const Indices& indices = all, Descriptor descriptor = {}) {
    detail::call::extract_region({w, mask, accum, descriptor}, u, indices, all);
}

/// w<mask> ⊙= A(rows, col), or A(row, cols), of A after the descriptor's transpose. A list may repeat an
/// index.
inline void extract(AnyVector& w, const Mask& mask, const BinaryOp& accum, const AnyMatrix& A,
                    const Indices& rows, Natural col, Descriptor descriptor = {}) {
    detail::call::extract_column({w, mask, accum, descriptor}, A, rows, col);
}
inline void extract(AnyVector& w, const Mask& mask, const BinaryOp& accum, const AnyMatrix& A, Natural row,
                    const Indices& cols, Descriptor descriptor = {}) {
    detail::call::extract_row({w, mask, accum, descriptor}, A, row, cols);
}

/// C<mask> ⊙= the Kronecker product A ⊗ B: the block (i, k) of C is op(A(i,k), B). A is m×n, B is p×q (after
/// the descriptor's transposes), C and mask mp×nq.
inline void kronecker(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const BinaryOp& op,
                      const AnyMatrix& A, const AnyMatrix& B, Descriptor descriptor = {}) {
    detail::call::kronecker({C, mask, accum, descriptor}, op, A, B);
}

/// C<mask> ⊙= the square matrix with u on the diagonal k: u(e) is at (e, e+k) for k ≥ 0, at (e−k, e)
/// otherwise. C has u.size() + |k| rows.
inline void diag(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const AnyVector& u, Integer k = 0,
                 Descriptor descriptor = {}) {
    detail::call::diag_matrix({C, mask, accum, descriptor}, u, k);
}

/// w<mask> ⊙= the diagonal k of A: w(e) is A(e, e+k) for k ≥ 0, A(e−k, e) otherwise. Its size is the length
/// of that diagonal, 0 for a diagonal outside of A.
inline void diag(AnyVector& w, const Mask& mask, const BinaryOp& accum, const AnyMatrix& A, Integer k = 0,
                 Descriptor descriptor = {}) {
    detail::call::diag_vector({w, mask, accum, descriptor}, A, k);
}

} // namespace mergus
