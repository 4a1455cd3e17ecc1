/// \file test_first_products.cpp
/// A result is a combination of products alone: the identity is no term, in any accumulator. −0.0 shows it,
/// which 0 ⊕ changes.
#include "product_testing.hpp"

#include <mergus/generate.hpp>

#include <complex>
#include <string>

using namespace mergus;
using namespace mergus::tests;

// Outside anonymous namespaces, as a program's are.
namespace first_products {

// Eight bytes that may be any: no pattern is left to stand for "nothing yet".
MERGUS_TYPE(two_floats, float a; float b;);
MERGUS_TYPE(one_float, float a;);
MERGUS_SEMIRING(
    two_sums,
    static two_floats identity() {
        return two_floats{0, 0};
    } static two_floats add(two_floats x, two_floats y) {
        return two_floats{x.a + y.a, x.b + y.b};
    } static two_floats mul(double x, double y) {
        return two_floats{static_cast<float>(x * y), static_cast<float>(x * y)};
    })
MERGUS_SEMIRING(
    one_sum,
    static one_float identity() { return one_float{0}; } static one_float add(one_float x, one_float y) {
        return one_float{x.a + y.a};
    } static one_float mul(double x, double y) { return one_float{static_cast<float>(x * y)}; })

} // namespace first_products

namespace {

using namespace first_products;

/// The pattern, with value(e) as entry e.
template <class T, class Value>
reference::Matrix with_values(const Csr& pattern, Value value) {
    reference::Matrix matrix{type_of<T>(), pattern.nrows, pattern.ncols, {}};
    for (std::uint64_t i = 0; i < pattern.nrows; ++i)
        for (std::uint64_t e = pattern.row_ptr[i]; e < pattern.row_ptr[i + 1]; ++e)
            matrix.set(i, pattern.cols[e], reference::make(matrix.type, T(value(e))));
    return matrix;
}

} // namespace

TEST_SUITE_BEGIN("methods");

TEST_CASE("a sum of -0.0 alone is -0.0 in every accumulator") {
    const Csr graph = generate::from_spec("rmat:scale=6,ef=3,seed=3");
    const Csr band = generate::from_spec("banded:n=70,half=4");
    const auto check_pattern = [](const std::string& name, const Csr& pattern) {
        const Method method{name, {name}};
        // dense_accumulator computes small products as a whole, without bins.
        const Used used = name == "dense_accumulator" ? Used::either : Used::yes;
        const auto of = [&](auto value) { return with_values<double>(pattern, value); };
        // All −0; −0 and 0 mixed; 1 and −1, which cancel; −0 among them.
        const Operands factors[] = {
            {of([](auto) { return -1.0; }), of([](auto) { return 0.0; })},
            {of([](auto e) { return e % 3 == 0 ? 1.0 : -1.0; }), of([](auto) { return 0.0; })},
            {of([](auto e) { return e % 2 == 0 ? 1.0 : -1.0; }),
             of([](auto e) { return e % 5 == 0 ? -0.0 : 1.0; })},
        };
        for (const Operands& given : factors) {
            check(method, plus_times<double>, given, {}, used);
            check(method, two_sums, given, {}, used);
            if (name != "hash") continue;
            check(method, plus_times<float>, given, {}, used);
            check(method, one_sum, given, {}, used);
        }
        // Both parts of complex sums: of A's values alone.
        const auto complex_of = [&](double x) {
            return with_values<std::complex<double>>(pattern, [=](auto) { return std::complex(x, x); });
        };
        check(method, plus_first<complex<double>>, {complex_of(-0.0), complex_of(0.0)}, {}, used);
    };
    for (const char* name : {"esc", "hash", "ranked_bitmap", "column_tile", "dense_accumulator", "merge"}) {
        check_pattern(name, graph);
        check_pattern(name, band);
    }
}

TEST_SUITE_END();
