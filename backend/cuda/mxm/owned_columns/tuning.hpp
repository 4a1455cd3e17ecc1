/// \file tuning.hpp
/// Products by owned columns (docs/laboratory/owned-columns.md), fitted by hand on an H200.
#pragma once

#include <cstdint>

namespace mergus::cuda::tuning {

/// Products for each cell of C, at least: clearing a row and writing it costs a cell as much as a product or
/// two.
inline constexpr double owned_products_of_cell = 1.5;
/// The same by average lengths of rows, which skewed rows exceed many times: below, nothing is asked about
/// rows. Then products are counted, which waits, only if the estimate times the root of the longest row of B
/// over its average row is enough. That root is near to the products over the estimate: blogcatalog 7.8 and
/// 8.6, tolokers 4.9 and 4.4; bcsstk16, with .72 products a cell, is not counted.
inline constexpr double owned_average_of_cell = 0.1;
/// Products for each entry of A, at least: a warp has a part of each row of B.
inline constexpr double owned_row_of_B = 100;
/// Bytes of bitmaps of B's rows for each entry of B, at most.
inline constexpr std::uint64_t owned_bitmap_bytes = 32;
/// Products, at least, and the same by average lengths of rows: for fewer ones two_launch takes less time
/// than the count of the products, which waits.
inline constexpr std::uint64_t owned_least_products = std::uint64_t{4} << 20;
inline constexpr double owned_least_estimate = 1 << 20;
/// The number of warps of a block: the products of an entry of A divided by `owned_part`, between two bounds.
/// More warps have shorter parts of a row of B, and a part shorter than a warp leaves lanes idle.
inline constexpr double owned_part = 32;
inline constexpr std::uint32_t owned_least_warps = 8, owned_most_warps = 16;

} // namespace mergus::cuda::tuning
