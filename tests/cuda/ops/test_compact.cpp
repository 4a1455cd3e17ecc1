/// \file test_compact.cpp
/// Entries of a matrix that are kept by a test: rows of many tiles, tiles of many rows, rows without entries,
/// compared with plain loops.
#include "testing/device_testing.hpp"

#include <mergus/mergus.hpp>

#include <cstdint>
#include <vector>

using namespace mergus;
using namespace mergus::tests;

namespace {

using I64 = std::int64_t;
constexpr std::uint64_t tile = 2048; // entries that a block of the kernel marks at once

/// The values have no period that divides the length of a tile.
I64 value_of(std::uint64_t e) {
    return static_cast<I64>(e * 7919 % 1009) - 500;
}

/// Rows of these lengths, with every third column.
Entries<I64> rows_of(const std::vector<std::uint64_t>& lengths) {
    Entries<I64> entries;
    for (std::uint64_t i = 0; i < lengths.size(); ++i)
        for (std::uint64_t k = 0; k < lengths[i]; ++k)
            entries.push_back({i, 3 * k + i % 3, value_of(entries.size())});
    return entries;
}

template <class Keep>
Entries<I64> kept(const Entries<I64>& entries, const Keep& keep) {
    Entries<I64> some;
    for (const auto& entry : entries)
        if (keep(entry)) some.push_back(entry);
    return some;
}

const IndexUnaryOp& by_all() {
    static const IndexUnaryOp op = define_index_unary_op("compact_by_all", "(i * 31 + j * 17 + x) % 5 < y",
                                                         type_of<bool>(), type_of<I64>(), type_of<I64>());
    return op;
}

void check(const Context& context, std::vector<std::uint64_t> lengths) {
    if (lengths.size() < 70) lengths.resize(70, 0); // matrices of fewer rows may be bitmaps
    CAPTURE(lengths.size());
    const Entries<I64> entries = rows_of(lengths);
    const std::uint64_t nrows = lengths.size(), ncols = 12 * tile;
    const Matrix<I64> A = make<I64>(context, nrows, ncols, entries);
    for (const I64 y : {I64{-600}, I64{0}, I64{450}, I64{600}})
        CHECK(read<I64>(select(ops::valuegt<I64>, A, y)) ==
              kept(entries, [&](const auto& a) { return a.value > y; }));
    for (const I64 y : {I64{-9}, I64{1}, I64{3}, I64{9}})
        CHECK(read<I64>(select(by_all(), A, y)) == kept(entries, [&](const auto& a) {
                  return (static_cast<I64>(a.row) * 31 + static_cast<I64>(a.col) * 17 + a.value) % 5 < y;
              }));
    CHECK(read<I64>(select(ops::rowle, A, I64{1})) ==
          kept(entries, [](const auto& a) { return a.row <= 1; }));
    CHECK(read<I64>(select(ops::colgt, A, I64{5000})) ==
          kept(entries, [](const auto& a) { return a.col > 5000; }));

    Matrix<I64> one(context, nrows, ncols);
    assign(one, 7, all, all, {.mask = structure(A)});
    Entries<I64> sevens = kept(entries, [](const auto& a) { return a.row % 2 == 1 || a.col > 100; });
    for (auto& entry : sevens) entry.value = 7;
    const IndexUnaryOp places = define_index_unary_op("compact_places", "i % 2 == 1 || j > y",
                                                      type_of<bool>(), type_of<I64>(), type_of<I64>());
    CHECK(read<I64>(select(places, one, I64{100})) == sevens);

    Matrix<I64> narrow = A.dup();
    narrow.resize(nrows, 5000);
    CHECK(read<I64>(narrow) == kept(entries, [](const auto& a) { return a.col < 5000; }));
}

} // namespace

TEST_SUITE_BEGIN("compact");

TEST_CASE("compact: rows of many tiles, tiles of many rows, and rows without entries") {
    on_backends_and_devices([](const Context& context) {
        check(context, {3 * tile + 5, 0, 0, 1, tile, 0, 77});
        check(context, {tile, tile, 2 * tile}); // rows end where tiles end
        check(context, {tile - 1});
        check(context, {tile + 1});
        std::vector<std::uint64_t> sparse(20000, 0); // a tile has far more rows than entries
        for (std::uint64_t i = 0; i < sparse.size(); i += 7) sparse[i] = i % 3;
        sparse[11000] = 2 * tile + 100;
        check(context, sparse);
        std::vector<std::uint64_t> empty(50000, 0); // so many empty rows in a tile that each entry searches
        for (const std::uint64_t i : {3u, 41000u, 49998u}) empty[i] = 5;
        check(context, empty);
        check(context, std::vector<std::uint64_t>(50, 0));
    });
}

TEST_CASE("compact: matrices without rows, without columns, and a mask of many tiles") {
    on_backends_and_devices([](const Context& context) {
        const Matrix<I64> no_rows(context, 0, 9), no_columns(context, 9, 0);
        CHECK(select(ops::valuegt<I64>, no_rows, I64{0}).nvals() == 0);
        CHECK(select(ops::rowle, no_columns, I64{5}).nvals() == 0);

        // Under a mask, entries without products are dropped.
        const std::uint64_t n = 3 * tile;
        Entries<I64> diagonal, mask;
        for (std::uint64_t i = 0; i < n; ++i) {
            if (i % 3 != 0) diagonal.push_back({i, i, value_of(i)});
            mask.push_back({i, i, 1});
        }
        const Matrix<I64> D = make<I64>(context, n, n, diagonal), M = make<I64>(context, n, n, mask);
        Matrix<I64> C(context, n, n);
        mxm(C, structure(M), no_accum, plus_times<I64>, D, M);
        CHECK(read<I64>(C) == diagonal);
    });
}

TEST_CASE("compact: a selection needs little more memory than its result") {
    on_backends_and_devices([](const Context& context) {
        const Entries<I64> entries = rows_of(std::vector<std::uint64_t>(100, tile / 5));
        const Matrix<I64> A = make<I64>(context, 100, 12 * tile, entries);
        for (const char* use : {"first", "second"}) { // the first use may make what later ones share
            CAPTURE(use);
            const std::uint64_t before = context.counters(true).allocated_bytes;
            const Matrix<I64> C = select(by_all(), A, I64{2});
            const Counters after = context.counters();
            CHECK(C.nvals() > entries.size() / 3);
            const std::uint64_t result = C.nvals() * 12 + 101 * 8;
            CHECK(static_cast<double>(after.high_water_bytes - before) <= 1.1 * static_cast<double>(result));
        }
    });
}

TEST_SUITE_END();
