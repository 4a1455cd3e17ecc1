/// \file test_pattern_classes.cpp
/// Products whose rows repeat a few patterns: stencils with boundaries and holes, restrictions, rows of every
/// length of a group, and matrices that are not suited.
#include "product_shapes.hpp"

using namespace mergus;
using namespace mergus::tests;
using mergus_tests::traces;
using mergus_tests::wide_traces;

namespace {

const Method pattern_classes{"pattern_classes", {"pattern_classes"}};

template <class Keep>
reference::Matrix matrix(std::uint64_t nrows, std::uint64_t ncols, Keep keep) {
    return uneven_matrix(type_of<double>(), nrows, ncols, keep);
}

} // namespace

TEST_SUITE_BEGIN("pattern-classes");

TEST_CASE("repeated rows: rows shorter and longer than a group") {
    for (const std::uint64_t reach : {0, 1, 2, 3}) {
        CAPTURE(reach);
        const Operands operands{matrix(90, 90, Stencil{9, reach}), matrix(90, 90, Stencil{9, reach})};
        check(pattern_classes, traces, operands);
        check(pattern_classes, wide_traces, operands);
    }
    check(pattern_classes, traces,
          {matrix(60, 60, [](auto i, auto k) { return k == i || k == (i + 7) % 60; }),
           matrix(60, 200, [](auto k, auto j) { return j >= k && j < k + 70; })});
}

TEST_CASE("repeated rows: rows that are moved by other distances than their numbers") {
    const auto restriction = [](auto i, auto k) { return k + 1 >= 2 * i && k <= 2 * i + 1; };
    check(pattern_classes, traces, {matrix(40, 80, restriction), matrix(80, 80, Stencil{8, 1})});
    check(pattern_classes, traces,
          {matrix(80, 80, Stencil{8, 1}), matrix(80, 40, [&](auto k, auto j) { return restriction(j, k); })});
    // The row of B that comes first begins behind the others.
    check(pattern_classes, traces,
          {matrix(50, 60, [](auto i, auto k) { return k == i || k == i + 5; }),
           matrix(60, 70, [](auto k, auto j) { return j == (k * 31) % 60 || j == (k * 31) % 60 + 3; })});
}

TEST_CASE("repeated rows: every row has a class of its own") {
    check(pattern_classes, traces,
          {matrix(64, 64, [](auto i, auto k) { return (i * 7 + k * k * 5) % 11 > 6; }),
           matrix(64, 90, [](auto k, auto j) { return (k * k + j * 5) % 13 > 8; })});
}

TEST_CASE("repeated rows: all rows of B that a row names are empty, or the first ones are") {
    const Stencil stencil{8, 1};
    check(pattern_classes, traces,
          {matrix(72, 80, stencil), matrix(80, 88, [=](auto i, auto j) { return stencil(i, j) && i > 40; })});
    check(pattern_classes, traces,
          {matrix(72, 80, [](auto, auto k) { return k < 9; }),
           matrix(80, 88, [](auto k, auto j) { return k == 79 && j < 5; })});
    check(pattern_classes, traces, {matrix(1, 80, stencil), matrix(80, 88, stencil)});
}

TEST_CASE("repeated rows: too many classes, or rows of too many products, take the accumulators") {
    check(pattern_classes, plus_times<double>,
          {matrix(1300, 1300,
                  [](auto i, auto k) { return k < 1290 ? k < 12 && (i >> k & 1) != 0 : k == 1299; }),
           matrix(1300, 64, [](auto k, auto j) { return j % 13 == k % 13; })},
          DESC_DETERMINISTIC, Used::no);
    check(pattern_classes, traces, {matrix(3, 100, everywhere), matrix(100, 90, everywhere)}, {}, Used::no);
    check(pattern_classes, traces, {matrix(3, 90, everywhere), matrix(90, 90, everywhere)});
}

TEST_CASE("repeated rows: chosen for the product of a stencil, but not of other rows") {
    constexpr std::uint64_t n = 8300;
    const auto product_of = [&](auto moved) {
        reference::Matrix one{type_of<double>(), n, n, {}};
        for (std::uint64_t i = 0; i < n; ++i)
            for (std::uint64_t d = 0; d < 12; ++d)
                one.set(i, (i + d * 640 + moved(i, d)) % n, uneven_value(type_of<double>(), i * 12 + d));
        check({"", {"pattern_classes"}}, plus_times<double>, {one, one}, {},
              moved(1, 1) == 0 ? Used::yes : Used::no);
    };
    product_of([](auto, auto) { return std::uint64_t{0}; });
    product_of([](auto i, auto d) { return (i * 37 + d * 11) % 29 + 1; });
}

TEST_CASE("repeated rows: rows that differ behind their first entries, and long ones, are refused without a "
          "launch") {
    constexpr std::uint64_t n = 8300;
    const auto rows = [](auto length, auto moved) {
        reference::Matrix matrix{type_of<double>(), n, n, {}};
        for (std::uint64_t i = 0; i < n; ++i)
            for (std::uint64_t d = 0; d < length(i); ++d)
                matrix.set(i, (i + d + moved(i, d)) % n, uneven_value(type_of<double>(), i + d));
        return matrix;
    };
    const auto not_moved = [](auto, auto) { return std::uint64_t{0}; };
    const reference::Matrix stencil = rows([](auto) { return 6u; }, not_moved),
                            runs = rows([](auto) { return 20u; },
                                        [](auto i, auto d) { return d < 17 ? 0 : i * 131 % 4001; }),
                            longer = rows([](auto i) { return i == 5000 ? 8200u : 11u; }, not_moved);
    for (const std::string& backend : devices_under_test())
        for (const reference::Matrix* const matrix : {&runs, &longer}) {
            CAPTURE(backend);
            std::uint64_t launches[2];
            for (const bool all : {false, true}) {
                const Context context = shuffled(backend, all ? "" : "-pattern_classes", 3);
                const AnyMatrix A = upload(context, *matrix), B = upload(context, stencil);
                AnyMatrix C(context, type_of<double>(), n, n);
                (void)context.counters(true);
                mxm(C, no_mask, no_accum, plus_times<double>, A, B);
                launches[all] = context.counters().launches;
            }
            CHECK(launches[0] == launches[1]);
        }
}

TEST_SUITE_END();
