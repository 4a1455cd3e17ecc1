/// \file host_search.hpp
/// The rest of a search of many rounds, each of few vertices, as in road networks. On the host a round costs
/// some nanoseconds an edge; products of a backend cost tens of microseconds more.
#pragma once

#include "reports.hpp"

#include <mergus/matrix.hpp>

#include <cstdint>
#include <limits>

namespace mergus::core {

/// The levels of a frontier.
struct LevelRange {
    std::int32_t first; ///< of the frontier
    std::int64_t last = std::numeric_limits<std::int64_t>::max();
};

/// Goes on with a breadth-first search. \param found levels (int32) or parents (int64): a row for each
/// source, without the frontier. A parent is the least vertex of the level before. \param frontier vertices
/// of level `range.first`, with their parents if parents are searched
void finish_search(Matrix<std::int32_t>& found, const Matrix<bool>& frontier, const AnyMatrix& A,
                   const LevelRange& range, Reports& reports);
void finish_search(Matrix<std::int64_t>& found, const Matrix<std::int64_t>& frontier, const AnyMatrix& A,
                   Reports& reports);

} // namespace mergus::core
