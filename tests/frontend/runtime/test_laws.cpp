/// \file test_laws.cpp
/// The monoid laws at random values: all built-in monoids satisfy them, and violations are found.
#include <mergus/mergus.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

using namespace mergus;

namespace {

const mergus_type* const fp64 = type_of<double>();
constexpr double infinity = std::numeric_limits<double>::infinity();

std::string broken(const AnyMonoid& monoid, const LawOptions& options = {}) {
    std::string names;
    for (const BrokenLaw& law : check_laws(monoid, options)) {
        names += std::string(law_name(law.law)) + (law.only_special ? "* " : " ");
        CHECK(law.counter_example.find(monoid.get()->op->name) != std::string::npos);
        CHECK(law.counter_example.find('=') != std::string::npos);
    }
    return names;
}

/// The laws that an expression on a type violates.
template <class T>
std::string broken(const char* expression, T identity, std::optional<Scalar> terminal = {}) {
    const mergus_type* const type = type_of<T>();
    return broken(make_monoid(define_binary_op("f", expression, type, type, type), identity, terminal));
}

} // namespace

TEST_SUITE_BEGIN("runtime");

TEST_CASE("laws: every built-in monoid passes, in spite of rounding") {
    for (const NamedSemiring& known : builtin_semirings()) {
        CAPTURE(known.name);
        CAPTURE(type_name(known.type));
        for (const std::uint64_t seed : {1U, 2U, 3U})
            CHECK(check_laws(AnySemiring(known.handle), {.seed = seed}).empty());
    }
}

TEST_CASE("laws: an inexact operator that keeps the laws passes") {
    CHECK(broken("x + y", 0.0).empty());
    CHECK(broken("x + y", 0.0F).empty());
    CHECK(broken("x * y", 1.0F).empty());
    CHECK(broken("sqrt(x * x + y * y)", 0.0) == "identity "); // the sign is lost
    CHECK(broken("fmin(x, y)", infinity, -infinity).empty()); // although INFINITY swallows a NaN
    CHECK(broken("fmax(x, y)", -infinity, infinity).empty());
    CHECK(broken("x ^ y", std::uint16_t{0}).empty());
    CHECK(broken("x + y + x * y", std::int32_t{0}).empty());                       // (1 + x)(1 + y) - 1
    CHECK(broken("x + y + x * y", 0.0).find("associative ") == std::string::npos); // except for infinities
}

TEST_CASE("laws: a broken law is found and reported with values") {
    CHECK(broken("x - y", 0.0) == "associative commutative identity ");
    CHECK(broken("x - y", std::int32_t{0}) == "associative commutative identity ");
    CHECK(broken("(x + y) / 2", 0.0).find("associative ") == 0);
    CHECK(broken("x", 0.0) == "commutative identity ");
    CHECK(broken("x + y", 1.0) == "identity ");
    CHECK(broken("fmin(x, y)", 1000.0) == "identity* ");      // less than INFINITY
    CHECK(broken("x * y", 1.0, Scalar(0.0)) == "terminal* "); // 0 times NaN
    CHECK(broken("x > y ? x : y", std::int8_t{-128}, Scalar(std::int8_t{100})).find("terminal") == 0);
    CHECK(broken("x < y ? x : y", infinity).find("commutative*") != std::string::npos); // with a NaN
    CHECK(broken("x || y", true) == "identity ");
    const auto laws = check_laws(make_monoid(define_binary_op("less", "x - y", fp64, fp64, fp64), 0.0));
    REQUIRE(laws.size() == 3);
    CHECK(laws.front().law == MonoidLaw::associative);
    CHECK(laws.front().counter_example.starts_with("less(less("));
    CHECK(laws.front().counter_example.find("but less(") != std::string::npos);
}

TEST_CASE("laws: a law that the operator is declared not to keep is not tested") {
    const BinaryOp difference = define_binary_op("f", "x - y", fp64, fp64, fp64);
    const auto declared = [&](MonoidProperties properties) {
        return broken(make_monoid(difference, 0.0, {}, properties));
    };
    CHECK(declared({.associative = false}) == "commutative identity ");
    CHECK(declared({.commutative = false}) == "associative identity ");
    CHECK(declared({.associative = false, .commutative = false}) == "identity ");
}

TEST_CASE("laws: a user type is tested with the caller's values") {
    struct Pair {
        double a, b;
    };
    const mergus_type* const type = define_type("law_pair", "typedef struct { double a, b; } law_pair;");
    const Pair zero{0, 0};
    const Pair samples[] = {{1, 2}, {0, 0}, {-3, 5}, {7, -1}};
    LawOptions options;
    options.samples = samples;
    options.sample_count = std::size(samples);
    options.text = [](const void* value) {
        return "pair " + std::to_string(static_cast<const Pair*>(value)->a);
    };
    const auto monoid = [&](const char* body) {
        const std::string text =
            "void f(law_pair *z, const law_pair *x, const law_pair *y) { " + std::string(body) + " }";
        return make_monoid(define_binary_op("f", text, type, type, type), Scalar(&zero, type));
    };
    const AnyMonoid sums = monoid("z->a = x->a + y->a; z->b = x->b + y->b;");
    CHECK(broken(sums, options).empty());
    const AnyMonoid differences = monoid("z->a = x->a - y->a; z->b = x->b + y->b;");
    CHECK(broken(differences, options) == "associative commutative identity ");
    CHECK(check_laws(differences, options).front().counter_example.find("pair ") != std::string::npos);
    options.equal = [](const void* x, const void* y) {
        return static_cast<const Pair*>(x)->b == static_cast<const Pair*>(y)->b;
    };
    CHECK(broken(differences, options).empty());
    CHECK_THROWS_AS(check_laws(sums), Error);
    CHECK_THROWS_AS(check_laws(AnyMonoid()), Error);
    CHECK_THROWS_AS(check_laws(AnySemiring()), Error);
}

TEST_SUITE_END();
