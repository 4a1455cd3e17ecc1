/// \file local_moving_extension.hpp
/// The steps of louvain() and leiden() by a backend that has the extension local_moving. Divisions are full
/// vectors of labels. Functions that return false, or nothing, have changed nothing: the generic method runs.
#pragma once

#include "local_moving.hpp"

#include <cstdint>
#include <optional>

namespace mergus::core {

/// The moves of a sweep.
struct SweepOptions {
    std::uint64_t label_count; ///< more than every label
    std::uint64_t groups;      ///< of vertices that move at the same time
    std::uint64_t seed;
    double least_gain;
};

/// \return the quality of the new labels
std::optional<double> sweep_by_backend(const Level& level, Vector<std::int64_t>& labels, Vector<bool>& open,
                                       const SweepOptions& options);

/// Parts within communities; each has the label of one of its vertices.
std::optional<Vector<std::int64_t>>
refined_by_backend(const Level& level, const Vector<std::int64_t>& communities, const SweepOptions& options);

/// The quality of a division.
std::optional<double> quality_by_backend(const Level& level, const Vector<std::int64_t>& labels,
                                         std::uint64_t label_count);

/// The labels in use become 0, 1, 2, … in their order. \return their number
std::optional<std::uint64_t> renumbered_by_backend(Vector<std::int64_t>& labels, std::uint64_t label_count);

/// S contracted by the labels of its vertices, which are below `count`.
std::optional<Matrix<double>> contracted_by_backend(const Level& level, const Vector<std::int64_t>& parts,
                                                    std::uint64_t count);

/// Connected components of the edges within communities: the least vertex of each, by the generic method too.
Vector<std::int64_t> components_within(const AnyMatrix& A, const Vector<std::int64_t>& labels);

} // namespace mergus::core
