/// \file host_paths.hpp
/// The rest of the algorithm of Bellman and Ford, if it takes many rounds: Dijkstra's algorithm (1959) on the
/// host, from the values that have changed in the last round.
#pragma once

#include "reports.hpp"

#include <mergus/matrix.hpp>
#include <mergus/vector.hpp>

namespace mergus::core {

/// Shortest paths. No weight is negative. \param distance of all vertices, infinite where none is known
/// \param changed distances that no edge has passed on yet
void finish_shortest_paths(Vector<double>& distance, const Vector<double>& changed, const AnyMatrix& A,
                           Reports& reports);
/// From several sources, a row for each.
void finish_shortest_paths(Matrix<double>& distance, const Matrix<double>& changed, const AnyMatrix& A);
/// Widest paths. \param width of all vertices, −∞ where no path is known
void finish_widest_paths(Vector<double>& width, const Vector<double>& changed, const AnyMatrix& A,
                         Reports& reports);

} // namespace mergus::core
