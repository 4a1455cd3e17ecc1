/// \file line_ops.hpp
/// Rows, columns and diagonals of matrices as vectors: calls in the two forms of ops.hpp. C(row, cols) is a
/// part of a row, C(rows, col) a part of a column; a number in braces, {2}, is a list. Part of ops.hpp.
#pragma once

#include <mergus/c_order.hpp>
#include <mergus/indices.hpp>
#include <mergus/library_calls.hpp>
#include <mergus/matrix.hpp>
#include <mergus/natural.hpp>
#include <mergus/options.hpp>
#include <mergus/result_types.hpp>
#include <mergus/vector.hpp>

#include <concepts>

namespace mergus {

// ---- assign

/// C(row, cols)<mask> ⊙= u, and C(rows, col)<mask> ⊙= u. The mask is a vector of the size of C's row or
/// column; u has the size of the list. Only that row or column is changed, also by `replace`.
inline void assign(AnyMatrix& C, const AnyVector& u, Natural row, const Indices& cols,
                   const WriteOptions& options = {}) {
    detail::call::assign_row({C, options}, u, row, cols);
}
inline void assign(AnyMatrix& C, const AnyVector& u, const Indices& rows, Natural col,
                   const WriteOptions& options = {}) {
    detail::call::assign_column({C, options}, u, rows, col);
}

// ---- extract

/// w<mask> ⊙= A(rows, col), a part of a column of A (after the transpose). The list may repeat an index.
inline void extract(AnyVector& w, const AnyMatrix& A, const Indices& rows, Natural col,
                    const WriteOptionsA& options = {}) {
    detail::call::extract_column({w, options}, A, rows, col);
}
template <RequestedType T = Inferred, std::derived_from<AnyMatrix> X, detail::NaturalArgument Column>
VectorOf<T, X> extract(const X& A, const Indices& rows, Column col, const ResultOptionsA& options = {}) {
    return detail::made<VectorOf<T, X>>(options, detail::call::extract_column, A, rows, col);
}

/// w<mask> ⊙= A(row, cols), a part of a row of A (after the transpose). The list may repeat an index.
inline void extract(AnyVector& w, const AnyMatrix& A, Natural row, const Indices& cols,
                    const WriteOptionsA& options = {}) {
    detail::call::extract_row({w, options}, A, row, cols);
}
template <RequestedType T = Inferred, std::derived_from<AnyMatrix> X, detail::NaturalArgument Row>
VectorOf<T, X> extract(const X& A, Row row, const Indices& cols, const ResultOptionsA& options = {}) {
    return detail::made<VectorOf<T, X>>(options, detail::call::extract_row, A, row, cols);
}

// ---- diag

/// The square matrix with u on the diagonal k: u(e) is at (e, e+k) for k ≥ 0, at (e−k, e) otherwise. It has
/// u.size() + |k| rows.
template <RequestedType T = Inferred, std::derived_from<AnyVector> X>
MatrixOf<T, X> diag(const X& u, Integer k = 0) {
    return detail::made<MatrixOf<T, X>>(ResultOptions{}, detail::call::diag_matrix, u, k);
}

/// The diagonal k of A: entry e is A(e, e+k) for k ≥ 0, A(e−k, e) otherwise. Its size is the length of that
/// diagonal, 0 for a diagonal outside of A.
template <RequestedType T = Inferred, std::derived_from<AnyMatrix> X>
VectorOf<T, X> diag(const X& A, Integer k = 0) {
    return detail::made<VectorOf<T, X>>(ResultOptions{}, detail::call::diag_vector, A, k);
}

} // namespace mergus
