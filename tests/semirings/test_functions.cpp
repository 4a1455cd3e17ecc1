/// \file test_functions.cpp
/// Built-in operators that are functions of numbers, on matrices: values worked out by hand, and laws of
/// complex functions. Suite semirings compares all of them with the reference.
#include "testing/matrices.hpp"

#include <mergus/mergus.hpp>

#include <cmath>
#include <limits>

using namespace mergus;
using namespace mergus::tests;

namespace {

/// op(x) of each x, by apply.
template <class Z, class X>
std::vector<Z> applied(const Context& context, const UnaryOp& op, const std::vector<X>& values) {
    Entries<X> row;
    for (std::size_t j = 0; j < values.size(); ++j) row.push_back({0, j, values[j]});
    std::vector<Z> results;
    for (const auto& [i, j, z] : read<Z>(apply<Z>(op, make<X>(context, 1, values.size(), row))))
        results.push_back(z);
    return results;
}

/// op(x, y) of each pair, by ewise_mult.
template <class T>
std::vector<T> combined(const Context& context, const BinaryOp& op, const std::vector<T>& x,
                        const std::vector<T>& y) {
    Entries<T> a, b;
    for (std::size_t j = 0; j < x.size(); ++j) a.push_back({0, j, x[j]}), b.push_back({0, j, y[j]});
    std::vector<T> results;
    for (const auto& [i, j, z] :
         read<T>(ewise_mult<T>(op, make<T>(context, 1, x.size(), a), make<T>(context, 1, x.size(), b))))
        results.push_back(z);
    return results;
}

template <class T>
void check_close(const std::vector<T>& found, const std::vector<T>& expected) {
    REQUIRE(found.size() == expected.size());
    for (std::size_t k = 0; k < found.size(); ++k) {
        CAPTURE(k);
        CHECK(std::abs(found[k] - expected[k]) <= 1e-13 * (1 + std::abs(expected[k])));
    }
}

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

} // namespace

TEST_SUITE_BEGIN("ops");

TEST_CASE("functions of real numbers") {
    on_each_backend([](const Context& context) {
        const auto of = [&](const UnaryOp& op, const std::vector<double>& x) {
            return applied<double>(context, op, x);
        };
        const double e = std::exp(1.0), pi = std::acos(-1.0);
        CHECK(of(ops::sqrt<double>, {4, 2.25, 0}) == std::vector<double>{2, 1.5, 0});
        check_close(of(ops::cbrt<double>, {-27, 0.125}), {-3, 0.5});
        check_close(of(ops::exp<double>, {0, 1, -infinity}), {1, e, 0});
        check_close(of(ops::exp2<double>, {10, -1}), {1024, 0.5});
        check_close(of(ops::expm1<double>, {1e-10}), {1e-10});
        check_close(of(ops::log<double>, {1, e}), {0, 1});
        check_close(of(ops::log2<double>, {8, 0.5}), {3, -1});
        check_close(of(ops::log10<double>, {1000}), {3});
        check_close(of(ops::log1p<double>, {1e-10}), {1e-10});
        check_close(of(ops::sin<double>, {pi / 6}), {0.5});
        check_close(of(ops::acos<double>, {0.5}), {pi / 3});
        check_close(of(ops::tanh<double>, {0, infinity}), {0, 1});
        check_close(of(ops::tgamma<double>, {5, 0.5}), {24, std::sqrt(pi)});
        check_close(of(ops::lgamma<double>, {1, 5}), {0, std::log(24.0)});
        check_close(of(ops::erf<double>, {0, infinity}), {0, 1});
        check_close(of(ops::erfc<double>, {0, -infinity}), {1, 2});
        CHECK(of(ops::ceil<double>, {-1.5, 1.5}) == std::vector<double>{-1, 2});
        CHECK(of(ops::floor<double>, {-1.5, 1.5}) == std::vector<double>{-2, 1});
        CHECK(of(ops::round<double>, {-2.5, 2.5}) == std::vector<double>{-3, 3});
        CHECK(of(ops::trunc<double>, {-1.5, 1.5}) == std::vector<double>{-1, 1});
        CHECK(of(ops::signum<double>, {-3, 0, 0.5}) == std::vector<double>{-1, 0, 1});
        CHECK(applied<bool>(context, ops::isnan<double>, std::vector<double>{1, infinity, not_a_number}) ==
              std::vector<bool>{false, false, true});
        CHECK(applied<bool>(context, ops::isinf<double>, std::vector<double>{1, infinity, not_a_number}) ==
              std::vector<bool>{false, true, false});
        CHECK(applied<bool>(context, ops::isfinite<double>, std::vector<double>{1, infinity, not_a_number}) ==
              std::vector<bool>{true, false, false});
        CHECK(applied<float>(context, ops::sqrt<float>, std::vector<float>{2}).front() == std::sqrt(2.0F));
    });
}

TEST_CASE("powers, angles and bits") {
    using I8 = std::int8_t;
    on_each_backend([](const Context& context) {
        check_close(combined<double>(context, ops::pow<double>, {2, 9, 0}, {10, 0.5, 0}), {1024, 3, 1});
        CHECK(std::isnan(combined<double>(context, ops::pow<double>, {not_a_number}, {0}).front()));
        CHECK(combined<I8>(context, ops::pow<I8>, {-3, 2, 0, -1, -5}, {3, 7, -1, -3, 5}) ==
              std::vector<I8>{-27, 127, 127, -1, -128});
        CHECK(combined<std::int64_t>(context, ops::pow<std::int64_t>, {3, 10}, {33, 19}) ==
              std::vector<std::int64_t>{5559060566555523, 9223372036854775807});
        CHECK(combined<bool>(context, ops::pow<bool>, {false, false, true}, {false, true, true}) ==
              std::vector<bool>{true, false, true});
        check_close(combined<double>(context, ops::atan2<double>, {1, 0}, {0, -1}),
                    {std::acos(0.0), std::acos(-1.0)});
        check_close(combined<double>(context, ops::hypot<double>, {3e300}, {4e300}), {5e300});
        CHECK(combined<double>(context, ops::fmod<double>, {5.5, -5.5}, {2, 2}) == std::vector{1.5, -1.5});
        CHECK(combined<double>(context, ops::remainder<double>, {5.5}, {2}) == std::vector{-0.5});
        CHECK(combined<double>(context, ops::copysign<double>, {3}, {-0.0}) == std::vector{-3.0});
        CHECK(combined<I8>(context, ops::bget<I8>, {5, 5, -128, 5}, {1, 2, 8, 9}) ==
              std::vector<I8>{1, 0, 1, 0});
        CHECK(combined<I8>(context, ops::bset<I8>, {5, 0, 5}, {2, 8, 0}) == std::vector<I8>{7, -128, 5});
        CHECK(combined<I8>(context, ops::bclr<I8>, {5, -1, 5}, {1, 8, -1}) == std::vector<I8>{4, 127, 5});
        CHECK(combined<double>(context, ops::islt<double>, {1, 2}, {2, 2}) == std::vector<double>{1, 0});
        CHECK(combined<double>(context, ops::isge<double>, {1, 2}, {2, 2}) == std::vector<double>{0, 1});
    });
}

TEST_CASE("functions of complex numbers: inverses, and the sides of branch cuts") {
    using Z = std::complex<double>;
    on_each_backend([](const Context& context) {
        const auto of = [&](const UnaryOp& op, const std::vector<Z>& z) {
            return applied<Z>(context, op, z);
        };
        const std::vector<Z> z{{0.3, -0.4}, {-0.7, 1.1}, {0.2, 0}, {0, -0.5}, {-0.9, -0.1}};
        check_close(of(ops::exp<Z>, of(ops::log<Z>, z)), z);
        check_close(of(ops::sin<Z>, of(ops::asin<Z>, z)), z);
        check_close(of(ops::cos<Z>, of(ops::acos<Z>, z)), z);
        check_close(of(ops::tan<Z>, of(ops::atan<Z>, z)), z);
        check_close(of(ops::sinh<Z>, of(ops::asinh<Z>, z)), z);
        check_close(of(ops::cosh<Z>, of(ops::acosh<Z>, z)), z);
        check_close(of(ops::tanh<Z>, of(ops::atanh<Z>, z)), z);
        const std::vector<Z> root = of(ops::sqrt<Z>, z);
        check_close(combined<Z>(context, ops::times<Z>, root, root), z);
        check_close(combined<Z>(context, ops::pow<Z>, z, std::vector<Z>(5, Z(2, 0))),
                    combined<Z>(context, ops::times<Z>, z, z));
        const double pi = std::acos(-1.0);
        check_close(of(ops::log<Z>, {Z(-1, 0.0), Z(-1, -0.0)}), {Z(0, pi), Z(0, -pi)});
        check_close(of(ops::sqrt<Z>, {Z(-4, 0.0), Z(-4, -0.0)}), {Z(0, 2), Z(0, -2)});
        check_close(of(ops::acos<Z>, {Z(2, 0.0), Z(2, -0.0)}), {std::acos(Z(2, 0.0)), std::acos(Z(2, -0.0))});
        check_close(of(ops::atanh<Z>, {Z(2, 0.0), Z(-2, -0.0)}),
                    {std::atanh(Z(2, 0.0)), std::atanh(Z(-2, -0.0))});
        check_close(of(ops::tanh<Z>, {Z(300, 1)}), {Z(1, 0)});
        CHECK(of(ops::round<Z>, {Z(1.5, -2.5)}) == std::vector<Z>{Z(2, -3)});
        check_close(of(ops::signum<Z>, {Z(3, 4), Z(0, 0)}), {Z(0.6, 0.8), Z(0, 0)});
        CHECK(applied<bool>(context, ops::isnan<Z>, std::vector<Z>{Z(0, not_a_number), Z(1, infinity)}) ==
              std::vector<bool>{true, false});
    });
}

TEST_SUITE_END();
