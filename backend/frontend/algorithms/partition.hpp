/// \file partition.hpp
/// What the community algorithms share. A division of n vertices is a matrix P of n rows that has one entry
/// of value 1 in each: (i, c) for vertex i of community c. A·P has the weights of the edges from each vertex
/// to each community, P'·A·P those between communities.
#pragma once

#include <mergus/ops.hpp>
#include <mergus/semirings/all.hpp>

#include <cstdint>
#include <string_view>

namespace mergus::core {

/// P of a full vector of labels. \param columns more than every label, which is not checked
Matrix<double> membership(const Vector<std::int64_t>& labels, std::uint64_t columns);

/// The label of each row of P.
Vector<std::int64_t> labels_of(const Matrix<double>& P);

/// The entries of A whose ends have the same label, all true. Ends without a label have no common one.
template <class T>
Matrix<bool> inner_edges(const AnyMatrix& A, const Vector<T>& labels) {
    const auto D = diag(labels);
    const auto same = ewise_mult<bool>(ops::eq<T>, mxm(any_first<T>, D, A), mxm(any_second<T>, A, D));
    return select(ops::valueeq<bool>, same, true);
}

/// A vector with an entry at every index: 0, 1, 2, …
Vector<std::int64_t> numbered(const Context& context, std::uint64_t size);

/// A vector of one value.
Vector<double> filled(const Context& context, std::uint64_t size, double value);

/// The rows of A that `rows` has an entry for; the others are empty.
Matrix<double> rows_of(const Matrix<double>& A, const Vector<bool>& rows);

/// The first index whose value is the greatest. \param values not empty
std::uint64_t place_of_greatest(const Vector<std::int64_t>& values);

/// A different pseudo-random number for every index.
Vector<std::uint64_t> hashes(const Context& context, std::uint64_t size, std::uint64_t seed);

/// About a share 1/groups of all indices: those of group `group` for this seed.
Vector<bool> group_of(const Context& context, std::uint64_t size, std::uint64_t groups, std::uint64_t group,
                      std::uint64_t seed);

/// The weights of A as fp64. \throws Error invalid_value for a weight that is negative, infinite or NaN
Matrix<double> checked_weights(const AnyMatrix& A, std::string_view algorithm);

} // namespace mergus::core
