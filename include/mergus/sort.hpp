/// \file sort.hpp
/// sort: the entries of each row (or column) of a matrix, or of a vector, in an order that an operator gives;
/// and top_k, the first of each row.
///
/// `before` compares two values of one type: it has the type X × X → bool and a host function (all built-in
/// operators and those of define.hpp and runtime.hpp have one). ops::lt sorts upwards, ops::gt downwards.
/// Sorting is stable: of equal values the one with the smaller index comes first. NaN has no place in an
/// order; the order of a row with NaN is not specified.
///
/// Cost: the entries are copied to the host once, sorted by one thread in O(d log d) for a row with d
/// entries, and the results are copied back.
#pragma once

#include <mergus/algebra.hpp>
#include <mergus/export.hpp>
#include <mergus/matrix.hpp>
#include <mergus/natural.hpp>
#include <mergus/vector.hpp>

#include <cstdint>

namespace mergus {

/// Options of sort.
struct SortOptions {
    bool columns = false; ///< sort each column in place of each row
};

/// Row i with d entries becomes the entries (i, 0) … (i, d−1) of `values`, in order. positions(i, k) is the
/// column of A in which values(i, k) was. With `columns` likewise (0, j) … (d−1, j), and rows.
template <ValueType T>
struct SortedMatrix {
    Matrix<T> values;               ///< in order
    Matrix<std::int64_t> positions; ///< where they were
};

/// A vector with d entries becomes the entries 0 … d−1 of `values`, in order. positions(k) is the index in
/// the given vector.
template <ValueType T>
struct SortedVector {
    Vector<T> values;               ///< in order
    Vector<std::int64_t> positions; ///< where they were
};

/// As GxB_Matrix_sort: C gets the sorted values and P the positions, both cast to the type of the output. One
/// of them may be null. They have the shape of A; C may be A. Nothing is changed after an error. \throws
/// Error null_pointer if both are null, domain_mismatch, dimension_mismatch, invalid_value if C is P,
/// not_implemented for an operator without a host function, out_of_memory.
MERGUS_API void sort(AnyMatrix* C, AnyMatrix* P, const BinaryOp& before, const AnyMatrix& A,
                     const SortOptions& options = {});
/// As GxB_Vector_sort: likewise for vectors of one size.
MERGUS_API void sort(AnyVector* w, AnyVector* p, const BinaryOp& before, const AnyVector& u);

/// Sorted rows or columns, of A's shape.
template <ValueType T>
SortedMatrix<T> sort(const BinaryOp& before, const Matrix<T>& A, const SortOptions& options = {}) {
    SortedMatrix<T> sorted{{A.context(), A.nrows(), A.ncols()}, {A.context(), A.nrows(), A.ncols()}};
    sort(&sorted.values, &sorted.positions, before, A, options);
    return sorted;
}

/// A sorted vector, of u's size.
template <ValueType T>
SortedVector<T> sort(const BinaryOp& before, const Vector<T>& u) {
    SortedVector<T> sorted{{u.context(), u.size()}, {u.context(), u.size()}};
    sort(&sorted.values, &sorted.positions, before, u);
    return sorted;
}

/// Options of top_k.
struct TopKOptions {
    bool smallest = false; ///< the k least values, upwards
};

namespace detail {
/// values and positions are nrows × k.
MERGUS_API void top_k(AnyMatrix& values, AnyMatrix& positions, const AnyMatrix& A, std::uint64_t k,
                      const TopKOptions& options);
} // namespace detail

/// The k greatest values of each row, downwards, as matrices with k columns: values(i, 0) is the greatest
/// value of row i and positions(i, 0) its column; of equal values the one with the smaller column comes
/// first. A row with fewer entries has fewer. NaN is never chosen. \throws Error invalid_value if k is over
/// max_dimension.
template <OrderedType T>
SortedMatrix<T> top_k(const Matrix<T>& A, Natural k, const TopKOptions& options = {}) {
    SortedMatrix<T> top{{A.context(), A.nrows(), k}, {A.context(), A.nrows(), k}};
    detail::top_k(top.values, top.positions, A, k, options);
    return top;
}

} // namespace mergus
