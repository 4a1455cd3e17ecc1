/// \file transpose_plan.cpp
/// The cuts and the sizes of shared memory.
#include "transpose_plan.hpp"

#include <mergus/error.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <string>

namespace mergus::cuda::plan {

TransposeChoice parse_transpose(std::string_view text) {
    if (text.empty()) return {};
    for (std::size_t i = 0; i < transpose_names.size(); ++i)
        if (text == transpose_names[i]) return {static_cast<Transpose>(i)};
    for (unsigned row = 0; row < partition_rows; ++row)
        if (text == "partition:" + std::to_string(row)) return {Transpose::partition, row};
    for (unsigned row = 0; row < pull_rows; ++row)
        if (text == "local:" + std::to_string(row)) return {Transpose::local, row};
    throw Error(Code::invalid_value, "MERGUS_CUDA_TRANSPOSE: '" + std::string(text) +
                                         "' is none of best, sort, partition, partition:0 to partition:" +
                                         std::to_string(partition_rows - 1) +
                                         ", local, local:0 to local:" + std::to_string(pull_rows - 1));
}

namespace {

constexpr std::size_t round16(std::size_t bytes) {
    return (bytes + 15) / 16 * 16;
}

/// Counters of a warp, two to a word, and one digit more than there are.
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

/// Columns that divide exactly by multiplication, and nearly as many as wished: the magic number is too large
/// by excess / (2^32 width), which the largest column must not see.
std::uint32_t divisible_width(std::uint64_t wished, std::uint64_t ncols) {
    constexpr std::uint64_t one = std::uint64_t{1} << 32;
    for (std::uint64_t width = std::max<std::uint64_t>(wished, 2);; --width) // ends at a power of two
        if (const std::uint64_t excess = (width - one % width) % width; excess * (ncols - 1) < one)
            return static_cast<std::uint32_t>(width);
}

/// Blocks for matrices with fewer entries than `below`, and how full a bucket is to be on average: the more
/// even the buckets of large matrices, the fuller.
struct Row {
    std::uint64_t below;
    Tile tile;
    Tile piece;
    double fill;
    bool grouped, counted;
};
constexpr std::array<Row, partition_rows> rows = {
    {{450'000, {512, 4, 2}, {256, 4, 4}, 0.5, false, false},
     {650'000, {256, 8, 4}, {256, 8, 4}, 0.6, false, false},
     {1'200'000, {512, 8, 2}, {512, 8, 2}, 0.6, false, false},
     {3'500'000, {512, 8, 2}, {512, 8, 2}, 0.75, false, true},
     {6'000'000, {1024, 16, 1}, {512, 8, 2}, 0.75, false, true},
     {16'000'000, {512, 16, 1}, {512, 8, 2}, 0.75, false, true},
     {~std::uint64_t{0}, {256, 8, 4}, {256, 8, 5}, 0.9, true, true}}};
/// Values of more than 8 bytes leave less room, and so do many buckets.
constexpr Tile for_wide_values(Tile tile) {
    return tile.size() > 4096 ? Tile{512, 8, 2} : tile;
}

/// The cut of the columns, the tiles being there.
void cut(Partition& plan, const Shape& shape, double fill, bool grouped) {
    const double wished =
        plan.piece.size() * fill * static_cast<double>(shape.ncols) / static_cast<double>(shape.nvals);
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

/// As few columns have runs that are long enough without groups, in however large a matrix.
constexpr std::uint32_t few_buckets = 512;

/// Groups allow very many buckets, but not ones that are hardly used.
bool too_many_buckets(const Partition& plan, const Shape& shape) {
    constexpr std::uint64_t least = 64; // entries of a bucket, on average
    if (!plan.grouped()) return plan.buckets > most_buckets;
    return plan.groups > most_groups || (plan.buckets > most_buckets && plan.buckets * least > shape.nvals);
}

bool too_large(const Shape& shape) {
    constexpr std::uint64_t limit = std::uint64_t{1} << 31;
    return shape.nrows > limit || shape.ncols > limit || shape.nvals >= limit || shape.nvals == 0;
}

bool fits(const Partition& plan, const Shape& shape, std::size_t shared_limit) {
    const std::uint32_t tiles = plan.grouped() ? (plan.tiles + plan.groups - 1) / plan.groups
                                               : plan.tiles; // of the largest group: at least
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
        plan.counted = row.counted;
        plan.tile = tile;
        plan.piece = shape.value_size > 8 ? for_wide_values(row.piece) : row.piece;
        plan.tiles = static_cast<std::uint32_t>((shape.nvals + plan.tile.size() - 1) / plan.tile.size());
        double fill = row.fill;
        do { // with few entries in a column it is the columns of a bucket that fill a block, not its entries
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
    for (const Row& row : rows) { // where a row has too many buckets, the next ones have larger ones
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
    const std::size_t gathered = (plan.piece.size() + 2 * (std::size_t{tiles} + 1)) * 4;
    return std::max(shared_bytes(plan.piece, plan.width, 3, plan.key_size(), value_size), begin + gathered);
}

namespace {

// For values of up to 8 bytes, for wider ones, and for experiments. Small blocks, since a block waits at many
// barriers, and many of them, even if a few words are spilled.
constexpr std::array<Tile, pull_rows> pull_table = {{{128, 8, 10}, {128, 8, 8}, {256, 8, 5}}};
constexpr double pull_fill = 0.9; // a bucket that no block holds is the end of the method

} // namespace

std::optional<Pull> pull(const Shape& shape, std::size_t shared_limit, std::optional<unsigned> row) {
    if (too_large(shape)) return std::nullopt;
    Pull plan{};
    plan.piece = pull_table[row.value_or(shape.value_size > 8 ? 1 : 0)];
    const double wished =
        plan.piece.size() * pull_fill * static_cast<double>(shape.ncols) / static_cast<double>(shape.nvals);
    const double most = plan.piece.size() / 2.0; // columns, for which each warp has counters
    plan.width = divisible_width(
        static_cast<std::uint64_t>(std::min({wished, most, static_cast<double>(shape.ncols)})), shape.ncols);
    plan.magic = static_cast<std::uint32_t>(((std::uint64_t{1} << 32) + plan.width - 1) / plan.width);
    plan.buckets = static_cast<std::uint32_t>((shape.ncols + plan.width - 1) / plan.width);
    const bool long_lists =
        std::uint64_t{plan.buckets} * longest_list > std::max(shape.nvals, std::uint64_t{1} << 20);
    if (long_lists || pull_shared(plan, shape.value_size) > shared_limit) return std::nullopt;
    return plan;
}

std::size_t pull_shared(const Pull& plan, std::size_t value_size) {
    return shared_bytes(plan.piece, plan.width, 1, sizeof(std::uint32_t), value_size) +
           plan.piece.size() * sizeof(std::uint32_t);
}

} // namespace mergus::cuda::plan
