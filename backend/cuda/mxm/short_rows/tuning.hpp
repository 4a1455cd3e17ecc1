/// \file tuning.hpp
/// Products of short rows, fitted by hand on an H200 to the matrices of bench/matrices.txt
/// (docs/laboratory/short-rows.md).
#pragma once

#include "mxm/tuning.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace mergus::cuda::tuning {

/// Products of short rows, a thread a row (short_rows.cpp): for at least `short_min_rows` rows of at most
/// `short_average` entries on average, and at most `short_products` products in a row. If B takes
/// more than `short_cached` bytes, which caches do not hold, neighbouring rows must have rows of B in common.
inline constexpr std::uint64_t short_min_rows = 2048;
inline constexpr std::uint64_t short_average = 10;
inline constexpr std::uint64_t short_products = 1024;
inline constexpr std::uint64_t short_cached = std::uint64_t{24} << 20;
/// If fewer than 1 in `short_near` entries (of those sampled) have a near column in the next row, or no two
/// neighbouring rows have entries, a thread a row is refused however small B is: the threads of a warp then
/// read lines of their own and take branches of their own. Faster above: osm-moscow 0.41 of the entries,
/// 0.071 ms for 0.364; w_grid30x1000x10_star1_d70 0.47, 0.065 for 0.284. Slower below:
/// w_hyper200k_200k_5_12_match 0.0, 0.758 for 0.229 by tiles of rows; er16k_4 0.0, 0.041 for 0.026 by a group
/// a row. H200, ablation of 2026-11-24.
inline constexpr std::uint32_t short_near = 4;
/// Of small products, which tiles of rows (two_launch) make too: rows with entries for each product of the
/// longest row, at least. A thread takes 0.5 to 1.1 µs for each product of its row, however few the rows are;
/// tiles take 0.8 to 1.3 µs for 1000 rows. Faster above: w_grid40x40x40_star1 1306 rows for each product,
/// 0.053 ms for 0.089; p5_256 2621, 0.034 for 0.085. Slower below: w_sw10k_4_10 156, 0.092 for 0.033;
/// delaunay_n16 227, 0.164 for 0.097. Between 156 and 1306 the logarithm of the ratio is 0 at 640. H200,
/// ablation of 2026-11-24.
inline constexpr std::uint64_t short_rows_of_product = 640;
/// The greatest numbers of entries of a row of A for which kernels are compiled.
inline constexpr std::array<std::uint32_t, 7> short_ways = {4, 5, 7, 9, 12, 16, 24};
inline constexpr std::uint32_t short_threads = 128;
/// With at most this many tiles, each block adds up the entries of the tiles before its own. With more, a
/// scan finds the offsets.
inline constexpr std::uint64_t short_few_tiles = 2048;
/// Shared memory of a warp at most, in bytes.
inline constexpr std::size_t short_warp_bytes = 14 << 10;

/// Products of short rows without locality, a group a row (subwarp_esc.cuh): if the longest row has at most
/// `esc_spread` times the products of an average row.
/// Also with locality, if the average row of A is longer than `short_average` and a row of the product has at
/// most `esc_average` products on average: products with an aggregation, whose rows have one entry each.
inline constexpr double esc_average = 64;
inline constexpr double esc_spread = 4;

} // namespace mergus::cuda::tuning
