/// \file test_transpose_banded.cpp
/// The transpose of banded matrices by the device backends: rows, buckets and search ranges at the limits of
/// the method, and matrices just outside of them. Every result is compared bit by
/// bit with the definition, rows sorted.
#include "transpose_testing.hpp"

using namespace mergus;
using namespace mergus::tests;

namespace {

constexpr std::uint64_t overlap_tile = 4096; ///< see transpose_tuning.hpp

} // namespace

TEST_SUITE_BEGIN("transpose");

TEST_CASE("transpose: rows and buckets of banded matrices") {
    const std::uint64_t n = 20'000;
    const auto stencil = [=](std::vector<std::int64_t> diagonals) {
        return csr_by_rows(n, n, [=](std::uint64_t i, auto& cols) {
            for (const std::int64_t d : diagonals)
                if (const std::int64_t j = static_cast<std::int64_t>(i) + d;
                    j >= 0 && j < static_cast<std::int64_t>(n))
                    cols.push_back(static_cast<std::uint64_t>(j));
        });
    };
    std::vector<std::int64_t> around; // 27 diagonals
    for (const std::int64_t z : {-1, 0, 1})
        for (const std::int64_t y : {-1, 0, 1})
            for (const std::int64_t x : {-1, 0, 1}) around.push_back(2000 * z + 40 * y + x);
    // Rows of 28 entries, two in each of 9 sets of columns in turn: of each bucket each tile has entries in
    // eight places or so.
    const auto in_turns = [](std::uint64_t entries) {
        const std::uint64_t columns = entries / 18; // of a set
        return csr_by_rows(entries / 28, 9 * columns, [=](std::uint64_t i, auto& cols) {
            for (std::uint64_t k = 0; k < 28; ++k)
                cols.push_back(i / 2 % 9 * columns + (k * columns + i * 59 % columns) / 28);
        });
    };
    const std::vector<Shape> shapes = {
        {"rows longer than a tile", full(5, 10'000, 7000)},
        {"a band", stencil({-3, -2, -1, 0, 1, 2, 3})},
        {"far diagonals", stencil({-5000, -90, -1, 0, 1, 90, 5000})},
        {"a stencil in space", stencil(around)},
        {"diagonals that a tile meets a bucket by", stencil({-600, -300, 0, 300, 600})},
        {"more search ranges than a bucket can have", in_turns(13 * overlap_tile)},
        {"rows of up to 40 entries", csr_by_rows(n, n + 120,
                                                 [](auto i, auto& cols) {
                                                     for (std::uint64_t k = 0; k < i * 17 % 41; ++k)
                                                         cols.push_back(i + 3 * k);
                                                 })},
        {"short rows, now and then one of 9", csr_by_rows(n, n + 9,
                                                          [](auto i, auto& cols) {
                                                              for (std::uint64_t k = 0;
                                                                   k < (i % 100 == 0 ? 9 : i % 9); ++k)
                                                                  cols.push_back(i + k);
                                                          })},
        {"a band that a warp's bits do just or just not suffice for",
         csr_by_rows(3000, 3060,
                     [](auto i, auto& cols) {
                         for (std::uint64_t j = i; j < i + 60; ++j) cols.push_back(j);
                     })},
        {"a wider band", csr_by_rows(2000, 2100,
                                     [](auto i, auto& cols) {
                                         for (std::uint64_t j = i; j < i + 100; ++j) cols.push_back(j);
                                     })},
        {"no rows but every third", csr_by_rows(n, n,
                                                [=](auto i, auto& cols) {
                                                    for (std::uint64_t j = i;
                                                         i % 3 == 0 && j < std::min(n, i + 5); ++j)
                                                        cols.push_back(j);
                                                })},
        {"a row in many buckets", csr_by_rows(n, n, [=](auto i, auto& cols) {
             for (std::uint64_t j = i == 9000 ? 0 : i; j < (i == 9000 ? n : std::min(n, i + 4));
                  j += i == 9000 ? 50 : 1)
                 cols.push_back(j);
         })}};
    for (const std::string& backend : devices_under_test())
        for (unsigned row = 0; row < 3; ++row) {
            Transposer device(backend, "banded:" + std::to_string(row));
            for (const Shape& shape : shapes)
                for (const mergus_type* type :
                     {type_of<std::int8_t>(), type_of<complex<double>>(), type_of<words24>()}) {
                    if (type->size != 1 && shape.name != "far diagonals") continue;
                    CAPTURE(backend);
                    CAPTURE(row);
                    CAPTURE(shape.name);
                    CHECK(device.check(shape.pattern, type) == "banded");
                }
        }
}

TEST_CASE("transpose: the limits of banded matrices") {
    // With so few entries a column, buckets have 512 columns. Tile 0 has its entries in `first` buckets, each
    // other tile in `other`.
    const auto overlapping = [](std::uint64_t tiles, std::uint64_t first, std::uint64_t other) {
        constexpr std::uint64_t rows = overlap_tile / 4; // of a tile
        return csr_by_rows(tiles * rows, std::uint64_t{1} << 20, [=](std::uint64_t i, auto& cols) {
            const std::uint64_t t = i / rows, within = i % rows;
            const std::uint64_t bucket =
                t == 0 ? within * first / rows : 200 + 64 * t + within * other / rows;
            for (std::uint64_t k = 0; k < 4; ++k) cols.push_back(bucket * 512 + within % 500 + k);
        });
    };
    // A diagonal, but one entry of each tile is in the first bucket.
    const auto meeting = [](std::uint64_t tiles) {
        return one_each(tiles * overlap_tile, tiles * overlap_tile,
                        [](std::uint64_t i) { return i % overlap_tile == 0 ? i / overlap_tile : i; });
    };
    // A row an entry. Each tile has 15 buckets in its first 128 rows alone, from tile `from` on also in its
    // last, and some 3840 rows to search for others. If these too were searched from the first row to the
    // last for a few of the 15, there would be too many.
    const auto at_both_ends = [](std::uint64_t tiles, std::uint64_t from = 0) {
        return one_each(tiles * overlap_tile, std::uint64_t{1} << 20, [from](std::uint64_t i) {
            const std::uint64_t t = i / overlap_tile, within = i % overlap_tile;
            const bool at_end = within < 128 || (t >= from && within >= overlap_tile - 128);
            const std::uint64_t bucket = at_end ? within % 15 : 16 + 8 * t + within / 512;
            return bucket * 512 + mixed(i) % 512;
        });
    };
    // One bucket, one tile, rows with an entry and others without.
    const auto hollow = [](std::uint64_t rows) {
        return csr_by_rows(rows, 100, [=](std::uint64_t i, auto& cols) {
            if (i < 600 || i >= rows - 300) cols.push_back(i % 100);
        });
    };
    // A band, its upper and lower half far apart, though not on average.
    const auto parted = [](std::uint64_t empty) {
        return csr_by_rows(25'000 + empty, 25'003, [=](std::uint64_t i, auto& cols) {
            if (i >= 12'500 && i < 12'500 + empty) return;
            for (std::uint64_t j = i < 12'500 ? i : i - empty, end = j + 4; j < end; ++j) cols.push_back(j);
        });
    };
    const std::vector<Shape> shapes = {
        {"a tile of 128 buckets", overlapping(6, 128, 8), "partition", "banded"},
        {"a tile of 129 buckets", overlapping(6, 129, 8), "partition", "partition"},
        {"64 buckets on average", overlapping(2, 64, 64), "partition", "banded"},
        {"more than 64 buckets on average", overlapping(2, 65, 64), "partition", "partition"},
        {"a bucket of 64 tiles", meeting(64), "partition", "banded"},
        {"a bucket of 65 tiles", meeting(65), "partition", "partition"},
        {"32 tiles that have a bucket at both ends", at_both_ends(32), "partition", "banded"},
        {"33 such tiles", at_both_ends(33), "partition", "partition"},
        {"25 such tiles, others before", at_both_ends(45, 20), "partition", "banded"},
        {"two rows to search for each entry", hollow(2 * overlap_tile - 1), "partition", "banded"},
        {"more than two", hollow(2 * overlap_tile), "partition", "partition"},
        {"a tile of fewer than 65536 rows", parted(50'000), "partition", "banded"},
        {"a tile of more", parted(70'000), "partition", "partition"},
        {"scattered", one_each(8192, 1'000'000, [](auto i) { return mixed(i) % 1'000'000; }), "partition",
         "partition"}};
    for (const std::string& backend : devices_under_test()) {
        Transposer device(backend, "banded");
        for (const Shape& shape : shapes) {
            CAPTURE(backend);
            CAPTURE(shape.name);
            const std::string method = device.check(shape.pattern, type_of<std::int32_t>());
            CHECK(method == shape.by_banded);
        }
    }
}

TEST_SUITE_END();
