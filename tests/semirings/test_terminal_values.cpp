/// \file test_terminal_values.cpp
/// A sum ends at its terminal value, on devices and on the CPU. Here ⊕ breaks the law on purpose, so that one
/// application too many shows.
#include "user_monoids_testing.hpp"

#include <atomic>

using namespace mergus;
using namespace mergus::tests;

// Outside anonymous namespaces, as a program's are.
namespace user_monoids {

// clang-format would take the definitions for arguments of a function.
// clang-format off

/// -77 if ⊕ is applied to a sum that is NaN already, where it is to end. So is what is added to 999 or to -77.
MERGUS_SEMIRING(ends_at_nan,
    static double identity() { return -INFINITY; }
    static double terminal() { return NAN; }
    static double add(double x, double y) {
        if (x != x || y == 999 || x == -77 || y == -77) return -77;
        return y != y ? y : fmax(x, y);
    }
    static double mul(double a, double) { return a; })

/// The same for a struct.
MERGUS_SEMIRING(ends_at_best,
    static Scored identity() { return Scored{-INFINITY, 0}; }
    static Scored terminal() { return Scored{INFINITY, 7}; }
    static Scored add(Scored x, Scored y) {
        if (x.score == INFINITY) return Scored{-77, -77};
        return x.score < y.score ? y : x;
    }
    static Scored mul(Scored a, double) { return a; })

/// And for one that is swapped in one piece.
MERGUS_SEMIRING(ends_at_tag,
    static Tagged identity() { return Tagged{-1, 0}; }
    static Tagged terminal() { return Tagged{100, 7}; }
    static Tagged add(Tagged x, Tagged y) {
        if (x.value == 100) return Tagged{-77, -77};
        return x.value < y.value ? y : x;
    }
    static Tagged mul(Tagged a, double) { return a; })

// clang-format on

} // namespace user_monoids

namespace {

using namespace user_monoids;

/// The value at (0, 0) of a product of the row with ones.
template <class T>
T summed(const Context& context, const AnySemiring& semiring, const std::vector<T>& row) {
    const std::uint64_t inner = row.size();
    Entries<T> a;
    for (std::uint64_t k = 0; k < inner; ++k) a.push_back({0, k, row[k]});
    Matrix<T> C(context, 1, 1);
    mxm(C, no_mask, no_accum, semiring, make(context, 1, inner, a),
        make(context, inner, 1, dense<double>(inner, 1, {1}, 0)));
    const Entries<T> all = read<T>(C);
    REQUIRE(all.size() == 1);
    return all[0].value;
}

/// A row of `length` values with another one at index `at`.
template <class T>
std::vector<T> row_with(std::size_t length, const T& value, std::size_t at, const T& other) {
    std::vector<T> row(length, value);
    row.at(at) = other;
    return row;
}

std::atomic<std::uint64_t> calls{0};

void counted_max(void* z, const void* x, const void* y) {
    ++calls;
    const auto a = detail::load<double>(x), b = detail::load<double>(y);
    detail::store(z, std::isnan(a) ? a : std::isnan(b) ? b : std::fmax(a, b));
}
void counted_best(void* z, const void* x, const void* y) {
    ++calls;
    const auto a = detail::load<Scored>(x), b = detail::load<Scored>(y);
    detail::store(z, a.score < b.score ? b : a);
}

/// Applications of ⊕ that the CPU needs for a matrix of n entries whose first one is the terminal value.
template <class T>
std::uint64_t calls_until(mergus_binary_function function, const T& identity, const T& terminal,
                          const T& other, std::uint64_t n, bool declared) {
    const mergus_op op{sizeof(mergus_op),
                       MERGUS_BINARY,
                       MERGUS_OP_USER,
                       "counted",
                       type_of<T>(),
                       type_of<T>(),
                       type_of<T>(),
                       {},
                       nullptr,
                       "counted",
                       0,
                       MERGUS_OP_ASSOCIATIVE | MERGUS_OP_COMMUTATIVE};
    mergus_op with_function = op;
    with_function.function.binary = function;
    const mergus_monoid monoid{sizeof(mergus_monoid), &with_function, &identity,
                               declared ? &terminal : nullptr};
    const Context context("suitesparse");
    const std::vector<T> row = row_with<T>(n, other, 0, terminal);
    Entries<T> entries;
    for (std::uint64_t k = 0; k < n; ++k) entries.push_back({0, k, row[k]});
    const auto A = make(context, 1, n, entries);
    calls = 0;
    T sum;
    reduce(&sum, type_of<T>(), no_accum, AnyMonoid(&monoid), A);
    CHECK(same(sum, terminal));
    return calls;
}

} // namespace

TEST_SUITE_BEGIN("user-monoids");

TEST_CASE("user monoids: on devices a sum ends at its terminal value") {
    const Scored best{infinity, 7};
    const Tagged last{100, 7};
    for (const std::string& backend : devices_under_test())
        for (const bool deterministic : {false, true}) {
            CAPTURE(backend);
            CAPTURE(deterministic);
            const Context context(ContextOptions{.backend = backend, .deterministic = deterministic});
            for (const std::size_t length : {4U, 40U, 700U}) {
                CAPTURE(length);
                CHECK(std::isnan(summed(context, ends_at_nan, row_with<double>(length, 5, 1, not_a_number))));
                CHECK(summed(context, ends_at_nan, row_with<double>(length, 5, 1, 6)) == 6);
                CHECK(same(summed(context, ends_at_best, row_with<Scored>(length, {5, 1}, 1, best)), best));
                CHECK(same(summed(context, ends_at_tag, row_with<Tagged>(length, {5, 1}, 1, last)), last));
            }
            // What stands far behind the terminal value is not even read.
            std::vector<double> row(1024, 5);
            row[3] = not_a_number;
            for (std::size_t k = 600; k < row.size(); ++k) row[k] = 999;
            Entries<double> entries;
            for (std::uint64_t k = 0; k < row.size(); ++k) entries.push_back({0, k, row[k]});
            double sum = 0;
            reduce(&sum, type_of<double>(), no_accum, AnyMonoid(ends_at_nan.get()->add),
                   make(context, 1, row.size(), entries));
            CHECK(std::isnan(sum));
        }
}

TEST_CASE("user monoids: on the CPU a reduction ends at its terminal value") {
    constexpr std::uint64_t n = 100000;
    const Scored lowest{-infinity, 0}, best{infinity, 7}, other{1, 1};
    CHECK(calls_until<double>(counted_max, -infinity, infinity, 1, n, false) >= n - 1);
    CHECK(calls_until<double>(counted_max, -infinity, infinity, 1, n, true) < n / 2);
    CHECK(calls_until<double>(counted_max, -infinity, not_a_number, 1, n, true) < n / 2);
    CHECK(calls_until<Scored>(counted_best, lowest, best, other, n, false) >= n - 1);
    CHECK(calls_until<Scored>(counted_best, lowest, best, other, n, true) < n / 2);
}

TEST_SUITE_END();
