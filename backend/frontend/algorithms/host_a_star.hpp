/// \file host_a_star.hpp
/// a_star() in host memory, for a backend that launches no kernels.
#pragma once

#include "reports.hpp"

#include <mergus/algorithms/paths.hpp>

#include <vector>

namespace mergus::core {

/// A shortest path by a heap of the vertices that wait, with the distance and the path of a_star().
/// \param bounds one for each vertex \throws Error invalid_value
ShortestPath host_a_star(const AnyMatrix& A, std::uint64_t source, std::uint64_t target,
                         const std::vector<double>& bounds, Reports& reports);

} // namespace mergus::core
