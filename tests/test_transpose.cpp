/// \file test_transpose.cpp
/// The transpose of the device backends by each of its methods, on shapes that are at the edge of something: of a tile, of a bucket, of a
/// key, of what a method takes. Every result is compared bit by bit with the definition, rows sorted.
#include "transpose_testing.hpp"

using namespace mergus;
using namespace mergus::tests;

namespace {

MERGUS_TYPE(bytes3, uint8_t part[3];);
MERGUS_TYPE(words24, uint64_t part[3];);
MERGUS_TYPE(words64, double part[8];);

constexpr std::uint64_t tile = 2048;  ///< of small matrices: see transpose_plan.cpp
constexpr std::uint64_t piece = 1024; ///< of small ones
constexpr std::uint64_t touch_tile = 4096, pull_piece = 1024; ///< of local ones, whose bucket a block must hold

/// A shape, and which method does it where partition or local is asked for.
struct Shape {
    std::string name;
    Csr pattern;
    std::string by_partition = "partition";
    std::string by_local = "local";
};

/// One entry in each of `rows` rows, at column(row).
template <class Column>
Csr one_each(std::uint64_t rows, std::uint64_t ncols, Column column) {
    return csr_by_rows(rows, ncols, [=](std::uint64_t i, auto& cols) { cols.push_back(column(i)); });
}
/// `count` rows of all columns, then one row with the first `more`.
Csr full(std::uint64_t count, std::uint64_t ncols, std::uint64_t more = 0) {
    return csr_by_rows(count + 1, ncols, [=](std::uint64_t i, auto& cols) {
        for (std::uint64_t j = 0; j < (i < count ? ncols : more); ++j) cols.push_back(j);
    });
}

std::vector<Shape> vectors() {
    const auto single = [](std::uint64_t nrows, std::uint64_t ncols, std::uint64_t i, std::uint64_t j) {
        return csr_where(nrows, ncols, [=](auto row, auto col) { return row == i && col == j; });
    };
    return {{"1 × 1", single(1, 1, 0, 0)},
            {"one entry, first", single(300, 200, 0, 0)},
            {"one entry, last", single(300, 200, 299, 199)},
            {"1 × 5000, full", full(0, 5000, 5000)},
            {"5000 × 1, full", full(5000, 1), "partition", "partition"},
            {"1 × 5000, every 3rd", csr_every(1, 5000, 3, 1)},
            {"1 × 5000, every 90th", csr_every(1, 5000, 90, 3)}, // fewer columns a bucket than its entries ask for
            {"5000 × 1, every 3rd", csr_every(5000, 1, 3, 1), "partition", "partition"}};
}

std::vector<Shape> edges() {
    std::vector<Shape> list;
    for (const std::uint64_t entries : {tile - 1, tile, tile + 1, 2 * tile, 3 * tile - 1, 3 * tile, 3 * tile + 1})
        list.push_back({"a diagonal of " + std::to_string(entries), one_each(entries, entries, [](auto i) { return i; })});
    // Two columns are one bucket. One entry more than a tile, and it is finished in two pieces.
    for (const std::uint64_t size : {piece, tile}) {
        const auto add = [&](const char* name, Csr pattern, std::uint64_t largest) {
            list.push_back({name, std::move(pattern), "partition", largest <= pull_piece ? "local" : "partition"});
        };
        add("a bucket short of full", full(size / 2 - 1, 2, 1), size - 1);
        add("a bucket exactly full", full(size / 2, 2), size);
        add("a bucket with one more", full(size / 2, 2, 1), size + 1);
        add("a bucket of two pieces exactly", full(size, 2), 2 * size);
        add("a bucket of three pieces, the last of one entry", full(size, 2, 1), 2 * size + 1);
        add("two buckets exactly full", full(size / 2, 4), size);
    }
    list.push_back({"all in the last column", one_each(6000, 300, [](auto) { return 299; }), "partition", "partition"});
    return list;
}

std::vector<Shape> patterns() {
    const auto far = [](std::uint64_t i, std::uint64_t n) { return mixed(i) % n; };
    return {
        {"a dense row", csr_where(400, 3000, [](auto i, auto j) { return i == 170 || i * 7 == j; })},
        {"a dense column among others", csr_where(5000, 200, [](auto i, auto j) { return j == 77 || i % 200 == j; }), "partition", "partition"},
        {"a dense block in a corner", csr_where(400, 500, [](auto i, auto j) { return i >= 300 && j >= 400; }), "partition", "partition"},
        {"two columns that take turns", one_each(6000, 6000, [](auto i) { return i % 2 * 5000; }), "partition", "partition"},
        {"a band", generate::banded(1200, 5)},
        {"a stencil", generate::poisson2d5(45)},
        {"a permuted band", generate::banded_permuted(1200, 5)},
        {"a power law", generate::rmat({.scale = 9, .edge_factor = 12, .symmetric = false}), "partition", "partition"},
        {"empty rows and columns in runs",
         csr_by_rows(20000, 15000, [](auto i, auto& cols) {
             if ((i > 6000 && i < 7000) || (i > 12500 && i < 12700))
                 for (std::uint64_t j = 4000 + i % 5; j < 4900; j += 90) cols.push_back(j);
             if (i == 9000)
                 for (std::uint64_t j = 10000; j < 10100; ++j) cols.push_back(j);
         }), "partition", "partition"},
        {"40 entries in a million columns",
         csr_by_rows(40, 1'000'000, [=](auto i, auto& cols) { cols.push_back(far(i, 1'000'000)); })},
        {"a million rows, 50 of them not empty",
         csr_by_rows(1'000'000, 40, [=](auto i, auto& cols) { if (i % 20'000 == 19'999) cols.push_back(far(i, 40)); }), "partition", "partition"}};
}

void check_shapes(const std::vector<Shape>& shapes) {
    for (const std::string& backend : devices_under_test())
        for (const std::string forced : {"sort", "partition", "local"}) {
            Transposer device(backend, forced.c_str());
            for (const Shape& shape : shapes) {
                CAPTURE(backend);
                CAPTURE(forced);
                CAPTURE(shape.name);
                const std::string expected =
                    forced == "sort" ? "sort" : forced == "local" ? shape.by_local : shape.by_partition;
                const std::string method = device.check(shape.pattern, type_of<std::int32_t>());
                CHECK(method == expected);
            }
        }
}

} // namespace

TEST_SUITE_BEGIN("transpose");

TEST_CASE("transpose: no entries") {
    for (const std::string& backend : devices_under_test())
        for (const char* forced : {"sort", "partition", "local"}) {
            Transposer device(backend, forced);
            for (const auto& [nrows, ncols] : {std::pair{1, 1}, std::pair{5, 7000}, std::pair{7000, 5}})
                device.check(csr_where(static_cast<std::uint64_t>(nrows), static_cast<std::uint64_t>(ncols), [](auto, auto) { return false; }),
                             type_of<double>());
        }
}

TEST_CASE("transpose: rows and columns") {
    check_shapes(vectors());
}
TEST_CASE("transpose: tiles and buckets that are full, and one entry beside") {
    check_shapes(edges());
}
TEST_CASE("transpose: patterns") {
    check_shapes(patterns());
}

TEST_CASE("transpose: values of every size") {
    const std::vector<const mergus_type*> types = {type_of<std::int8_t>(), type_of<std::int16_t>(),    type_of<bytes3>(),  type_of<float>(),
                                                   type_of<double>(),      type_of<complex<double>>(), type_of<words24>(), type_of<words64>()};
    const Csr graph = generate::rmat({.scale = 8, .edge_factor = 12, .symmetric = false}), band = generate::banded(500, 4);
    for (const std::string& backend : devices_under_test()) {
        Transposer sort(backend, "sort"), partition(backend, "partition"), local(backend, "local");
        for (const mergus_type* type : types) {
            CAPTURE(backend);
            CAPTURE(type_name(type));
            CHECK(partition.check(graph, type) == "partition");
            CHECK(local.check(band, type) == "local");
            if (type->size > 4) CHECK(sort.check(graph, type) == "sort");
        }
    }
}

TEST_CASE("transpose: every row of the table of blocks") {
    // A dense column makes a bucket of several pieces, the last one not full.
    const Csr graph = csr_by_rows(9001, 600, [](auto i, auto& cols) {
        for (const std::uint64_t j : {mixed(i) % 300, 300 + mixed(i + 9001) % 233}) cols.push_back(j);
        cols.push_back(550);
    });
    for (const std::string& backend : devices_under_test())
        for (unsigned row = 0; row < 7; ++row) {
            Transposer device(backend, ("partition:" + std::to_string(row)).c_str());
            for (const mergus_type* type : {type_of<std::int32_t>(), type_of<complex<double>>()}) {
                CAPTURE(backend);
                CAPTURE(row);
                CHECK(device.check(graph, type) == "partition");
                CAPTURE(device.reason());
                CHECK(device.said("pieces counted first") == (row > 2));
                CHECK(device.said("groups of buckets first") == (row == 6));
                const bool wide = type->size > 8;
                CHECK(device.said(row < 2 || row == 6 ? "tiles of 2048" : row < 4 || wide ? "tiles of 4096" : row == 4 ? "tiles of 16384" : "tiles of 8192"));
            }
        }
}

TEST_CASE("transpose: groups of buckets") {
    // So many columns that a bucket is full of them long before it is of entries: hundreds of buckets. The first group has more than a tile of
    // entries, one bucket of it several pieces, others have none.
    constexpr std::uint64_t ncols = 4'000'000;
    const Csr graph = csr_by_rows(40'000, ncols, [](auto i, auto& cols) {
        cols.push_back(i % 3 == 0 ? 70 : 71 + mixed(i) % 60'000);
        if (i % 8 == 0) cols.push_back(1'000'000 + mixed(i + 1) % 1'500'000);
        if (i % 9 == 0) cols.push_back(ncols - 1 - i % 4);
    });
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        Transposer device(backend, "partition:6");
        for (const mergus_type* type : {type_of<std::int8_t>(), type_of<double>(), type_of<words24>()}) {
            CHECK(device.check(graph, type) == "partition");
            CHECK(device.said("groups of buckets first"));
        }
        // Rows and columns of 2^22 and 2^12: keys are wide in the pass between as well.
        const Csr tall = csr_by_rows(4'200'000, 5000, [](auto i, auto& cols) {
            if (i % 300 == 0) cols.push_back(mixed(i) % 5000);
        });
        CHECK(device.check(tall, type_of<std::int32_t>()) == "partition");
        CHECK(device.said("wide keys, groups of buckets first"));
    }
}

TEST_CASE("transpose: rows and buckets of local matrices") {
    const std::uint64_t n = 20'000;
    const auto stencil = [=](std::vector<std::int64_t> diagonals) {
        return csr_by_rows(n, n, [=](std::uint64_t i, auto& cols) {
            for (const std::int64_t d : diagonals)
                if (const std::int64_t j = static_cast<std::int64_t>(i) + d; j >= 0 && j < static_cast<std::int64_t>(n)) cols.push_back(static_cast<std::uint64_t>(j));
        });
    };
    std::vector<std::int64_t> around; // 27 diagonals
    for (const std::int64_t z : {-1, 0, 1})
        for (const std::int64_t y : {-1, 0, 1})
            for (const std::int64_t x : {-1, 0, 1}) around.push_back(2000 * z + 40 * y + x);
    // Rows of 28 entries, two in each of 9 sets of columns in turn: of each bucket each tile has entries in eight places or so.
    const auto in_turns = [](std::uint64_t entries) {
        const std::uint64_t columns = entries / 18; // of a set
        return csr_by_rows(entries / 28, 9 * columns, [=](std::uint64_t i, auto& cols) {
            for (std::uint64_t k = 0; k < 28; ++k) cols.push_back(i / 2 % 9 * columns + (k * columns + i * 59 % columns) / 28);
        });
    };
    const std::vector<Shape> shapes = {
        {"rows longer than a tile", full(5, 10'000, 7000)},
        {"a band", stencil({-3, -2, -1, 0, 1, 2, 3})},
        {"far diagonals", stencil({-5000, -90, -1, 0, 1, 90, 5000})},
        {"a stencil in space", stencil(around)},
        {"diagonals that a tile meets a bucket by", stencil({-600, -300, 0, 300, 600})},
        {"more places than a bucket can have", in_turns(13 * touch_tile)},
        {"rows of up to 40 entries", csr_by_rows(n, n + 120, [](auto i, auto& cols) {
             for (std::uint64_t k = 0; k < i * 17 % 41; ++k) cols.push_back(i + 3 * k);
         })},
        {"short rows, now and then one of 9", csr_by_rows(n, n + 9, [](auto i, auto& cols) {
             for (std::uint64_t k = 0; k < (i % 100 == 0 ? 9 : i % 9); ++k) cols.push_back(i + k);
         })},
        {"a band that a warp's bits do just or just not suffice for", csr_by_rows(3000, 3060, [](auto i, auto& cols) {
             for (std::uint64_t j = i; j < i + 60; ++j) cols.push_back(j);
         })},
        {"a wider band", csr_by_rows(2000, 2100, [](auto i, auto& cols) {
             for (std::uint64_t j = i; j < i + 100; ++j) cols.push_back(j);
         })},
        {"no rows but every third", csr_by_rows(n, n, [=](auto i, auto& cols) {
             for (std::uint64_t j = i; i % 3 == 0 && j < std::min(n, i + 5); ++j) cols.push_back(j);
         })},
        {"a row in many buckets", csr_by_rows(n, n, [=](auto i, auto& cols) {
             for (std::uint64_t j = i == 9000 ? 0 : i; j < (i == 9000 ? n : std::min(n, i + 4)); j += i == 9000 ? 50 : 1) cols.push_back(j);
         })}};
    for (const std::string& backend : devices_under_test())
        for (unsigned row = 0; row < 3; ++row) {
            Transposer device(backend, ("local:" + std::to_string(row)).c_str());
            for (const Shape& shape : shapes)
                for (const mergus_type* type : {type_of<std::int8_t>(), type_of<complex<double>>(), type_of<words24>()}) {
                    if (type->size != 1 && shape.name != "far diagonals") continue;
                    CAPTURE(backend);
                    CAPTURE(row);
                    CAPTURE(shape.name);
                    CHECK(device.check(shape.pattern, type) == "local");
                    CHECK(device.said(row == 2 ? "up to 2048 entries" : "up to 1024 entries"));
                }
        }
}

TEST_CASE("transpose: where the number of entries decides") {
    // Half of the entries are in one column.
    const auto graph = [](std::uint64_t rows) {
        return csr_by_rows(rows, 100'000, [](auto i, auto& cols) {
            cols.push_back(5);
            cols.push_back(6 + mixed(i) % 99'000);
        });
    };
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        Transposer device(backend, "best");
        CHECK(device.check(graph(610'000), type_of<std::int8_t>()) == "partition");
        CHECK(device.said("pieces counted first"));
        CHECK(device.check(generate::banded(500, 4), type_of<std::int8_t>()) == "partition");
        CHECK_FALSE(device.said("pieces counted first"));
    }
}

TEST_CASE("transpose: the sizes of buckets are counted anew for each") {
    // One matrix after the other in one context: larger and smaller, with full buckets and without, also after a call that failed.
    const Csr skewed = full(tile, 2, 1), thin = one_each(9000, 400, [](auto i) { return i % 400; }), tiny = full(3, 3);
    for (const std::string& backend : devices_under_test()) {
        Transposer device(backend, "partition");
        for (int time = 0; time < 3; ++time)
            for (const Csr* pattern : {&skewed, &tiny, &thin, &skewed, &thin}) {
                CAPTURE(backend);
                CAPTURE(time);
                CHECK(device.check(*pattern, type_of<std::int32_t>()) == "partition");
            }
    }
}

TEST_CASE("transpose: how local a matrix may be at most") {
    // With so few entries a column, buckets have 512 columns. Tile 0 has its entries in `first` buckets, each other tile in `other`.
    const auto touching = [](std::uint64_t tiles, std::uint64_t first, std::uint64_t other) {
        constexpr std::uint64_t rows = touch_tile / 4; // of a tile
        return csr_by_rows(tiles * rows, std::uint64_t{1} << 20, [=](std::uint64_t i, auto& cols) {
            const std::uint64_t t = i / rows, within = i % rows;
            const std::uint64_t bucket = t == 0 ? within * first / rows : 200 + 64 * t + within * other / rows;
            for (std::uint64_t k = 0; k < 4; ++k) cols.push_back(bucket * 512 + within % 500 + k);
        });
    };
    // A diagonal, but one entry of each tile is in the first bucket.
    const auto meeting = [](std::uint64_t tiles) {
        return one_each(tiles * touch_tile, tiles * touch_tile, [](std::uint64_t i) { return i % touch_tile == 0 ? i / touch_tile : i; });
    };
    // A row an entry. Each tile has 15 buckets in its first 128 rows alone, from tile `from` on also in its last, and some 3840 rows to search for others.
    // If these too were searched from the first row to the last for a few of the 15, there would be too many.
    const auto at_both_ends = [](std::uint64_t tiles, std::uint64_t from = 0) {
        return one_each(tiles * touch_tile, std::uint64_t{1} << 20, [from](std::uint64_t i) {
            const std::uint64_t t = i / touch_tile, within = i % touch_tile;
            const bool at_end = within < 128 || (t >= from && within >= touch_tile - 128);
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
    const std::vector<Shape> shapes = {{"a tile of 128 buckets", touching(6, 128, 8), "partition", "local"},
                                       {"a tile of 129 buckets", touching(6, 129, 8), "partition", "partition"},
                                       {"64 buckets on average", touching(2, 64, 64), "partition", "local"},
                                       {"more than 64 buckets on average", touching(2, 65, 64), "partition", "partition"},
                                       {"a bucket of 64 tiles", meeting(64), "partition", "local"},
                                       {"a bucket of 65 tiles", meeting(65), "partition", "partition"},
                                       {"32 tiles that have a bucket at both ends", at_both_ends(32), "partition", "local"},
                                       {"33 such tiles", at_both_ends(33), "partition", "partition"},
                                       {"25 such tiles, others before", at_both_ends(45, 20), "partition", "local"},
                                       {"two rows to search for each entry", hollow(2 * touch_tile - 1), "partition", "local"},
                                       {"more than two", hollow(2 * touch_tile), "partition", "partition"},
                                       {"a tile of fewer than 65536 rows", parted(50'000), "partition", "local"},
                                       {"a tile of more", parted(70'000), "partition", "partition"},
                                       {"scattered", one_each(8192, 1'000'000, [](auto i) { return mixed(i) % 1'000'000; }), "partition", "partition"}};
    for (const std::string& backend : devices_under_test()) {
        Transposer device(backend, "local");
        for (const Shape& shape : shapes) {
            CAPTURE(backend);
            CAPTURE(shape.name);
            const std::string method = device.check(shape.pattern, type_of<std::int32_t>());
            CHECK(method == shape.by_local);
        }
    }
}

TEST_CASE("transpose: keys of 32 bits to the last, and wider ones") {
    const auto scattered = [](std::uint64_t nrows, std::uint64_t ncols, std::uint64_t entries) {
        const std::uint64_t step = nrows / entries;
        return csr_by_rows(nrows, ncols, [=](std::uint64_t i, auto& cols) {
            if (i % step == 0 || i == nrows - 1) cols.push_back(mixed(i / 3) % ncols);
        });
    };
    const std::uint64_t million = std::uint64_t{1} << 20;
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        Transposer partition(backend, "partition"), local(backend, "local");
        const Csr exact = scattered(4 * million, 1024, 400), wider = scattered(4 * million + 1, 4096, 3000);
        CHECK(partition.check(exact, type_of<std::int32_t>()) == "partition");
        CHECK(partition.said("1 buckets of 1024 columns"));
        CHECK_FALSE(partition.said("wide keys"));
        CHECK(partition.check(wider, type_of<std::int32_t>()) == "partition");
        CHECK(partition.said("wide keys"));
        CHECK(partition.check(wider, type_of<words24>()) == "partition");
        CHECK(partition.said("wide keys"));
        const Csr late = csr_by_rows(4 * million + 1, 4096, [=](std::uint64_t i, auto& cols) {
            if (i > 4 * million - 900) cols.push_back(mixed(i / 3) % 4096);
        });
        CHECK(local.check(late, type_of<std::int32_t>()) == "local");
    }
}

TEST_SUITE_END();
