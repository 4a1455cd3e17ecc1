/// \file line_ops.hpp
/// Rows, columns and diagonals of matrices as vectors: calls in the two forms of ops.hpp. C(row, cols) is a
/// part of a row, C(rows, col) a part of a column; a number in braces, {2}, is a list. Part of ops.hpp.
#pragma once

#include <mergus/c_order.hpp>
#include <mergus/indices.hpp>
#include <mergus/matrix.hpp>
#include <mergus/natural.hpp>
#include <mergus/ops_results.hpp>
#include <mergus/options.hpp>
#include <mergus/vector.hpp>

#include <cstddef>
#include <cstdint>

namespace mergus {

// ---- assign

/// C(row, cols)<mask> ⊙= u. The mask is a vector of the size of C's row; u has the size of the list. Only
/// that row is changed, also by `replace`.
inline void assign(AnyMatrix& C, const AnyVector& u, Natural row, const Indices& cols,
                   const WriteOptions& options = {}) {
    assign(C, options.mask, options.accum, u, row, cols, detail::descriptor_of(options));
}

/// C(rows, col)<mask> ⊙= u. The mask is a vector of the size of C's column; u has the size of the list. Only
/// that column is changed, also by `replace`.
inline void assign(AnyMatrix& C, const AnyVector& u, const Indices& rows, Natural col,
                   const WriteOptions& options = {}) {
    assign(C, options.mask, options.accum, u, rows, col, detail::descriptor_of(options));
}

// ---- extract

/// w<mask> ⊙= A(rows, col), a part of a column of A (after the transpose). The list may repeat an index.
inline void extract(AnyVector& w, const AnyMatrix& A, const Indices& rows, Natural col,
                    const WriteOptionsA& options = {}) {
    extract(w, options.mask, options.accum, A, rows, col, detail::descriptor_of(options));
}
template <ValueType T, detail::NaturalArgument Column>
Vector<T> extract(const AnyMatrix& A, const Indices& rows, Column col, const ResultOptionsA& options = {}) {
    return Vector<T>(
        detail::new_extract(type_of<T>(), options.mask, detail::descriptor_of(options), A, rows, col));
}
template <ValueType T, detail::NaturalArgument Column>
Vector<T> extract(const Matrix<T>& A, const Indices& rows, Column col, const ResultOptionsA& options = {}) {
    return extract<T>(static_cast<const AnyMatrix&>(A), rows, col, options);
}
template <std::nullptr_t = nullptr, detail::NaturalArgument Column> // so that extract<int> is none of these
AnyVector extract(const AnyMatrix& A, const Indices& rows, Column col, const ResultOptionsA& options = {}) {
    return detail::new_extract(nullptr, options.mask, detail::descriptor_of(options), A, rows, col);
}

/// w<mask> ⊙= A(row, cols), a part of a row of A (after the transpose). The list may repeat an index.
inline void extract(AnyVector& w, const AnyMatrix& A, Natural row, const Indices& cols,
                    const WriteOptionsA& options = {}) {
    extract(w, options.mask, options.accum, A, row, cols, detail::descriptor_of(options));
}
template <ValueType T, detail::NaturalArgument Row>
Vector<T> extract(const AnyMatrix& A, Row row, const Indices& cols, const ResultOptionsA& options = {}) {
    return Vector<T>(
        detail::new_extract(type_of<T>(), options.mask, detail::descriptor_of(options), A, row, cols));
}
template <ValueType T, detail::NaturalArgument Row>
Vector<T> extract(const Matrix<T>& A, Row row, const Indices& cols, const ResultOptionsA& options = {}) {
    return extract<T>(static_cast<const AnyMatrix&>(A), row, cols, options);
}
template <std::nullptr_t = nullptr, detail::NaturalArgument Row>
AnyVector extract(const AnyMatrix& A, Row row, const Indices& cols, const ResultOptionsA& options = {}) {
    return detail::new_extract(nullptr, options.mask, detail::descriptor_of(options), A, row, cols);
}

// ---- diag

/// The square matrix with u on the diagonal k: u(e) is at (e, e+k) for k ≥ 0, at (e−k, e) otherwise. It has
/// u.size() + |k| rows.
template <ValueType T>
Matrix<T> diag(const AnyVector& u, Integer k = 0) {
    return Matrix<T>(detail::new_diag(type_of<T>(), u, k));
}
template <ValueType T>
Matrix<T> diag(const Vector<T>& u, Integer k = 0) {
    return Matrix<T>(detail::new_diag(type_of<T>(), u, k));
}
inline AnyMatrix diag(const AnyVector& u, Integer k = 0) {
    return detail::new_diag(nullptr, u, k);
}

/// The diagonal k of A: entry e is A(e, e+k) for k ≥ 0, A(e−k, e) otherwise. Its size is the length of that
/// diagonal, 0 for a diagonal outside of A.
template <ValueType T>
Vector<T> diag(const AnyMatrix& A, Integer k = 0) {
    return Vector<T>(detail::new_diag(type_of<T>(), A, k));
}
template <ValueType T>
Vector<T> diag(const Matrix<T>& A, Integer k = 0) {
    return Vector<T>(detail::new_diag(type_of<T>(), A, k));
}
inline AnyVector diag(const AnyMatrix& A, Integer k = 0) {
    return detail::new_diag(nullptr, A, k);
}

} // namespace mergus
