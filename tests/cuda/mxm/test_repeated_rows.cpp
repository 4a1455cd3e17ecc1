/// \file test_repeated_rows.cpp
/// Products whose rows repeat a few patterns, bit for bit as the naive reference has them: stencils with
/// boundaries and holes, restrictions, rows of every length of a group, empty rows, values of many widths,
/// wide indices, and matrices that are not suited.
#include "product_testing.hpp"

using namespace mergus;
using namespace mergus::tests;
using mergus_tests::traces;
using mergus_tests::wide_traces;

namespace {

/// The points of a grid of `width` columns that are at most `reach` apart, in both directions.
struct Stencil {
    std::uint64_t width, reach;
    bool operator()(std::uint64_t i, std::uint64_t j) const {
        const auto apart = [&](std::uint64_t a, std::uint64_t b) { return a < b ? b - a : a - b; };
        return apart(i % width, j % width) <= reach && apart(i / width, j / width) <= reach;
    }
};

template <class Keep>
reference::Matrix matrix(std::uint64_t nrows, std::uint64_t ncols, Keep keep,
                         const mergus_type* type = type_of<double>()) {
    return uneven_matrix(type, nrows, ncols, keep);
}

Operands stencils(const mergus_type* type = type_of<double>()) {
    return {matrix(72, 80, Stencil{8, 1}, type), matrix(80, 88, Stencil{8, 1}, type)};
}

void check(const AnySemiring& semiring, const Operands& operands, bool suited = true, Descriptor how = {}) {
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        const Product found = product(backend, "repeated_rows", semiring, operands, how);
        CHECK(found.bits == naive(semiring, operands));
        CHECK_MESSAGE((found.method.find("repeated rows") != std::string::npos) == suited, found.method);
        if (suited) CHECK_MESSAGE(found.method.find("k in order") != std::string::npos, found.method);
    }
}

} // namespace

TEST_SUITE_BEGIN("repeated-rows");

TEST_CASE("repeated rows: values of every width, folded in the order of k") {
    check(traces, stencils());
    check(wide_traces, stencils());
    check(plus_times<double>, stencils(), true, DESC_DETERMINISTIC);
    check(plus_times<float>, stencils(type_of<float>()), true, DESC_DETERMINISTIC);
    check(plus_times<complex<double>>, stencils(type_of<complex<double>>()), true, DESC_DETERMINISTIC);
    check(min_firstj1<std::int64_t>, stencils());
    check(plus_pair<std::int8_t>, stencils());
    check(lor_land, stencils());
}

TEST_CASE("repeated rows: rows shorter and longer than a group") {
    for (const std::uint64_t reach : {0, 1, 2, 3}) {
        CAPTURE(reach);
        const Operands operands{matrix(90, 90, Stencil{9, reach}), matrix(90, 90, Stencil{9, reach})};
        check(traces, operands);
        check(wide_traces, operands);
    }
    check(traces, {matrix(60, 60, [](auto i, auto k) { return k == i || k == (i + 7) % 60; }),
                   matrix(60, 200, [](auto k, auto j) { return j >= k && j < k + 70; })});
}

TEST_CASE("repeated rows: rows that are moved by other distances than their numbers") {
    const auto restriction = [](auto i, auto k) { return k + 1 >= 2 * i && k <= 2 * i + 1; };
    check(traces, {matrix(40, 80, restriction), matrix(80, 80, Stencil{8, 1})});
    check(traces,
          {matrix(80, 80, Stencil{8, 1}), matrix(80, 40, [&](auto k, auto j) { return restriction(j, k); })});
    // The row of B that comes first begins behind the others.
    check(traces,
          {matrix(50, 60, [](auto i, auto k) { return k == i || k == i + 5; }),
           matrix(60, 70, [](auto k, auto j) { return j == (k * 31) % 60 || j == (k * 31) % 60 + 3; })});
}

TEST_CASE("repeated rows: every row has a class of its own") {
    check(traces, {matrix(64, 64, [](auto i, auto k) { return (i * 7 + k * k * 5) % 11 > 6; }),
                   matrix(64, 90, [](auto k, auto j) { return (k * k + j * 5) % 13 > 8; })});
}

TEST_CASE("repeated rows: empty rows and matrices") {
    const Stencil stencil{8, 1};
    const auto holes = [=](auto i, auto j) { return stencil(i, j) && i % 5 != 2; };
    check(traces, {matrix(72, 80, holes), matrix(80, 88, holes)});
    // All rows of B that a row names are empty, or the first ones are.
    check(traces,
          {matrix(72, 80, stencil), matrix(80, 88, [=](auto i, auto j) { return stencil(i, j) && i > 40; })});
    check(traces, {matrix(72, 80, [](auto, auto k) { return k < 9; }),
                   matrix(80, 88, [](auto k, auto j) { return k == 79 && j < 5; })});
    check(traces,
          {matrix(33, 80, [](auto i, auto k) { return i == 32 && k == 9; }), matrix(80, 88, stencil)});
    check(traces, {matrix(1, 80, stencil), matrix(80, 88, stencil)});
}

TEST_CASE("repeated rows: too many classes, or rows of too many products, take the accumulators") {
    check(plus_times<double>,
          {matrix(1300, 1300,
                  [](auto i, auto k) { return k < 1290 ? k < 12 && (i >> k & 1) != 0 : k == 1299; }),
           matrix(1300, 64, [](auto k, auto j) { return j % 13 == k % 13; })},
          false, DESC_DETERMINISTIC);
    const auto all = [](auto, auto) { return true; };
    check(traces, {matrix(3, 100, all), matrix(100, 90, all)}, false);
    check(traces, {matrix(3, 90, all), matrix(90, 90, all)});
}

TEST_CASE("repeated rows: a product of a matrix with itself") {
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        const Context context = shuffled(backend, "repeated_rows", 5);
        const reference::Matrix one = matrix(96, 96, Stencil{8, 1});
        const AnyMatrix A = upload(context, one);
        AnyMatrix C(context, type_of<double>(), 96, 96);
        mxm(C, no_mask, no_accum, plus_times<double>, A, A, DESC_DETERMINISTIC);
        CHECK(bits_of(C) == naive(plus_times<double>, {one, one}));
    }
}

TEST_CASE("repeated rows: columns of 64 bits") {
    constexpr std::uint64_t wide = std::uint64_t{1} << 36;
    Operands operands = stencils();
    reference::Matrix far{operands.B.type, 80, wide, {}};
    for (const auto& [place, entry] : operands.B.entries)
        far.entries[{place.first, place.second + wide - 88}] = entry;
    operands.B = far;
    check(traces, operands);
}

TEST_CASE("repeated rows: chosen for the product of a stencil, but not of other rows") {
    constexpr std::uint64_t n = 8300;
    const auto product_of = [&](auto moved) {
        reference::Matrix one{type_of<double>(), n, n, {}};
        for (std::uint64_t i = 0; i < n; ++i)
            for (std::uint64_t d = 0; d < 12; ++d)
                one.set(i, (i + d * 640 + moved(i, d)) % n, uneven_value(type_of<double>(), i * 12 + d));
        for (const std::string& backend : devices_under_test()) {
            const Product found = product(backend, "", plus_times<double>, {one, one}, {});
            CHECK_MESSAGE((found.method.find("repeated rows") != std::string::npos) == (moved(1, 1) == 0),
                          found.method);
        }
    };
    product_of([](auto, auto) { return std::uint64_t{0}; });
    product_of([](auto i, auto d) { return (i * 37 + d * 11) % 29 + 1; });
}

TEST_SUITE_END();
