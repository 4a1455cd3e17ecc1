/// \file similarity.hpp
/// Similarity of vertices of undirected graphs. Part of algorithms.hpp, whose conventions hold.
#pragma once

#include <mergus/export.hpp>
#include <mergus/matrix.hpp>

#include <cstdint>

namespace mergus {

/// Jaccard similarity of adjacent vertices with a common neighbour: the common neighbours over all neighbours
/// of the two. Adjacent vertices without a common neighbour have no entry.
MERGUS_API Matrix<double> jaccard(const AnyMatrix& A);

} // namespace mergus
