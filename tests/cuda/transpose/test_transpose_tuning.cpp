/// \file test_transpose_tuning.cpp
/// transpose_tuning.hpp: whatever the size of a matrix, a cut that is offered divides its columns exactly,
/// covers them, and fits into the keys, the counters and the shared memory that the kernels have for it.
#include "transpose/transpose_methods.hpp"
#include "transpose/transpose_tuning.hpp"

#include <mergus/error.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace tuning = mergus::cuda::tuning;

namespace {

constexpr std::size_t gpu_shared = 227 * 1024 - tuning::transpose_static_shared;

/// Sizes around powers of two, and others.
std::vector<std::uint64_t> sizes() {
    std::vector<std::uint64_t> list = {1, 2, 3};
    for (unsigned bits = 3; bits <= 31; bits += 2)
        for (const int beside : {-1, 0, 1})
            list.push_back((std::uint64_t{1} << bits) + static_cast<std::uint64_t>(beside));
    for (const std::uint64_t n :
         {10ull, 1'000ull, 12'345ull, 100'000ull, 700'000ull, 1'971'281ull, 30'000'000ull, 1'234'567'890ull})
        list.push_back(n);
    return list;
}

/// What __umulhi gives.
template <class Cut>
std::uint64_t divided(std::uint64_t column, const Cut& cut) {
    return column * cut.magic >> 32;
}

/// The shared memory that the kernels lay out, counted array by array: see transpose_tiles, transpose_order
/// and transpose_gather.
std::size_t needed(tuning::Tile tile, std::uint64_t digits, std::size_t arrays, std::size_t key,
                   std::size_t value) {
    const std::size_t words = digits / 2 + 1, padded = tile.size() + tile.size() / 32;
    const std::size_t begin = (arrays * (2 * words + 2) * 4 + 15) / 16 * 16, list = padded * key;
    const std::size_t counters = words * tile.warps() * 4, staged = padded * value,
                      sorted = tile.size() * std::size_t{8};
    return begin + list + std::max(std::max(counters, staged), sorted);
}

/// Nothing, or what is wrong with the buckets of a cut.
template <class Cut>
std::string fault_of_buckets(const Cut& cut, const tuning::Shape& shape, std::mt19937_64& random) {
    if (cut.width < 2) return "width";
    if (cut.buckets != (shape.ncols + cut.width - 1) / cut.width)
        return "the buckets do not cover the columns";
    const auto exact = [&](std::uint64_t column) {
        return column >= shape.ncols || divided(column, cut) == column / cut.width;
    };
    for (std::uint64_t b = 0; b < 20; ++b) {
        const std::uint64_t bucket = b < 4   ? b
                                     : b < 8 ? cut.buckets - (b - 3)
                                             : random() % cut.buckets,
                            border = bucket * cut.width;
        if (!exact(border) || !exact(border + cut.width - 1) || (border > 0 && !exact(border - 1)) ||
            !exact(random() % shape.ncols))
            return "columns are not divided exactly";
    }
    if (!exact(shape.ncols - 1)) return "the last column is not divided exactly";
    return {};
}

/// Nothing, or what is wrong with how a banded matrix is transposed: see transpose_gather.
std::string fault(const tuning::Banded& cut, const tuning::Shape& shape, std::size_t limit,
                  std::mt19937_64& random) {
    if (const std::string wrong = fault_of_buckets(cut, shape, random); !wrong.empty()) return wrong;
    const tuning::Tile chunk = cut.chunk;
    if (chunk.threads % 32 != 0 || chunk.threads > 1024 || chunk.size() % 1024 != 0 ||
        chunk.size() > 1u << 15)
        return "no block";
    if (cut.width >= 1u << 16) return "a column's place does not fit into 16 bits";
    if (needed(chunk, cut.width, 1, 4, shape.value_size) + chunk.size() * 4 >
        std::min(limit, tuning::banded_shared(cut, shape.value_size)))
        return "shared memory";
    return {};
}

/// Nothing, or what is wrong with a cut.
std::string fault(const tuning::Partition& cut, const tuning::Shape& shape, std::size_t limit,
                  std::mt19937_64& random) {
    if (const std::string wrong = fault_of_buckets(cut, shape, random); !wrong.empty()) return wrong;
    if (shape.nrows > std::uint64_t{1} << cut.row_bits) return "rows do not fit into row_bits";
    const std::uint64_t largest_key = (std::uint64_t{cut.width} << cut.row_bits) - 1;
    if (cut.row_bits > 31 || largest_key >> 32 >= (cut.wide_keys ? std::uint64_t{1} << 32 : 1))
        return "keys do not fit";
    if (cut.wide_keys && largest_key >> 32 == 0) return "keys are wide for nothing";
    if (!cut.grouped() && cut.buckets > tuning::max_buckets) return "too many buckets";
    if (cut.grouped() &&
        (cut.groups != ((cut.buckets - 1) >> cut.shift) + 1 || cut.groups > tuning::max_groups))
        return "groups";
    if (cut.grouped() && cut.group_size() > 2 * (tuning::max_groups + 1))
        return "too many buckets in a group";
    for (const tuning::Tile tile : {cut.tile, cut.chunk}) {
        if (tile.threads % 32 != 0 || tile.threads > 1024 || (tile.size() & (tile.size() - 1)) != 0)
            return "no block";
        if (tile.size() >= 1u << 16) return "a tile overflows its counters of 16 bits";
    }
    if (std::uint64_t{cut.tiles} * cut.tile.size() < shape.nvals) return "tiles";
    if (needed(cut.tile, cut.grouped() ? cut.groups : cut.buckets, 1, cut.grouped() ? 8 : cut.key_size(),
               shape.value_size) > std::min(limit, tuning::tiles_shared(cut, shape.value_size)))
        return "shared memory of the first pass";
    if (cut.grouped() && needed(cut.tile, cut.group_size(), 1, cut.key_size(), shape.value_size) >
                             std::min(limit, tuning::regroup_shared(cut, shape.value_size)))
        return "shared memory of the pass between";
    const std::uint32_t runs = cut.grouped() ? (cut.tiles + cut.groups - 1) / cut.groups : cut.tiles;
    const std::size_t second = std::min(limit, tuning::order_shared(cut, shape.value_size, runs)),
                      columns = 3 * (2 * (cut.width / 2 + 1) + 2) * 4;
    if (needed(cut.chunk, cut.width, 3, cut.key_size(), shape.value_size) > second)
        return "shared memory of the second pass";
    if (columns + (cut.chunk.size() + 2 * (runs + std::size_t{1})) * 4 > second)
        return "shared memory for the runs of a bucket";
    if (columns + (cut.chunk.size() + 2 * 1001) * 4 > tuning::order_shared(cut, shape.value_size, 1000))
        return "shared memory for runs of 1000 tiles";
    return {};
}

} // namespace

TEST_SUITE_BEGIN("transpose plan");

TEST_CASE("transpose plan: every cut is exact and fits, for matrices of every size") {
    std::mt19937_64 random(1);
    std::size_t partitions = 0, banded = 0, wide = 0, grouped = 0;
    const std::vector<std::uint64_t> all = sizes();
    for (const std::uint64_t nrows : all)
        for (const std::uint64_t ncols : all)
            for (const std::uint64_t nvals : all) {
                if (std::log2(nvals) > std::log2(nrows) + std::log2(ncols)) continue;
                const std::size_t value_size = std::vector<std::size_t>{1, 2, 3, 4, 8, 12, 16}[random() % 7];
                const tuning::Shape shape{nrows, ncols, nvals, value_size};
                for (const std::size_t limit : {gpu_shared, std::size_t{60'000}, std::size_t{96}}) {
                    const auto check = [&](const auto& cut) {
                        const std::string wrong = fault(cut, shape, limit, random);
                        if (wrong.empty()) return;
                        CAPTURE(nrows);
                        CAPTURE(ncols);
                        CAPTURE(nvals);
                        CAPTURE(value_size);
                        CAPTURE(cut.width);
                        FAIL(wrong);
                    };
                    if (const auto cut = tuning::partition(shape, limit)) {
                        ++partitions;
                        wide += cut->wide_keys ? 1 : 0;
                        grouped += cut->grouped() ? 1 : 0;
                        check(*cut);
                    }
                    if (const auto cut = tuning::banded(shape, limit)) {
                        ++banded;
                        check(*cut);
                    }
                }
            }
    CHECK(partitions > 1000);
    CHECK(banded > 1000);
    CHECK(wide > 100);
    CHECK(grouped > 100);
}

TEST_CASE("transpose plan: from one entry a column on, every matrix of less than 2^31 entries is cut, with "
          "groups where buckets are many") {
    for (const std::size_t value_size : {1, 8, 16})
        for (const std::uint64_t degree : {1, 8, 64}) {
            bool grouped = false;
            for (std::uint64_t nvals = 100'000; nvals < std::uint64_t{1} << 31; nvals += nvals / 9) {
                const auto cut =
                    tuning::partition({nvals / degree, nvals / degree, nvals, value_size}, gpu_shared);
                CAPTURE(nvals);
                CAPTURE(value_size);
                CAPTURE(degree);
                REQUIRE(cut.has_value());
                CHECK_FALSE((grouped && !cut->grouped()));
                CHECK((cut->grouped() || cut->buckets <= tuning::max_buckets));
                grouped = cut->grouped();
            }
            CHECK(grouped);
        }
}

TEST_CASE("transpose plan: few columns need no groups") {
    for (const std::uint64_t ncols : {2, 16, 300}) {
        const auto cut = tuning::partition({100'000'000, ncols, 100'000'000, 8}, gpu_shared);
        CAPTURE(ncols);
        REQUIRE(cut.has_value());
        CHECK_FALSE(cut->grouped());
    }
    // Nor can they do without where there are more tiles than room for a bucket's runs.
    for (const auto& [ncols, nvals] : {std::pair{10'000, 100'000'000}, std::pair{300, 300'000'000}}) {
        const auto count = static_cast<std::uint64_t>(nvals);
        const auto cut = tuning::partition({count, static_cast<std::uint64_t>(ncols), count, 8}, gpu_shared);
        REQUIRE(cut.has_value());
        CHECK(cut->grouped());
    }
    CHECK_FALSE(tuning::partition({2'000'000'000, 100, 2'000'000'000, 8},
                                  gpu_shared)); // a group would have too many as well
}

TEST_CASE("transpose plan: what is too large is not cut") {
    constexpr std::uint64_t limit = std::uint64_t{1} << 31;
    const auto can = [](const tuning::Shape& shape) {
        return tuning::partition(shape, gpu_shared).has_value() ||
               tuning::banded(shape, gpu_shared).has_value();
    };
    CHECK(can({limit, 1000, 100'000, 4}));
    CHECK_FALSE(can({limit + 1, 1000, 100'000, 4}));
    CHECK(can({1000, 1000, 1'000'000, 4}));
    CHECK_FALSE(can({1000, 1000, 0, 4}));
    CHECK_FALSE(can({limit, 10'000'000, limit, 4}));
    CHECK_FALSE(can({1000, limit + 1, 100'000'000, 4}));
    CHECK_FALSE(tuning::partition({1000, 1000, 100'000, 4}, 20'000)); // no room on chip
    CHECK_FALSE(tuning::banded({1000, 1000, 100'000, 4}, 10'000));
    CHECK_FALSE(tuning::partition({1000, 1000, 100'000, 4}, 0));
}

TEST_CASE("transpose plan: every row of the table is some matrix's, and can be named") {
    using Look = std::tuple<std::uint32_t, std::uint32_t, bool, bool>;
    const auto look = [](const tuning::Partition& cut) {
        return Look{cut.tile.size(), cut.chunk.size(), cut.grouped(), cut.counts_chunks};
    };
    for (const std::size_t value_size : {1, 8, 16}) {
        std::set<Look> found, named;
        for (std::uint64_t nvals = 1000; nvals < 40'000'000; nvals += nvals / 7)
            if (const auto cut = tuning::partition({1'000'000, nvals / 8 + 1, nvals, value_size}, gpu_shared))
                found.insert(look(*cut));
        for (unsigned row = 0; row < tuning::partition_rows; ++row) {
            const auto cut = tuning::partition({50'000, 500, 30'000, value_size}, gpu_shared, row);
            REQUIRE(cut.has_value());
            named.insert(look(*cut));
            CHECK(cut->counts_chunks == (row > 2));
            CHECK(cut->grouped() == (row + 1 == tuning::partition_rows));
        }
        CHECK(named == found);
        CHECK(found.size() == (value_size > 8 ? 5 : 7)); // tiles for wide values are alike
    }
}

TEST_CASE("transpose plan: the columns of a bucket of a banded matrix nearly fill a block") {
    // A stencil of 15.6 million columns: a power of two would leave a block half empty.
    const auto cut = tuning::banded({15'625'000, 15'625'000, 109'000'000, 8}, gpu_shared);
    REQUIRE(cut.has_value());
    const double entries = cut->width * 109.0 / 15.625;
    CHECK(entries <= 0.9 * cut->chunk.size());
    CHECK(entries > 0.85 * cut->chunk.size());
    for (unsigned row = 0; row < tuning::banded_rows; ++row)
        CHECK(tuning::banded({1000, 1000, 30'000, 8}, gpu_shared, row).has_value());
}

TEST_CASE("transpose plan: methods by name") {
    using mergus::cuda::TransposeChoice;
    for (const auto* method : mergus::cuda::transpose_methods::all) {
        const std::string name(method->name);
        CAPTURE(name);
        for (unsigned size = 0; size < method->sizes; ++size) {
            const TransposeChoice choice = TransposeChoice::parse(name + ":" + std::to_string(size));
            CHECK(choice.named == method);
            CHECK(choice.size == size);
        }
    }
    for (const char* none :
         {"radix", "Best", "partition ", "partition:", "partition:7", "partition:-1", "local", "banded:3",
          "banded:", " sort", "sort,banded", "sort:0", "-sort:0", "-"}) {
        CAPTURE(none);
        bool refused = false;
        try {
            static_cast<void>(TransposeChoice::parse(none));
        } catch (const mergus::Error& error) {
            refused = error.code() == mergus::Code::invalid_value &&
                      std::string(error.what()).find(none) != std::string::npos;
        }
        CHECK(refused);
    }
}

TEST_SUITE_END();
