/// \file tuning.hpp
/// Products of short rows, fitted by hand on an H200 to the matrices of bench/matrices.txt
/// (docs/laboratory/short-rows.md).
#pragma once

#include "mxm/tuning.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace mergus::cuda::tuning {

/// Products of short rows, a thread a row (short_rows.hpp): for at least `short_min_rows` rows of at most
/// `short_average` entries on average, and at most `short_products` products in a row. If B takes
/// more than `short_cached` bytes, which caches do not hold, neighbouring rows must have rows of B in common.
inline constexpr std::uint64_t short_min_rows = 2048;
inline constexpr std::uint64_t short_average = 10;
inline constexpr std::uint64_t short_products = 1024;
inline constexpr std::uint64_t short_cached = std::uint64_t{24} << 20;
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
