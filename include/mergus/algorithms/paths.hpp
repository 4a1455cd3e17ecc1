/// \file paths.hpp
/// Searches and paths. Part of algorithms.hpp, whose conventions hold.
#pragma once

#include <mergus/export.hpp>
#include <mergus/indices.hpp>
#include <mergus/matrix.hpp>
#include <mergus/natural.hpp>
#include <mergus/vector.hpp>

#include <cstdint>

namespace mergus {

/// Breadth-first search from several sources at once by masked mxm. The frontier is a matrix of sources ×
/// n; each level multiplies it by A under the complement of the visited vertices. Entry (s, v) of the
/// result is the number of edges on a shortest path from sources[s] to v; there is no entry if v is not
/// reachable. Sources may be equal. \throws Error dimension_mismatch, invalid_index.
MERGUS_API Matrix<std::int32_t> bfs_levels(const AnyMatrix& A, const IndexList& sources);

/// The tree of the same search: entry (s, v) is the vertex before v on a shortest path from sources[s] to v.
/// If there are several, it is the smallest. A source is its own parent; there is no entry if v is not
/// reachable. \throws Error dimension_mismatch, invalid_index.
MERGUS_API Matrix<std::int64_t> bfs_parents(const AnyMatrix& A, const IndexList& sources);

/// Lengths of shortest paths from a source along weighted edges: entry v is the least sum of weights on a
/// path to v; there is no entry if v is not reachable. Weights are cast to fp64; they may be negative, or
/// +infinity. Bellman–Ford: distances ⊕= changed min.plus A until nothing changes, at most n products.
/// \throws Error invalid_index; invalid_value for a NaN or −infinity, or if the source reaches a cycle of
/// negative length.
MERGUS_API Vector<double> shortest_paths(const AnyMatrix& A, Natural source);

} // namespace mergus
