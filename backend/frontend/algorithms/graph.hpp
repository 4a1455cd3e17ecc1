/// \file graph.hpp
/// What the graph algorithms share: checks of their arguments, and the pattern of a graph.
#pragma once

#include <mergus/matrix.hpp>
#include <mergus/vector.hpp>

#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace mergus::core {

/// \throws Error dimension_mismatch
void require_square(const AnyMatrix& A, std::string_view algorithm);

/// \throws Error invalid_index if a source is not a vertex of A
void require_vertices(const AnyMatrix& A, std::span<const std::uint64_t> sources, std::string_view algorithm);

/// A's pattern, all true.
Matrix<bool> pattern_of(const AnyMatrix& A);

/// A's pattern without the diagonal, all true.
Matrix<bool> simple_graph(const AnyMatrix& A);

/// The rows first … end of A.
Matrix<bool> rows_between(const Matrix<bool>& A, std::uint64_t first, std::uint64_t end);

/// A with values of fp64: A itself, or a copy that `own` keeps.
const AnyMatrix& as_fp64(const AnyMatrix& A, std::optional<Matrix<double>>& own);

/// Entries in each row of A, 0 for an empty row.
Vector<std::int64_t> out_degrees(const AnyMatrix& A);

/// Whether a loop counts what is left in this round (from 0). A count waits for the device, which costs as
/// much as a round of few entries, and lets the backend choose the direction of a product: so the first 16
/// rounds count, and then those of the triangular numbers 21, 28, 36, … Of n rounds about √(2n) count, and at
/// most √(2n) more run than are needed. For loops whose rounds change nothing once nothing is left.
inline bool counts_in_round(std::int64_t round) noexcept {
    if (round < 16) return true;
    const auto root = static_cast<std::int64_t>(std::sqrt(2 * static_cast<double>(round)));
    return root * (root + 1) / 2 == round;
}

} // namespace mergus::core
