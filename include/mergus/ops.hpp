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
/// parameter, as built-in operators and those of macros do, otherwise an AnyMatrix. Assign has no such form,
/// because it needs a C. Options (options.hpp) are optional.
///
/// vector_ops.hpp and line_ops.hpp, which are part of this header, have the calls with vectors. c_order.hpp
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
#include <mergus/mask.hpp>
#include <mergus/matrix.hpp>
#include <mergus/ops_results.hpp>
#include <mergus/options.hpp>
#include <mergus/scalar.hpp>
#include <mergus/vector_ops.hpp>

namespace mergus {

// ---- mxm

/// C<mask> ⊙= A ⊕.⊗ B. A is m×k, B is k×n (after the transposes), C and mask m×n.
inline void mxm(AnyMatrix& C, const AnySemiring& semiring, const AnyMatrix& A, const AnyMatrix& B,
                const WriteOptionsAB& options = {}) {
    mxm(C, options.mask, options.accum, semiring, A, B, detail::descriptor_of(options));
}
template <ValueType T>
Matrix<T> mxm(const AnySemiring& semiring, const AnyMatrix& A, const AnyMatrix& B,
              const ResultOptionsAB& options = {}) {
    return Matrix<T>(
        detail::new_mxm(type_of<T>(), options.mask, detail::descriptor_of(options), semiring, A, B));
}
template <ValueType T>
Matrix<T> mxm(const Semiring<T>& semiring, const AnyMatrix& A, const AnyMatrix& B,
              const ResultOptionsAB& options = {}) {
    return mxm<T>(static_cast<const AnySemiring&>(semiring), A, B, options);
}
inline AnyMatrix mxm(const AnySemiring& semiring, const AnyMatrix& A, const AnyMatrix& B,
                     const ResultOptionsAB& options = {}) {
    return detail::new_mxm(nullptr, options.mask, detail::descriptor_of(options), semiring, A, B);
}

// ---- transpose

/// C<mask> ⊙= A'. (assign(C, A) copies and casts a matrix.)
inline void transpose(AnyMatrix& C, const AnyMatrix& A, const WriteOptions& options = {}) {
    transpose(C, options.mask, options.accum, A, detail::descriptor_of(options));
}
template <ValueType T>
Matrix<T> transpose(const AnyMatrix& A, const ResultOptions& options = {}) {
    return Matrix<T>(detail::new_transpose(type_of<T>(), options.mask, detail::descriptor_of(options), A));
}
template <ValueType T>
Matrix<T> transpose(const Matrix<T>& A, const ResultOptions& options = {}) {
    return Matrix<T>(detail::new_transpose(type_of<T>(), options.mask, detail::descriptor_of(options), A));
}
inline AnyMatrix transpose(const AnyMatrix& A, const ResultOptions& options = {}) {
    return detail::new_transpose(nullptr, options.mask, detail::descriptor_of(options), A);
}

// ---- ewise_add, ewise_mult

/// C<mask> ⊙= A ⊕ B on the union of the patterns: op where both have an entry, otherwise the single entry.
inline void ewise_add(AnyMatrix& C, const BinaryOp& op, const AnyMatrix& A, const AnyMatrix& B,
                      const WriteOptionsAB& options = {}) {
    ewise_add(C, options.mask, options.accum, op, A, B, detail::descriptor_of(options));
}
template <ValueType T>
Matrix<T> ewise_add(const BinaryOp& op, const AnyMatrix& A, const AnyMatrix& B,
                    const ResultOptionsAB& options = {}) {
    return Matrix<T>(
        detail::new_ewise_add(type_of<T>(), options.mask, detail::descriptor_of(options), op, A, B));
}
template <ValueType Z>
Matrix<Z> ewise_add(const Typed<BinaryOp, Z>& op, const AnyMatrix& A, const AnyMatrix& B,
                    const ResultOptionsAB& options = {}) {
    return ewise_add<Z>(static_cast<const BinaryOp&>(op), A, B, options);
}
inline AnyMatrix ewise_add(const BinaryOp& op, const AnyMatrix& A, const AnyMatrix& B,
                           const ResultOptionsAB& options = {}) {
    return detail::new_ewise_add(nullptr, options.mask, detail::descriptor_of(options), op, A, B);
}

/// C<mask> ⊙= A ⊗ B on the intersection of the patterns.
inline void ewise_mult(AnyMatrix& C, const BinaryOp& op, const AnyMatrix& A, const AnyMatrix& B,
                       const WriteOptionsAB& options = {}) {
    ewise_mult(C, options.mask, options.accum, op, A, B, detail::descriptor_of(options));
}
template <ValueType T>
Matrix<T> ewise_mult(const BinaryOp& op, const AnyMatrix& A, const AnyMatrix& B,
                     const ResultOptionsAB& options = {}) {
    return Matrix<T>(
        detail::new_ewise_mult(type_of<T>(), options.mask, detail::descriptor_of(options), op, A, B));
}
template <ValueType Z>
Matrix<Z> ewise_mult(const Typed<BinaryOp, Z>& op, const AnyMatrix& A, const AnyMatrix& B,
                     const ResultOptionsAB& options = {}) {
    return ewise_mult<Z>(static_cast<const BinaryOp&>(op), A, B, options);
}
inline AnyMatrix ewise_mult(const BinaryOp& op, const AnyMatrix& A, const AnyMatrix& B,
                            const ResultOptionsAB& options = {}) {
    return detail::new_ewise_mult(nullptr, options.mask, detail::descriptor_of(options), op, A, B);
}

// ---- select

/// C<mask> ⊙= the entries a = A(i,j) for which op(a, i, j, y) is true: by value, or by position (tril, triu,
/// diag, …, where y counts diagonals, rows or columns).
inline void select(AnyMatrix& C, const IndexUnaryOp& op, const AnyMatrix& A, const Scalar& y,
                   const WriteOptionsA& options = {}) {
    select(C, options.mask, options.accum, op, A, y, detail::descriptor_of(options));
}
template <ValueType T>
Matrix<T> select(const IndexUnaryOp& op, const AnyMatrix& A, const Scalar& y,
                 const ResultOptionsA& options = {}) {
    return Matrix<T>(
        detail::new_select(type_of<T>(), options.mask, detail::descriptor_of(options), op, A, y));
}
template <ValueType T>
Matrix<T> select(const IndexUnaryOp& op, const Matrix<T>& A, const Scalar& y,
                 const ResultOptionsA& options = {}) {
    return Matrix<T>(
        detail::new_select(type_of<T>(), options.mask, detail::descriptor_of(options), op, A, y));
}
inline AnyMatrix select(const IndexUnaryOp& op, const AnyMatrix& A, const Scalar& y,
                        const ResultOptionsA& options = {}) {
    return detail::new_select(nullptr, options.mask, detail::descriptor_of(options), op, A, y);
}

// ---- apply

/// C<mask> ⊙= op(A)
inline void apply(AnyMatrix& C, const UnaryOp& op, const AnyMatrix& A, const WriteOptionsA& options = {}) {
    apply(C, options.mask, options.accum, op, A, detail::descriptor_of(options));
}
template <ValueType T>
Matrix<T> apply(const UnaryOp& op, const AnyMatrix& A, const ResultOptionsA& options = {}) {
    return Matrix<T>(detail::new_apply(type_of<T>(), options.mask, detail::descriptor_of(options), op, A));
}
template <ValueType Z>
Matrix<Z> apply(const Typed<UnaryOp, Z>& op, const AnyMatrix& A, const ResultOptionsA& options = {}) {
    return apply<Z>(static_cast<const UnaryOp&>(op), A, options);
}
inline AnyMatrix apply(const UnaryOp& op, const AnyMatrix& A, const ResultOptionsA& options = {}) {
    return detail::new_apply(nullptr, options.mask, detail::descriptor_of(options), op, A);
}

/// C<mask> ⊙= op(x, A)
inline void apply(AnyMatrix& C, const BinaryOp& op, const Scalar& x, const AnyMatrix& A,
                  const WriteOptionsA& options = {}) {
    apply(C, options.mask, options.accum, op, x, A, detail::second_input(detail::descriptor_of(options)));
}
template <ValueType T>
Matrix<T> apply(const BinaryOp& op, const Scalar& x, const AnyMatrix& A, const ResultOptionsA& options = {}) {
    return Matrix<T>(detail::new_apply(type_of<T>(), options.mask, detail::descriptor_of(options), op, x, A));
}
template <ValueType Z>
Matrix<Z> apply(const Typed<BinaryOp, Z>& op, const Scalar& x, const AnyMatrix& A,
                const ResultOptionsA& options = {}) {
    return apply<Z>(static_cast<const BinaryOp&>(op), x, A, options);
}
inline AnyMatrix apply(const BinaryOp& op, const Scalar& x, const AnyMatrix& A,
                       const ResultOptionsA& options = {}) {
    return detail::new_apply(nullptr, options.mask, detail::descriptor_of(options), op, x, A);
}

/// C<mask> ⊙= op(A, y)
inline void apply(AnyMatrix& C, const BinaryOp& op, const AnyMatrix& A, const Scalar& y,
                  const WriteOptionsA& options = {}) {
    apply(C, options.mask, options.accum, op, A, y, detail::descriptor_of(options));
}
template <ValueType T>
Matrix<T> apply(const BinaryOp& op, const AnyMatrix& A, const Scalar& y, const ResultOptionsA& options = {}) {
    return Matrix<T>(detail::new_apply(type_of<T>(), options.mask, detail::descriptor_of(options), op, A, y));
}
template <ValueType Z>
Matrix<Z> apply(const Typed<BinaryOp, Z>& op, const AnyMatrix& A, const Scalar& y,
                const ResultOptionsA& options = {}) {
    return apply<Z>(static_cast<const BinaryOp&>(op), A, y, options);
}
inline AnyMatrix apply(const BinaryOp& op, const AnyMatrix& A, const Scalar& y,
                       const ResultOptionsA& options = {}) {
    return detail::new_apply(nullptr, options.mask, detail::descriptor_of(options), op, A, y);
}

/// C<mask> ⊙= op(A(i,j), i, j, y)
inline void apply(AnyMatrix& C, const IndexUnaryOp& op, const AnyMatrix& A, const Scalar& y,
                  const WriteOptionsA& options = {}) {
    apply(C, options.mask, options.accum, op, A, y, detail::descriptor_of(options));
}
template <ValueType T>
Matrix<T> apply(const IndexUnaryOp& op, const AnyMatrix& A, const Scalar& y,
                const ResultOptionsA& options = {}) {
    return Matrix<T>(detail::new_apply(type_of<T>(), options.mask, detail::descriptor_of(options), op, A, y));
}
template <ValueType Z>
Matrix<Z> apply(const Typed<IndexUnaryOp, Z>& op, const AnyMatrix& A, const Scalar& y,
                const ResultOptionsA& options = {}) {
    return apply<Z>(static_cast<const IndexUnaryOp&>(op), A, y, options);
}
inline AnyMatrix apply(const IndexUnaryOp& op, const AnyMatrix& A, const Scalar& y,
                       const ResultOptionsA& options = {}) {
    return detail::new_apply(nullptr, options.mask, detail::descriptor_of(options), op, A, y);
}

// ---- reduce

/// C<mask> ⊙= the monoid over each row of A, if C and mask are nrows × 1, or over each column, if they are 1
/// × ncols (of A after the transpose). A row or column without entries gives none.
inline void reduce(AnyMatrix& C, const AnyMonoid& monoid, const AnyMatrix& A,
                   const WriteOptionsA& options = {}) {
    reduce(C, options.mask, options.accum, monoid, A, detail::descriptor_of(options));
}

/// The monoid over each row of A, as a vector of size nrows.
template <ValueType T>
Vector<T> reduce_rows(const AnyMonoid& monoid, const AnyMatrix& A, const ResultOptionsA& options = {}) {
    return Vector<T>(
        detail::new_reduce_rows(type_of<T>(), options.mask, detail::descriptor_of(options), monoid, A));
}
template <ValueType T>
Vector<T> reduce_rows(const Monoid<T>& monoid, const AnyMatrix& A, const ResultOptionsA& options = {}) {
    return reduce_rows<T>(static_cast<const AnyMonoid&>(monoid), A, options);
}
inline AnyVector reduce_rows(const AnyMonoid& monoid, const AnyMatrix& A,
                             const ResultOptionsA& options = {}) {
    return detail::new_reduce_rows(nullptr, options.mask, detail::descriptor_of(options), monoid, A);
}

/// The monoid over each column of A, as a vector of size ncols.
template <ValueType T>
Vector<T> reduce_columns(const AnyMonoid& monoid, const AnyMatrix& A, const ResultOptionsA& options = {}) {
    return Vector<T>(detail::new_reduce_rows(type_of<T>(), options.mask,
                                             detail::descriptor_of(options) ^ DESC_T0, monoid, A));
}
template <ValueType T>
Vector<T> reduce_columns(const Monoid<T>& monoid, const AnyMatrix& A, const ResultOptionsA& options = {}) {
    return reduce_columns<T>(static_cast<const AnyMonoid&>(monoid), A, options);
}
inline AnyVector reduce_columns(const AnyMonoid& monoid, const AnyMatrix& A,
                                const ResultOptionsA& options = {}) {
    return detail::new_reduce_rows(nullptr, options.mask, detail::descriptor_of(options) ^ DESC_T0, monoid,
                                   A);
}

/// value = the monoid over all entries of A (its identity if there are none), or accum(value, that).
template <ValueType T>
void reduce(T& value, const AnyMonoid& monoid, const AnyMatrix& A, const WriteScalarOptions& options = {}) {
    reduce(&value, type_of<T>(), options.accum, monoid, A, detail::descriptor_of(options));
}

/// The monoid over all entries of A; its identity if there are none.
template <ValueType T>
T reduce(const AnyMonoid& monoid, const AnyMatrix& A, const ScalarOptions& options = {}) {
    T value;
    reduce(&value, type_of<T>(), no_accum, monoid, A, detail::descriptor_of(options));
    return value;
}
template <ValueType T>
T reduce(const Monoid<T>& monoid, const AnyMatrix& A, const ScalarOptions& options = {}) {
    return reduce<T>(static_cast<const AnyMonoid&>(monoid), A, options);
}

// ---- assign

/// C<mask>(rows, cols) ⊙= A. The mask has the shape of C; A has the shape of the index lists. Without an
/// accumulator, entries of C in the region that are not in A are deleted. A list must not repeat an index.
inline void assign(AnyMatrix& C, const AnyMatrix& A, const Indices& rows, const Indices& cols,
                   const WriteOptionsA& options = {}) {
    assign(C, options.mask, options.accum, A, rows, cols, detail::descriptor_of(options));
}

/// C<mask> ⊙= A
inline void assign(AnyMatrix& C, const AnyMatrix& A, const WriteOptionsA& options = {}) {
    assign(C, options.mask, options.accum, A, all, all, detail::descriptor_of(options));
}

/// C<mask>(rows, cols) ⊙= the scalar everywhere in the region. A C++ value must be one of C's type (see
/// Scalar).
inline void assign(AnyMatrix& C, const Scalar& value, const Indices& rows, const Indices& cols,
                   const WriteOptions& options = {}) {
    assign(C, options.mask, options.accum, value, rows, cols, detail::descriptor_of(options));
}

/// C<mask> ⊙= the scalar at every position.
inline void assign(AnyMatrix& C, const Scalar& value, const WriteOptions& options = {}) {
    assign(C, options.mask, options.accum, value, all, all, detail::descriptor_of(options));
}

// ---- extract

/// C<mask> ⊙= A(rows, cols), of A after the transpose. A list may repeat an index.
inline void extract(AnyMatrix& C, const AnyMatrix& A, const Indices& rows, const Indices& cols,
                    const WriteOptionsA& options = {}) {
    extract(C, options.mask, options.accum, A, rows, cols, detail::descriptor_of(options));
}
template <ValueType T>
Matrix<T> extract(const AnyMatrix& A, const Indices& rows, const Indices& cols,
                  const ResultOptionsA& options = {}) {
    return Matrix<T>(
        detail::new_extract(type_of<T>(), options.mask, detail::descriptor_of(options), A, rows, cols));
}
template <ValueType T>
Matrix<T> extract(const Matrix<T>& A, const Indices& rows, const Indices& cols,
                  const ResultOptionsA& options = {}) {
    return Matrix<T>(
        detail::new_extract(type_of<T>(), options.mask, detail::descriptor_of(options), A, rows, cols));
}
inline AnyMatrix extract(const AnyMatrix& A, const Indices& rows, const Indices& cols,
                         const ResultOptionsA& options = {}) {
    return detail::new_extract(nullptr, options.mask, detail::descriptor_of(options), A, rows, cols);
}

// ---- kronecker

/// C<mask> ⊙= the Kronecker product A ⊗ B: the block (i, k) of C is op(A(i,k), B). A is m×n, B is p×q (after
/// the transposes), C and mask mp×nq.
inline void kronecker(AnyMatrix& C, const BinaryOp& op, const AnyMatrix& A, const AnyMatrix& B,
                      const WriteOptionsAB& options = {}) {
    kronecker(C, options.mask, options.accum, op, A, B, detail::descriptor_of(options));
}
template <ValueType T>
Matrix<T> kronecker(const BinaryOp& op, const AnyMatrix& A, const AnyMatrix& B,
                    const ResultOptionsAB& options = {}) {
    return Matrix<T>(
        detail::new_kronecker(type_of<T>(), options.mask, detail::descriptor_of(options), op, A, B));
}
template <ValueType Z>
Matrix<Z> kronecker(const Typed<BinaryOp, Z>& op, const AnyMatrix& A, const AnyMatrix& B,
                    const ResultOptionsAB& options = {}) {
    return kronecker<Z>(static_cast<const BinaryOp&>(op), A, B, options);
}
inline AnyMatrix kronecker(const BinaryOp& op, const AnyMatrix& A, const AnyMatrix& B,
                           const ResultOptionsAB& options = {}) {
    return detail::new_kronecker(nullptr, options.mask, detail::descriptor_of(options), op, A, B);
}

// ---- comparison

/// Whether A and B have the same type, shape, pattern and values. Values of built-in types are compared with
/// ==: 0 equals −0, and a NaN equals nothing, so a matrix with a NaN is not equal to itself. Values of a user
/// type are compared byte by byte, padding included. A and B may belong to different contexts. \throws Error
/// uninitialized_object, out_of_memory.
MERGUS_API bool isequal(const AnyMatrix& A, const AnyMatrix& B);

/// Whether A and B have the same shape and pattern, and op(a, b) is true for every pair of entries. Types may
/// differ, if they cast to op's. \throws Error domain_mismatch if op's result is not bool.
MERGUS_API bool isequal(const AnyMatrix& A, const AnyMatrix& B, const BinaryOp& op);

} // namespace mergus
