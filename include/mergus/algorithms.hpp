/// \file algorithms.hpp
/// Graph algorithms written with the operations of this library: they run on every backend. A backend may have a
/// shortcut for one that gives the same result.
#pragma once

#include <mergus/export.hpp>
#include <mergus/indices.hpp>
#include <mergus/matrix.hpp>

#include <cstdint>

namespace mergus {

/// The symmetric pattern of a square matrix without its diagonal: A ∪ A', all true.
MERGUS_API Matrix<bool> undirected(const AnyMatrix& A);

/// Triangles of an undirected graph, given by its symmetric adjacency matrix (values and diagonal are
/// ignored): the sum of L⟨L⟩ = L plus.pair L' over the strictly lower triangle L (Azad, Buluç, Gilbert
/// 2015). \throws Error dimension_mismatch if A is not square. Symmetry is not checked; without it
/// the result is some number, not the same on every backend.
MERGUS_API std::uint64_t triangle_count(const AnyMatrix& A);

/// Breadth-first search from several sources at once by masked mxm: a frontier of sources × n, pushed along
/// A's edges into vertices not seen before. Entry (s, v) of the result is the number of edges on a shortest
/// path from sources[s] to v, no entry where there is none. \throws Error dimension_mismatch, invalid_index.
MERGUS_API Matrix<std::int32_t> bfs_levels(const AnyMatrix& A, const IndexList& sources);

} // namespace mergus
