/// \file tuning.hpp
/// Sizes of the accumulators and the rules by which a row gets one, fitted by hand on an H200 to the matrices
/// of bench/matrices.txt (docs/laboratory/bins.md, long-rows.md, web-graphs.md).
#pragma once

#include "mxm/tuning.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace mergus::cuda::tuning {

/// Sizes of the accumulators, each the first that a row fits. `flops`: rows of more products use a larger
/// one.
struct HashSize {
    std::uint32_t slots;         ///< holds half as many entries
    std::uint32_t group_threads; ///< up to 32, or the whole block
    std::uint32_t block_threads;
    std::uint64_t flops;
};
struct RankedBitmapSize {
    std::uint32_t block_threads;
    std::size_t shared; ///< bytes of a block, bits and values together
    std::uint64_t flops;
    std::uint32_t conflict_free_threads; ///< of a block that takes rows of B one at a time
    bool in_place = false;               ///< values are accumulated in the result, not in shared memory
};

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
/// Products of a row at most for a hash table of a warp that takes one row of B at a time, under a mask: more
/// than for other adds, because the next size adds by exchanges.
inline constexpr std::uint64_t one_row_flops = 16384;
/// Rows with too many entries or products for the first four sizes accumulate their values in the result
/// where the device has an atomic for the sum, or values fill a word that is exchanged. Shared memory then
/// has bits alone, which leaves room for more threads, and entries that many products are added to do not
/// slow the others down, as they do in shared memory, where a floating-point sum is a compare-and-swap loop.
/// Other sums take the next three sizes. The last size takes the rest of the rows.
inline constexpr std::array<RankedBitmapSize, 11> ranked_bitmap_sizes = {{
    {32, 5 << 10, 512, 32},
    {64, 8 << 10, 2048, 64},
    {128, 14 << 10, 8192, 128},
    {256, 28 << 10, 32768, 128},
    {512, 56 << 10, 131072, 256},
    {1024, 113 << 10, no_limit, 512},
    {1024, std::numeric_limits<std::size_t>::max(), no_limit, 1024},
    {256, 28 << 10, 6144, 128, true},
    {512, 56 << 10, 24576, 256, true},
    {1024, 113 << 10, no_limit, 512, true},
    {1024, std::numeric_limits<std::size_t>::max(), no_limit, 1024, true},
}};
/// Index of the first of `ranked_bitmap_sizes` that the sizes with values in the result replace.
inline constexpr std::size_t first_replaced_size = 4;
/// They take rows of more products than this.
inline constexpr std::uint64_t in_place_flops = 8192;
/// They take rows of at most this many products for each entry. With more, most products add to a value that
/// is in shared memory already, which is cheaper than an atomic in the L2.
inline constexpr std::uint32_t in_place_per_entry = 4;
/// The same for sums without an atomic, if they are chosen.
inline constexpr std::uint32_t conflict_free_per_entry = 3;
/// Most values of a row, as a multiple of those that fit in shared memory: a block makes them in as many
/// passes. Rows with more values have them in the result.
inline constexpr std::uint32_t conflict_free_windows = 4;

/// Sums without an atomic: a block takes rows of B of more entries than this one at a time.
inline constexpr std::uint32_t conflict_free_row = 64;
/// Sums without an atomic under a normal mask: warps of blocks of at most this many threads have slots of
/// their own.
inline constexpr std::uint32_t copied_threads = 128;

struct BlockSize { ///< of two_level_bitmap
    std::uint32_t block_threads;
    std::uint32_t capacity; ///< entries of a row; symbolic: blocks of a round
    std::uint64_t flops;
};
inline constexpr std::array<BlockSize, 3> two_level_sizes = {{
    {128, 512, 4096},
    {256, 1024, 16384},
    {512, 2048, 131072},
}};
/// The most words of its outer bitmap, which each row clears and counts.
inline constexpr std::uint64_t block_words = 2048;

/// A bitmap replaces a hash table of a warp or more if it has at most this many words for each slot of the
/// table: then clearing and counting its bits costs less than clearing and sorting the table.
inline constexpr std::uint64_t words_per_slot = 3;
/// The same for bitmaps whose values are accumulated in the result.
inline constexpr std::uint64_t words_per_slot_in_place = 8;

/// Whether two_level_bitmap may be used for a product with `ncols` columns if the choice does not name it:
/// bitmaps of all columns are cheaper where they replace hash tables of a block.
[[nodiscard]] constexpr bool two_level_bitmap_plausible(std::uint64_t ncols) {
    return ncols > 32 * words_per_slot * 1024 && ncols <= 1024 * block_words;
}

/// Threads of a block that works on a column tile.
inline constexpr std::uint32_t column_tile_threads = 1024;
/// The most bytes of the table of where rows of B cross column tiles, for B of this many entries.
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

/// Results of at most this many rows and columns are dense in device memory as a whole, if that takes at most
/// `dense_bytes`, or at most four times the bytes of the operands.
inline constexpr std::uint64_t dense_rows = 64;
inline constexpr std::uint64_t dense_columns = std::uint64_t{1} << 31;
inline constexpr std::uint64_t dense_bytes = std::uint64_t{16} << 20;
/// Where A has more entries than this, and 8 bytes for each take more than half of the dense rows, the host
/// reads the number of entries of the listed rows (which waits) before it allocates 8 bytes for each.
inline constexpr std::uint64_t dense_entries = std::uint64_t{1} << 18;
/// Blocks of the dense product for each multiprocessor.
inline constexpr std::uint32_t dense_blocks = 8;

} // namespace mergus::cuda::tuning
