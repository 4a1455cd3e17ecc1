/// \file tuning.hpp
/// When B is read as blocks of columns, fitted by hand on an H200 to the matrices of bench/matrices.txt
/// (docs/laboratory/web-graphs.md).
#pragma once

#include <cstdint>

namespace mergus::cuda::tuning {

/// The pattern of B is read as blocks of 32 columns if B has at most `block_share` blocks for each entry and
/// there are at least `block_flops` products: blocks are made in every product.
inline constexpr double block_share = 0.75;
inline constexpr std::uint64_t block_flops = std::uint64_t{1} << 25;

} // namespace mergus::cuda::tuning
