/// \file test_mxm_plan.cpp
/// Plans of products: every run equals a product of the values that A and B have then, bit for bit, for
/// semirings, widths of values, masks, transposes and rows of every size.
#include "mxm_plan_testing.hpp"

#include <random>

using namespace mergus;
using namespace mergus::tests;
using namespace mergus::tests::plans;
using mergus_tests::traces;
using mergus_tests::wide_traces;

namespace {

/// The points of a grid of 8 columns that are at most `reach` apart in both directions; some rows are empty.
reference::Matrix stencil(const mergus_type* type, std::uint64_t nrows, std::uint64_t ncols,
                          std::uint64_t reach) {
    return uneven_matrix(type, nrows, ncols, [=](std::uint64_t i, std::uint64_t j) {
        const auto apart = [](std::uint64_t a, std::uint64_t b) { return a < b ? b - a : a - b; };
        return i != 37 && apart(i % 8, j % 8) <= reach && apart(i / 8, j / 8) <= reach;
    });
}

reference::Matrix band(std::uint64_t nrows, std::uint64_t ncols, std::uint64_t below = 9,
                       std::uint64_t above = 14) {
    return uneven_matrix(type_of<double>(), nrows, ncols,
                         [=](std::uint64_t i, std::uint64_t j) { return j + below >= i && j <= i + above; });
}

} // namespace

TEST_SUITE_BEGIN("mxm-plan");

TEST_CASE("mxm plan: semirings, and values of every width") {
    check(general(plus_times<double>, type_of<double>()));
    check(general(plus_times<double>, type_of<double>(), {.deterministic = true}));
    check(general(traces, type_of<double>()));
    check(general(wide_traces, type_of<double>()));
    check(general(mergus_tests::traces_of_72, type_of<double>()));
    check(general(plus_times<std::int8_t>, type_of<double>()));
    check(general(min_firstj1<std::int64_t>, type_of<double>()));
    check(general(lor_land, type_of<bool>()));
    check(general(plus_times<float>, type_of<float>(), {.deterministic = true}));
}

TEST_CASE("mxm plan: small products, by positions and by groups of rows") { // for compute-sanitizer
    on_devices([&](const Context& context) {
        check(context, general(plus_times<double>, type_of<double>(), {.transpose_a = true}));
        check(context, general(traces, type_of<double>()));
        check(context, {plus_times<double>, band(60, 60), band(60, 60)});
    });
}

TEST_CASE("mxm plan: transposes and masks") {
    for (const bool ta : {false, true})
        for (const bool tb : {false, true})
            check(general(traces, type_of<double>(), {.transpose_a = ta, .transpose_b = tb}));
    const reference::Matrix mask = scattered(type_of<double>(), 45, 80, 3);
    for (const std::string& backend : {devices_under_test().front(), std::string("suitesparse")}) {
        CAPTURE(backend);
        const Context context(backend);
        AnyMatrix M = upload(context, mask);
        set_round(M, 0); // some of its values are 0
        for (const Mask& m : {Mask(M), structure(M), complement(M), complement(structure(M)),
                              complement(Mask()), structure(Mask())}) {
            check(context, general(traces, type_of<double>(), {.mask = m, .transpose_b = true}));
            check(context, general(plus_times<double>, type_of<double>(), {.mask = m}));
        }
    }
}

TEST_CASE("mxm plan: random shapes, densities, transposes and masks") {
    std::mt19937_64 random(7);
    const auto below = [&](std::uint64_t n) { return random() % n; };
    for (const std::string& backend : {devices_under_test().front(), std::string("suitesparse")}) {
        CAPTURE(backend);
        const Context context(backend);
        for (int n = 0; n < 40; ++n) {
            CAPTURE(n);
            const std::uint64_t rows = 1 + below(70), inner = 1 + below(70), cols = 1 + below(200);
            const mergus_type* type = type_of<double>();
            const AnyMatrix M = upload(context, scattered(type, rows, cols, 1 + below(6)));
            const bool ta = below(2) == 0, tb = below(2) == 0;
            const std::uint64_t a = 1 + below(12), b = 1 + below(12), kind = below(5);
            const Mask masks[] = {Mask(), Mask(), Mask(M), structure(M), complement(structure(M))};
            const AnySemiring& semiring =
                n % 2 == 0 ? static_cast<const AnySemiring&>(traces) : plus_times<double>;
            check(context, {semiring,
                            ta ? scattered(type, inner, rows, a) : scattered(type, rows, inner, a),
                            tb ? scattered(type, cols, inner, b) : scattered(type, inner, cols, b),
                            {.mask = masks[kind], .transpose_a = ta, .transpose_b = tb}});
        }
    }
}

TEST_CASE("mxm plan: the mask is used once") {
    for (const std::string& backend : {devices_under_test().front(), std::string("suitesparse")}) {
        const Context context(backend);
        Case c = general(plus_times<double>, type_of<double>());
        AnyMatrix A = upload(context, c.A), B = upload(context, c.B),
                  M = upload(context, scattered(type_of<double>(), 45, 80, 3));
        set_round(A, 0);
        set_round(B, 1);
        MxmPlan plan = mxm_plan(c.semiring, A, B, {.mask = structure(M)});
        const Bits expected = bits_of(plan.result());
        M.clear();
        plan.run(A, B);
        CHECK(bits_of(plan.result()) == expected);
    }
}

TEST_CASE("mxm plan: bands, empty and hypersparse matrices") {
    check({traces, band(75, 80), band(80, 140)}, "register_band");
    check({plus_times<double>, band(75, 80), band(80, 140), {.transpose_a = false, .deterministic = true}},
          "register_band");
    // Groups of more than 32 columns of A.
    check({traces, band(75, 80, 20, 25), band(80, 140)}, "register_band");
    check({plus_times<double>, band(75, 80, 20, 25), band(80, 140)}, "register_band");
    const mergus_type* fp64 = type_of<double>();
    const reference::Matrix none{fp64, 30, 40, {}}, one{fp64, 40, 0, {}};
    check({plus_times<double>, none, scattered(fp64, 40, 20, 3)});
    check({plus_times<double>, none, one});
    check({plus_times<double>, scattered(fp64, 25, 30, 3), none});
    check({plus_times<double>, none, scattered(fp64, 30, 20, 3), {.transpose_a = true}});
    reference::Matrix wide{fp64, 5, std::uint64_t{1} << 34, {}};
    for (std::uint64_t i = 0; i < 5; ++i)
        for (std::uint64_t j = 0; j < 6; ++j)
            wide.set(i, (i * j * 0x23456789u) % wide.ncols, uneven_value(fp64, j));
    check({traces, scattered(fp64, 9, 5, 2), wide});
}

TEST_CASE("mxm plan: rows that repeat patterns") {
    const mergus_type* fp64 = type_of<double>();
    for (const std::uint64_t reach : {0, 1, 2, 4}) {
        CAPTURE(reach);
        const auto check_stencils = [&](const AnySemiring& semiring, const mergus_type* type,
                                        ResultOptionsAB options = {}) {
            check({semiring, stencil(type, 75, 80, reach), stencil(type, 80, 88, reach), options},
                  "pattern_classes");
        };
        check_stencils(traces, fp64);
        if (reach > 1) continue;
        check_stencils(wide_traces, fp64);
        check_stencils(plus_pair<std::int8_t>, type_of<bool>());
        check_stencils(plus_times<float>, type_of<float>(), {.deterministic = true});
        check_stencils(mergus_tests::traces_of_72, fp64);
    }
}

TEST_CASE("mxm plan: rows that are alike in groups") {
    // Three unknowns at each point, whose neighbours are not in the same distance.
    const auto unknowns = [](const mergus_type* type, std::uint64_t nrows, std::uint64_t ncols) {
        return uneven_matrix(type, nrows, ncols, [](std::uint64_t i, std::uint64_t j) {
            const std::uint64_t a = i / 4, b = j / 4;
            return i != 50 && (a == b || ((a * 64 + b) * 0x9e3779b97f4a7c15u >> 40) % 5 == 0);
        });
    };
    const mergus_type* fp64 = type_of<double>();
    const auto check_unknowns = [&](const AnySemiring& semiring, const mergus_type* type,
                                    ResultOptionsAB options = {}) {
        check({semiring, unknowns(type, 258, 150), unknowns(type, 150, 170), options});
    };
    check_unknowns(plus_times<double>, fp64);
    check_unknowns(traces, fp64);
    check_unknowns(wide_traces, fp64);
    check_unknowns(plus_times<float>, type_of<float>(), {.deterministic = true});
    // Empty rows, runs of columns, and rows of the product with more than one tile.
    check({traces, stencil(fp64, 300, 300, 7), band(300, 200, 40, 60)});
    check({plus_times<double>, band(300, 200, 60, 30), stencil(fp64, 200, 400, 7)});
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        Report report;
        const Context context = shuffled(backend, "", 3, reporting(report));
        AnyMatrix A = upload(context, unknowns(fp64, 258, 150)),
                  B = upload(context, unknowns(fp64, 150, 170));
        MxmPlan plan = mxm_plan(plus_times<double>, A, B);
        plan.run(A, B);
        CHECK(report.by("tiles"));
    }
}

TEST_CASE("mxm plan: rows of every size") {
    const mergus_type* fp64 = type_of<double>();
    // Rows of C from a few entries to more than a block's shared memory holds, of products up to many for
    // each entry.
    const std::vector<std::uint64_t> widths = {20, 100, 400, 1500, 6000, 20000, 40000};
    for (const std::uint64_t width : widths) {
        CAPTURE(width);
        const std::uint64_t rows = width > 2000 ? 4 : 12;
        const reference::Matrix A =
            uneven_matrix(fp64, 4, rows, [](std::uint64_t i, std::uint64_t j) { return (i + j) % 4 != 0; });
        const reference::Matrix B = uneven_matrix(fp64, rows, width, [=](std::uint64_t i, std::uint64_t j) {
            return (j + i) % 3 != 0 && (i % 2 == 0 || j < width / 2);
        });
        on_devices([&](const Context& context) {
            check(context, {plus_times<double>, A, B});
            check(context, {traces, A, B});
            if (width >= 40000) check(context, {lor_land, A, B});
        });
    }
}

TEST_CASE("mxm plan: long rows under masks, and of wide values") {
    const mergus_type* fp64 = type_of<double>();
    const auto made = [=](std::uint64_t nrows, std::uint64_t ncols, std::uint64_t step) {
        return uneven_matrix(fp64, nrows, ncols, [=](std::uint64_t i, std::uint64_t j) {
            return (i * 31 + j * 17 + j / 50) % step != 0;
        });
    };
    const reference::Matrix A = made(5, 40, 3), B = made(40, 3000, 4);
    on_devices([&](const Context& context) {
        AnyMatrix M = upload(context, made(5, 3000, 2));
        for (const Mask& mask : {structure(M), complement(structure(M))}) {
            check(context, {traces, A, B, {.mask = mask}});
            check(context, {plus_times<double>, A, B, {.mask = mask}});
        }
        check(context, {wide_traces, A, B});
        check(context, {mergus_tests::traces_of_72, A, B});
        check(context, {min_firstj1<std::int64_t>, A, B});
        check(context, {plus_pair<std::int8_t>, A, B});
    });
}

TEST_SUITE_END();
