/// \file ops.hpp
/// The operations as C++ calls, in two forms:
///
///     mxm(C, semiring, A, B, {.mask = structure(M), .accum = ops::plus<double>, .replace = true});
///     auto C = mxm(semiring, A, B, {.mask = structure(M)});
///
/// The first computes T from its inputs and writes it through mask and accumulator: C<mask, replace> ⊙= T
/// (GraphBLAS C API 2.0, section 2.3). With an accumulator Z = C ⊙ T on the union of the patterns, otherwise
/// Z = T. Where the mask is true, C(i,j) becomes Z(i,j), or no entry. Elsewhere C keeps its entries; with
/// `replace` they are deleted. C may also be the mask or an input.
///
/// The second returns a new matrix or vector of the shape of T. `mxm<T>(…)` makes a Matrix<T>, to which
/// values are cast. Without <T> the type is that of the semiring, monoid or operator, or of A where an
/// operation keeps values. The result is a Matrix of that type where the arguments have it as a template
/// parameter, as built-in operators and those of macros do, otherwise an AnyMatrix (result_types.hpp). Assign
/// has no such form, because it needs a C. Options (options.hpp) are optional.
///
/// Operations on objects of one kind take matrices or vectors: C, A and B are all matrices, or all vectors. A
/// vector is a column there: j is 0, and it has no transpose. The mask of a vector is a vector. The kind is
/// deduced from the arguments, so they must be objects, operators and semirings themselves, not values that
/// convert to them.
///
/// line_ops.hpp, which is part of this header, has the calls with rows, columns and diagonals. c_order.hpp
/// has the argument order of the C API: there the mask and the accumulator come second and third.
///
/// Values are cast between built-in domains as SuiteSparse:GraphBLAS does: floats out of an integer type's
/// range saturate, NaN becomes 0. Integer arithmetic wraps.
///
/// Errors (thrown before anything is changed): uninitialized_object, invalid_object (operands of different
/// contexts), dimension_mismatch, domain_mismatch (a cast that involves a user type), not_implemented,
/// out_of_memory, compile_error (an operator's text), device_lost.
#pragma once

#include <mergus/algebra.hpp>
#include <mergus/c_order.hpp>
#include <mergus/indices.hpp>
#include <mergus/library_calls.hpp>
#include <mergus/line_ops.hpp>
#include <mergus/mask.hpp>
#include <mergus/matrix.hpp>
#include <mergus/options.hpp>
#include <mergus/result_types.hpp>
#include <mergus/scalar.hpp>
#include <mergus/vector.hpp>

#include <concepts>

namespace mergus {

// ---- mxm, mxv, vxm

/// C<mask> ⊙= A ⊕.⊗ B. A is m×k, B is k×n (after the transposes), C and mask m×n.
inline void mxm(AnyMatrix& C, const AnySemiring& semiring, const AnyMatrix& A, const AnyMatrix& B,
                const WriteOptionsAB& options = {}) {
    detail::call::mxm({C, options}, semiring, A, B);
}
template <RequestedType T = Inferred, std::derived_from<AnySemiring> S>
MatrixOf<T, S> mxm(const S& semiring, const AnyMatrix& A, const AnyMatrix& B,
                   const ResultOptionsAB& options = {}) {
    return detail::made<MatrixOf<T, S>>(options, detail::call::mxm, semiring, A, B);
}

/// w<mask> ⊙= A ⊕.⊗ u. A is m×n (after the transpose), u of size n, w and mask of size m.
inline void mxv(AnyVector& w, const AnySemiring& semiring, const AnyMatrix& A, const AnyVector& u,
                const WriteOptionsA& options = {}) {
    detail::call::mxv({w, options}, semiring, A, u);
}
template <RequestedType T = Inferred, std::derived_from<AnySemiring> S>
VectorOf<T, S> mxv(const S& semiring, const AnyMatrix& A, const AnyVector& u,
                   const ResultOptionsA& options = {}) {
    return detail::made<VectorOf<T, S>>(options, detail::call::mxv, semiring, A, u);
}

/// w'<mask'> ⊙= u' ⊕.⊗ A. u is of size m, A is m×n (after the transpose), w and mask of size n.
inline void vxm(AnyVector& w, const AnySemiring& semiring, const AnyVector& u, const AnyMatrix& A,
                const WriteOptionsA& options = {}) {
    detail::call::vxm({w, options}, semiring, u, A);
}
template <RequestedType T = Inferred, std::derived_from<AnySemiring> S>
VectorOf<T, S> vxm(const S& semiring, const AnyVector& u, const AnyMatrix& A,
                   const ResultOptionsA& options = {}) {
    return detail::made<VectorOf<T, S>>(options, detail::call::vxm, semiring, u, A);
}

// ---- transpose

/// C<mask> ⊙= A'. (assign(C, A) copies and casts a matrix.)
inline void transpose(AnyMatrix& C, const AnyMatrix& A, const WriteOptions& options = {}) {
    detail::call::transpose({C, options}, A);
}
template <RequestedType T = Inferred, std::derived_from<AnyMatrix> X>
MatrixOf<T, X> transpose(const X& A, const ResultOptions& options = {}) {
    return detail::made<MatrixOf<T, X>>(options, detail::call::transpose, A);
}

// ---- ewise_add, ewise_mult (ewise_union.hpp has ewise_union)

/// C<mask> ⊙= A ⊕ B on the union of the patterns: op where both have an entry, otherwise the single entry.
template <ObjectType X, SameKind<X> Y, SameKind<X> Z>
void ewise_add(X& C, const BinaryOp& op, const Y& A, const Z& B, const WriteOptionsABOf<X>& options = {}) {
    detail::call::ewise_add({C, options}, op, A, B);
}
template <RequestedType T = Inferred, std::derived_from<BinaryOp> Op, ObjectType X, SameKind<X> Y>
ObjectOf<X, T, Op> ewise_add(const Op& op, const X& A, const Y& B, const ResultOptionsABOf<X>& options = {}) {
    return detail::made<ObjectOf<X, T, Op>>(options, detail::call::ewise_add, op, A, B);
}

/// C<mask> ⊙= A ⊗ B on the intersection of the patterns.
template <ObjectType X, SameKind<X> Y, SameKind<X> Z>
void ewise_mult(X& C, const BinaryOp& op, const Y& A, const Z& B, const WriteOptionsABOf<X>& options = {}) {
    detail::call::ewise_mult({C, options}, op, A, B);
}
template <RequestedType T = Inferred, std::derived_from<BinaryOp> Op, ObjectType X, SameKind<X> Y>
ObjectOf<X, T, Op> ewise_mult(const Op& op, const X& A, const Y& B,
                              const ResultOptionsABOf<X>& options = {}) {
    return detail::made<ObjectOf<X, T, Op>>(options, detail::call::ewise_mult, op, A, B);
}

// ---- select

/// C<mask> ⊙= the entries a = A(i,j) for which op(a, i, j, y) is true: by value, or by position (tril, triu,
/// diag, …, where y counts diagonals, rows or columns).
template <ObjectType X, SameKind<X> Y>
void select(X& C, const IndexUnaryOp& op, const Y& A, const Scalar& y,
            const WriteOptionsAOf<X>& options = {}) {
    detail::call::select({C, options}, op, A, y);
}
template <RequestedType T = Inferred, ObjectType X>
ObjectOf<X, T, X> select(const IndexUnaryOp& op, const X& A, const Scalar& y,
                         const ResultOptionsAOf<X>& options = {}) {
    return detail::made<ObjectOf<X, T, X>>(options, detail::call::select, op, A, y);
}

// ---- apply

/// C<mask> ⊙= op(A)
template <ObjectType X, SameKind<X> Y>
void apply(X& C, const UnaryOp& op, const Y& A, const WriteOptionsAOf<X>& options = {}) {
    detail::call::apply_unary({C, options}, op, A);
}
template <RequestedType T = Inferred, std::derived_from<UnaryOp> Op, ObjectType X>
ObjectOf<X, T, Op> apply(const Op& op, const X& A, const ResultOptionsAOf<X>& options = {}) {
    return detail::made<ObjectOf<X, T, Op>>(options, detail::call::apply_unary, op, A);
}

/// C<mask> ⊙= op(x, A)
template <ObjectType X, SameKind<X> Y>
void apply(X& C, const BinaryOp& op, const Scalar& x, const Y& A, const WriteOptionsAOf<X>& options = {}) {
    detail::call::apply_first({C, options}, op, x, A);
}
template <RequestedType T = Inferred, std::derived_from<BinaryOp> Op, ObjectType X>
ObjectOf<X, T, Op> apply(const Op& op, const Scalar& x, const X& A, const ResultOptionsAOf<X>& options = {}) {
    return detail::made<ObjectOf<X, T, Op>>(options, detail::call::apply_first, op, x, A);
}

/// C<mask> ⊙= op(A, y) or, with an IndexUnaryOp, op(A(i,j), i, j, y).
template <ObjectType X, detail::OpWithScalar Op, SameKind<X> Y>
void apply(X& C, const Op& op, const Y& A, const Scalar& y, const WriteOptionsAOf<X>& options = {}) {
    detail::call::apply_with_scalar<Op>({C, options}, op, A, y);
}
template <RequestedType T = Inferred, detail::OpWithScalar Op, ObjectType X>
ObjectOf<X, T, Op> apply(const Op& op, const X& A, const Scalar& y, const ResultOptionsAOf<X>& options = {}) {
    return detail::made<ObjectOf<X, T, Op>>(options, detail::call::apply_with_scalar<Op>, op, A, y);
}

// ---- reduce

/// C<mask> ⊙= the monoid over each row of A, if C is a vector of size nrows or a matrix of nrows × 1; over
/// each column, if it is a matrix of 1 × ncols (of A after the transpose). A row or column without entries
/// gives none.
template <ObjectType X>
void reduce(X& C, const AnyMonoid& monoid, const AnyMatrix& A, const WriteOptionsA& options = {}) {
    detail::call::reduce_rows({C, options}, monoid, A);
}

/// The monoid over each row of A, as a vector of size nrows.
template <RequestedType T = Inferred, std::derived_from<AnyMonoid> M>
VectorOf<T, M> reduce_rows(const M& monoid, const AnyMatrix& A, const ResultOptionsA& options = {}) {
    return detail::made<VectorOf<T, M>>(options, detail::call::reduce_rows, monoid, A);
}

/// The monoid over each column of A, as a vector of size ncols.
template <RequestedType T = Inferred, std::derived_from<AnyMonoid> M>
VectorOf<T, M> reduce_columns(const M& monoid, const AnyMatrix& A, const ResultOptionsA& options = {}) {
    return detail::made<VectorOf<T, M>>(options, detail::call::reduce_columns, monoid, A);
}

/// value = the monoid over all entries of A (its identity if there are none), or accum(value, that). A is a
/// matrix or a vector.
template <ValueType T>
void reduce(T& value, const AnyMonoid& monoid, const AnyObject& A, const WriteScalarOptions& options = {}) {
    reduce(&value, type_of<T>(), options.accum, monoid, A, detail::descriptor_of(options));
}

/// The monoid over all entries of a matrix or vector A; its identity if there are none.
template <ValueType T>
T reduce(const AnyMonoid& monoid, const AnyObject& A, const ScalarOptions& options = {}) {
    T value;
    reduce(&value, type_of<T>(), no_accum, monoid, A, detail::descriptor_of(options));
    return value;
}
template <ValueType T>
T reduce(const Monoid<T>& monoid, const AnyObject& A, const ScalarOptions& options = {}) {
    return reduce<T>(static_cast<const AnyMonoid&>(monoid), A, options);
}

// ---- assign

/// C<mask> ⊙= A
inline void assign(AnyMatrix& C, const AnyMatrix& A, const WriteOptionsA& options = {}) {
    detail::call::assign_object({C, options}, A, all, all);
}
inline void assign(AnyVector& C, const AnyVector& A, const WriteOptions& options = {}) {
    detail::call::assign_object({C, options}, A, all, all);
}

/// C<mask> ⊙= the scalar at every position. A C++ value must be one of C's type (see Scalar).
template <ObjectType X>
void assign(X& C, const Scalar& value, const WriteOptions& options = {}) {
    detail::call::assign_scalar({C, options}, value, all, all);
}

/// C<mask>(rows, cols) ⊙= A, or the scalar everywhere in the region. The mask has the shape of C; A has the
/// shape of the index lists. Without an accumulator, entries of C in the region that are not in A are
/// deleted. A list must not repeat an index.
inline void assign(AnyMatrix& C, const AnyMatrix& A, const Indices& rows, const Indices& cols,
                   const WriteOptionsA& options = {}) {
    detail::call::assign_object({C, options}, A, rows, cols);
}
inline void assign(AnyMatrix& C, const Scalar& value, const Indices& rows, const Indices& cols,
                   const WriteOptions& options = {}) {
    detail::call::assign_scalar({C, options}, value, rows, cols);
}

/// w<mask>(indices) ⊙= u, or the scalar at every index of the list, by the same rules.
inline void assign(AnyVector& w, const AnyVector& u, const Indices& indices,
                   const WriteOptions& options = {}) {
    detail::call::assign_object({w, options}, u, indices, all);
}
template <std::derived_from<AnyVector> W>
void assign(W& w, const Scalar& value, const Indices& indices, const WriteOptions& options = {}) {
    detail::call::assign_scalar({w, options}, value, indices, all);
}

// ---- extract

/// C<mask> ⊙= A(rows, cols), of A after the transpose. A list may repeat an index.
inline void extract(AnyMatrix& C, const AnyMatrix& A, const Indices& rows, const Indices& cols,
                    const WriteOptionsA& options = {}) {
    detail::call::extract_region({C, options}, A, rows, cols);
}
template <RequestedType T = Inferred, std::derived_from<AnyMatrix> X>
MatrixOf<T, X> extract(const X& A, const Indices& rows, const Indices& cols,
                       const ResultOptionsA& options = {}) {
    return detail::made<MatrixOf<T, X>>(options, detail::call::extract_region, A, rows, cols);
}

/// w<mask> ⊙= u(indices). A list may repeat an index.
inline void extract(AnyVector& w, const AnyVector& u, const Indices& indices,
                    const WriteOptions& options = {}) {
    detail::call::extract_region({w, options}, u, indices, all);
}
template <RequestedType T = Inferred, std::derived_from<AnyVector> X>
VectorOf<T, X> extract(const X& u, const Indices& indices, const ResultOptions& options = {}) {
    return detail::made<VectorOf<T, X>>(options, detail::call::extract_region, u, indices, all);
}

// ---- kronecker

/// C<mask> ⊙= the Kronecker product A ⊗ B: the block (i, k) of C is op(A(i,k), B). A is m×n, B is p×q (after
/// the transposes), C and mask mp×nq.
inline void kronecker(AnyMatrix& C, const BinaryOp& op, const AnyMatrix& A, const AnyMatrix& B,
                      const WriteOptionsAB& options = {}) {
    detail::call::kronecker({C, options}, op, A, B);
}
template <RequestedType T = Inferred, std::derived_from<BinaryOp> Op>
MatrixOf<T, Op> kronecker(const Op& op, const AnyMatrix& A, const AnyMatrix& B,
                          const ResultOptionsAB& options = {}) {
    return detail::made<MatrixOf<T, Op>>(options, detail::call::kronecker, op, A, B);
}

// ---- comparison

/// Whether A and B have the same type, shape, pattern and values. Values of built-in types are compared with
/// ==: 0 equals −0, and a NaN equals nothing, so a matrix with a NaN is not equal to itself. Values of a user
/// type are compared byte by byte, padding included. A and B may belong to different contexts. \throws Error
/// uninitialized_object, out_of_memory.
MERGUS_API bool isequal(const AnyMatrix& A, const AnyMatrix& B);
MERGUS_API bool isequal(const AnyVector& A, const AnyVector& B);

/// Whether A and B have the same shape and pattern, and op(a, b) is true for every pair of entries. Types may
/// differ, if they cast to op's. \throws Error domain_mismatch if op's result is not bool.
MERGUS_API bool isequal(const AnyMatrix& A, const AnyMatrix& B, const BinaryOp& op);
MERGUS_API bool isequal(const AnyVector& A, const AnyVector& B, const BinaryOp& op);

} // namespace mergus
