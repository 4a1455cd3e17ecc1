/// \file test_short_rows.cpp
/// Products of short rows, by a thread a row and by a group a row: rows of every length up to the greatest,
/// warps with more entries than shared memory holds, many tiles of rows, long rows beside short
/// ones, and matrices that are not suited.
#include "product_shapes.hpp"

using namespace mergus;
using namespace mergus::tests;
using mergus_tests::traces;
using mergus_tests::traces_of_72;
using mergus_tests::wide_traces;

namespace {

const Method thread_rows{"k_way_merge", {"k_way_merge"}}, subwarp_esc{"subwarp_esc", {"subwarp_esc"}};

} // namespace

TEST_SUITE_BEGIN("short-rows");

TEST_CASE("short rows: a group a row, for every number of products that a kernel is compiled for") {
    const reference::Matrix B = stairs(type_of<double>(), 90, 140, 7);
    for (const std::uint64_t longest : {1, 2, 4, 9, 18, 24, 36}) {
        CAPTURE(longest);
        const Operands operands{stairs(type_of<double>(), 75, 90, longest), B};
        check(subwarp_esc, traces, operands);
        const Used used = longest * 7 <= 64 ? Used::yes : Used::no; // few wide values a thread
        check(subwarp_esc, traces_of_72, operands, {}, used);
    }
    check(subwarp_esc, traces, {stairs(type_of<double>(), 75, 90, 37), B}, {}, Used::no);
    // Every product of a row goes to one column, and to columns of its own.
    const auto diagonal = [](auto k, auto j) { return j / 4 == k; };
    const reference::Matrix full = uneven_matrix(type_of<double>(), 70, 60, everywhere);
    check(subwarp_esc, traces, {full, uneven_matrix(type_of<double>(), 60, 1, everywhere)});
    check(subwarp_esc, traces, {full, uneven_matrix(type_of<double>(), 60, 240, diagonal)});
}

TEST_CASE("short rows: more tiles of rows than a block adds up") {
    const Operands operands{uneven_matrix(type_of<double>(), 70000, 6,
                                          [](auto i, auto k) { return (i * 7 + k) % 29 < 2 && i % 5 != 0; }),
                            stairs(type_of<double>(), 6, 20, 3)};
    check(subwarp_esc, traces, operands);
}

TEST_CASE("short rows: rows of A of every length that a kernel is compiled for") {
    for (const std::uint64_t longest : {1, 4, 5, 6, 9, 10, 13, 17, 24}) {
        CAPTURE(longest);
        check(thread_rows, traces, short_ones(longest));
    }
}

TEST_CASE("short rows: a longer row, or too many products for a thread, takes the other accumulators") {
    check(thread_rows, traces, short_ones(25), {}, Used::no);
    const Operands wide{
        stairs(type_of<double>(), 40, 60, 20),
        uneven_matrix(type_of<double>(), 60, 140, [](auto k, auto j) { return k == 7 || j == k; })};
    check(thread_rows, traces, wide, {}, Used::no);
}

TEST_CASE("short rows: a warp with more entries than its shared memory holds writes them one by one") {
    const Operands full{stairs(type_of<double>(), 70, 60, 24), stairs(type_of<double>(), 60, 140, 30)};
    check(thread_rows, traces_of_72, full);
    check(thread_rows, wide_traces, full);
}

TEST_CASE("short rows: a product with an aggregation takes a group a row, whatever A's rows are like") {
    const Method chosen{"", {"subwarp_esc"}};
    // An average row of A has 12 and 40 entries, one of B has one.
    for (const std::uint64_t length : {12, 40}) {
        CAPTURE(length);
        const reference::Matrix A = uneven_matrix(
                                    type_of<double>(), 2048, 120,
                                    [=](auto i, auto k) { return (k + 120 - i / 30) % 120 < length; }),
                                P = uneven_matrix(type_of<double>(), 120, 60,
                                                  [](auto k, auto j) { return k / 2 == j; });
        check(chosen, traces, {A, P});
    }
    const auto long_row = [](auto i, auto k) { return i == 77 || k % 10 == i % 10; };
    check(chosen, plus_times<double>,
          {uneven_matrix(type_of<double>(), 2048, 120, long_row),
           uneven_matrix(type_of<double>(), 120, 60, [](auto k, auto j) { return k / 2 == j; })},
          DESC_DETERMINISTIC, Used::no);
}

TEST_CASE("short rows: a few long rows are made by the whole grid") {
    const Method by_grid{"subwarp_esc", {facts::long_rows_by_grid}}, chosen{"", by_grid.said};
    // Rows of 0 to 3 entries, and of 513 to 600 at the ends and between.
    const auto with_long = [](std::uint64_t every) {
        return [=](auto i, auto k) { return i % every == 0 ? k >= i : (k * 7 + i) % 600 < i % 4; };
    };
    const auto of = [&]<class T>(T, std::uint64_t every) {
        return Operands{whole_numbers<T>(85, 600, with_long(every)),
                        whole_numbers<T>(600, 140, [](auto k, auto j) { return (j * 3 + k) % 140 < k % 6; })};
    };
    const Operands doubles = of(double(), 21), ints = of(std::int64_t(), 21);
    check(by_grid, plus_times<double>, doubles);
    check(by_grid, min_plus<double>, doubles);
    check(by_grid, plus_times<std::int64_t>, ints);
    check(by_grid, plus_pair<std::int8_t>, ints);
    check(by_grid, lor_land, of(bool(), 84));
    check(by_grid, plus_times<double>, of(double(), 3)); // 29 long rows
    check(by_grid, plus_times<double>, of(double(), 2), {}, Used::no);
    check(by_grid, plus_times<double>, doubles, DESC_DETERMINISTIC, Used::no);
    check(by_grid, traces, doubles, {}, Used::no); // has no atomics
    const auto beside_units = [](auto i, auto k) { return i % 1000 == 3 || k == i % 700; };
    check(chosen, plus_times<double>,
          {whole_numbers<double>(2100, 700, beside_units),
           whole_numbers<double>(700, 140, [](auto k, auto j) { return (j * 3 + k) % 140 < k % 6; })});
}

TEST_CASE("short rows: a thread a row is chosen for many rows near each other alone") {
    const auto diagonals = [](std::uint64_t nrows, std::uint64_t each, std::uint64_t every) {
        reference::Matrix matrix{type_of<double>(), nrows, nrows, {}};
        for (std::uint64_t i = 0; i < nrows; i += every)
            for (std::uint64_t n = 0; n < each && i + n * every < nrows; ++n)
                matrix.set(i, i + n * every, uneven_value(type_of<double>(), i + n));
        return matrix;
    };
    const auto chosen = [&](Used used, const reference::Matrix& matrix) {
        check({"", {"k_way_merge"}}, plus_times<double>, {matrix, matrix}, {}, used);
    };
    chosen(Used::yes, diagonals(3000, 2, 1)); // 4 products in a row
    chosen(Used::no, diagonals(3000, 3, 1));  // 9: fewer rows for each than the limit
    chosen(Used::yes, diagonals(7000, 3, 1));
    chosen(Used::no, diagonals(8000, 1, 10)); // no neighbours: empty rows are no locality
}

TEST_CASE("short rows: the profile of a matrix is of its present entries") {
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        const Context context = shuffled(backend, "k_way_merge", 5);
        const Operands first = short_ones(4), second = short_ones(24), third = short_ones(25);
        AnyMatrix A = upload(context, first.A), C(context, type_of<double>(), 75, 140);
        const AnyMatrix B = upload(context, first.B);
        for (const Operands* now : {&first, &second, &third, &first}) {
            const AnyMatrix other = upload(context, now->A);
            apply(A, no_mask, no_accum, ops::identity<double>, other, DESC_R);
            mxm(C, no_mask, no_accum, plus_times<double>, A, B, DESC_DETERMINISTIC);
            CHECK(bits_of(C) == naive(plus_times<double>, *now));
        }
    }
}

TEST_SUITE_END();
