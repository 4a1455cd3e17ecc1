/// \file test_regions.cpp
/// extract and assign with rows from empty to longer than a block sorts, and lists of every order:
/// consecutive, increasing, with repetitions, permuted. Compared with plain loops.
#include "testing/device_testing.hpp"

#include <mergus/mergus.hpp>

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <random>
#include <tuple>
#include <utility>
#include <vector>

using namespace mergus;
using namespace mergus::tests;

namespace {

using I64 = std::int64_t;
using List = std::vector<std::uint64_t>;

/// Row i has about lengths[i % size] entries.
template <class T>
Entries<T> with_lengths(std::uint64_t nrows, std::uint64_t ncols, const List& lengths) {
    std::mt19937_64 random(11);
    Entries<T> entries;
    for (std::uint64_t i = 0; i < nrows; ++i) {
        const std::uint64_t length = lengths[i % lengths.size()];
        for (std::uint64_t j = 0; j < ncols; ++j)
            if (random() % ncols < length) entries.push_back({i, j, static_cast<T>(random() % 90)});
    }
    return entries;
}

List consecutive(std::uint64_t first, std::uint64_t count) {
    List list(count);
    std::iota(list.begin(), list.end(), first);
    return list;
}

List shuffled(List list) {
    std::shuffle(list.begin(), list.end(), std::mt19937_64(5));
    return list;
}

List every(std::uint64_t step, std::uint64_t n) {
    List list;
    for (std::uint64_t k = 1; k < n; k += step) list.push_back(k);
    return list;
}

template <class T>
Entries<T> sorted(Entries<T> entries) {
    std::sort(entries.begin(), entries.end(),
              [](const auto& a, const auto& b) { return std::tie(a.row, a.col) < std::tie(b.row, b.col); });
    return entries;
}

/// The positions of each index.
std::map<std::uint64_t, List> positions(const List& list) {
    std::map<std::uint64_t, List> found;
    for (std::uint64_t k = 0; k < list.size(); ++k) found[list[k]].push_back(k);
    return found;
}

template <class T>
Entries<T> extracted(const Entries<T>& A, const List& rows, const List& cols) {
    auto of_row = positions(rows), of_col = positions(cols);
    Entries<T> result;
    for (const auto& a : A) {
        const auto i = of_row.find(a.row), j = of_col.find(a.col);
        if (i == of_row.end() || j == of_col.end()) continue;
        for (const std::uint64_t row : i->second)
            for (const std::uint64_t col : j->second) result.push_back({row, col, a.value});
    }
    return sorted(std::move(result));
}

/// C(rows, cols) = A.
template <class T>
Entries<T> assigned(const Entries<T>& C, const Entries<T>& A, const List& rows, const List& cols) {
    const auto in_rows = positions(rows), in_cols = positions(cols);
    Entries<T> result;
    for (const auto& c : C)
        if (in_rows.count(c.row) == 0 || in_cols.count(c.col) == 0) result.push_back(c);
    for (const auto& a : A) result.push_back({rows[a.row], cols[a.col], a.value});
    return sorted(std::move(result));
}

} // namespace

TEST_SUITE_BEGIN("row-parts");

TEST_CASE("regions: extract, rows of every length and lists of every order") {
    on_backends_and_devices([](const Context& context) {
        constexpr std::uint64_t nrows = 30, ncols = 5000;
        // Above 64 entries a block sorts, above 1024 the device.
        const Entries<I64> entries = with_lengths<I64>(nrows, ncols, {0, 3, 70, 900, 1100, 4900, 40, 1500});
        const Matrix<I64> A = make<I64>(context, nrows, ncols, entries);
        List half = shuffled(consecutive(0, ncols));
        half.resize(2600);
        List repeated = half;
        repeated.insert(repeated.end(), half.begin(), half.begin() + 1700);
        List sorted_repeated = repeated;
        std::sort(sorted_repeated.begin(), sorted_repeated.end());
        List almost = shuffled(consecutive(0, ncols)); // as long as a permutation
        almost[1] = almost[0];
        const std::vector<List> row_lists{
            consecutive(0, nrows), consecutive(7, 11), shuffled(consecutive(0, nrows)), {5, 5, 4, 5}, {5},
            every(2, nrows)};
        const std::vector<List> col_lists{consecutive(0, ncols),
                                          consecutive(100, 2048),
                                          shuffled(consecutive(0, ncols)),
                                          half,
                                          repeated,
                                          sorted_repeated,
                                          every(3, ncols),
                                          almost,
                                          List(300, 42),
                                          {4321, 17}};
        for (const List& rows : row_lists)
            for (const List& cols : col_lists) {
                CAPTURE(rows.size());
                CAPTURE(cols.size());
                const bool same = read<I64>(extract(A, rows, cols)) == extracted(entries, rows, cols);
                CHECK(same);
            }
        for (const List& cols : col_lists) {
            const bool same =
                read<I64>(extract(A, all, cols)) == extracted(entries, consecutive(0, nrows), cols);
            CHECK(same);
        }
    });
}

TEST_CASE("regions: extract of long rows alone, of bool, of one value and of wide columns") {
    on_backends_and_devices([](const Context& context) {
        constexpr std::uint64_t nrows = 4, ncols = 6000;
        const List order = shuffled(consecutive(0, ncols)), rows{3, 1, 1, 0, 2};
        const Entries<bool> entries = with_lengths<bool>(nrows, ncols, {5500, 2100, 0, 3000});
        const Matrix<bool> A = make<bool>(context, nrows, ncols, entries);
        const bool same = read<bool>(extract(A, rows, order)) == extracted(entries, rows, order);
        CHECK(same);

        Matrix<I64> one(context, nrows, ncols);
        assign(one, 7, all, all, {.mask = structure(A)});
        Entries<I64> sevens;
        for (const auto& entry : entries) sevens.push_back({entry.row, entry.col, 7});
        const bool same_sevens = read<I64>(extract(one, rows, order)) == extracted(sevens, rows, order);
        CHECK(same_sevens);

        constexpr std::uint64_t wide = std::uint64_t{1} << 36; // the widest
        Entries<I64> far;
        List cols;
        for (std::uint64_t k = 0; k < 3000; ++k) cols.push_back(k * 22222222);
        for (std::uint64_t i = 0; i < 5; ++i)
            for (std::uint64_t k = i; k < 3000; k += i % 2 == 0 ? 1 : 9)
                far.push_back({i, cols[k], static_cast<I64>(k)});
        const Matrix<I64> W = make<I64>(context, 5, wide, far);
        const List mixed = shuffled(cols);
        const bool same_far = read<I64>(extract(W, all, mixed)) == extracted(far, {0, 1, 2, 3, 4}, mixed);
        CHECK(same_far);
        const Matrix<I64> narrow = extract(W, all, mixed);
        Matrix<I64> back(context, 5, wide);
        assign(back, narrow, all, mixed);
        const bool same_back = read<I64>(back) == far;
        CHECK(same_back);
    });
}

TEST_CASE("regions: assign, rows of every length and lists of every order") {
    on_backends_and_devices([](const Context& context) {
        constexpr std::uint64_t nrows = 40, ncols = 4000;
        const Entries<I64> old = with_lengths<I64>(nrows, ncols, {30, 0, 2000, 100});
        List rows = shuffled(consecutive(0, nrows)), cols = shuffled(consecutive(0, ncols));
        List some_rows(rows.begin(), rows.begin() + 12), some_cols(cols.begin(), cols.begin() + 2500);
        const std::vector<List> row_lists{consecutive(0, nrows), consecutive(5, 12), rows, some_rows,
                                          every(3, nrows)};
        const std::vector<List> col_lists{consecutive(0, ncols), consecutive(900, 3000), cols, some_cols,
                                          every(2, ncols)};
        for (const List& i : row_lists)
            for (const List& j : col_lists) {
                CAPTURE(i.size());
                CAPTURE(j.size());
                const Entries<I64> part = with_lengths<I64>(i.size(), j.size(), {1200, 0, 1900, 80, 5});
                const Matrix<I64> A = make<I64>(context, i.size(), j.size(), part);
                const Entries<I64> expected = assigned(old, part, i, j);
                Matrix<I64> C = make<I64>(context, nrows, ncols, old);
                assign(C, A, i, j);
                CHECK((read<I64>(C) == expected));
                Matrix<I64> D = make<I64>(context, nrows, ncols, old);
                assign(D, no_mask, no_accum, transpose(A), i, j, DESC_T0);
                CHECK((read<I64>(D) == expected));
                Matrix<I64> sum = make<I64>(context, nrows, ncols, expected);
                assign(sum, A, i, j, {.mask = structure(sum), .accum = ops::plus<I64>});
                Entries<I64> added = assigned({}, part, i, j);
                std::map<std::pair<std::uint64_t, std::uint64_t>, I64> value;
                for (const auto& entry : expected) value[{entry.row, entry.col}] = entry.value;
                for (const auto& entry : added) value[{entry.row, entry.col}] += entry.value;
                Entries<I64> sums;
                for (const auto& [place, x] : value) sums.push_back({place.first, place.second, x});
                CHECK((read<I64>(sum) == sums));
            }
        Matrix<I64> C(context, nrows, ncols), A(context, 3, 2);
        CHECK_THROWS_AS(assign(C, A, List{1, 2, 1}, List{3, 4}), Error);
        CHECK_THROWS_AS(assign(C, A, List{1, 2, 3}, List{4, ncols}), Error);
    });
}

TEST_CASE("regions: no long rows, sorted while they are copied") {
    on_backends_and_devices([](const Context& context) {
        // Tiles whose rows all have up to 64 entries, and tiles with longer ones.
        for (const List& lengths : {List{0, 3, 20, 1, 40}, List{2, 0, 300, 700, 70, 1, 0, 0, 90}}) {
            constexpr std::uint64_t nrows = 150, ncols = 3000;
            const Entries<I64> entries = with_lengths<I64>(nrows, ncols, lengths);
            const Matrix<I64> A = make<I64>(context, nrows, ncols, entries);
            const List cols = shuffled(consecutive(0, ncols));
            const List repeated{7, 7, 149, 0, 3, 3, 3, 88};
            for (const List& rows : {consecutive(0, nrows), shuffled(consecutive(0, nrows)), repeated}) {
                const bool same = read<I64>(extract(A, rows, cols)) == extracted(entries, rows, cols);
                CHECK(same);
            }
            Matrix<I64> C(context, 2 * nrows, 2 * ncols), one(context, nrows, ncols);
            const List every_other = every(2, 2 * nrows);
            List some = shuffled(consecutive(0, 2 * ncols));
            some.resize(ncols);
            assign(C, A, every_other, some);
            CHECK((read<I64>(C) == assigned(Entries<I64>(), entries, every_other, some)));
            assign(one, 7, all, all, {.mask = structure(A)});
            Entries<I64> sevens;
            for (const auto& entry : entries) sevens.push_back({entry.row, entry.col, 7});
            CHECK((read<I64>(extract(one, all, cols)) == extracted(sevens, consecutive(0, nrows), cols)));
        }
    });
}

TEST_CASE("regions: columns of a matrix as vectors, and vectors into columns") {
    on_backends_and_devices([](const Context& context) {
        constexpr std::uint64_t nrows = 5000, ncols = 12;
        const Entries<I64> entries = with_lengths<I64>(nrows, ncols, {2, 0, 7});
        const Matrix<I64> A = make<I64>(context, nrows, ncols, entries);
        const List order = shuffled(consecutive(0, nrows));
        for (const List& rows :
             {consecutive(0, nrows), consecutive(1000, 2500), order, every(7, nrows), List(2100, 2)})
            for (const std::uint64_t col : {0, 5, 11}) {
                Matrix<I64> column(context, rows.size(), 1);
                Vector<I64> w = extract(A, rows, col);
                assign(column, w, all, 0);
                CHECK((read<I64>(column) == extracted(entries, rows, {col})));
            }
        Entries<I64> none;
        for (const auto& entry : entries)
            if (entry.col != 5) none.push_back(entry);
        Matrix<I64> B = make<I64>(context, nrows, ncols, none);
        const Vector<I64> w = extract(A, order, 5);
        assign(B, w, order, 5);
        CHECK((read<I64>(B) == entries));
        Matrix<I64> one(context, nrows, ncols);
        assign(one, 3, all, all, {.mask = structure(A)});
        CHECK(extract(one, all, 5).nvals() == w.nvals());
    });
}

TEST_CASE("regions: long vectors under lists of every order") {
    on_backends_and_devices([](const Context& context) {
        // With the widest columns a block counts, because (row, column) is too wide a key for its sort.
        constexpr std::uint64_t size = std::uint64_t{1} << 60;
        for (const std::uint64_t count : {500, 3000}) {
            List list, order = consecutive(0, count);
            for (std::uint64_t k = 0; k < count; ++k) list.push_back(size / count * k + k);
            const List mixed = shuffled(list);
            std::vector<I64> values(order.begin(), order.end());
            Vector<I64> u(context, count), w(context, size);
            u.build(order, values.data(), type_of<I64>());
            assign(w, u, mixed);
            CHECK(isequal(Vector<I64>(extract(w, mixed)), u));
            List back(count);
            for (std::uint64_t k = 0; k < count; ++k)
                back[static_cast<std::size_t>(std::lower_bound(list.begin(), list.end(), mixed[k]) -
                                              list.begin())] = k;
            CHECK(isequal(Vector<I64>(extract(w, list)), Vector<I64>(extract(u, back))));
        }
    });
}

TEST_CASE("regions: lists that are checked piece by piece") {
    on_backends_and_devices([](const Context& context) {
        constexpr std::uint64_t size = 1000000, count = 600000;
        Vector<I64> u(context, size), part(context, count);
        const List places{10, 400100, 400101, 550100};
        for (const std::uint64_t place : places) u.set_element(static_cast<I64>(place), place);
        part.set_element(2, 7);
        const List list = consecutive(100, count);
        List swapped = list, twice = list, far = list;
        std::swap(swapped[400000], swapped[400001]);
        twice[550000] = twice[549999];
        far.back() = size;
        CHECK(Vector<I64>(extract(u, list)).extract_element(400000) == 400100);
        CHECK(Vector<I64>(extract(u, swapped)).extract_element(400000) == 400101);
        CHECK(Vector<I64>(extract(u, twice)).extract_element(550000) == std::nullopt);
        CHECK_THROWS_AS(extract(u, far), Error);
        CHECK_THROWS_AS(assign(u, part, twice), Error);
        CHECK_THROWS_AS(assign(u, part, far), Error);
        assign(u, part, swapped);
        CHECK(u.nvals() == 2); // 10, before the region, and 102
        CHECK(u.extract_element(102) == 7);
    });
}

TEST_CASE("regions: long lists of rows and columns, in every order") {
    on_backends_and_devices([](const Context& context) {
        // Longer than lists that are copied as they are.
        constexpr std::uint64_t n = 70000;
        Entries<I64> entries;
        for (std::uint64_t i = 0; i < n; ++i) entries.push_back({i, i * 48271 % n, static_cast<I64>(i % 90)});
        const Matrix<I64> A = make<I64>(context, n, n, entries);
        const List all_of_them = consecutive(0, n), mixed = shuffled(all_of_them),
                   inner = consecutive(9, n - 9);
        List gaps = all_of_them, twice = all_of_them;
        gaps.erase(gaps.begin() + 65600);
        twice[65600] = twice[65599];
        for (const List& rows : {mixed, gaps, twice, inner})
            for (const List& cols : {mixed, gaps, inner}) {
                CAPTURE(rows.size());
                CAPTURE(cols.size());
                List at(n, n); // the position of a column in the list
                for (std::uint64_t k = 0; k < cols.size(); ++k) at[cols[k]] = k;
                Entries<I64> expected;
                for (std::uint64_t r = 0; r < rows.size(); ++r) {
                    const auto& entry = entries[rows[r]];
                    if (at[entry.col] != n) expected.push_back({r, at[entry.col], entry.value});
                }
                const bool same = read<I64>(extract(A, rows, cols)) == expected;
                CHECK(same);
            }
    });
}

TEST_CASE("regions: an index outside in a long list is found and named, and C stays") {
    on_backends_and_devices([](const Context& context) {
        constexpr std::uint64_t n = 70000, wide = 1ULL << 35;
        const auto message = [](const auto& call) -> std::string {
            try {
                call();
            } catch (const Error& error) {
                CHECK(error.code() == Code::index_out_of_bounds);
                return error.what();
            }
            return "";
        };
        const auto names = [](const std::string& text, const std::string& part) {
            CAPTURE(text);
            CHECK(text.find(part) != std::string::npos);
        };
        const Entries<I64> one = {{3, 5, 7}};
        const Matrix<I64> A = make<I64>(context, n, n, one), W = make<I64>(context, n, wide, one);
        const Matrix<I64> empty(context, n, n);
        const List inside = consecutive(0, n), mixed = shuffled(inside);
        List last = mixed, twice = mixed, huge = inside;
        last.back() = n;
        twice[9] = n + 1;
        twice[69000] = n;
        huge[66000] = ~std::uint64_t{0};
        Matrix<I64> C = A.dup();
        names(message([&] { extract(C, A, inside, last); }), "cols[69999] is 70000, not below 70000");
        names(message([&] { extract(C, A, last, inside); }), "rows[69999] is 70000, not below 70000");
        names(message([&] { extract(C, A, mixed, twice); }), "cols[9] is 70001, not below 70000");
        names(message([&] { extract(C, A, huge, twice); }), "rows[66000] is 18446744073709551615, not below");
        names(message([&] { extract(C, empty, inside, last); }), "cols[69999] is 70000");
        names(message([&] { extract(C, A, consecutive(1, n), inside); }), "rows[69999] is 70000");
        names(message([&] { extract(C, A, inside, last, {.mask = structure(A), .accum = ops::plus<I64>}); }),
              "cols[69999] is 70000");
        List far = inside;
        far[50] = wide;
        names(message([&] { extract(C, W, inside, far); }), "cols[50] is 34359738368, not below 34359738368");
        far[50] = wide - 1;
        CHECK(extract(W, inside, far).nvals() == 1);
        CHECK(read<I64>(C) == one);

        Vector<I64> u(context, n), w(context, n);
        names(message([&] { extract(w, u, last); }), "indices[69999] is 70000, not below 70000");
        names(message([&] { extract(w, A, last, 3); }), "rows[69999] is 70000, not below 70000");
        // One list for rows and columns.
        names(message([&] { extract(C, A, last, last); }), "rows[69999] is 70000, not below 70000");
        CHECK(read<I64>(C) == one);
    });
}

TEST_SUITE_END();
