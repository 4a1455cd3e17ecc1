/// \file algorithms.hpp
/// Graph algorithms written with the operations of this library: they run on every backend. A backend may
/// have its own implementation, with the same result.
#pragma once

#include <mergus/export.hpp>
#include <mergus/indices.hpp>
#include <mergus/matrix.hpp>

#include <cstdint>

namespace mergus {

/// The pattern of A ∪ A' without the diagonal, all values true. A is square.
MERGUS_API Matrix<bool> undirected(const AnyMatrix& A);

/// Triangles of an undirected graph, given by its symmetric adjacency matrix (values and diagonal are
/// ignored): the sum of L⟨L⟩ = L plus.pair L' over the strictly lower triangle L (Azad, Buluç, Gilbert
/// 2015). \throws Error dimension_mismatch if A is not square. Symmetry is not checked. For a matrix that
/// is not symmetric the result is unspecified and differs between backends.
MERGUS_API std::uint64_t triangle_count(const AnyMatrix& A);

/// Breadth-first search from several sources at once by masked mxm. The frontier is a matrix of sources ×
/// n; each level multiplies it by A under the complement of the visited vertices. Entry (s, v) of the
/// result is the number of edges on a shortest path from sources[s] to v; there is no entry if v is not
/// reachable. \throws Error dimension_mismatch, invalid_index.
MERGUS_API Matrix<std::int32_t> bfs_levels(const AnyMatrix& A, const IndexList& sources);

/// Connected components, edges taken in both directions: n × 1, for each vertex the least vertex of its
/// component. Values are ignored. \throws Error dimension_mismatch if A is not square.
MERGUS_API Matrix<std::int64_t> connected_components(const AnyMatrix& A);

} // namespace mergus
