/// \file tuning.hpp
/// The tuning numbers of mxm (those of the merge accumulator: merge_tuning.hpp), fitted by hand on an H200 to
/// the matrices of bench/matrices.txt; docs/LABORATORY.md has the measurements behind them. bench/tune fits
/// some of them to another GPU.
#pragma once

#include "merge_tuning.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

namespace mergus::cuda::plan {

/// Bytes from one value to the next in shared memory: Spread of kernels/wide_values.cuh.
constexpr std::size_t spread_bytes(std::size_t value, std::size_t alignment) {
    return value <= 8 ? value : (value / alignment | 1) * alignment;
}

/// Sizes of the accumulators, each the first that a row fits. `flops`: rows of more products use a larger
/// one.
struct NarrowSize {
    std::uint32_t width; ///< columns of the row's span, a multiple of 32
    std::uint32_t block_threads;
};
struct SortedSize { ///< of sorted_row.cuh
    std::uint32_t group_threads;
    std::uint32_t each; ///< products of a thread

    [[nodiscard]] constexpr std::uint64_t products() const noexcept {
        return std::uint64_t{group_threads} * each;
    }
    /// Bytes of a block that fills in rows: sorted_row_memory() of sorted_row.cuh.
    [[nodiscard]] constexpr std::size_t shared(std::uint32_t threads, std::size_t value,
                                               std::size_t key) const noexcept {
        const std::size_t groups = threads / group_threads;
        return (groups * products() * value + 15) / 16 * 16 + groups * group_threads * (each + 1) * key;
    }
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
    std::uint32_t exclusive_threads; ///< of a block that takes rows of B one at a time
    bool in_place = false;           ///< values are accumulated in the result, not in shared memory
};

inline constexpr std::array<NarrowSize, 2> narrow_sizes = {{{256, 256}, {1024, 128}}};
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
inline constexpr std::array<BitmapSize, 11> bitmap_sizes = {{
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
/// The sizes that values in the result replace, for rows of more than `in_place_flops` products and at most
/// `in_place_per_entry` for each entry: of more products most add to values that are in shared memory
/// already.
inline constexpr std::size_t first_replaced_size = 4;
inline constexpr std::uint64_t in_place_flops = 8192;
inline constexpr std::uint32_t in_place_per_entry = 4;
/// The same for sums without an atomic, if they are chosen.
inline constexpr std::uint32_t exclusive_per_entry = 3;
/// A row has at most this many times the values that fit shared memory; rows with more are in the result.
inline constexpr std::uint32_t exclusive_windows = 4;

/// Sums without an atomic: a block takes rows of B of more entries than this one at a time.
inline constexpr std::uint32_t exclusive_row = 64;
/// Sums without an atomic under a normal mask: warps of blocks of at most this many threads have slots of
/// their own.
inline constexpr std::uint32_t copied_threads = 128;

struct BlockSize { ///< of block_rank
    std::uint32_t block_threads;
    std::uint32_t capacity; ///< entries of a row; symbolic: blocks of a round
    std::uint64_t flops;
};
inline constexpr std::array<BlockSize, 4> block_sizes = {{
    {128, 512, 4096},
    {256, 1024, 16384},
    {512, 2048, 131072},
    {1024, 8192, no_limit},
}};
/// The most words of its outer bitmap, which each row clears and counts.
inline constexpr std::uint64_t block_words = 2048;
/// The pattern of B is read as blocks of 32 columns if B has at most `block_share` blocks for each entry and
/// there are at least `block_flops` products: blocks are made in every product.
inline constexpr double block_share = 0.75;
inline constexpr std::uint64_t block_flops = std::uint64_t{1} << 25;

/// A bitmap replaces a hash table of a warp or more that has at least 1 / words_per_slot slots for each word
/// of the bitmap: clearing and counting the bits then costs less than clearing and sorting the table.
inline constexpr std::uint64_t words_per_slot = 3;
/// The same for bitmaps whose values are accumulated in the result.
inline constexpr std::uint64_t words_per_slot_in_place = 8;

/// Whether block_rank may be used for a product with `ncols` columns if the choice does not name it: bitmaps
/// of all columns are cheaper where they replace hash tables of a block.
[[nodiscard]] constexpr bool block_rank_plausible(std::uint64_t ncols) {
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

/// Rows of A longer than this are analysed by the whole grid.
inline constexpr std::uint64_t long_row = 2048;
/// More lanes than half the average row's entries count a row of A while a multiprocessor has fewer threads.
inline constexpr std::uint64_t flops_threads = 512;
/// The spans of columns are found for products of at least this many rows.
inline constexpr std::uint64_t narrow_rows = 1024;

/// The most blocks of one launch; more rows take several launches.
inline constexpr std::uint64_t most_blocks = std::uint64_t{1} << 30;
/// Static shared memory of the kernels (counters, sums of warps, lists), in bytes.
inline constexpr std::size_t static_shared = 2048;

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

/// Rows whose products are sorted in registers (sorted_row.cuh): the first size that holds their products. A
/// thread has few wide values, because they are in shared memory.
inline constexpr std::array<SortedSize, 5> narrow_sorted_sizes = {{{8, 2}, {8, 4}, {8, 8}, {16, 8}, {32, 8}}};
inline constexpr std::array<SortedSize, 3> wide_sorted_sizes = {{{8, 2}, {16, 2}, {32, 2}}};
[[nodiscard]] constexpr std::span<const SortedSize> sorted_sizes(std::size_t value_bytes) {
    if (value_bytes <= 16) return narrow_sorted_sizes;
    return wide_sorted_sizes;
}
/// Products of short rows without locality, a group a row (sorted_rows.cuh): if the longest row has at most
/// `sorted_spread` times the products of an average row.
/// Also with locality, if the average row of A is longer than `short_average` and a row of the product has at
/// most `sorted_average` products on average: products with an aggregation, whose rows have one entry each.
inline constexpr std::uint32_t sorted_threads = 256;
inline constexpr double sorted_average = 64;
inline constexpr double sorted_spread = 4;
/// Products by groups of consecutive rows (row_groups.hpp): for at least `group_min_rows` rows, of at least
/// `group_average` entries on average.
inline constexpr std::uint64_t group_min_rows = 16384;
inline constexpr std::uint64_t group_average = 9;
/// The average row of A has at least this share of the longest distance between the first and the last column
/// of a row: else rows of a group have few columns in common.
inline constexpr double group_density = 0.3;
/// Rows of a group when its span of columns is measured.
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

/// Products whose rows repeat a few patterns (repeated_rows.hpp): for at least `repeated_min_rows` rows, of
/// at least `repeated_products` products on average, that are of at most `most_classes` classes of up to
/// `recipe_products` products.
inline constexpr std::uint64_t repeated_min_rows = 8192;
inline constexpr double repeated_products = 64;
inline constexpr double kept_repeated_products = 4; ///< of a plan
inline constexpr std::uint32_t most_classes = 1024;
inline constexpr std::uint64_t class_rows = 16;        ///< rows for each class at least: recipes take memory
inline constexpr std::uint64_t recipe_products = 8192; ///< words in shared memory; slots have 15 bits
/// Words of a table of classes, and threads that look up a row.
inline constexpr std::uint32_t class_words = 4096;
inline constexpr std::uint32_t class_threads = 8;
/// From this number of rows on a group fills in four rows at a time, which still leaves enough blocks;
/// with fewer rows, two.
inline constexpr std::uint64_t repeated_many_rows = std::uint64_t{1} << 17;
/// Warps of a block, and the bytes of its sums, for which rows of a group, then warps are taken back.
inline constexpr std::uint32_t repeated_warps = 4;
inline constexpr std::size_t repeated_shared = 24 << 10;
/// Plans order the sums of a class of at most `spread_entries` entries for fewer conflicts of banks
/// (kept/spread_slots.cuh), if its products come in at most `spread_waves` waves and a block of a run then
/// needs at most `spread_shared` bytes of shared memory.
inline constexpr std::uint32_t spread_entries = 1024;
inline constexpr std::uint32_t spread_waves = 768;
inline constexpr std::size_t spread_shared = 40 << 10;
/// The most bytes of a warp's sums for which a run of a plan has a thread for each row.
inline constexpr std::size_t kept_thread_rows = 12 << 10;

/// Small products by tiles of rows (row_tiles.hpp): of at most `tile_entries` entries and `tile_rows` rows of
/// A, `tile_products` products, and `tile_estimate` if each row of B had the average length.
inline constexpr std::uint64_t tile_entries = std::uint64_t{1} << 20;
inline constexpr std::uint64_t tile_rows = std::uint64_t{1} << 19;
inline constexpr double tile_estimate = 3.2e7;
inline constexpr std::uint64_t tile_products = std::uint64_t{1} << 25;
inline constexpr std::uint32_t tile_threads = 256; ///< of a block; tile_threads of row_tiles.cuh
/// No row of A is heavy, and the average row has at most `tile_few` products, or no row of A or B is longer
/// than `tile_spread` average ones.
inline constexpr double tile_few = 32;
inline constexpr double tile_spread = 4;
/// A tile has 32 rows if they have up to `tile_products_of_32` products on average, 16 up to
/// `tile_products_of_16`, else 8: about one for each group of threads of its block.
inline constexpr double tile_products_of_32 = 64;
inline constexpr double tile_products_of_16 = 128;
/// Rows of A with more entries than this for each thread that counts their products are heavy.
inline constexpr std::uint64_t tile_long_row = 256;
/// Rows of more products have the whole block, others a warp; rows of still more products are heavy.
inline constexpr std::uint64_t tile_warp_products = 8192;
inline constexpr std::uint64_t tile_block_products = std::uint64_t{1} << 17;
/// The whole block has each row that is not sorted if the average row has at most `tile_dense_products`
/// products, unless the bitmap and its ranks take at most `tile_warp_bits` bytes.
inline constexpr double tile_dense_products = 256;
inline constexpr std::size_t tile_warp_bits = 3 << 10;
/// Columns at most if rows are too long to be sorted.
inline constexpr std::uint64_t tile_columns = std::uint64_t{1} << 17;
/// Shared memory of a block with dense rows, in bytes, unless tile_least_slots values take more.
inline constexpr std::size_t tile_shared = 48 << 10;
inline constexpr std::size_t tile_least_slots = 128;
/// Dense rows read the pattern of B in blocks of 32 columns from `tile_block_estimate` products on, if there
/// are at most `tile_block_share` blocks for each entry.
inline constexpr double tile_block_estimate = 1 << 23;
inline constexpr double tile_block_share = 0.4;

/// Products under a mask as dot products (masked_dot.hpp): for at least `dot_min_entries` entries of A, of B
/// and of the mask, or `dot_min_entries_of_skewed` where the longest row of A has `dot_skew` times the
/// average, if `dot_probe_cost` for each search and `dot_entry_cost` for each entry of the mask are less than
/// the products of Gustavson's algorithm, each of which costs `dot_swap_cost` where A is skewed and the add
/// has no native atomic. Bins are faster for regular rows whatever the add. Searches and products are
/// estimated from up to `dot_samples` entries. A search costs `dot_count_cost` where products are counted.
/// One pass over all rows of B' has no transposes: `dot_one_pass_entry_cost` for each entry of the mask. An
/// entry of B' costs products in rows `dot_transpose_cost`.
inline constexpr std::uint64_t dot_min_entries = std::uint64_t{1} << 19;
inline constexpr std::uint64_t dot_min_entries_of_skewed = std::uint64_t{1} << 18;
inline constexpr std::uint64_t dot_samples = std::uint64_t{1} << 16;
inline constexpr double dot_probe_cost = 1;
inline constexpr double dot_entry_cost = 32;
inline constexpr double dot_count_cost = 0.5;
inline constexpr double dot_one_pass_entry_cost = 16;
inline constexpr double dot_transpose_cost = 8;
/// Products are counted in blocks of 32 columns if there are at most this many blocks for each entry.
inline constexpr double dot_block_share = 0.75;
/// Counters of a sample of columns at most.
inline constexpr std::uint64_t dot_column_slots = std::uint64_t{1} << 20;
inline constexpr double dot_swap_cost = 1.5;
inline constexpr std::uint64_t dot_skew = 16;
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

/// Products under a mask, a thread a row (masked_rows.hpp): for values of up to `masked_value_bytes` in
/// registers, at least `short_min_rows` rows, at most `masked_average` entries in an average row of A and B,
/// and at most `short_products` products in a row. Kernels are compiled for these numbers of entries of a row
/// of the mask at most.
inline constexpr std::array<std::uint32_t, 5> masked_ways = {4, 6, 8, 12, 16};
inline constexpr std::size_t masked_value_bytes = 16;
inline constexpr std::uint64_t masked_average = 10;
inline constexpr std::uint32_t masked_block_threads = 128;

} // namespace mergus::cuda::plan
