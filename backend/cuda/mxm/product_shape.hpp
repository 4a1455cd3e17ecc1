/// \file product_shape.hpp
/// Properties of a product that several methods ask for.
#pragma once

#include "problem.hpp"

namespace mergus::cuda {

/// Rows of a tile of two_launch.cpp: about one for each group of threads of its block.
[[nodiscard]] std::uint32_t rows_of_tile(const MxmProblem& problem) noexcept;
/// Of a rank among the bits of a dense row there.
[[nodiscard]] std::size_t tile_rank_bytes(std::uint64_t ncols) noexcept;
/// Entries of a row of A that all threads of a tile's row take in `tile_long_row` steps.
[[nodiscard]] std::uint64_t tile_long_row(const MxmProblem& problem) noexcept;

/// Whether the operands are small enough for two_launch, which is allowed, whatever their rows are.
[[nodiscard]] bool is_small(const MxmProblem& problem);
/// Whether A has so few entries that no row of it is too long for a tile.
[[nodiscard]] bool fits_tiles_by_size(const MxmProblem& problem);
/// Whether tiles of rows are faster than bins, too. The products of rows are few, or rows have about equal
/// lengths: bins have more sizes for rows that differ, and are faster where the grid shares a row of A. Few
/// rows are empty, and dense rows take few passes over their products. The profiles that
/// TwoLaunchProduct::reads() names are known.
[[nodiscard]] bool is_small_and_even(const MxmProblem& problem);

} // namespace mergus::cuda
