/// \file transpose_plan.hpp
/// All tuning of the transpose: how columns are cut into buckets, and the shapes of blocks.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace mergus::cuda::plan {

/// The methods of the transpose. Another than `best` is for tests and experiments; what a matrix cannot have
/// falls to the one before.
enum class Transpose : std::uint8_t {
    best,
    sort,      ///< a stable sort of (column, entry number) and a gather: anything
    partition, ///< two passes, or three where there are very many buckets
    local      ///< counted by tiles and the few buckets that each touches, then moved once, a bucket a block
};
inline constexpr std::array<std::string_view, 4> transpose_names = {"best", "sort", "partition", "local"};
/// A method, and perhaps for partition and local the row of its table.
struct TransposeChoice {
    Transpose method = Transpose::best;
    std::optional<unsigned> row{};
};
/// From "METHOD", "partition:ROW" or "local:ROW". \throws Error invalid_value. Empty: best.
TransposeChoice parse_transpose(std::string_view text);

/// A block and the entries that it works on at a time. The size is a power of two below 2^16.
struct Tile {
    std::uint32_t threads;
    std::uint32_t items;  ///< of a thread
    std::uint32_t blocks; ///< on a multiprocessor, that the compiler must leave registers for

    [[nodiscard]] constexpr std::uint32_t size() const noexcept { return threads * items; }
    [[nodiscard]] constexpr std::uint32_t padded() const noexcept { return size() + size() / 32; }
    [[nodiscard]] constexpr std::uint32_t warps() const noexcept { return threads / 32; }
};

/// How a matrix is partitioned.
struct Partition {
    Tile tile;           ///< of all passes but the last
    Tile piece;          ///< of the last
    std::uint32_t width; ///< columns of a bucket
    std::uint32_t magic; ///< the high word of column * magic is column / width, for all columns
    std::uint32_t buckets;
    std::uint32_t shift; ///< a group is 2^shift buckets
    std::uint32_t
        groups; ///< that the first pass orders by, and a pass between by buckets; none: by buckets at once
    std::uint32_t row_bits;
    std::uint32_t tiles;
    bool counted;   ///< pieces of large buckets are counted by a kernel of their own
    bool wide_keys; ///< a column of a bucket and a row do not fit into 32 bits together

    [[nodiscard]] bool grouped() const noexcept { return groups != 0; }
    /// Digits that the first pass orders by, and the pass between.
    [[nodiscard]] std::uint32_t first_digits() const noexcept { return grouped() ? groups : buckets; }
    [[nodiscard]] std::uint32_t group_size() const noexcept { return std::uint32_t{1} << shift; }
    [[nodiscard]] std::size_t key_size() const noexcept { return wide_keys ? 8 : 4; }
};

/// Shared memory that the kernels have beside what is laid out here, at most.
inline constexpr std::size_t transpose_static_shared = 8192;
/// Up to so many bytes a value is moved with its key; wider ones are gathered at the end.
inline constexpr std::size_t moved_value = 16;
/// More buckets than this make runs too short and counters too many, unless there are groups of them.
inline constexpr std::uint32_t most_buckets = 4608;
/// And then so many groups; one of them is as many buckets as there are groups, or up to four times as many.
inline constexpr std::uint32_t most_groups = 1023;

/// A matrix's size is all that the cut depends on.
struct Shape {
    std::uint64_t nrows;
    std::uint64_t ncols;
    std::uint64_t nvals;
    std::size_t value_size; ///< bytes that are moved with a key
};

/// Rows of the table that partition() takes its blocks from.
inline constexpr unsigned partition_rows = 7;
/// Nothing if it cannot be done, or sorting is better.
std::optional<Partition> partition(const Shape& shape, std::size_t shared_limit,
                                   std::optional<unsigned> row = {});

/// Bytes of shared memory, as transpose_tiles.cuh, transpose_regroup.cuh and transpose_order.cuh (and
/// transpose_pieces.cuh) lay it out; a bucket has runs of so many tiles at most.
std::size_t tiles_shared(const Partition& plan, std::size_t value_size);
std::size_t regroup_shared(const Partition& plan, std::size_t value_size);
std::size_t order_shared(const Partition& plan, std::size_t value_size, std::uint32_t tiles);

// ---- local matrices: transpose_touch.cuh, transpose_pull.cuh

/// How a matrix is pulled.
struct Pull {
    Tile piece;          ///< a block has a bucket, which must not have more entries
    std::uint32_t width; ///< columns of a bucket
    std::uint32_t magic; ///< as in Partition
    std::uint32_t buckets;
};

/// From so many entries on it is worth a wait to learn whether the matrix is local.
inline constexpr std::uint64_t local_entries = 10'000'000;
/// What touches a bucket is counted by tiles of so many entries: at most 4096, whose numbers and counts share
/// a word.
inline constexpr Tile touch_tile = {256, 16, 4};
/// The buckets that a tile touches on average, at most (one tile: 128), and the tiles that may touch a
/// bucket.
inline constexpr std::uint32_t mean_touched = 64;
inline constexpr std::uint32_t longest_list = 64;
/// Places that are searched for a bucket's entries, at most: one for each tile, and some where a tile touches
/// it here and there.
inline constexpr std::uint32_t most_places = 96;
/// Rows that are searched for a bucket's columns, for each entry on average, at most: a row costs as much as
/// an entry.
inline constexpr std::uint32_t most_searched = 2;

/// Rows of the table that pull() takes its blocks from.
inline constexpr unsigned pull_rows = 3;
/// Nothing if it cannot be done. Whether the matrix is local is for the device to find out.
std::optional<Pull> pull(const Shape& shape, std::size_t shared_limit, std::optional<unsigned> row = {});
/// Bytes of shared memory, as transpose_pull.cuh lays them out.
std::size_t pull_shared(const Pull& plan, std::size_t value_size);

} // namespace mergus::cuda::plan
