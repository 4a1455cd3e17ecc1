/// \file tuning.hpp
/// Small products, fitted by hand on an H200 to the matrices of bench/matrices.txt
/// (docs/laboratory/small-products.md).
#pragma once

#include <cstddef>

#include <cstdint>

namespace mergus::cuda::tuning {

/// Small products by tiles of rows (two_launch.cpp): of at most `two_launch_entries` entries and
/// `two_launch_rows` rows of A, `two_launch_products` products, and `two_launch_estimate` if each row of B
/// had the average length.
inline constexpr std::uint64_t two_launch_entries = std::uint64_t{1} << 20;
inline constexpr std::uint64_t two_launch_rows = std::uint64_t{1} << 19;
inline constexpr double two_launch_estimate = 3.2e7;
inline constexpr std::uint64_t two_launch_products = std::uint64_t{1} << 25;
/// No row of A is heavy, and the average row has at most `two_launch_few` products, or no row of A or B is
/// longer than `two_launch_spread` average ones.
inline constexpr double two_launch_few = 32;
inline constexpr double two_launch_spread = 4;
/// Rows without entries at most. A tile takes the same time with and without entries, 0.8 to 1.3 µs for 1000
/// rows (w_sw10k_4_10, p2p-Gnutella31, p5_256, CONT-300_A, w_blocks200k_4_100 by tiles), while the bins list
/// rows with entries only. Fewer: p2p-Gnutella31 46 thousand, 0.084 ms for 0.132 by bins;
/// w_hyper200k_200k_5_12_match 160 thousand, 0.229. More: this many take as long as the bins of a small
/// product altogether, 0.13 to 0.33 ms (p2p-Gnutella31, w_pl50k_4_e23); no matrix was measured. H200,
/// ablation of 2026-11-24.
inline constexpr std::uint64_t two_launch_empty_rows = std::uint64_t{1} << 18;
/// Where most rows are dense: passes of a warp over the products of an average row at most, one for each part
/// of its entries that fits its shared memory. Fewer: w_runs10k_3_8 0.2 (1.0 by its entries), 0.198 ms for
/// 0.212 by bins; bcsstk16 0.5, 0.183 for 0.259; GT01R 0.6, 0.215 for 0.383. More: w_holes50k_500_2 2.3, 1.77
/// for 1.02; w_er10k_40 2.8, 0.445 for 0.392; w_er3k_60 3.2, 0.273 for 0.260. H200, ablation of 2026-11-24.
inline constexpr double two_launch_passes = 2;
/// A tile has 32 rows if they have up to `two_launch_products_of_32` products on average, 16 up to
/// `two_launch_products_of_16`, else 8: about one for each group of threads of its block.
inline constexpr double two_launch_products_of_32 = 64;
inline constexpr double two_launch_products_of_16 = 128;
/// Rows of A with more entries than this for each thread that counts their products are heavy.
inline constexpr std::uint64_t two_launch_long_row = 256;
/// Rows of up to `two_launch_warp_products` products use a warp, rows of up to `two_launch_block_products` a
/// block. Rows of more products are heavy: another method makes the product.
inline constexpr std::uint64_t two_launch_warp_products = 8192;
inline constexpr std::uint64_t two_launch_block_products = std::uint64_t{1} << 17;
/// A block makes one unsorted row at a time if the average row has at most `two_launch_dense_products`
/// products, unless the bitmap and its ranks take at most `two_launch_warp_bits` bytes.
inline constexpr double two_launch_dense_products = 256;
inline constexpr std::size_t two_launch_warp_bits = 3 << 10;
/// With more tiles than this, a scan finds their offsets; with fewer, each block adds up those before its
/// own.
inline constexpr std::uint64_t two_launch_few_tiles = 2048;
/// Columns at most if rows are too long to be sorted.
inline constexpr std::uint64_t two_launch_columns = std::uint64_t{1} << 17;
/// Shared memory of a block with dense rows, in bytes, unless two_launch_least_slots values take more.
inline constexpr std::size_t two_launch_shared = 48 << 10;
inline constexpr std::size_t two_launch_least_slots = 128;
/// Dense rows read the pattern of B in blocks of 32 columns from `two_launch_block_estimate` products on, if
/// there are at most `two_launch_block_share` blocks for each entry.
inline constexpr double two_launch_block_estimate = 1 << 23;
inline constexpr double two_launch_block_share = 0.4;

} // namespace mergus::cuda::tuning
