/// \file test_push.cpp
/// Products of vectors and of matrices of few rows stored as bitmaps: pushed in two launches or in one, or
/// pulled. Compared with SuiteSparse at sizes around the ends of words, with all kinds of masks, accumulators
/// and replace, with outputs that are operands, and with long rows.
#include "cuda/explained_context.hpp"
#include "push_testing.hpp"

#include <algorithm>
#include <complex>
#include <string>
#include <utility>

using namespace mergus;
using namespace mergus::tests;
using namespace mergus::tests::pushes;

namespace push_products {

// clang-format off
/// Eight bytes for which no device has an atomic.
MERGUS_TYPE(Pair, int32_t a; int32_t b;);
MERGUS_SEMIRING(pair_sums,
    static Pair identity() { return Pair{0, 0}; }
    static Pair add(Pair x, Pair y) { return Pair{x.a + y.a, x.b + y.b}; }
    static Pair mul(int64_t a, int64_t b) { return Pair{(int32_t)(a * b), (int32_t)(a - b)}; })
/// Too wide for an atomic: such products are not pushed.
MERGUS_TYPE(Wide, int64_t a; int64_t b;);
MERGUS_SEMIRING(wide_sums,
    static Wide identity() { return Wide{0, 0}; }
    static Wide add(Wide x, Wide y) { return Wide{x.a + y.a, x.b + y.b}; }
    static Wide mul(int64_t a, int64_t b) { return Wide{a * b, a - b}; })
// clang-format on

} // namespace push_products

namespace {

using push_products::Pair;
using push_products::Wide;
bool operator==(const Pair& x, const Pair& y) {
    return x.a == y.a && x.b == y.b;
}
bool operator==(const Wide& x, const Wide& y) {
    return x.a == y.a && x.b == y.b;
}

const std::pair<const char*, AnySemiring> semirings[] = {
    {"plus_times", plus_times<I64>},     {"any_pair", any_pair<I64>},    {"min_secondi", min_secondi<I64>},
    {"min_secondj1", min_secondj1<I64>}, {"max_plus", max_plus<I64>},    {"plus_first", plus_first<I64>},
    {"min_second", min_second<I64>},     {"min_firsti", min_firsti<I64>}};

} // namespace

TEST_SUITE_BEGIN("push");

TEST_CASE("matrices of few rows whose cells end anywhere in a word") {
    beside_suitesparse([](const Context& device, const Context& oracle) {
        unsigned turn = 0;
        for (const auto& [name, semiring] : semirings) {
            const How& how = hows[turn++ % std::size(hows)];
            CAPTURE(name);
            CAPTURE(how.mask);
            for (const std::uint64_t k : {1, 2, 5, 64})
                for (const std::uint64_t n : {1, 31, 32, 33, 65}) {
                    CAPTURE(k);
                    CAPTURE(n);
                    const unsigned same = turn++ % 4;
                    const Problem problem(k, same % 2 == 1 ? n : 40, n, how, same);
                    CAPTURE(same);
                    REQUIRE(problem.rows(device, semiring) == problem.rows(oracle, semiring));
                }
        }
    });
}

TEST_CASE("vectors are pushed and pulled under all masks") {
    beside_suitesparse([](const Context& device, const Context& oracle) {
        for (std::size_t h = 0; h < std::size(hows); ++h) {
            const auto& [name, semiring] = semirings[h % std::size(semirings)];
            CAPTURE(name);
            CAPTURE(h);
            for (const bool by_vxm : {false, true})
                for (const bool transposed : {false, true})
                    for (const std::uint64_t n : {1, 32, 33, 70}) {
                        CAPTURE(by_vxm);
                        CAPTURE(transposed);
                        CAPTURE(n);
                        const Problem problem(1, n, n, hows[h], static_cast<unsigned>((h + n) % 4));
                        CAPTURE(problem.same);
                        REQUIRE(problem.vectors(device, semiring, by_vxm, transposed) ==
                                problem.vectors(oracle, semiring, by_vxm, transposed));
                    }
        }
    });
}

TEST_CASE("matrices of few rows are pushed or pulled under all masks") {
    const KeepAll all_cached; // transposes are made at the first use
    beside_suitesparse([](const Context& device, const Context& oracle) {
        for (std::size_t h = 0; h < std::size(hows); ++h)
            for (const std::size_t s : {h, h + 3}) {
                const auto& [name, semiring] = semirings[s % std::size(semirings)];
                CAPTURE(name);
                CAPTURE(h);
                for (const bool transposed : {false, true})
                    for (const std::uint64_t k : {2, 64}) {
                        CAPTURE(transposed);
                        CAPTURE(k);
                        const std::uint64_t n = (h + k / 64) % 2 == 0 ? 33 : 50;
                        Problem problem(k, n, n, hows[h], static_cast<unsigned>((h + s) % 4));
                        CAPTURE(problem.same);
                        if (s == h) problem.U.resize(1); // few entries: the other direction
                        REQUIRE(problem.rows(device, semiring, transposed) ==
                                problem.rows(oracle, semiring, transposed));
                    }
            }
    });
}

TEST_CASE("frontiers of several sources choose their direction") {
    const KeepAll all_cached;
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        Explained device(backend);
        const Context& context = device.context;
        const std::uint64_t n = 700;
        const auto A = make<I64>(context, n, n, some_entries(n, n, 1));
        const auto pushes = [&](std::uint64_t entries, const WriteOptionsAB& how) {
            Entries<I64> frontier;
            for (std::uint64_t e = 0; e < entries; ++e) frontier.push_back({e % 4, e / 4 * 3, 1});
            std::sort(frontier.begin(), frontier.end(), [](const auto& a, const auto& b) {
                return std::pair(a.row, a.col) < std::pair(b.row, b.col);
            });
            const auto F = make<I64>(context, 4, n, frontier);
            Matrix<I64> next(context, 4, n);
            mxm(next, plus_times<I64>, F, A, how);
            CHECK((device.by("push_bitmap") || device.by("pull_bitmap")));
            return device.by("push_bitmap");
        };
        const Matrix<I64> few = make<I64>(context, 4, n, {{0, 3, 1}, {2, 5, 1}});
        const Mask visited = complement(structure(few));
        CHECK(pushes(8, {}));
        CHECK_FALSE(pushes(400, {}));
        CHECK(pushes(8, {.mask = visited}));
        CHECK_FALSE(pushes(400, {.mask = visited}));
        CHECK(pushes(8, {.transpose_b = true}));
        CHECK_FALSE(pushes(400, {.transpose_b = true}));
        // A normal mask admits few rows, which a pull visits alone.
        CHECK_FALSE(pushes(8, {.mask = structure(few), .transpose_b = true}));
        CHECK_FALSE(pushes(8, {.mask = structure(few)}));
    }
}

TEST_CASE("values of all kinds of accumulators, and those that take another way") {
    beside_suitesparse([](const Context& device, const Context& oracle) {
        const Problem p(3, 45, 50, hows[0], 0);
        const auto check = [&]<class T>(const AnySemiring& semiring, T) {
            CAPTURE(semiring.get()->name);
            const auto on = [&](const Context& context) {
                return read<T>(
                    mxm(semiring, make<I64>(context, 3, 45, p.U), make<I64>(context, 45, 50, p.B)));
            };
            for (int round = 0; round < 2; ++round) CHECK(on(device) == on(oracle));
        };
        check(push_products::pair_sums, Pair{});
        check(push_products::wide_sums, Wide{});
        check(plus_times<double>, double{});
        check(min_plus<float>, float{});
        check(plus_times<std::int8_t>, std::int8_t{});
        check(plus_times<std::complex<float>>, std::complex<float>{});
        check(plus_times<std::complex<double>>, std::complex<double>{});
        check(lxor_land, bool{});
    });
}

TEST_CASE("long rows are expanded and folded in chunks") {
    beside_suitesparse([](const Context& device, const Context& oracle) {
        const std::uint64_t n = 1500;
        Entries<I64> entries;
        for (std::uint64_t i = 0; i < n; ++i) {
            const std::uint64_t step = i % 1000 == 7 ? 1 : i % 50 == 3 ? 20 : 997;
            for (std::uint64_t j = i % step; j < n; j += step)
                entries.push_back({i, j, static_cast<I64>(below(9)) - 3});
        }
        for (const unsigned h : {0, 5}) {
            CAPTURE(h);
            Problem problem(1, n, n, hows[h], 0);
            problem.B = entries;
            const AnySemiring semiring = plus_times<I64>;
            CHECK(problem.rows(device, semiring) == problem.rows(oracle, semiring));
            for (const bool by_vxm : {false, true})
                CHECK(problem.vectors(device, semiring, by_vxm, by_vxm) ==
                      problem.vectors(oracle, semiring, by_vxm, by_vxm));
        }
        Problem rows(4, n, n, hows[2], 0);
        rows.B = entries;
        for (const bool transposed : {false, true})
            CHECK(rows.rows(device, plus_times<I64>, transposed) ==
                  rows.rows(oracle, plus_times<I64>, transposed));
        rows.how = hows[1]; // written at once; the list of long rows is empty again each time
        for (int turn = 0; turn < 2; ++turn)
            CHECK(rows.rows(device, any_pair<I64>) == rows.rows(oracle, any_pair<I64>));
    });
}

TEST_CASE("long rows that their first entries do not decide are pulled in chunks") {
    const Context oracle("suitesparse");
    const std::uint64_t n = 1200;
    // Of the long rows of B', some have early entries of u that decide them, some late ones, some none.
    Problem problem(1, n, n, hows[0], 0);
    problem.B.clear();
    for (std::uint64_t k = 0; k < n; ++k)
        for (std::uint64_t j = 0; j < n; ++j)
            if (k >= j / 20 % 4 * 200 && (j % 20 == 3 || (j + k) % 97 == 0 || (j % 20 == 6 && k % 3 == 0)))
                problem.B.push_back({k, j, 1});
    problem.U.clear();
    for (std::uint64_t k = 0; k < n; k += 2)
        if (k < 100 || (k >= 500 && k < 620)) problem.U.push_back({0, k, k >= 500 && k % 16 == 0 ? 1 : 0});
    for (const std::string& backend : devices_under_test())
        for (const bool bitmaps : {false, true}) {
            CAPTURE(backend);
            CAPTURE(bitmaps);
            const Context device = bitmaps ? with_bitmap(backend) : with_rows(backend);
            for (const unsigned h : {0, 5, 1})
                for (const AnySemiring& semiring : {AnySemiring(any_pair<I64>), AnySemiring(lor_land),
                                                    AnySemiring(land_lor), AnySemiring(min_plus<I64>)}) {
                    CAPTURE(h);
                    CAPTURE(semiring.get()->name);
                    problem.how = hows[h];
                    CHECK(problem.vectors(device, semiring, false, false) ==
                          problem.vectors(oracle, semiring, false, false));
                }
        }
}

TEST_SUITE_END();

TEST_CASE("the number of entries is right after a pull whose last launch failed" *
          doctest::test_suite("vectors-emulated")) {
    const std::uint64_t n = 300;
    const Variable bitmaps("MERGUS_CUDA_STORAGE", "bitmap"),
        refused("MERGUS_EMULATION_REFUSED", "write_long_rows");
    ContextOptions options;
    options.backend = "cuda-emulated";
    options.deterministic = true; // rows are pulled
    const Context context(options);
    // Row 7 is long; 20 others have an entry.
    const auto A = Matrix<I64>::from_csr(
        context, csr_where(n, 3000, [](auto i, auto j) { return i == 7 || (i % 15 == 0 && j == i); }));
    const auto u = Vector<I64>::from_dense(context, std::vector<I64>(3000, 1));
    CHECK_THROWS_AS((void)mxv(plus_times<I64>, A, u), Error);
    const auto w = mxv(plus_times<I64>, A, u);
    CHECK(w.nvals() == 21);
    const auto few =
        Matrix<I64>::from_csr(context, csr_where(n, 3000, [](auto i, auto j) { return i == j; }));
    CHECK(mxv(plus_times<I64>, few, u).nvals() == n);
}
