/// \file test_transpose.cpp
/// The transpose of the device backends by each of its methods, on shapes that are at the edge of something:
/// of a tile, of a bucket, of a key, of what a method takes. Every result is compared bit by bit with the
/// definition, rows sorted.
#include "transpose_testing.hpp"

using namespace mergus;
using namespace mergus::tests;

namespace {

constexpr std::uint64_t tile = 2048;         ///< of small matrices: see transpose_tuning.cpp
constexpr std::uint64_t chunk = 1024;        ///< of small matrices
constexpr std::uint64_t banded_chunk = 1024; ///< of banded matrices: the entries of a bucket, at most

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
            {"1 × 5000, every 90th",
             csr_every(1, 5000, 90, 3)}, // fewer columns a bucket than its entries ask for
            {"5000 × 1, every 3rd", csr_every(5000, 1, 3, 1), "partition", "partition"}};
}

std::vector<Shape> edges() {
    std::vector<Shape> list;
    for (const std::uint64_t entries :
         {tile - 1, tile, tile + 1, 2 * tile, 3 * tile - 1, 3 * tile, 3 * tile + 1})
        list.push_back({"a diagonal of " + std::to_string(entries),
                        one_each(entries, entries, [](auto i) { return i; })});
    // Two columns are one bucket. One entry more than a tile, and it is ordered in two chunks.
    for (const std::uint64_t size : {chunk, tile}) {
        const auto add = [&](const char* name, Csr pattern, std::uint64_t largest) {
            list.push_back(
                {name, std::move(pattern), "partition", largest <= banded_chunk ? "banded" : "partition"});
        };
        add("a bucket short of full", full(size / 2 - 1, 2, 1), size - 1);
        add("a bucket exactly full", full(size / 2, 2), size);
        add("a bucket with one more", full(size / 2, 2, 1), size + 1);
        add("a bucket of two chunks exactly", full(size, 2), 2 * size);
        add("a bucket of three chunks, the last of one entry", full(size, 2, 1), 2 * size + 1);
        add("two buckets exactly full", full(size / 2, 4), size);
    }
    list.push_back(
        {"all in the last column", one_each(6000, 300, [](auto) { return 299; }), "partition", "partition"});
    return list;
}

std::vector<Shape> patterns() {
    const auto far = [](std::uint64_t i, std::uint64_t n) { return mixed(i) % n; };
    return {{"a dense row", csr_where(400, 3000, [](auto i, auto j) { return i == 170 || i * 7 == j; })},
            {"a dense column among others",
             csr_where(5000, 200, [](auto i, auto j) { return j == 77 || i % 200 == j; }), "partition",
             "partition"},
            {"a dense block in a corner",
             csr_where(400, 500, [](auto i, auto j) { return i >= 300 && j >= 400; }), "partition",
             "partition"},
            {"two columns that take turns", one_each(6000, 6000, [](auto i) { return i % 2 * 5000; }),
             "partition", "partition"},
            {"a band", generate::banded(1200, 5)},
            {"a stencil", generate::poisson2d5(45)},
            {"a permuted band", generate::banded_permuted(1200, 5)},
            {"a power law", generate::rmat({.scale = 9, .edge_factor = 12, .symmetric = false}), "partition",
             "partition"},
            {"empty rows and columns in runs",
             csr_by_rows(20000, 15000,
                         [](auto i, auto& cols) {
                             if ((i > 6000 && i < 7000) || (i > 12500 && i < 12700))
                                 for (std::uint64_t j = 4000 + i % 5; j < 4900; j += 90) cols.push_back(j);
                             if (i == 9000)
                                 for (std::uint64_t j = 10000; j < 10100; ++j) cols.push_back(j);
                         }),
             "partition", "partition"},
            {"40 entries in a million columns",
             csr_by_rows(40, 1'000'000, [=](auto i, auto& cols) { cols.push_back(far(i, 1'000'000)); })},
            {"a million rows, 50 of them not empty",
             csr_by_rows(1'000'000, 40,
                         [=](auto i, auto& cols) {
                             if (i % 20'000 == 19'999) cols.push_back(far(i, 40));
                         }),
             "partition", "partition"}};
}

void check_shapes(const std::vector<Shape>& shapes) {
    for (const std::string& backend : devices_under_test())
        for (const std::string forced : {"sort", "partition", "banded"}) {
            Transposer device(backend, forced);
            for (const Shape& shape : shapes) {
                CAPTURE(backend);
                CAPTURE(forced);
                CAPTURE(shape.name);
                const std::string expected = forced == "sort"     ? "sort"
                                             : forced == "banded" ? shape.by_banded
                                                                  : shape.by_partition;
                const std::string method = device.check(shape.pattern, type_of<std::int32_t>());
                CHECK(method == expected);
            }
        }
}

} // namespace

TEST_SUITE_BEGIN("transpose");

TEST_CASE("transpose: no entries") {
    for (const std::string& backend : devices_under_test())
        for (const char* forced : {"sort", "partition", "banded"}) {
            Transposer device(backend, forced);
            for (const auto& [nrows, ncols] : {std::pair{1, 1}, std::pair{5, 7000}, std::pair{7000, 5}})
                device.check(csr_where(static_cast<std::uint64_t>(nrows), static_cast<std::uint64_t>(ncols),
                                       [](auto, auto) { return false; }),
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
    const std::vector<const mergus_type*> types = {
        type_of<std::int8_t>(), type_of<std::int16_t>(),    type_of<bytes3>(),  type_of<float>(),
        type_of<double>(),      type_of<complex<double>>(), type_of<words24>(), type_of<words64>()};
    const Csr graph = generate::rmat({.scale = 8, .edge_factor = 12, .symmetric = false}),
              band = generate::banded(500, 4);
    for (const std::string& backend : devices_under_test()) {
        Transposer sort(backend, "sort"), partition(backend, "partition"), banded(backend, "banded");
        for (const mergus_type* type : types) {
            CAPTURE(backend);
            CAPTURE(type_name(type));
            CHECK(partition.check(graph, type) == "partition");
            CHECK(banded.check(band, type) == "banded");
            if (type->size > 4) CHECK(sort.check(graph, type) == "sort");
        }
    }
}

TEST_CASE("transpose: every row of the table of blocks") {
    // A dense column makes a bucket of several chunks, the last one not full.
    const Csr graph = csr_by_rows(9001, 600, [](auto i, auto& cols) {
        for (const std::uint64_t j : {mixed(i) % 300, 300 + mixed(i + 9001) % 233}) cols.push_back(j);
        cols.push_back(550);
    });
    for (const std::string& backend : devices_under_test())
        for (unsigned row = 0; row < 7; ++row) {
            Transposer device(backend, "partition:" + std::to_string(row));
            for (const mergus_type* type : {type_of<std::int32_t>(), type_of<complex<double>>()}) {
                CAPTURE(backend);
                CAPTURE(row);
                CHECK(device.check(graph, type) == "partition");
                CHECK(device.has(facts::counted_chunks) == (row > 2));
                CHECK(device.has(facts::grouped) == (row == 6));
            }
        }
}

TEST_CASE("transpose: groups of buckets") {
    // So many columns that a bucket is full of them long before it is of entries: hundreds of buckets. The
    // first group has more than a tile of entries, one bucket of it several chunks, others have none.
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
            CHECK(device.has(facts::grouped));
        }
        // Rows and columns of 2^22 and 2^12: keys are wide in the pass between as well.
        const Csr tall = csr_by_rows(4'200'000, 5000, [](auto i, auto& cols) {
            if (i % 300 == 0) cols.push_back(mixed(i) % 5000);
        });
        CHECK(device.check(tall, type_of<std::int32_t>()) == "partition");
        CHECK(device.has(facts::wide_keys));
        CHECK(device.has(facts::grouped));
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
        CHECK(device.has(facts::counted_chunks));
        CHECK(device.check(generate::banded(500, 4), type_of<std::int8_t>()) == "partition");
        CHECK_FALSE(device.has(facts::counted_chunks));
    }
}

TEST_CASE("transpose: the sizes of buckets are counted anew for each") {
    // One matrix after the other in one context: larger and smaller, with full buckets and without, also
    // after a call that failed.
    const Csr skewed = full(tile, 2, 1), thin = one_each(9000, 400, [](auto i) { return i % 400; }),
              tiny = full(3, 3);
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
        Transposer partition(backend, "partition"), banded(backend, "banded");
        const Csr exact = scattered(4 * million, 1024, 400), wider = scattered(4 * million + 1, 4096, 3000);
        CHECK(partition.check(exact, type_of<std::int32_t>()) == "partition");
        CHECK_FALSE(partition.has(facts::wide_keys));
        CHECK(partition.check(wider, type_of<std::int32_t>()) == "partition");
        CHECK(partition.has(facts::wide_keys));
        CHECK(partition.check(wider, type_of<words24>()) == "partition");
        CHECK(partition.has(facts::wide_keys));
        const Csr late = csr_by_rows(4 * million + 1, 4096, [=](std::uint64_t i, auto& cols) {
            if (i > 4 * million - 900) cols.push_back(mixed(i / 3) % 4096);
        });
        CHECK(banded.check(late, type_of<std::int32_t>()) == "banded");
    }
}

TEST_SUITE_END();
