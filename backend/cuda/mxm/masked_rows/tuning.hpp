/// \file tuning.hpp
/// Short rows under a mask, fitted by hand on an H200 to the matrices of bench/matrices.txt
/// (docs/laboratory/masked-products.md).
#pragma once

#include <array>

#include <cstddef>
#include <cstdint>

namespace mergus::cuda::tuning {

/// Products under a mask, a thread a row (masked_rows.cpp): for values of up to `masked_value_bytes` in
/// registers, at least `masked_min_rows` rows, at most `masked_average` entries in an average row of A and B,
/// and at most `masked_products` products in a row. Kernels are compiled for these numbers of entries of a
/// row of the mask at most.
inline constexpr std::array<std::uint32_t, 5> masked_ways = {4, 6, 8, 12, 16};
inline constexpr std::size_t masked_value_bytes = 16;
inline constexpr std::uint64_t masked_average = 10;
inline constexpr std::uint32_t masked_block_threads = 128;
inline constexpr std::uint64_t masked_min_rows = 2048;
inline constexpr std::uint64_t masked_products = 1024;

} // namespace mergus::cuda::tuning
