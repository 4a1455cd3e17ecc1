/// \file tuning.hpp
/// Dot products under a mask, fitted by hand on an H200 to the matrices of bench/matrices.txt
/// (docs/laboratory/masked-products.md).
#pragma once

#include <algorithm>

#include <cstddef>
#include <cstdint>

namespace mergus::cuda::tuning {

// Dot products are chosen if their cost is below that of Gustavson's algorithm. Costs are in units of one
// product of Gustavson's algorithm in a row that adds by a native atomic.

/// The fewest entries of A, of B and of the mask for which dot products are considered.
inline constexpr std::uint64_t dot_min_entries = std::uint64_t{1} << 19;
/// The same where A is skewed: its longest row has `dot_skew` times the average length.
inline constexpr std::uint64_t dot_min_entries_of_skewed = std::uint64_t{1} << 18;
inline constexpr std::uint64_t dot_skew = 16;
/// Searches and products are estimated from up to this many entries.
inline constexpr std::uint64_t dot_samples = std::uint64_t{1} << 16;
/// Cost of a search in a set.
inline constexpr double dot_probe_cost = 1;
/// Cost of a search where products are counted, so that no values are read.
inline constexpr double dot_count_cost = 0.5;
/// Cost of an entry of the mask in two passes, with the transposes that they need.
inline constexpr double dot_entry_cost = 32;
/// Cost of an entry of the mask in one pass over all rows of B', which needs no transposes.
inline constexpr double dot_one_pass_entry_cost = 16;
/// Cost of a product of Gustavson's algorithm where A is skewed and the add has no native atomic. Bins are
/// faster for regular rows whatever the add.
inline constexpr double dot_swap_cost = 1.5;
/// Cost of an entry of B' that Gustavson's algorithm must transpose.
inline constexpr double dot_transpose_cost = 8;
/// A bound of the products by the longest row of B is tried only if rows of B have at most this many entries
/// on average.
inline constexpr std::uint64_t dot_short_average = 10;
/// Products are counted in blocks of 32 columns if there are at most this many blocks for each entry.
inline constexpr double dot_block_share = 0.75;
/// Counters of a sample of columns at most.
inline constexpr std::uint64_t dot_column_slots = std::uint64_t{1} << 20;
/// Lanes that scan a short list.
inline constexpr std::uint32_t dot_lanes = 8;
/// Entries of the mask that a warp takes: fewer of a small mask, so that there are enough warps.
constexpr std::uint32_t dot_warp_entries(std::uint64_t mask_entries) {
    return mask_entries < std::uint64_t{1} << 20 ? 32 : 64;
}
inline constexpr std::uint32_t dot_warps = 8; ///< of a block; those of multiply_dot_warps()
/// Entries of a row of the mask that a block takes: more for a larger set, which takes longer to make.
constexpr std::uint32_t dot_block_entries(std::size_t set_bytes, bool ranked) {
    return static_cast<std::uint32_t>(std::clamp<std::size_t>(set_bytes / (ranked ? 48 : 24), 256, 4096));
}
/// The largest set, in bytes, for which a block has 256 threads. Up to three times that a block has 512.
inline constexpr std::size_t dot_small_set = 24 << 10;
/// Shared memory that a block must be able to have: all warps of multiply_dot_warps() have their tables in
/// it.
inline constexpr std::size_t dot_least_shared = 32 << 10;
/// Slots of a block's hash table at most, where a bitmap of all columns does not fit.
inline constexpr std::uint32_t dot_slots = 16384;

} // namespace mergus::cuda::tuning
