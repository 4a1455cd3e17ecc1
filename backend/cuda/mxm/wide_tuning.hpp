/// \file wide_tuning.hpp
/// The tuning numbers of mxm for values of more than 8 bytes, fitted by hand on an H200 (docs/LABORATORY.md).
#pragma once

#include "tuning.hpp"

#include <array>
#include <cstddef>

namespace mergus::cuda::plan {

/// Rows that repeat patterns (repeated_rows.hpp): for products of values of more than `word_loads` bytes with
/// at least this many products in an average row. Such values of B are read by words.
inline constexpr std::size_t word_loads = 16;
inline constexpr double wide_repeated_products = 16;

/// Sums of groups of rows (row_groups.hpp) for wider values than those of `group_sizes`: one block of 32
/// columns after the other, of the `blocks` that a group spans.
inline constexpr std::array<GroupSize, 6> wide_group_sizes = {{
    {3, 32, 8, 4},
    {5, 32, 8, 4},
    {8, 32, 8, 4},
    {3, 64, 4, 4},
    {5, 64, 4, 4},
    {8, 64, 4, 4},
}};

} // namespace mergus::cuda::plan
