/// \file test_user_monoids.cpp
/// Identities and terminal values that are no ordinary numbers: NaN and structs, on the CPU and on a device
/// backend; and that a terminal value ends a sum.
///
/// Expected values are folds of ⊕ over all products, which know neither identity nor terminal value. Where
/// the test is whether a sum ends, ⊕ breaks the law on purpose, so that one application too many shows.
#include "device_testing.hpp"

#include <mergus/mergus.hpp>

#include <atomic>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

using namespace mergus;
using namespace mergus::tests;

/// The device's function: the calling thread pauses.
inline void __nanosleep(unsigned) {} // NOLINT(bugprone-reserved-identifier)

// Outside anonymous namespaces, as a program's are.
namespace user_monoids {

/// With holes in it, and wider than what a GPU swaps in one piece.
MERGUS_TYPE(Ranked, double score; int32_t rank;);
/// The same without holes: bits decide whether a value is the terminal one.
MERGUS_TYPE(Scored, double score; int64_t rank;);
/// Swapped in one piece.
MERGUS_TYPE(Tagged, int32_t value; int32_t tag;);

// clang-format would take the definitions for arguments of a function.
// clang-format off

MERGUS_SEMIRING(slow_sums,
    static double identity() { return 0; }
    static double add(double x, double y) { __nanosleep(200); return x + y; }
    static double mul(double a, double b) { return a * b; })
MERGUS_SEMIRING(slow_single_sums,
    static float identity() { return 0; }
    static float add(float x, float y) { __nanosleep(200); return x + y; }
    static float mul(float a, float b) { return a * b; })

/// NaN is "nothing yet".
MERGUS_SEMIRING(greatest_number,
    static double identity() { return NAN; }
    static double add(double x, double y) { return fmax(x, y); }
    static double mul(double a, double b) { return a + b; })

/// The same in single precision.
MERGUS_SEMIRING(greatest_single,
    static float identity() { return NAN; }
    static float add(float x, float y) { return fmaxf(x, y); }
    static float mul(float a, float b) { return a + b; })

/// NaN is "something went wrong", and stays.
MERGUS_SEMIRING(greatest_or_nan,
    static double identity() { return -INFINITY; }
    static double terminal() { return NAN; }
    static double add(double x, double y) { return x != x ? x : y != y ? y : fmax(x, y); }
    static double mul(double a, double b) { return a + b; })

MERGUS_SEMIRING(best_ranked,
    static Ranked identity() { return Ranked{-INFINITY, -2147483647 - 1}; }
    static Ranked terminal() { return Ranked{INFINITY, 2147483647}; }
    static Ranked add(Ranked x, Ranked y) {
        if (x.score != y.score) return x.score > y.score ? x : y;
        return x.rank > y.rank ? x : y;
    }
    static Ranked mul(Ranked a, Ranked b) { return Ranked{a.score + b.score, a.rank > b.rank ? a.rank : b.rank}; })

MERGUS_SEMIRING(best_tagged,
    static Tagged identity() { return Tagged{-1000, -1}; }
    static Tagged terminal() { return Tagged{2147483647, 32767}; }
    static Tagged add(Tagged x, Tagged y) {
        if (x.value != y.value) return x.value > y.value ? x : y;
        return x.tag > y.tag ? x : y;
    }
    static Tagged mul(Tagged a, Tagged b) { return a.value > b.value ? a : b; })

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

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

bool same(double x, double y) {
    return x == y || (std::isnan(x) && std::isnan(y));
}
bool same(const Ranked& x, const Ranked& y) {
    return same(x.score, y.score) && x.rank == y.rank;
}
bool same(const Scored& x, const Scored& y) {
    return same(x.score, y.score) && x.rank == y.rank;
}
bool same(const Tagged& x, const Tagged& y) {
    return x.value == y.value && x.tag == y.tag;
}

/// A dense matrix whose entries walk through the values, with a stride that depends on the seed.
template <class T>
Entries<T> dense(std::uint64_t nrows, std::uint64_t ncols, const std::vector<T>& values, std::uint64_t seed) {
    Entries<T> entries;
    for (std::uint64_t i = 0; i < nrows; ++i)
        for (std::uint64_t j = 0; j < ncols; ++j)
            entries.push_back({i, j, values[(seed + (i + 1) * (2 * j + seed)) % values.size()]});
    return entries;
}

template <class T>
T apply(const mergus_op& op, const T& x, const T& y) {
    T z;
    op.function.binary(&z, &x, &y);
    return z;
}

/// Of all values, one after the other.
template <class T>
T fold(const mergus_op& add, const std::vector<T>& values) {
    T sum = values.at(0);
    for (std::size_t v = 1; v < values.size(); ++v) sum = apply(add, sum, values[v]);
    return sum;
}

std::vector<std::string> all_backends() {
    std::vector<std::string> names = devices_under_test();
    names.insert(names.begin(), "suitesparse");
    return names;
}

/// Products with and without masks, and reductions of them, on every backend, deterministic and not.
template <class T>
void check_semiring(const AnySemiring& semiring, const std::vector<T>& values, std::uint64_t inner) {
    const mergus_op &add = *semiring.get()->add->op, &mul = *semiring.get()->mul;
    constexpr std::uint64_t rows = 4, cols = 5;
    const Entries<T> a = dense(rows, inner, values, 1), b = dense(inner, cols, values, 2);
    std::vector<T> wanted;
    for (std::uint64_t i = 0; i < rows; ++i)
        for (std::uint64_t j = 0; j < cols; ++j) {
            std::vector<T> products;
            for (std::uint64_t k = 0; k < inner; ++k)
                products.push_back(apply(mul, a[i * inner + k].value, b[k * cols + j].value));
            wanted.push_back(fold(add, products));
        }
    const auto is_odd = [](std::uint64_t i, std::uint64_t j) { return (i + j) % 2 == 1; };
    for (const std::string& backend : all_backends())
        for (const bool deterministic : {false, true}) {
            CAPTURE(backend);
            CAPTURE(deterministic);
            ContextOptions options;
            options.backend = backend;
            options.deterministic = deterministic;
            const Context context(options);
            const auto A = make(context, rows, inner, a), B = make(context, inner, cols, b);
            const auto M = Matrix<bool>::from_csr(context, csr_where(rows, cols, is_odd));
            for (const int mask : {0, 1, 2}) {
                CAPTURE(mask);
                Matrix<T> C(context, rows, cols);
                mxm(C,
                    mask == 0   ? no_mask
                    : mask == 1 ? structure(M)
                                : complement(structure(M)),
                    no_accum, semiring, A, B);
                std::uint64_t seen = 0;
                for (const Entry<T>& entry : read<T>(C)) {
                    CAPTURE(entry.row);
                    CAPTURE(entry.col);
                    CHECK((mask == 0 || is_odd(entry.row, entry.col) == (mask == 1)));
                    CHECK(same(entry.value, wanted[entry.row * cols + entry.col]));
                    ++seen;
                }
                CHECK(seen == (mask == 0 ? rows * cols : rows * cols / 2));
                if (mask != 0) continue;
                T sum;
                reduce(&sum, type_of<T>(), no_accum, AnyMonoid(semiring.get()->add), C);
                CHECK(same(sum, fold(add, wanted)));
                C.clear();
                reduce(&sum, type_of<T>(), no_accum, AnyMonoid(semiring.get()->add), C);
                T identity;
                std::memcpy(&identity, semiring.get()->add->identity, sizeof identity);
                CHECK(same(sum, identity));
            }
        }
}

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

/// A row of `length` values with another one at place `at`.
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

TEST_CASE("user monoids: NaN as the identity") {
    for (const std::uint64_t inner : {3U, 70U}) {
        check_semiring<double>(greatest_number,
                               {not_a_number, 1, not_a_number, not_a_number, -infinity, 5, not_a_number},
                               inner);
        check_semiring<double>(greatest_number, {not_a_number}, inner);
    }
    check_semiring<float>(greatest_single,
                          {static_cast<float>(not_a_number), 2, 3, -5, static_cast<float>(not_a_number)}, 20);
}

TEST_CASE("user monoids: NaN as the terminal value") {
    for (const std::uint64_t inner : {3U, 70U}) {
        check_semiring<double>(greatest_or_nan, {1, 7, 3, -infinity, 5, 2, 4, 6, 8, 9, not_a_number}, inner);
        // A NaN with other bits is not the one declared, but ⊕ keeps it all the same.
        check_semiring<double>(greatest_or_nan, {1, 7, 3, -not_a_number, 5, std::nan("42"), 2}, inner);
    }
    CHECK(check_laws(greatest_or_nan).empty());
}

TEST_CASE("user monoids: structs as identity and terminal value") {
    const Ranked best{infinity, 2147483647};
    const Tagged last{2147483647, 32767};
    for (const std::uint64_t inner : {3U, 70U}) {
        check_semiring<Ranked>(best_ranked, {{1, 2}, {1, 3}, {4, -1}, {-infinity, 5}, {0, 0}}, inner);
        check_semiring<Ranked>(best_ranked, {{1, 2}, {1, 3}, best, {4, -1}, {-2, 5}, {0, 0}, {3, 3}}, inner);
        check_semiring<Tagged>(best_tagged, {{1, 2}, {1, 3}, last, {4, -1}, {-2, 5}, {0, 0}, {3, 3}}, inner);
    }
}

TEST_CASE("user monoids: on devices a sum ends at its terminal value") {
    const Scored best{infinity, 7};
    const Tagged last{100, 7};
    for (const std::string& backend : devices_under_test())
        for (const bool deterministic : {false, true}) {
            CAPTURE(backend);
            CAPTURE(deterministic);
            ContextOptions options;
            options.backend = backend;
            options.deterministic = deterministic;
            const Context context(options);
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

TEST_CASE("user monoids: a slot that a thread has taken is left to it, however long ⊕ takes") {
    // On a device other threads run during ⊕, also on the emulated one, which switches at a pause.
    const auto check = [&]<class T>(const AnySemiring& sums, T) {
        for (const std::string& backend : devices_under_test()) {
            CAPTURE(backend);
            const Context context(backend);
            const auto A = Matrix<T>::from_csr(context, csr_every(4, 300, 1));
            const auto B = Matrix<T>::from_csr(context, csr_every(300, 6, 1));
            const bool same = isequal(mxm(sums, A, B), mxm(plus_times<T>, A, B));
            CHECK(same);
        }
    };
    check(slow_sums, 0.0);
    check(slow_single_sums, 0.0F);
}

TEST_CASE("user monoids: under a mask, each warp adds to values of its own, without atomics") {
    constexpr std::uint64_t rows = 90, inner = 200, columns = 160;
    const auto every = [](std::uint64_t nrows, std::uint64_t ncols, auto step_of) {
        Entries<double> entries;
        for (std::uint64_t i = 0; i < nrows; ++i)
            for (std::uint64_t j = i % 2; j < ncols; j += step_of(i))
                entries.push_back({i, j, static_cast<double>((i * 31 + j * 7) % 9) - 3});
        return entries;
    };
    // From 10 to 2700 products a row, by rows of B that are shorter than a warp and have columns in common.
    const Entries<double> a = every(rows, inner, [](std::uint64_t i) { return std::uint64_t{1} << i % 9; }),
                          b = every(inner, columns, [](std::uint64_t k) { return 8 + k % 9; }),
                          m = every(rows, columns, [](std::uint64_t i) { return 2 + i % 5; });
    for (const std::string& backend : devices_under_test())
        for (const bool structural : {false, true}) {
            CAPTURE(backend);
            CAPTURE(structural);
            std::string reason;
            ContextOptions options;
            options.backend = backend;
            options.explain = [&](const Explanation& e) {
                if (e.operation == "mxm") reason = e.reason;
            };
            const Context context(options);
            const auto A = make<double>(context, rows, inner, a),
                       B = make<double>(context, inner, columns, b),
                       M = make<double>(context, rows, columns, m);
            const auto product = [&](const AnySemiring& semiring) {
                return mxm(semiring, A, B, {.mask = structural ? structure(M) : Mask(M)});
            };
            const auto sums = product(plus_times<double>);
            CHECK_MESSAGE(reason.find("bitmap_rank") != std::string::npos, reason);
            const auto slow = product(slow_sums);
            CHECK_MESSAGE(reason.find("bitmap_rank:0,1,2") != std::string::npos, reason);
            CHECK(isequal(slow, sums));
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
