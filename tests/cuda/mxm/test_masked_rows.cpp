/// \file test_masked_rows.cpp
/// Products under a normal mask by the methods for whole products, a thread a row of the mask and groups of
/// rows of a band: rows of every length, masks that the product fills and masks beside it.
#include "product_shapes.hpp"

using namespace mergus;
using namespace mergus::tests;
using mergus_tests::traces;
using mergus_tests::wide_traces;

namespace {

const Method masked_rows{"masked_rows", {"masked_rows"}, true},
    register_band{"register_band", {"register_band"}};

} // namespace

TEST_SUITE_BEGIN("masked-rows");

TEST_CASE("masked rows: a thread a row, rows of the mask of every length") {
    for (const std::uint64_t most : {3, 6, 8, 11, 16}) {
        CAPTURE(most);
        check(masked_rows, traces, masked_short_rows(most), DESC_S);
    }
    Operands some = masked_short_rows(16);
    for (std::uint64_t j = 0; j < 17; ++j) some.M->set(7, j, uneven_value(some.M->type, j));
    check(masked_rows, traces, some, DESC_S, Used::no); // too many for registers
}

TEST_CASE("masked rows: a thread a row, masks that the product fills") {
    Operands some;
    const auto diagonal = [](auto i, auto j) { return i == j; };
    some.A = uneven_matrix(type_of<double>(), 50, 50, diagonal);
    some.B = uneven_matrix(type_of<double>(), 50, 50, scattered(5, 50, 14));
    some.M = some.B;
    check(masked_rows, traces, some, DESC_S); // B has the pattern of the mask
}

TEST_CASE("masked rows: groups of rows of a band") {
    for (const std::uint64_t holes : {0, 7}) { // 4: test_methods.cpp
        CAPTURE(holes);
        const Operands some = masked_bands(holes);
        check(register_band, traces, some, DESC_S);
        check(register_band, max_times<float>, some, DESC_S);
        check(register_band, wide_traces, some, DESC_S);
    }
}

TEST_CASE("masked rows: groups of rows of a band, masks that the product fills, and masks beside it") {
    const Operands some = masked_bands(0);
    const auto rows = [&](auto keep) {
        return Operands{some.A, some.B, uneven_matrix(type_of<bool>(), 210, 260, keep)};
    };
    check(register_band, traces, rows(band_with_holes(2, 3)), DESC_S);
    check(register_band, traces, rows([](auto i, auto j) { return j == i + 50 && i % 3 == 0; }), DESC_S);
    check(register_band, traces, rows([](auto i, auto j) { return j >= i + 49 && j <= i + 80; }), DESC_S);
    check(register_band, traces, rows([](auto i, auto j) { return j + 60 >= i && j + 30 <= i; }), DESC_S);
}

TEST_SUITE_END();
