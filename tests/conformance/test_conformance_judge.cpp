/// \file test_conformance_judge.cpp
/// The comparison of a result with the reference: every error is found, and every correct result accepted.
#include "compare.hpp"
#include "execute.hpp"
#include "pairwise.hpp"
#include "user_algebra.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <complex>
#include <type_traits>

using namespace mergus;
using namespace mergus::conformance;

TEST_SUITE_BEGIN("conformance-machinery");

TEST_CASE("every kind of wrong result is found") {
    Random random(17);
    unsigned faults = 0;
    for (int round = 0; round < 300; ++round) {
        const Case words = random_case(find_operation(random.chance(0.5) ? "mxm" : "ewise_add"), random);
        const reference::Matrix right = execute_reference(make_instance(words, Size::smoke));
        CHECK(compare(right, right).difference.empty());
        reference::Matrix extra = right;
        for (std::uint64_t i = 0; i < right.nrows; ++i)
            if (right.find(i, 0) == nullptr && right.ncols > 0) {
                extra.set(i, 0, reference::zero(right.type));
                CHECK(compare(right, extra).difference.starts_with("pattern: "));
                break;
            }
        if (right.entries.empty()) continue;
        const auto pick = [&](reference::Matrix& of) {
            return std::next(of.entries.begin(),
                             static_cast<std::ptrdiff_t>(random.below(of.entries.size())));
        };
        reference::Matrix missing = right;
        missing.entries.erase(pick(missing));
        CHECK(compare(right, missing).difference.starts_with("pattern: "));
        if (right.type->code == MERGUS_USER_TYPE) continue;
        reference::Matrix other = right;
        reference::Entry& entry = pick(other)->second;
        // Far from the value: beyond any bound, and no choice of `any`.
        const reference::Value wrong = reference::make(type_of<std::int64_t>(), std::int64_t{77});
        const reference::Value changed = reference::cast(wrong, right.type);
        if (is_admissible(entry, changed)) continue;
        entry.value = changed;
        CHECK(compare(right, other).difference.starts_with("value: "));
        ++faults;
    }
    CHECK(faults > 50);
}

TEST_CASE("a difference within the tolerance is accepted, a larger one is not") {
    reference::Entry entry;
    entry.value = reference::make(type_of<double>(), 0.5);
    entry.slack = 1e-15;
    CHECK(is_admissible(entry, reference::make(type_of<double>(), 0.5 + 5e-16)));
    CHECK_FALSE(is_admissible(entry, reference::make(type_of<double>(), 0.5 + 2e-15)));
    CHECK_FALSE(is_admissible(entry, reference::make(type_of<double>(), HUGE_VAL)));
    CHECK_FALSE(is_admissible(entry, reference::make(type_of<double>(), std::nan(""))));
    CHECK_FALSE(is_admissible(entry, reference::make(type_of<float>(), 0.5f)));
}

TEST_CASE("-0 differs from 0 where the value is exact, in each part of a complex number") {
    const auto judge = [](const auto& wanted, const auto& seen, Zeros zeros) {
        using T = std::decay_t<decltype(wanted)>;
        reference::Entry entry;
        entry.value = reference::make(type_of<T>(), wanted);
        return is_admissible(entry, reference::make(type_of<T>(), seen), zeros);
    };
    using Complex = std::complex<float>;
    CHECK(judge(-0.0, -0.0, Zeros::with_sign));
    CHECK_FALSE(judge(-0.0, 0.0, Zeros::with_sign));
    CHECK_FALSE(judge(0.0f, -0.0f, Zeros::with_sign));
    CHECK_FALSE(judge(Complex(1, -0.0f), Complex(1, 0.0f), Zeros::with_sign));
    CHECK_FALSE(judge(Complex(0.0f, 1), Complex(-0.0f, 1), Zeros::with_sign));
    CHECK(judge(-0.0, 0.0, Zeros::without_sign));
    CHECK(judge(Complex(0.0f, 1), Complex(-0.0f, 1), Zeros::without_sign));
    CHECK_FALSE(judge(0.0, 1.0, Zeros::without_sign));
    CHECK_FALSE(judge(Complex(0.0f, 1), Complex(-0.0f, 2), Zeros::without_sign));

    // A sum of -0 alone is -0, x + (-x) is 0, and the least of both zeros is either.
    const auto product = [](const std::string& algebra, const std::string& a, const std::string& b) {
        return execute_reference(parse_instance("op=mxm algebra=" + algebra +
                                                    " type=fp64 dims=1,2,1 C=fp64[] A=fp64[" + a +
                                                    "] B=fp64[" + b + "]",
                                                Size::smoke));
    };
    const auto sign = [](const reference::Matrix& matrix) {
        return std::signbit(matrix.find(0, 0)->value.as<double>());
    };
    CHECK(sign(product("plus_times", "0,0:-1;0,1:-3", "0,0:0;1,0:0")));
    CHECK_FALSE(sign(product("plus_times", "0,0:-1;0,1:3", "0,0:0;1,0:0")));
    CHECK_FALSE(sign(product("plus_times", "0,0:-1;0,1:1", "0,0:2;1,0:2")));
    const reference::Matrix either = product("min_first", "0,0:-0;0,1:0", "0,0:1;1,0:1");
    for (const double zero : {0.0, -0.0})
        CHECK(is_admissible(*either.find(0, 0), reference::make(type_of<double>(), zero)));
}

TEST_CASE("either sign of a zero part is right in a product of more than two complex numbers") {
    const auto product = [](const std::string& factors) {
        return execute_reference(parse_instance("op=reduce_rows algebra=times type=fc64 a_type=fp64 "
                                                "dims=1,0,4 C=fc64[] A=fp64[" +
                                                    factors + "]",
                                                Size::smoke));
    };
    const auto accepts = [](const reference::Matrix& right, double re, double im) {
        return is_admissible(*right.find(0, 0),
                             reference::make(type_of<std::complex<double>>(), std::complex(re, im)));
    };
    const reference::Matrix four = product("0,0:1;0,1:1;0,2:-1;0,3:-1");
    CHECK(accepts(four, 1, 0.0));
    CHECK(accepts(four, 1, -0.0));
    CHECK_FALSE(accepts(four, -1, 0.0));
    CHECK_FALSE(accepts(four, 1, 1e-300));
    const reference::Matrix two = product("0,0:1;0,1:-1");
    const bool negative = std::signbit(two.find(0, 0)->value.as<std::complex<double>>().imag());
    CHECK(accepts(two, -1, negative ? -0.0 : 0.0));
    CHECK_FALSE(accepts(two, -1, negative ? 0.0 : -0.0));
}

TEST_CASE("user types are compared by members, without their padding") {
    Random random(5);
    reference::Value a = reference::zero(type_of<padded>());
    find_user_type(a.type)->random(a.data(), random);
    reference::Value b = a;
    b.bytes[1] = static_cast<unsigned char>(~b.bytes[1]); // between rank and weight
    CHECK(equal_values(a, b));
    b.bytes[0] = static_cast<unsigned char>(~b.bytes[0]); // rank
    CHECK_FALSE(equal_values(a, b));
}

TEST_SUITE_END();
