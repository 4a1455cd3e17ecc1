/// \file test_row_parts.cpp
/// Triangles of a matrix, and regions that are made by copies of whole rows: lists with duplicates, parts,
/// permutations, known and unknown transposes, masks and accumulators, compared with plain loops.
#include "testing/device_testing.hpp"

#include <mergus/mergus.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <random>
#include <tuple>
#include <utility>
#include <vector>

using namespace mergus;
using namespace mergus::tests;

namespace {

using I64 = std::int64_t;
using List = std::vector<std::uint64_t>;

/// Rows of uneven length, some empty and some longer than a tile of the kernel (2048 entries).
Entries<I64> uneven(std::uint64_t nrows, std::uint64_t ncols, std::uint64_t longest) {
    std::mt19937_64 random(7);
    Entries<I64> entries;
    for (std::uint64_t i = 0; i < nrows; ++i) {
        const std::uint64_t length = i % 5 == 0 ? 0 : i == nrows / 2 ? longest : random() % 90;
        List cols(length);
        for (std::uint64_t& j : cols) j = random() % ncols;
        std::sort(cols.begin(), cols.end());
        cols.erase(std::unique(cols.begin(), cols.end()), cols.end());
        for (const std::uint64_t j : cols) entries.push_back({i, j, static_cast<I64>(random() % 1000) - 500});
    }
    return entries;
}

Entries<I64> sorted(Entries<I64> entries) {
    std::sort(entries.begin(), entries.end(),
              [](const auto& a, const auto& b) { return std::tie(a.row, a.col) < std::tie(b.row, b.col); });
    return entries;
}

/// A(rows, cols) by plain loops; no list: all.
Entries<I64> region(const Entries<I64>& A, const std::optional<List>& rows, const std::optional<List>& cols) {
    const auto positions = [](const std::optional<List>& list, std::uint64_t index) {
        List found;
        if (!list) return List{index};
        for (std::uint64_t k = 0; k < list->size(); ++k)
            if ((*list)[k] == index) found.push_back(k);
        return found;
    };
    std::vector<List> of_row, of_col;
    Entries<I64> T;
    for (const auto& a : A) {
        while (of_row.size() <= a.row) of_row.push_back(positions(rows, of_row.size()));
        while (of_col.size() <= a.col) of_col.push_back(positions(cols, of_col.size()));
        for (const std::uint64_t i : of_row[a.row])
            for (const std::uint64_t j : of_col[a.col]) T.push_back({i, j, a.value});
    }
    return sorted(std::move(T));
}

List permutation(std::uint64_t n) {
    List list(n);
    std::iota(list.begin(), list.end(), std::uint64_t{0});
    std::shuffle(list.begin(), list.end(), std::mt19937_64(3));
    return list;
}

} // namespace

TEST_SUITE_BEGIN("row-parts");

TEST_CASE("row parts: triangles of every diagonal, with masks, accumulators and transposes") {
    on_backends_and_devices([](const Context& context) {
        constexpr std::uint64_t nrows = 120, ncols = 3000;
        const Entries<I64> entries = uneven(nrows, ncols, 2900);
        const Matrix<I64> A = make<I64>(context, nrows, ncols, entries);
        constexpr I64 most = std::numeric_limits<I64>::max(), least = std::numeric_limits<I64>::min();
        for (const I64 y : {I64{0}, I64{-1}, I64{1}, I64{-60}, I64{1500}, I64{2999}, I64{-119}, most, least,
                            most - 50, I64{1} << 33}) {
            CAPTURE(y);
            Entries<I64> lower, upper;
            // j - i in place of i + y, which overflows at both ends of y.
            const auto diagonal = [](const auto& a) {
                return static_cast<I64>(a.col) - static_cast<I64>(a.row);
            };
            for (const auto& a : entries) {
                if (diagonal(a) <= y) lower.push_back(a);
                if (diagonal(a) >= y) upper.push_back(a);
            }
            CHECK(read<I64>(select(ops::tril, A, y)) == lower);
            CHECK(read<I64>(select(ops::triu, A, y)) == upper);
            const Matrix<I64> At = transpose(A);
            Matrix<I64> C(context, nrows, ncols);
            select(C, no_mask, no_accum, ops::triu, At, y, DESC_T0);
            CHECK(read<I64>(C) == upper);
            C = A.dup();
            select(C, ops::triu, A, y, {.mask = structure(A), .accum = ops::plus<I64>});
            Entries<I64> sums = entries;
            for (auto& entry : sums)
                if (diagonal(entry) >= y) entry.value *= 2;
            CHECK(read<I64>(C) == sums);
            Matrix<I64> D = A.dup();
            select(D, ops::tril, D, y);
            CHECK(read<I64>(D) == lower);
        }
    });
}

TEST_CASE("row parts: one value, wide columns, and matrices without entries") {
    on_backends_and_devices([](const Context& context) {
        const Entries<I64> entries = uneven(90, 90, 80);
        Matrix<I64> A(context, 90, 90);
        assign(A, 7, all, all, {.mask = structure(make<I64>(context, 90, 90, entries))});
        Entries<I64> ones = entries, lower;
        for (auto& entry : ones) entry.value = 7;
        for (const auto& entry : ones)
            if (entry.col <= entry.row + 2) lower.push_back(entry);
        CHECK(read<I64>(select(ops::tril, A, 2)) == lower);
        const List rows = permutation(90);
        CHECK(read<I64>(extract(A, rows, all)) == region(ones, rows, {}));
        CHECK(read<I64>(extract(A, rows, rows)) == region(ones, rows, rows));

        constexpr std::uint64_t wide = std::uint64_t{1} << 35;
        const Matrix<I64> W =
            make<I64>(context, 3, wide, {{0, 5, 1}, {1, wide - 1, 2}, {2, 1, 3}, {2, 7, 4}});
        CHECK(read<I64>(select(ops::triu, W, 4)) == Entries<I64>{{0, 5, 1}, {1, wide - 1, 2}, {2, 7, 4}});
        CHECK(read<I64>(select(ops::tril, W, wide - 2)) ==
              Entries<I64>{{0, 5, 1}, {1, wide - 1, 2}, {2, 1, 3}, {2, 7, 4}});
        CHECK(read<I64>(select(ops::tril, W, wide - 3)) == Entries<I64>{{0, 5, 1}, {2, 1, 3}, {2, 7, 4}});
        const List twice{2, 1, 2};
        CHECK(read<I64>(extract(W, twice, all)) ==
              Entries<I64>{{0, 1, 3}, {0, 7, 4}, {1, wide - 1, 2}, {2, 1, 3}, {2, 7, 4}});
        const Matrix<I64> none(context, 50, 60);
        CHECK(select(ops::tril, none, 0).nvals() == 0);
        CHECK(extract(none, twice, all).nvals() == 0);
    });
}

TEST_CASE("row parts: regions by copies of rows, of every kind of list") {
    on_backends_and_devices([](const Context& context) {
        constexpr std::uint64_t nrows = 150, ncols = 400;
        const Entries<I64> entries = uneven(nrows, ncols, 390);
        REQUIRE(entries.size() > 4096); // several tiles
        const List all_rows = permutation(nrows), all_cols = permutation(ncols);
        List some_rows(all_rows.begin(), all_rows.begin() + 40), some_cols(60), many_cols(500);
        for (std::uint64_t k = 0; k < some_cols.size(); ++k) some_cols[k] = k * 97 % 41; // duplicates
        for (std::uint64_t k = 0; k < many_cols.size(); ++k) many_cols[k] = k * 31 % ncols;
        some_rows.push_back(some_rows.front());
        const std::array<std::optional<List>, 3> row_lists{std::nullopt, all_rows, some_rows};
        const std::array<std::optional<List>, 4> col_lists{std::nullopt, all_cols, some_cols, many_cols};
        for (const auto& rows : row_lists)
            for (const auto& cols : col_lists) {
                CAPTURE(rows.has_value());
                CAPTURE(cols.has_value());
                const Matrix<I64> A = make<I64>(context, nrows, ncols, entries);
                const Indices i = rows ? Indices(*rows) : Indices(all),
                              j = cols ? Indices(*cols) : Indices(all);
                const Entries<I64> expected = region(entries, rows, cols);
                CHECK(read<I64>(extract(A, i, j)) == expected);
                const Matrix<I64> At = transpose(A);
                Matrix<I64> C = extract(A, i, j);
                extract(C, no_mask, no_accum, At, i, j, DESC_T0); // At keeps its transpose
                CHECK(read<I64>(C) == expected);
                Entries<I64> turned = expected;
                for (auto& entry : turned) std::swap(entry.row, entry.col);
                CHECK(read<I64>(extract(At, j, i)) == sorted(std::move(turned))); // by the kept transpose
                extract(C, A, i, j, {.mask = structure(C), .accum = ops::plus<I64>});
                Entries<I64> doubled = expected;
                for (auto& entry : doubled) entry.value *= 2;
                CHECK(read<I64>(C) == doubled);
            }
    });
}

TEST_CASE("row parts: a symmetric matrix relabelled by one list, as its input too") {
    on_backends_and_devices([](const Context& context) {
        constexpr std::uint64_t n = 300;
        Entries<I64> entries;
        for (const auto& a : uneven(n, n, 290)) {
            if (a.row == a.col) continue;
            entries.push_back({a.row, a.col, 1});
            entries.push_back({a.col, a.row, 1});
        }
        entries = sorted(std::move(entries));
        entries.erase(std::unique(entries.begin(), entries.end()), entries.end());
        const List order = permutation(n);
        const Entries<I64> expected = region(entries, order, order);
        const Matrix<I64> A = make<I64>(context, n, n, entries);
        CHECK(read<I64>(extract(A, order, order)) == expected);
        CHECK(read<I64>(extract(A, order, order)) == expected);
        Matrix<I64> B = A.dup();
        extract(B, B, order, order);
        CHECK(read<I64>(B) == expected);
    });
}

TEST_CASE("row parts: offsets of rows by one launch") {
    // The emulated device has up to three blocks of 256 threads at the same time, which scan 2048 rows at
    // once.
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        const Context context(backend);
        for (const std::uint64_t n : {70, 256, 512, 513, 769, 6143, 6145, 15000}) {
            CAPTURE(n);
            const Entries<I64> entries = uneven(n, 100, 90);
            const Matrix<I64> A = make<I64>(context, n, 100, entries);
            Entries<I64> lower, part;
            for (const auto& a : entries) {
                if (a.col <= a.row) lower.push_back(a);
                if (a.row >= 5 && a.col >= 30 && a.col < 60) part.push_back({a.row - 5, a.col - 30, a.value});
            }
            List rows(n - 5), cols(30);
            std::iota(rows.begin(), rows.end(), 5);
            std::iota(cols.begin(), cols.end(), 30);
            Matrix<I64> T;
            Counters before;
            for (int time = 0; time < 2; ++time) { // the first call compiles
                before = context.counters();
                T = select(ops::tril, A, 0);
            }
            const Counters after = context.counters();
            CHECK(read<I64>(T) == lower);
            CHECK(read<I64>(extract(A, rows, cols)) == part);
            // Parts and their scan; copies, which find their tiles if they are few.
            if (n < 100) CHECK(after.launches - before.launches == 2);
            CHECK(after.launches - before.launches <= 3);
            CHECK(after.synchronizations - before.synchronizations == 1);
        }
    }
}

TEST_SUITE_END();
