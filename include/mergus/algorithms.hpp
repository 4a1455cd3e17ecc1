/// \file algorithms.hpp
/// Graph algorithms written with the operations of this library: they run on every backend. A backend may
/// have its own implementation of one, with the same result.
///
/// A graph is its adjacency matrix A: an entry (i, j) is an edge from vertex i to vertex j. Its value is the
/// weight where an algorithm says so; otherwise values are ignored, also zeros. "Undirected" algorithms need
/// a symmetric pattern (see undirected()); symmetry is not checked, and for another pattern the result is
/// unspecified. They ignore loops. All throw Error dimension_mismatch if A is not square, and what the
/// operations throw. Those that repeat a step report it to a callback, which may stop them (progress.hpp).
#pragma once

#include <mergus/algorithms/centrality.hpp>
#include <mergus/algorithms/communities.hpp>
#include <mergus/algorithms/components.hpp>
#include <mergus/algorithms/paths.hpp>
#include <mergus/algorithms/similarity.hpp>
#include <mergus/algorithms/structure.hpp>
#include <mergus/export.hpp>
#include <mergus/matrix.hpp>

namespace mergus {

/// The pattern of A ∪ A' without the diagonal, all values true. A is square.
MERGUS_API Matrix<bool> undirected(const AnyMatrix& A);

} // namespace mergus
