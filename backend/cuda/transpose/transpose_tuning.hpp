/// \file transpose_tuning.hpp
/// All sizes of the transpose: how columns are cut into buckets, and the shapes of blocks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace mergus::cuda::tuning {

/// The shape of a block and of the entries that it processes at a time. The size is a power of two below
/// 2^16.
struct Tile {
    std::uint32_t threads;
    std::uint32_t items;  ///< of a thread
    std::uint32_t blocks; ///< on a multiprocessor, at least: limits the registers of a thread

    [[nodiscard]] constexpr std::uint32_t size() const noexcept { return threads * items; }
    [[nodiscard]] constexpr std::uint32_t padded() const noexcept { return size() + size() / 32; }
    [[nodiscard]] constexpr std::uint32_t warps() const noexcept { return threads / 32; }
};

/// How a matrix is partitioned.
struct Partition {
    Tile tile;           ///< of all passes but the last
    Tile chunk;          ///< of the last
    std::uint32_t width; ///< columns of a bucket
    std::uint32_t magic; ///< the high word of column * magic is column / width, for all columns
    std::uint32_t buckets;
    std::uint32_t shift;  ///< a group is 2^shift buckets
    std::uint32_t groups; ///< digits of the first pass if there is a pass between; 0: there is none
    std::uint32_t row_bits;
    std::uint32_t tiles;
    bool counts_chunks; ///< chunks of large buckets are counted by a kernel of their own
    bool wide_keys;     ///< a column of a bucket and a row do not fit into 32 bits together

    [[nodiscard]] bool grouped() const noexcept { return groups != 0; }
    /// Digits of the first pass, and of the pass between.
    [[nodiscard]] std::uint32_t first_digits() const noexcept { return grouped() ? groups : buckets; }
    [[nodiscard]] std::uint32_t group_size() const noexcept { return std::uint32_t{1} << shift; }
    [[nodiscard]] std::size_t key_size() const noexcept { return wide_keys ? 8 : 4; }
};

/// Upper bound for the static shared memory of the kernels.
inline constexpr std::size_t transpose_static_shared = 8192;
/// Values of at most this many bytes move with their keys; wider ones are gathered at the end.
inline constexpr std::size_t moved_value = 16;
/// Without groups more buckets would make runs too short and counters too many.
inline constexpr std::uint32_t max_buckets = 4608;
/// groups <= buckets_per_group <= 4 * groups.
inline constexpr std::uint32_t max_groups = 1023;

/// A plan depends on the size of the matrix only.
struct Shape {
    std::uint64_t nrows;
    std::uint64_t ncols;
    std::uint64_t nvals;
    std::size_t value_size; ///< bytes that are moved with a key
};

/// Rows of the table that partition() takes its blocks from.
inline constexpr unsigned partition_rows = 7;
/// Nothing if it is impossible, or sorting is faster.
std::optional<Partition> partition(const Shape& shape, std::size_t shared_limit,
                                   std::optional<unsigned> row = {});

/// Bytes of shared memory of transpose_tiles.cuh, transpose_regroup.cuh, and of transpose_order.cuh and
/// transpose_chunk_counts.cuh, where a bucket has runs of up to `tiles` tiles.
std::size_t tiles_shared(const Partition& plan, std::size_t value_size);
std::size_t regroup_shared(const Partition& plan, std::size_t value_size);
std::size_t order_shared(const Partition& plan, std::size_t value_size, std::uint32_t tiles);

// ---- banded matrices: transpose_overlap.cuh, transpose_gather.cuh

/// How a banded matrix is transposed.
struct Banded {
    Tile chunk;          ///< the entries of a bucket, at most
    std::uint32_t width; ///< columns of a bucket
    std::uint32_t magic; ///< as in Partition
    std::uint32_t buckets;
};

/// The fewest entries for which `best` waits to learn whether the matrix is banded.
inline constexpr std::uint64_t banded_nvals = 10'000'000;
/// The tiles of the first pass: at most 4096 entries, since the number of a tile and its counts share a word.
inline constexpr Tile overlap_tile = {256, 16, 4};
/// Buckets that a tile overlaps, at most on average (one tile: 128), and tiles that overlap a bucket.
inline constexpr std::uint32_t max_mean_overlap = 64;
inline constexpr std::uint32_t max_overlaps = 64;
/// Ranges that are searched for the entries of a bucket, at most: one for each tile, and some for tiles that
/// overlap it in several ranges.
inline constexpr std::uint32_t max_ranges = 96;
/// Rows that are searched for the columns of buckets, per entry at most: a row costs as much as an entry.
inline constexpr std::uint32_t max_searched_per_entry = 2;

/// Rows of the table that banded() takes its blocks from.
inline constexpr unsigned banded_rows = 3;
/// Nothing if it is impossible. Whether the matrix is banded is found out on the device.
std::optional<Banded> banded(const Shape& shape, std::size_t shared_limit, std::optional<unsigned> row = {});
/// Bytes of shared memory of transpose_gather.cuh.
std::size_t banded_shared(const Banded& plan, std::size_t value_size);

} // namespace mergus::cuda::tuning
