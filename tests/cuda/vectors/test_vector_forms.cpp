/// \file test_vector_forms.cpp
/// Products and other operations with vectors give what they give with n × 1 matrices, on every backend under
/// test: all sizes of patterns from empty to full, all kinds of masks, accumulators, and replace.
#include "vector_forms_testing.hpp"

#include <mergus/mergus.hpp>

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

using namespace mergus;
using namespace mergus::tests;
using namespace mergus::tests::forms;

namespace vector_forms {

// clang-format off
/// Neither associative nor commutative: the order of the products shows.
MERGUS_SEMIRING(in_order,
    static int64_t identity() { return 0; }
    static bool associative() { return false; }
    static bool commutative() { return false; }
    static int64_t add(int64_t x, int64_t y) { return (int64_t)((uint64_t)x * 3 - (uint64_t)y); }
    static int64_t mul(int64_t a, int64_t b) { return a + 2 * b; })
/// Associative alone: composition of the maps t → a·t + b, with a and b modulo 2³².
MERGUS_SEMIRING(compositions,
    static uint64_t identity() { return 1; }
    static bool commutative() { return false; }
    static uint64_t add(uint64_t x, uint64_t y) {
        const uint64_t low = 0xffffffffu;
        return (((x >> 32) * (y & low) + (y >> 32)) & low) << 32 | ((x & low) * (y & low) & low);
    }
    static uint64_t mul(int64_t a, int64_t b) { return ((uint64_t)a + 2 * (uint64_t)b) * 0x9e3779b97f4a7c15u; })
/// Associative, and with a value that decides only what follows it: the first number that is not 0.
MERGUS_SEMIRING(first_number,
    static int64_t identity() { return 0; }
    static int64_t terminal() { return 1; }
    static bool commutative() { return false; }
    static int64_t add(int64_t x, int64_t y) { return x != 0 ? x : y; }
    static int64_t mul(int64_t a, int64_t b) { return a == 5 && b == 4 ? 1 : a == 4 && b == 3 ? 5 : 0; })
/// Wider than an atomic.
MERGUS_TYPE(Two, double a; int64_t b;);
MERGUS_SEMIRING(two_sums,
    static Two identity() { return Two{0, 0}; }
    static Two add(Two x, Two y) { return Two{x.a + y.a, x.b + y.b}; }
    static Two mul(int64_t a, int64_t b) { return Two{(double)(a * b), a - b}; })
// clang-format on

} // namespace vector_forms

namespace {

using vector_forms::Two;
bool operator==(const Two& x, const Two& y) {
    return x.a == y.a && x.b == y.b;
}

const std::pair<const char*, AnySemiring> semirings[] = {{"plus_times", plus_times<I64>},
                                                         {"min_plus", min_plus<I64>},
                                                         {"plus_second", plus_second<I64>},
                                                         {"plus_first", plus_first<I64>},
                                                         {"min_firsti", min_firsti<I64>},
                                                         {"min_secondi", min_secondi<I64>},
                                                         {"min_secondj1", min_secondj1<I64>},
                                                         {"lor_land", lor_land},
                                                         {"in_order", vector_forms::in_order},
                                                         {"compositions", vector_forms::compositions},
                                                         {"first_number", vector_forms::first_number}};

} // namespace

TEST_SUITE_BEGIN("vector-forms");

TEST_CASE("mxv and vxm are mxm with a matrix of one column, or of one row") {
    on_each_backend([](const Context& context) {
        for (const auto& [name, semiring] : semirings) {
            const std::uint64_t m = 20 + below(50), n = 20 + below(50);
            const Matrix<I64> A = random_matrix(context, m, n);
            for (const bool transposed : {false, true})
                under_masks(context, transposed ? n : m, [&](Both& w, const auto& ov, const auto& om) {
                    CAPTURE(name);
                    CAPTURE(transposed);
                    const Both u = both(context, transposed ? m : n, shares[below(4)]);
                    mxv(w.v, semiring, A, u.v, with(ov, transposed));
                    mxm(w.m, semiring, A, u.m, with_both(om, transposed, false));
                });
            for (const bool transposed : {false, true})
                under_masks(context, transposed ? m : n, [&](Both& w, const auto& ov, const auto& om) {
                    CAPTURE(name);
                    CAPTURE(transposed);
                    const Both u = both(context, transposed ? n : m, shares[below(4)]);
                    vxm(w.v, semiring, u.v, A, with(ov, transposed));
                    // w' = u' A, as a row
                    Matrix<I64> row(context, 1, transposed ? m : n), product = row.dup();
                    mxm(product, semiring, u.m, A, with_both({}, true, transposed));
                    Matrix<I64> column(context, transposed ? m : n, 1);
                    transpose(column, product);
                    assign(w.m, column, all, all, with(om, false));
                });
        }
    });
}

TEST_CASE("mxv with rows of thousands of entries, values of every width, and a deterministic sum") {
    on_each_backend([](const Context& context) {
        const std::uint64_t n = 5000;
        Entries<I64> entries;
        for (std::uint64_t i = 0; i < 40; ++i)
            for (std::uint64_t j = 0; j < n; ++j)
                if (i % 3 == 1 || below(1000) < 3) entries.push_back({i, j, static_cast<I64>(below(9)) - 3});
        const Matrix<I64> A = make<I64>(context, 40, n, entries);
        for (const std::uint64_t share : shares) {
            CAPTURE(share);
            const Both u = both(context, n, share);
            for (const auto& [name, semiring] : semirings) {
                CAPTURE(name);
                CHECK(entries_of(mxv<I64>(semiring, A, u.v)) == read<I64>(mxm(semiring, A, u.m)));
            }
            const Vector<Two> two = mxv<Two>(vector_forms::two_sums, A, u.v);
            CHECK(entries_of(two) == read<Two>(mxm(AnySemiring(vector_forms::two_sums), A, u.m)));
        }
    });
}

TEST_CASE("any finds an entry wherever there is one") {
    on_each_backend([](const Context& context) {
        const Matrix<I64> A = random_matrix(context, 60, 90);
        for (const std::uint64_t share : shares)
            under_masks(context, 60, [&](Both& w, const auto& ov, const auto& om) {
                const Both u = both(context, 90, share);
                mxv(w.v, any_pair<I64>, A, u.v, with(ov, false));
                mxm(w.m, any_pair<I64>, A, u.m, with_both(om, false, false));
            });
    });
}

TEST_CASE("union, intersection, apply and select") {
    on_each_backend([](const Context& context) {
        const std::uint64_t n = 77;
        for (const std::uint64_t share : shares)
            under_masks(context, n, [&](Both& w, const auto& ov, const auto& om) {
                const Both u = both(context, n, share), v = both(context, n, shares[below(4)]);
                ewise_add(w.v, ops::minus<I64>, u.v, v.v, ov);
                ewise_add(w.m, ops::minus<I64>, u.m, v.m, with_both(om, false, false));
                REQUIRE(entries_of(w.v) == read<I64>(w.m));
                ewise_mult(w.v, ops::second<I64>, u.v, v.v, ov);
                ewise_mult(w.m, ops::second<I64>, u.m, v.m, with_both(om, false, false));
                REQUIRE(entries_of(w.v) == read<I64>(w.m));
                apply(w.v, ops::ainv<I64>, u.v, ov);
                apply(w.m, ops::ainv<I64>, u.m, with(om, false));
                apply(w.v, ops::minus<I64>, Scalar(I64{5}), v.v, ov);
                apply(w.m, ops::minus<I64>, Scalar(I64{5}), v.m, with(om, false));
                apply(w.v, ops::rowindex<I64>, u.v, Scalar(I64{3}), ov);
                apply(w.m, ops::rowindex<I64>, u.m, Scalar(I64{3}), with(om, false));
                REQUIRE(entries_of(w.v) == read<I64>(w.m));
                apply(w.v, ops::colindex<I64>, v.v, Scalar(I64{4}), ov);
                apply(w.m, ops::colindex<I64>, v.m, Scalar(I64{4}), with(om, false));
                select(w.v, ops::rowle, u.v, Scalar(I64{40}), ov);
                select(w.m, ops::rowle, u.m, Scalar(I64{40}), with(om, false));
                REQUIRE(entries_of(w.v) == read<I64>(w.m));
                select(w.v, ops::tril, v.v, Scalar(I64{-9}), ov);
                select(w.m, ops::tril, v.m, Scalar(I64{-9}), with(om, false));
            });
    });
}

TEST_CASE("assign, extract and reduce") {
    on_each_backend([](const Context& context) {
        const std::uint64_t n = 60;
        std::vector<std::uint64_t> list(n);
        for (const std::uint64_t share : shares)
            under_masks(context, n, [&](Both& w, const auto& ov, const auto& om) {
                std::iota(list.begin(), list.end(), std::uint64_t{0});
                std::shuffle(list.begin(), list.end(), random_bits);
                const std::vector<std::uint64_t> part(list.begin(), list.begin() + 20);
                const Both u = both(context, 20, share), x = both(context, n, share);
                assign(w.v, u.v, part, ov);
                assign(w.m, u.m, part, all, with(om, false));
                REQUIRE(entries_of(w.v) == read<I64>(w.m));
                assign(w.v, x.v, ov);
                assign(w.m, x.m, all, all, with(om, false));
                assign(w.v, Scalar(I64{6}), part, ov);
                assign(w.m, Scalar(I64{6}), part, all, om);
                REQUIRE(entries_of(w.v) == read<I64>(w.m));
                assign(w.v, Scalar(I64{-6}), ov);
                assign(w.m, Scalar(I64{-6}), all, all, om);
                REQUIRE(entries_of(w.v) == read<I64>(w.m));
                for (auto& i : list) i = below(20); // repeated
                extract(w.v, u.v, list, ov);
                extract(w.m, u.m, list, all, with(om, false));
                const Matrix<I64> A = random_matrix(context, n, 30);
                reduce(w.v, plus_monoid<I64>, A, with(ov, false));
                reduce(w.m, plus_monoid<I64>, A, with(om, false));
                REQUIRE(entries_of(w.v) == read<I64>(w.m));
                CHECK(reduce(plus_monoid<I64>, x.v) == reduce(plus_monoid<I64>, x.m));
                CHECK(reduce(max_monoid<I64>, u.v) == reduce(max_monoid<I64>, u.m));
            });
    });
}

TEST_SUITE_END();
