/// \file weighted_betweenness.hpp
/// Betweenness along weighted edges.
#pragma once

#include <mergus/matrix.hpp>
#include <mergus/vector.hpp>

#include <cstdint>

namespace mergus::core {

/// The edges (u, v) with distance(u) + A(u, v) = distance(v). The distance of every vertex but the source is
/// such a sum, with the same rounding.
Matrix<bool> tight_edges(const AnyMatrix& A, const Vector<double>& distance);

/// \throws Error invalid_value for a weight that is not positive and finite
Matrix<double> positive_weights(const AnyMatrix& A, const char* algorithm);

/// Adds to `centrality` the dependencies of all shortest paths from a source. \param A positive weights
void add_weighted_dependencies(Vector<double>& centrality, const Matrix<double>& A, std::uint64_t source);

} // namespace mergus::core
