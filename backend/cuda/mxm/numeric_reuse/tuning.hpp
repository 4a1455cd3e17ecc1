/// \file tuning.hpp
/// The tuning numbers of fill_by_positions.cpp, fill_segments.cpp, fill_groups.cpp and fill_tiles.cpp.
#pragma once

#include "mxm/binned/binning.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace mergus::cuda::tuning {

/// Sizes of the groups that have a row, each the first that a row fits. The values of a row are accumulated
/// in shared memory; rows that fit none of the sizes are accumulated in C.
struct ReuseSize {
    std::uint32_t group_threads; ///< at most, if `narrow`; 0: the whole block
    bool narrow;                 ///< fewer threads where rows of B are shorter
    std::uint32_t block_threads; ///< at most
    std::uint64_t capacity;      ///< entries of a row of C
    std::uint64_t flops;         ///< products of a row
};
inline constexpr std::array<ReuseSize, 7> reuse_sizes = {{
    {8, true, 256, 32, 512},
    {32, true, 256, 127, 4096},
    {32, false, 256, 127, 16384},
    {32, false, 256, 512, 16384},
    {0, false, 256, 2048, std::uint64_t{1} << 18},
    {0, false, 512, 8192, std::uint64_t{1} << 20},
    {0, false, 1024, 24576, std::uint64_t{1} << 20},
}};
/// Blocks of groups have fewer threads where they would need more shared memory, in bytes.
inline constexpr std::size_t reuse_block_bytes = std::size_t{36} << 10;
inline constexpr std::uint32_t reuse_block_threads = 64; ///< at least
inline constexpr std::uint32_t reuse_memory_threads = 1024;
/// Blocks that share the entries of A of a row that is accumulated in C by atomics.
inline constexpr std::uint32_t reuse_row_blocks = 32;

/// Columns of a group of rows whose rows of B are loaded at the same time (fill_groups.cpp).
inline constexpr std::uint32_t reuse_group_ahead = 2;

/// Tiles of rows that are alike in groups (fill_tiles.cpp): for at least `reuse_tile_rows` rows, of values of
/// at most `reuse_tile_value_bytes` bytes, if there are `reuse_tile_products` products for each column of a
/// tile. A column takes about as long as 17 products by positions (GT01R, H200).
inline constexpr std::uint64_t reuse_tile_min_rows = 256;
inline constexpr std::size_t reuse_tile_value_bytes = 16;
inline constexpr std::uint64_t reuse_tile_products = 24;
inline constexpr std::uint32_t reuse_tile_ahead = 2;    ///< rows of B that are loaded at the same time
inline constexpr std::uint32_t reuse_tile_resident = 4; ///< blocks of a multiprocessor: bounds the registers

/// Rows of C with more entries than fit in a block, or more than `segment_least_in_order` if the values may
/// not be accumulated by atomics, are divided into segments of up to `segment_entries` entries,
/// `segment_bytes` bytes and about `segment_products` products, if an entry of A has at least `segment_share`
/// products in a segment on average: else most pieces of rows of B would be empty.
inline constexpr std::uint64_t segment_least_in_order = 512;
inline constexpr std::uint32_t segment_entries = 768;
inline constexpr std::size_t segment_bytes = std::size_t{6} << 10;
inline constexpr std::uint64_t segment_products = std::uint64_t{1} << 16;
inline constexpr std::uint64_t segment_share = 4;
inline constexpr std::uint32_t segment_warps = 4; ///< of a block

} // namespace mergus::cuda::tuning
