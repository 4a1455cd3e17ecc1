/// \file transpose_tuning.cpp
/// How columns are cut, and the sizes of shared memory.
#include "transpose_tuning.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace mergus::cuda::tuning {

namespace {

constexpr std::size_t round16(std::size_t bytes) {
    return (bytes + 15) / 16 * 16;
}

/// Words of the counters of a warp: two to a word, with one digit for missing entries.
constexpr std::size_t words(std::uint32_t digits) {
    return digits / 2 + 1;
}

std::size_t shared_bytes(Tile tile, std::uint32_t digits, std::size_t arrays_of_digits, std::size_t key_size,
                         std::size_t value_size) {
    const std::size_t counters = words(digits) * 4 * tile.warps();
    const std::size_t staged = tile.padded() * value_size;
    const std::size_t sorted = std::size_t{tile.size()} * 8;
    return round16(arrays_of_digits * (words(digits) * 8 + 8)) + tile.padded() * key_size +
           std::max({counters, staged, sorted});
}

/// A width up to `wished` for which the division by multiplication is exact. The magic number is too large by
/// excess / (2^32 width), which must not change the quotient of the largest column.
std::uint32_t divisible_width(std::uint64_t wished, std::uint64_t ncols) {
    constexpr std::uint64_t one = std::uint64_t{1} << 32;
    for (std::uint64_t width = std::max<std::uint64_t>(wished, 2);; --width) // ends at a power of two
        if (const std::uint64_t excess = (width - one % width) % width; excess * (ncols - 1) < one)
            return static_cast<std::uint32_t>(width);
}

/// Blocks for matrices with fewer entries than `below`, and the average fill of a bucket, which is higher for
/// large matrices, whose buckets are more even.
struct Row {
    std::uint64_t below;
    Tile tile;
    Tile chunk;
    double fill;
    bool grouped, counts_chunks;
};
constexpr std::array<Row, partition_rows> rows = {
    {{450'000, {512, 4, 2}, {256, 4, 4}, 0.5, false, false},
     {650'000, {256, 8, 4}, {256, 8, 4}, 0.6, false, false},
     {1'200'000, {512, 8, 2}, {512, 8, 2}, 0.6, false, false},
     {3'500'000, {512, 8, 2}, {512, 8, 2}, 0.75, false, true},
     {6'000'000, {1024, 16, 1}, {512, 8, 2}, 0.75, false, true},
     {16'000'000, {512, 16, 1}, {512, 8, 2}, 0.75, false, true},
     {~std::uint64_t{0}, {256, 8, 4}, {256, 8, 5}, 0.9, true, true}}};
/// For values of more than 8 bytes, or many buckets, which leave less shared memory.
constexpr Tile for_wide_values(Tile tile) {
    return tile.size() > 4096 ? Tile{512, 8, 2} : tile;
}

/// Cuts the columns of a plan whose tiles are set.
void cut(Partition& plan, const Shape& shape, double fill, bool grouped) {
    const double wished =
        plan.chunk.size() * fill * static_cast<double>(shape.ncols) / static_cast<double>(shape.nvals);
    plan.row_bits = static_cast<std::uint32_t>(std::bit_width(std::max<std::uint64_t>(shape.nrows, 2) - 1));
    plan.width = divisible_width(
        static_cast<std::uint64_t>(std::min({wished, 65536.0, static_cast<double>(shape.ncols)})),
        shape.ncols);
    plan.magic = static_cast<std::uint32_t>(((std::uint64_t{1} << 32) + plan.width - 1) / plan.width);
    plan.buckets = static_cast<std::uint32_t>((shape.ncols + plan.width - 1) / plan.width);
    plan.wide_keys = plan.row_bits + static_cast<std::uint32_t>(std::bit_width(plan.width - 1)) > 32;
    plan.shift = plan.groups = 0;
    if (!grouped) return;
    plan.shift = (static_cast<std::uint32_t>(std::bit_width(plan.buckets - 1)) + 1) / 2;
    plan.groups = ((plan.buckets - 1) >> plan.shift) + 1;
}

/// With so few buckets runs are long enough without groups in any matrix.
constexpr std::uint32_t few_buckets = 512;

/// Groups allow very many buckets, unless these are nearly empty.
bool too_many_buckets(const Partition& plan, const Shape& shape) {
    constexpr std::uint64_t least = 64; // entries of a bucket, on average
    if (!plan.grouped()) return plan.buckets > max_buckets;
    return plan.groups > max_groups || (plan.buckets > max_buckets && plan.buckets * least > shape.nvals);
}

bool too_large(const Shape& shape) {
    constexpr std::uint64_t limit = std::uint64_t{1} << 31;
    return shape.nrows > limit || shape.ncols > limit || shape.nvals >= limit || shape.nvals == 0;
}

bool fits(const Partition& plan, const Shape& shape, std::size_t shared_limit) {
    const std::uint32_t tiles = plan.grouped() ? (plan.tiles + plan.groups - 1) / plan.groups
                                               : plan.tiles; // of the largest group, at least
    return tiles_shared(plan, shape.value_size) <= shared_limit &&
           order_shared(plan, shape.value_size, tiles) <= shared_limit &&
           (!plan.grouped() || regroup_shared(plan, shape.value_size) <= shared_limit);
}

} // namespace

std::optional<Partition> partition(const Shape& shape, std::size_t shared_limit,
                                   std::optional<unsigned> named) {
    if (too_large(shape)) return std::nullopt;
    const auto with = [&](const Row& row, Tile tile) -> std::optional<Partition> {
        Partition plan{};
        plan.counts_chunks = row.counts_chunks;
        plan.tile = tile;
        plan.chunk = row.chunk;
        plan.tiles = static_cast<std::uint32_t>((shape.nvals + plan.tile.size() - 1) / plan.tile.size());
        double fill = row.fill;
        do { // with few entries in a column, the counters of columns take more memory than the entries
            cut(plan, shape, fill, row.grouped);
            fill /= 2;
        } while (!fits(plan, shape, shared_limit) && plan.width > 2 && !too_many_buckets(plan, shape));
        if (too_many_buckets(plan, shape) || !fits(plan, shape, shared_limit)) return std::nullopt;
        return plan;
    };
    const auto of_row = [&](const Row& row) {
        const Tile small = for_wide_values(row.tile); // also has fewer counters
        const Tile tile = shape.value_size > 8 ? small : row.tile;
        const std::optional<Partition> plan = with(row, tile);
        return plan || tile.size() == small.size() ? plan : with(row, small);
    };
    if (named) return of_row(rows[*named]);
    std::optional<Partition> grouped;
    for (const Row& row : rows) { // a row with too many buckets is followed by rows with larger buckets
        if (shape.nvals >= row.below) continue;
        if (const auto plan = of_row(row); plan && !plan->grouped())
            return plan;
        else if (plan)
            grouped = plan;
    }
    if (grouped && grouped->buckets > few_buckets) return grouped;
    const std::optional<Partition> at_once = of_row(rows[partition_rows - 2]);
    return at_once ? at_once : grouped;
}

std::size_t tiles_shared(const Partition& plan, std::size_t value_size) {
    return shared_bytes(plan.tile, plan.first_digits(), 1, plan.grouped() ? 8 : plan.key_size(), value_size);
}

std::size_t regroup_shared(const Partition& plan, std::size_t value_size) {
    return shared_bytes(plan.tile, plan.group_size(), 1, plan.key_size(), value_size);
}

std::size_t order_shared(const Partition& plan, std::size_t value_size, std::uint32_t tiles) {
    const std::size_t begin = round16(3 * (words(plan.width) * 8 + 8));
    const std::size_t gathered = (plan.chunk.size() + 2 * (std::size_t{tiles} + 1)) * 4;
    return std::max(shared_bytes(plan.chunk, plan.width, 3, plan.key_size(), value_size), begin + gathered);
}

namespace {

// For values of up to 8 bytes, for wider ones, and for experiments. Many small blocks are faster although a
// few words are spilled, since a block waits at many barriers.
constexpr std::array<Tile, banded_rows> banded_table = {{{128, 8, 10}, {128, 8, 8}, {256, 8, 5}}};
constexpr double banded_fill = 0.9; // below 1, since the method fails if a bucket does not fit into a block

} // namespace

std::optional<Banded> banded(const Shape& shape, std::size_t shared_limit, std::optional<unsigned> row) {
    if (too_large(shape)) return std::nullopt;
    Banded plan{};
    plan.chunk = banded_table[row.value_or(shape.value_size > 8 ? 1 : 0)];
    const double wished =
        plan.chunk.size() * banded_fill * static_cast<double>(shape.ncols) / static_cast<double>(shape.nvals);
    const double most = plan.chunk.size() / 2.0; // columns, for which each warp has counters
    plan.width = divisible_width(
        static_cast<std::uint64_t>(std::min({wished, most, static_cast<double>(shape.ncols)})), shape.ncols);
    plan.magic = static_cast<std::uint32_t>(((std::uint64_t{1} << 32) + plan.width - 1) / plan.width);
    plan.buckets = static_cast<std::uint32_t>((shape.ncols + plan.width - 1) / plan.width);
    const bool long_lists =
        std::uint64_t{plan.buckets} * max_overlaps > std::max(shape.nvals, std::uint64_t{1} << 20);
    if (long_lists || banded_shared(plan, shape.value_size) > shared_limit) return std::nullopt;
    return plan;
}

std::size_t banded_shared(const Banded& plan, std::size_t value_size) {
    return shared_bytes(plan.chunk, plan.width, 1, sizeof(std::uint32_t), value_size) +
           plan.chunk.size() * sizeof(std::uint32_t);
}

} // namespace mergus::cuda::tuning
