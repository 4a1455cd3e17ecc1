/// \file test_masked_rows.cpp
/// Products under a normal mask by the methods for whole products, bit for bit as the naive reference has
/// them: a thread a row of the mask, and groups of rows of a band. Masks by structure and by value, masks
/// that the product fills and masks that it does not, values of many widths, rows of every length.
#include "testing/deterministic_testing.hpp"

using namespace mergus;
using namespace mergus::tests;
using mergus_tests::compositions;
using mergus_tests::traces;
using mergus_tests::wide_traces;

namespace {

struct Operands {
    reference::Matrix A, B, M;
};

/// The number of products of A and B.
std::uint64_t products(const Operands& given) {
    std::vector<std::uint64_t> lengths(given.B.nrows);
    for (const auto& [place, entry] : given.B.entries) ++lengths[place.first];
    std::uint64_t sum = 0;
    for (const auto& [place, entry] : given.A.entries) sum += lengths[place.second];
    return sum;
}

/// Checks C⟨M⟩ = A·B by the method, and whether that is what made it.
void check(const std::string& method, const AnySemiring& semiring, const Operands& given,
           Descriptor how = DESC_S, bool uses = true) {
    const mergus_type* const type = semiring.get()->add->op->z_type;
    const Bits expected =
        bits_of(reference::mxm({type, given.M.nrows, given.M.ncols, {}}, {&given.M, nullptr, how.bits},
                               *semiring.get(), given.A, given.B));
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        CAPTURE(semiring.get()->add->op->name);
        std::string used;
        std::uint64_t work = 0;
        ContextOptions options;
        options.explain = [&](const Explanation& e) {
            if (e.operation != "mxm") return;
            used = e.method;
            work = e.work;
        };
        const Context context = shuffled(backend, method, 3, options);
        const AnyMatrix A = upload(context, given.A), B = upload(context, given.B),
                        M = upload(context, given.M);
        AnyMatrix C(context, type, given.M.nrows, given.M.ncols);
        mxm(C, Mask(M), no_accum, semiring, A, B, how);
        CHECK(bits_of(C) == expected);
        const bool whole = used.find("a thread a row, under the mask") != std::string::npos ||
                           used.find("groups of rows, under the mask") != std::string::npos;
        CHECK_MESSAGE(whole == uses, used);
        if (used.find("a thread a row") != std::string::npos) CHECK(work == products(given));
    }
}

/// Rows of up to `most` entries, some of them empty.
auto scattered(std::uint64_t seed, std::uint64_t ncols, std::uint64_t most) {
    return [=](std::uint64_t i, std::uint64_t j) {
        const std::uint64_t length = i % 9 == 4 ? 0 : i % 31 == 7 ? most : i % 5;
        for (std::uint64_t e = 0; e < length; ++e)
            if (((i + e * 13 + seed) * (e + 7) + e * e) % ncols == j) return true;
        return false;
    };
}

Operands short_rows(std::uint64_t most, const mergus_type* a = type_of<double>(),
                    const mergus_type* b = type_of<double>()) {
    return {uneven_matrix(a, 150, 60, scattered(1, 60, 9)), uneven_matrix(b, 60, 40, scattered(2, 40, 12)),
            uneven_matrix(type_of<std::int64_t>(), 150, 40, scattered(3, 40, most))};
}

auto band(std::uint64_t below, std::uint64_t above, std::uint64_t holes = 0) {
    return [=](std::uint64_t i, std::uint64_t j) {
        return j <= i + above && i <= j + below && (holes == 0 || (i * 5 + j * 3) % holes != 0) &&
               i % 37 != 11;
    };
}

/// A mask narrower than the product, so that rows of B begin before the tile and end behind it.
Operands bands(std::uint64_t holes, const mergus_type* a = type_of<double>(),
               const mergus_type* b = type_of<double>()) {
    return {uneven_matrix(a, 210, 230, band(9, 12, holes)), uneven_matrix(b, 230, 260, band(40, 38, holes)),
            uneven_matrix(type_of<bool>(), 210, 260, band(6, 11, holes))};
}

void zero_some(reference::Matrix& mask) {
    std::uint64_t n = 0;
    for (auto& [at, entry] : mask.entries)
        if (n++ % 3 == 0) entry.value = reference::zero(mask.type);
}

} // namespace

TEST_SUITE_BEGIN("masked-rows");

TEST_CASE("masked rows: a thread a row, rows of the mask of every length") {
    for (const std::uint64_t most : {3, 6, 8, 11, 16}) {
        CAPTURE(most);
        check("masked_rows", traces, short_rows(most));
        check("masked_rows", plus_times<double>, short_rows(most), DESC_S | DESC_DETERMINISTIC);
    }
    Operands some = short_rows(16);
    for (std::uint64_t j = 0; j < 17; ++j) some.M.set(7, j, uneven_value(some.M.type, j));
    check("masked_rows", traces, some, DESC_S, false); // too many for registers
}

TEST_CASE("masked rows: a thread a row, values of every width") {
    const Operands some = short_rows(12);
    check("masked_rows", wide_traces, some);
    check("masked_rows", min_plus<double>, some);
    check("masked_rows", max_times<float>, some);
    check("masked_rows", plus_pair<std::int8_t>, some);
    check("masked_rows", min_firstj1<std::int64_t>, some);
    check("masked_rows", lor_land, some);
    check("masked_rows", compositions,
          short_rows(12, compositions.get()->mul->x_type, compositions.get()->mul->y_type));
}

TEST_CASE("masked rows: a thread a row, masks by value, and masks that the product fills") {
    Operands some = short_rows(16);
    zero_some(some.M);
    check("masked_rows", traces, some, {});
    check("masked_rows", traces, some);
    const auto diagonal = [](auto i, auto j) { return i == j; };
    some.A = uneven_matrix(type_of<double>(), 50, 50, diagonal);
    some.B = some.M = uneven_matrix(type_of<double>(), 50, 50, scattered(5, 50, 14));
    check("masked_rows", traces, some); // B has the pattern of the mask
}

TEST_CASE("masked rows: groups of rows of a band") {
    for (const std::uint64_t holes : {0, 4, 7}) {
        CAPTURE(holes);
        const Operands some = bands(holes);
        check("row_groups", traces, some);
        check("row_groups", min_plus<double>, some);
        check("row_groups", max_times<float>, some);
        check("row_groups", plus_pair<std::int64_t>, some);
        check("row_groups", wide_traces, some);
        check("row_groups", compositions,
              bands(holes, compositions.get()->mul->x_type, compositions.get()->mul->y_type));
    }
    Operands valued = bands(4);
    zero_some(valued.M);
    check("row_groups", traces, valued);
    check("row_groups", traces, valued, {}, false);
}

TEST_CASE("masked rows: groups of rows of a band, masks that the product fills, and masks beside it") {
    const Operands some = bands(0);
    const auto rows = [&](auto keep) {
        return Operands{some.A, some.B, uneven_matrix(type_of<bool>(), 210, 260, keep)};
    };
    check("row_groups", traces, rows(band(2, 3)));
    check("row_groups", traces, rows([](auto i, auto j) { return j == i + 50 && i % 3 == 0; }));
    check("row_groups", traces, rows([](auto i, auto j) { return j >= i + 49 && j <= i + 80; }));
    check("row_groups", traces, rows([](auto i, auto j) { return j + 60 >= i && j + 30 <= i; }));
}

TEST_SUITE_END();
