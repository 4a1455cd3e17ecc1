/// \file tuning.hpp
/// When B is read as blocks of columns, fitted by hand on an H200 to the matrices of bench/matrices.txt
/// (docs/laboratory/web-graphs.md), and when its hub columns are separated (docs/laboratory/long-rows.md).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace mergus::cuda::tuning {

/// The pattern of B is read as blocks of 32 columns if B has at most `block_share` blocks for each entry and
/// there are at least `block_flops` products: blocks are made in every product.
inline constexpr double block_share = 0.75;
inline constexpr std::uint64_t block_flops = std::uint64_t{1} << 25;

/// The values of hub columns are made in shared memory if the product has at least `hub_flops` products, an
/// entry of A at least `hub_row_of_B` on average, and hub columns at least `hub_share` of B's entries. Below,
/// no time was measured (docs/laboratory/long-rows.md).
inline constexpr std::uint64_t hub_flops = std::uint64_t{1} << 28;
inline constexpr std::uint64_t hub_row_of_B = 256;
inline constexpr double hub_share = 0.5;
/// The slots of a row's hub columns: two blocks of a multiprocessor, or, for B of more than `hub_few_columns`
/// columns, as many as fit.
struct HubSize {
    std::uint32_t warps; ///< of a block
    std::size_t shared;  ///< bytes of a block at most
};
inline constexpr std::array<HubSize, 2> hub_sizes = {{{8, 96 << 10}, {16, 192 << 10}}};
inline constexpr std::uint64_t hub_few_columns = std::uint64_t{1} << 17;

} // namespace mergus::cuda::tuning
