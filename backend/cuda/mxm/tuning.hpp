/// \file tuning.hpp
/// The tuning numbers of mxm (those of the merge accumulator: merge_tuning.hpp). docs/LABORATORY.md has the
/// measurements behind them.
#pragma once

#include "merge_tuning.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace mergus::cuda::plan {

/// Sizes of the accumulators, each the first that a row fits. `flops`: rows of more products use a larger
/// one.
struct NarrowSize {
    std::uint32_t width; ///< columns of the row's span, a multiple of 32
    std::uint32_t block_threads;
};
struct EscSize {
    std::uint32_t group_threads; ///< holds twice as many products
    std::uint32_t block_threads;
    std::uint32_t count_slots;   ///< of the hash table that counts the entries in the symbolic phase
    std::uint32_t count_threads; ///< of that table's group
};
struct HashSize {
    std::uint32_t slots;         ///< holds half as many entries
    std::uint32_t group_threads; ///< up to 32, or the whole block
    std::uint32_t block_threads;
    std::uint64_t flops;
};
struct BitmapSize {
    std::uint32_t block_threads;
    std::size_t shared; ///< bytes of a block, bits and values together
    std::uint64_t flops;
    bool in_place = false; ///< values are accumulated in the result, not in shared memory
};

inline constexpr std::array<NarrowSize, 2> narrow_sizes = {{{256, 256}, {1024, 128}}};
inline constexpr std::array<EscSize, 3> esc_sizes = {{{8, 256, 32, 8}, {16, 256, 64, 8}, {32, 256, 128, 16}}};
inline constexpr std::array<HashSize, 9> hash_sizes = {{
    {64, 8, 256, 64},
    {128, 16, 256, 256},
    {256, 32, 256, 4096},
    {1024, 128, 128, 32768},
    {2048, 256, 256, 131072},
    {4096, 512, 512, 262144},
    {8192, 1024, 1024, no_limit},
    {16384, 1024, 1024, no_limit},
    {32768, 1024, 1024, no_limit},
}};
/// The last two use all shared memory that a block can have.
inline constexpr std::array<BitmapSize, 8> bitmap_sizes = {{
    {32, 5 << 10, 512},
    {64, 8 << 10, 2048},
    {128, 14 << 10, 8192},
    {256, 28 << 10, 32768},
    {512, 56 << 10, 131072},
    {1024, 113 << 10, no_limit},
    {1024, std::numeric_limits<std::size_t>::max(), no_limit},
    {1024, std::numeric_limits<std::size_t>::max(), no_limit, true},
}};

/// A bitmap replaces a hash table of a warp or more that has at least 1 / words_per_slot slots for each word
/// of the bitmap: clearing and counting the bits then costs less than clearing and sorting the table.
inline constexpr std::uint64_t words_per_slot = 3;

/// Threads of a block that works on a column tile.
inline constexpr std::uint32_t column_tile_threads = 1024;
/// Bytes at most of the table of where rows of B cross column tiles, for so many entries of B.
constexpr std::uint64_t max_split_bytes(std::uint64_t entries) {
    return (std::uint64_t{64} << 20) + 64 * entries;
}

/// Optimistic pass of the symbolic phase: rows often have far fewer entries than products, so rows whose
/// products exceed a warp's table are first counted in this table of a warp. Only for at least
/// `optimistic_rows` rows; given up if more than 1 in `optimistic_share` of the first `optimistic_sample`
/// rows overflow.
inline constexpr HashSize optimistic_size = {512, 32, 256, 16384};
static_assert(optimistic_size.group_threads == 32, "HashTable::may_overflow of hash.cuh");
inline constexpr std::uint64_t optimistic_rows = 16384;
inline constexpr std::uint64_t optimistic_sample = 2048;
inline constexpr std::uint64_t optimistic_share = 8;

/// A heavy row, on which the whole grid works, has more products than heavy_flops and more than
/// 1 / heavy_share of all products.
inline constexpr std::uint64_t heavy_flops = 32768;
inline constexpr std::uint64_t heavy_share = 64;

/// Results of up to so many rows and columns are dense in device memory as a whole, if that takes up to
/// `dense_bytes`, or up to four times the bytes of the operands.
inline constexpr std::uint64_t dense_rows = 64;
inline constexpr std::uint64_t dense_columns = std::uint64_t{1} << 31;
inline constexpr std::uint64_t dense_bytes = std::uint64_t{16} << 20;
/// Where A has more entries than this, the host reads the number of entries of the listed rows (which waits)
/// before it allocates 8 bytes for each.
inline constexpr std::uint64_t dense_entries = std::uint64_t{1} << 18;
/// Blocks of the dense product for each multiprocessor.
inline constexpr std::uint32_t dense_blocks = 8;

/// Rows of A longer than this are analysed by the whole grid.
inline constexpr std::uint64_t long_row = 2048;
/// The spans of columns are found for products of at least so many rows.
inline constexpr std::uint64_t narrow_rows = 1024;

/// Blocks of one launch at most; more rows take several launches.
inline constexpr std::uint64_t most_blocks = std::uint64_t{1} << 30;
/// Static shared memory of the kernels (counters, sums of warps, lists), in bytes.
inline constexpr std::size_t static_shared = 2048;

/// Products of short rows, a thread a row (short_rows.hpp): for at least so many rows, matrices whose rows
/// have up to `short_average` entries on average, and rows of at most `short_products` products. If B takes
/// more than `short_cached` bytes, which caches do not hold, neighbouring rows must have rows of B in common.
inline constexpr std::uint64_t short_min_rows = 2048;
inline constexpr std::uint64_t short_average = 10;
inline constexpr std::uint64_t short_products = 1024;
inline constexpr std::uint64_t short_cached = std::uint64_t{24} << 20;
/// The kernels are compiled for rows of A of up to so many entries.
inline constexpr std::array<std::uint32_t, 7> short_ways = {4, 5, 7, 9, 12, 16, 24};
inline constexpr std::uint32_t short_threads = 128;
/// Shared memory of a warp at most, in bytes.
inline constexpr std::size_t short_warp_bytes = 14 << 10;

/// Products by groups of consecutive rows (row_groups.hpp): for at least so many rows, of at least so many
/// entries on average.
inline constexpr std::uint64_t group_min_rows = 2048;
inline constexpr std::uint64_t group_average = 9;
/// The average row of A has at least this share of the longest distance between the first and the last column
/// of a row: else rows of a group have few columns in common.
inline constexpr double group_density = 0.3;
/// Groups are measured with so many rows.
inline constexpr std::uint32_t measured_rows = 8;
/// The sums of a group, in registers: the first size that the values and the columns of all groups fit. A
/// kernel is compiled for each.
struct GroupSize {
    std::uint32_t blocks;    ///< of 32 columns, spanned by measured_rows rows
    std::size_t value_bytes; ///< of the widest value of A, B and C
    std::uint32_t rows;      ///< a divisor of measured_rows
    std::uint32_t resident;  ///< blocks of a multiprocessor, which bounds the registers
};
inline constexpr std::array<GroupSize, 7> group_sizes = {{
    {2, 8, 8, 4},
    {3, 8, 8, 4},
    {5, 8, 8, 4},
    {8, 8, 4, 4},
    {3, 16, 4, 4},
    {5, 16, 4, 4},
    {8, 16, 2, 4},
}};
inline constexpr std::uint32_t group_warps = 4; ///< of a block; group_warps of row_groups.cuh

/// Triangles (graphs/triangles.cpp): lists of up to so many edges are a warp's, longer ones a block's, with a
/// hash table of up to so many slots.
inline constexpr std::uint32_t triangle_list = 128;
inline constexpr std::uint32_t triangle_slots = 8192;
inline constexpr std::uint32_t triangle_threads = 256;
inline constexpr std::uint32_t triangle_blocks = 8; ///< for each multiprocessor

} // namespace mergus::cuda::plan
