/// \file test_user_monoids.cpp
/// Identities and terminal values that are not ordinary numbers: NaN and structs, on the CPU and on device
/// backends. Expected values are folds of ⊕ over all products, without identity and terminal value.
#include "user_monoids_testing.hpp"

#include <cstring>
#include <string>

using namespace mergus;
using namespace mergus::tests;

// Outside anonymous namespaces, as a program's are.
namespace user_monoids {

// clang-format would take the definitions for arguments of a function.
// clang-format off

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

// clang-format on

} // namespace user_monoids

namespace {

using namespace user_monoids;

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
            const Context context(ContextOptions{.backend = backend, .deterministic = deterministic});
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

TEST_SUITE_END();
