/// \file path_counts.hpp
/// Numbers of shortest paths by level, the first half of the algorithm of Brandes (2001).
#pragma once

#include <mergus/matrix.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace mergus::core {

/// Entry s, sources[s] of row s is 1.
Matrix<double> source_rows(const AnyMatrix& A, std::span<const std::uint64_t> sources);

/// Element d has the numbers of shortest paths of d edges: entry (s, v) of those from sources[s] to v. The
/// last elements may be empty. \throws Error invalid_value, in the name of `algorithm`, if a number overflows
/// fp64
std::vector<Matrix<double>> path_counts(const Matrix<bool>& A, std::span<const std::uint64_t> sources,
                                        const char* algorithm);

/// What the sums over the sources are multiplied by. \param pairs of vertices that a normalised value is
/// divided by
double betweenness_factor(bool estimate, bool undirected, bool normalized, double pairs, double vertices,
                          std::size_t sources);

} // namespace mergus::core
