/// \file test_reference.cpp
/// The naive reference against answers worked out by hand, and against laws that need no answer.
#include "conformance/random.hpp"
#include "operations.hpp"
#include "operators.hpp"

#include <mergus/mergus.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace mergus;
namespace ref = mergus::reference;

namespace {

template <class T>
struct Place {
    std::uint64_t i, j;
    T value;
};

template <class T>
ref::Matrix matrix(std::uint64_t nrows, std::uint64_t ncols, const std::vector<Place<T>>& places) {
    ref::Matrix made{type_of<T>(), nrows, ncols, {}};
    for (const Place<T>& p : places) made.set(p.i, p.j, ref::make(made.type, p.value));
    return made;
}

template <class T>
void check_is(const ref::Matrix& found, const std::vector<Place<T>>& expected) {
    REQUIRE(found.type == type_of<T>());
    REQUIRE(found.entries.size() == expected.size());
    for (const Place<T>& p : expected) {
        const ref::Entry* entry = found.find(p.i, p.j);
        REQUIRE(entry != nullptr);
        CHECK(entry->value.as<T>() == p.value);
    }
}

template <class To, class From>
To cast(From x) {
    return ref::cast(ref::make(type_of<From>(), x), type_of<To>()).template as<To>();
}

template <class T>
T binary(const BinaryOp& op, T x, T y) {
    return ref::call_binary(*op.get(), ref::make(type_of<T>(), x), ref::make(type_of<T>(), y))
        .template as<T>();
}

using I64 = std::int64_t;
const std::vector<Place<I64>> left = {{0, 0, 1}, {0, 1, 2}, {1, 1, 3}};
const std::vector<Place<I64>> right = {{0, 0, 4}, {1, 0, 5}, {1, 1, 6}};

} // namespace

TEST_SUITE_BEGIN("reference");

TEST_CASE("a cast truncates, saturates or wraps as specified") {
    CHECK(cast<std::int8_t>(300.0) == 127);
    CHECK(cast<std::int8_t>(-300.0) == -128);
    CHECK(cast<std::int8_t>(-128.9) == -128);
    CHECK(cast<std::int8_t>(127.9) == 127);
    CHECK(cast<std::uint8_t>(-5.0) == 0);
    CHECK(cast<std::uint8_t>(-0.7) == 0);
    CHECK(cast<std::uint8_t>(255.5f) == 255);
    CHECK(cast<std::int32_t>(std::numeric_limits<double>::quiet_NaN()) == 0);
    CHECK(cast<std::int64_t>(1e30) == std::numeric_limits<std::int64_t>::max());
    CHECK(cast<std::int64_t>(-std::numeric_limits<float>::infinity()) ==
          std::numeric_limits<std::int64_t>::min());
    CHECK(cast<std::uint64_t>(1.8446744073709552e19) == std::numeric_limits<std::uint64_t>::max());
    CHECK(cast<std::uint64_t>(9223372036854775808.0) == 9223372036854775808U);
    CHECK(cast<std::int8_t>(std::int32_t{300}) == 44);
    CHECK(cast<std::uint16_t>(std::int64_t{-1}) == 65535);
    CHECK(cast<bool>(0.25));
    CHECK(cast<bool>(std::numeric_limits<float>::quiet_NaN()));
    CHECK_FALSE(cast<bool>(-0.0));
    CHECK(cast<double>(true) == 1.0);
    CHECK(cast<float>(std::uint64_t{1} << 40) == 1099511627776.0f);
}

TEST_CASE("operators follow the specification, and SuiteSparse where that is silent") {
    const auto least = std::numeric_limits<std::int32_t>::min(),
               greatest = std::numeric_limits<std::int32_t>::max();
    CHECK(binary<std::int32_t>(ops::plus<std::int32_t>, greatest, 1) == least);
    CHECK(binary<std::int32_t>(ops::times<std::int32_t>, 65536, 65536) == 0);
    CHECK(binary<std::int32_t>(ops::minus<std::int32_t>, least, 1) == greatest);
    CHECK(binary<std::int32_t>(ops::rminus<std::int32_t>, 3, 10) == 7);
    CHECK(binary<std::int32_t>(mergus::ops::div<std::int32_t>, -7, 2) == -3);
    CHECK(binary<std::int32_t>(mergus::ops::div<std::int32_t>, 7, 0) == greatest);
    CHECK(binary<std::int32_t>(mergus::ops::div<std::int32_t>, -7, 0) == least);
    CHECK(binary<std::int32_t>(mergus::ops::div<std::int32_t>, 0, 0) == 0);
    CHECK(binary<std::int32_t>(mergus::ops::div<std::int32_t>, least, -1) == least);
    CHECK(binary<std::int32_t>(ops::rdiv<std::int32_t>, 2, 7) == 3);
    CHECK(binary<std::uint8_t>(ops::plus<std::uint8_t>, 250, 10) == 4);
    CHECK(binary<std::uint8_t>(ops::bxnor<std::uint8_t>, 0xf0, 0xff) == 0xf0);
    CHECK(binary<double>(ops::min<double>, std::nan(""), 2) == 2);
    CHECK(binary<double>(ops::max<double>, 2, std::nan("")) == 2);
    CHECK(std::isinf(binary<double>(mergus::ops::div<double>, 1, 0)));
    CHECK(binary<std::int16_t>(ops::lor<std::int16_t>, 0, -4) == 1);
    CHECK(binary<std::int16_t>(ops::pair<std::int16_t>, 9, 9) == 1);
    CHECK(binary<bool>(ops::plus<bool>, true, true));
    CHECK_FALSE(binary<bool>(ops::minus<bool>, true, true));
    CHECK(binary<bool>(mergus::ops::div<bool>, true, false));
    CHECK_FALSE(binary<bool>(ops::rdiv<bool>, true, false));
    CHECK_FALSE(binary<bool>(ops::min<bool>, true, false));
    CHECK(binary<bool>(ops::max<bool>, true, false));
    const auto absolute = [](std::int8_t x) {
        return ref::call_unary(*mergus::ops::abs<std::int8_t>.get(), ref::make(type_of<std::int8_t>(), x))
            .as<std::int8_t>();
    };
    CHECK(absolute(-7) == 7);
    CHECK(absolute(-128) == -128);
}

TEST_CASE("mxm of 2 x 2 matrices equals the result by hand, plain and transposed") {
    const ref::Matrix A = matrix(2, 2, left), B = matrix(2, 2, right), C = matrix<I64>(2, 2, {});
    const mergus_semiring& semiring = *plus_times<I64>.get();
    // [1 2; . 3] · [4 .; 5 6]
    check_is<I64>(ref::mxm(C, {}, semiring, A, B), {{0, 0, 14}, {0, 1, 12}, {1, 0, 15}, {1, 1, 18}});
    // [1 .; 2 3] · [4 5; . 6]
    check_is<I64>(ref::mxm(C, {nullptr, nullptr, MERGUS_DESC_TRAN0 | MERGUS_DESC_TRAN1}, semiring, A, B),
                  {{0, 0, 4}, {0, 1, 5}, {1, 0, 8}, {1, 1, 28}});
    check_is<I64>(ref::mxm(C, {}, *min_plus<I64>.get(), A, B), {{0, 0, 5}, {0, 1, 8}, {1, 0, 8}, {1, 1, 9}});
    check_is<I64>(ref::mxm(C, {}, *any_firstj<I64>.get(), A, matrix<I64>(2, 2, {{1, 0, 5}})),
                  {{0, 0, 1}, {1, 0, 1}});
}

TEST_CASE("mxm handles rectangular shapes and casts its inputs") {
    const ref::Matrix A = matrix<double>(1, 3, {{0, 0, 2.9}, {0, 2, -1.9}});
    const ref::Matrix B = matrix<I64>(3, 2, {{0, 1, 10}, {2, 1, 100}, {1, 0, 7}});
    // As int64: 2·10 − 1·100, then to uint8.
    check_is<std::uint8_t>(ref::mxm(matrix<std::uint8_t>(1, 2, {}), {}, *plus_times<I64>.get(), A, B),
                           {{0, 1, 176}});
    check_is<I64>(ref::mxm(matrix<I64>(1, 2, {}), {}, *any_secondj1<I64>.get(), A, B), {{0, 1, 2}});
    CHECK_THROWS_AS(ref::mxm(matrix<I64>(1, 2, {}), {}, *plus_times<I64>.get(), B, A), std::logic_error);
}

TEST_CASE("every combination of mask, complement, structure, replace and accumulator writes as specified") {
    const ref::Matrix C = matrix<I64>(1, 4, {{0, 0, 1}, {0, 1, 2}, {0, 2, 3}});
    const ref::Matrix T = matrix<I64>(1, 4, {{0, 1, 20}, {0, 2, 30}, {0, 3, 40}});
    const ref::Matrix M = matrix<I64>(1, 4, {{0, 0, 1}, {0, 1, 0}, {0, 2, 7}, {0, 3, 1}});
    const mergus_op* add = ops::plus<I64>.get();
    const std::uint32_t R = MERGUS_DESC_REPLACE, S = MERGUS_DESC_STRUCTURE, N = MERGUS_DESC_COMPLEMENT;
    using List = std::vector<Place<I64>>;
    check_is<I64>(ref::write(C, {}, T), List{{0, 1, 20}, {0, 2, 30}, {0, 3, 40}});
    check_is<I64>(ref::write(C, {nullptr, add, 0}, T), List{{0, 0, 1}, {0, 1, 22}, {0, 2, 33}, {0, 3, 40}});
    check_is<I64>(ref::write(C, {&M, nullptr, 0}, T), List{{0, 1, 2}, {0, 2, 30}, {0, 3, 40}});
    check_is<I64>(ref::write(C, {&M, nullptr, R}, T), List{{0, 2, 30}, {0, 3, 40}});
    check_is<I64>(ref::write(C, {&M, nullptr, S}, T), List{{0, 1, 20}, {0, 2, 30}, {0, 3, 40}});
    check_is<I64>(ref::write(C, {&M, nullptr, N}, T), List{{0, 0, 1}, {0, 1, 20}, {0, 2, 3}});
    check_is<I64>(ref::write(C, {&M, nullptr, N | R}, T), List{{0, 1, 20}});
    check_is<I64>(ref::write(C, {&M, nullptr, N | S}, T), List{{0, 0, 1}, {0, 1, 2}, {0, 2, 3}});
    check_is<I64>(ref::write(C, {&M, nullptr, N | S | R}, T), List{});
    check_is<I64>(ref::write(C, {&M, add, 0}, T), List{{0, 0, 1}, {0, 1, 2}, {0, 2, 33}, {0, 3, 40}});
    check_is<I64>(ref::write(C, {&M, add, R}, T), List{{0, 0, 1}, {0, 2, 33}, {0, 3, 40}});
    check_is<I64>(ref::write(C, {&M, add, N}, T), List{{0, 0, 1}, {0, 1, 22}, {0, 2, 3}});
    check_is<I64>(ref::write(C, {&M, add, N | R}, T), List{{0, 1, 22}});
    check_is<I64>(ref::write(C, {nullptr, nullptr, N}, T), List{{0, 0, 1}, {0, 1, 2}, {0, 2, 3}});
    check_is<I64>(ref::write(C, {nullptr, nullptr, N | R}, T), List{});
}

TEST_CASE("assign and extract use their index lists") {
    const ref::Matrix C = matrix<I64>(3, 3, {{0, 0, 1}, {1, 1, 2}, {2, 2, 3}, {2, 0, 4}});
    const ref::Matrix A = matrix<I64>(2, 2, {{0, 0, 50}, {1, 1, 60}});
    const std::vector<std::uint64_t> rows = {2, 0}, cols = {0, 2};
    // A(0,·) goes to row 2, A(1,·) to row 0; C(2,2) and C(0,0) are in the region but not in A.
    check_is<I64>(ref::assign(C, {}, A, &rows, &cols), {{1, 1, 2}, {2, 0, 50}, {0, 2, 60}});
    check_is<I64>(ref::assign(C, {nullptr, ops::plus<I64>.get(), 0}, A, &rows, &cols),
                  {{0, 0, 1}, {1, 1, 2}, {2, 2, 3}, {2, 0, 54}, {0, 2, 60}});
    const ref::Matrix M = matrix<I64>(3, 3, {{2, 0, 1}});
    check_is<I64>(ref::assign(C, {&M, nullptr, MERGUS_DESC_REPLACE}, A, &rows, &cols), {{2, 0, 50}});
    const ref::Value nine = ref::make(type_of<I64>(), I64{9});
    check_is<I64>(ref::assign_scalar(C, {}, nine, &rows, nullptr),
                  {{0, 0, 9}, {0, 1, 9}, {0, 2, 9}, {1, 1, 2}, {2, 0, 9}, {2, 1, 9}, {2, 2, 9}});
    const std::vector<std::uint64_t> twice = {2, 2};
    check_is<I64>(ref::extract(matrix<I64>(2, 2, {}), {}, C, &twice, &cols),
                  {{0, 0, 4}, {0, 1, 3}, {1, 0, 4}, {1, 1, 3}});
}

TEST_CASE("operations with vectors and diagonals give the results by hand") {
    const ref::Matrix A = matrix<I64>(2, 2, left), u = matrix<I64>(2, 1, {{0, 0, 7}, {1, 0, 10}});
    const ref::Matrix none{A.type, 2, 1, {}};
    const mergus_semiring& semiring = *plus_times<I64>.get();
    check_is<I64>(ref::mxm(none, {}, semiring, A, u), {{0, 0, 27}, {1, 0, 30}});
    check_is<I64>(ref::vxm(none, {}, semiring, u, A), {{0, 0, 7}, {1, 0, 44}});
    const ref::Output transposed{nullptr, nullptr, MERGUS_DESC_TRAN1};
    check_is<I64>(ref::vxm(none, transposed, semiring, u, A), {{0, 0, 27}, {1, 0, 30}});
    // The product's row is 0, its column is the index of the result.
    check_is<I64>(ref::vxm(none, {}, *min_firsti1<I64>.get(), u, A), {{0, 0, 1}, {1, 0, 1}});
    check_is<I64>(ref::vxm(none, {}, *min_secondj<I64>.get(), u, A), {{0, 0, 0}, {1, 0, 1}});

    const ref::Matrix column = matrix<I64>(2, 1, {{0, 0, 1}, {1, 0, 2}}),
                      row = matrix<I64>(1, 2, {{0, 1, 5}});
    check_is<I64>(ref::kronecker({A.type, 2, 4, {}}, {}, *ops::minus<I64>.get(), row, A),
                  {{0, 2, 4}, {0, 3, 3}, {1, 3, 2}});
    check_is<I64>(ref::kronecker({A.type, 4, 1, {}}, {}, *ops::minus<I64>.get(), column, u),
                  {{0, 0, -6}, {1, 0, -9}, {2, 0, -5}, {3, 0, -8}});

    check_is<I64>(ref::diag({A.type, 3, 3, {}}, {}, u, 1), {{0, 1, 7}, {1, 2, 10}});
    check_is<I64>(ref::diag({A.type, 3, 3, {}}, {}, u, -1), {{1, 0, 7}, {2, 1, 10}});
    check_is<I64>(ref::extract_diag(none, {}, A, 0), {{0, 0, 1}, {1, 0, 3}});
    check_is<I64>(ref::extract_diag({A.type, 1, 1, {}}, {}, A, 1), {{0, 0, 2}});
    check_is<I64>(ref::extract_diag({A.type, 1, 1, {}}, {}, A, -1), {});

    const std::vector<std::uint64_t> swapped{1, 0};
    const ref::Matrix mask = matrix<I64>(2, 1, {{0, 0, 1}});
    const ref::Output masked{&mask, ops::plus<I64>.get(), MERGUS_DESC_REPLACE};
    check_is<I64>(ref::assign_to_row(A, {}, u, 0, &swapped), {{0, 0, 10}, {0, 1, 7}, {1, 1, 3}});
    check_is<I64>(ref::assign_to_row(A, masked, u, 0, nullptr), {{0, 0, 8}, {1, 1, 3}});
    check_is<I64>(ref::assign_to_column(A, {}, u, &swapped, 0),
                  {{0, 0, 10}, {0, 1, 2}, {1, 0, 7}, {1, 1, 3}});
    check_is<I64>(ref::assign_to_column(A, masked, u, nullptr, 1), {{0, 0, 1}, {0, 1, 9}});
    check_is<I64>(ref::resize(A, 1, 3), {{0, 0, 1}, {0, 1, 2}});
}

TEST_CASE("select, apply, ewise, reduce and build give the results by hand") {
    const ref::Matrix A = matrix(2, 2, left), B = matrix(2, 2, right), C = matrix<I64>(2, 2, {});
    const ref::Value zero = ref::make(type_of<I64>(), I64{0}), ten = ref::make(type_of<I64>(), I64{10});
    check_is<I64>(ref::select(C, {}, *ops::triu.get(), B, zero), {{0, 0, 4}, {1, 1, 6}});
    check_is<I64>(ref::apply(C, {}, *ops::ainv<I64>.get(), A), {{0, 0, -1}, {0, 1, -2}, {1, 1, -3}});
    check_is<I64>(ref::apply_first(C, {}, *ops::minus<I64>.get(), ten, A), {{0, 0, 9}, {0, 1, 8}, {1, 1, 7}});
    check_is<I64>(ref::apply_second(C, {}, *ops::minus<I64>.get(), A, ten),
                  {{0, 0, -9}, {0, 1, -8}, {1, 1, -7}});
    check_is<I64>(ref::apply_second(C, {}, *ops::diagindex<I64>.get(), A, ten),
                  {{0, 0, 10}, {0, 1, 11}, {1, 1, 10}});
    check_is<I64>(ref::ewise_add(C, {}, *ops::minus<I64>.get(), A, B),
                  {{0, 0, -3}, {0, 1, 2}, {1, 0, 5}, {1, 1, -3}});
    check_is<I64>(ref::ewise_mult(C, {}, *ops::minus<I64>.get(), A, B), {{0, 0, -3}, {1, 1, -3}});
    check_is<I64>(ref::reduce_rows(matrix<I64>(2, 1, {}), {}, *times_monoid<I64>.get(), A),
                  {{0, 0, 2}, {1, 0, 3}});
    CHECK(ref::reduce_scalar(ten, ops::plus<I64>.get(), *max_monoid<I64>.get(), B).value.as<I64>() == 16);
    CHECK(ref::reduce_scalar(ten, nullptr, *min_monoid<I64>.get(), C).value.as<I64>() ==
          std::numeric_limits<I64>::max());
    const std::vector<std::uint64_t> rows = {1, 0, 1, 1}, cols = {0, 1, 0, 0};
    const std::vector<ref::Value> values = {ten, ref::make(type_of<I64>(), I64{1}), zero,
                                            ref::make(type_of<I64>(), I64{3})};
    check_is<I64>(ref::build(C.type, 2, 2, rows, cols, values, ops::minus<I64>.get()),
                  {{1, 0, 7}, {0, 1, 1}});
    CHECK_THROWS_AS(ref::build(C.type, 2, 2, rows, cols, values, nullptr), std::invalid_argument);
}

TEST_CASE("exact sums have no slack, that of rounded sums grows with the terms, and any lists its choices") {
    const auto terms = [](std::initializer_list<double> list) {
        std::vector<ref::Value> values;
        for (const double x : list) values.push_back(ref::make(type_of<double>(), x));
        return values;
    };
    CHECK(ref::fold(*plus_monoid<double>.get(), terms({1, 2, -3, 1e15})).slack == 0);
    CHECK(ref::fold(*plus_monoid<double>.get(), terms({0.1})).slack == 0);
    const ref::Entry rounded = ref::fold(*plus_monoid<double>.get(), terms({0.1, -0.3, 0.7}));
    CHECK(rounded.terms == 3);
    CHECK(rounded.magnitude == doctest::Approx(1.1));
    CHECK(rounded.slack == doctest::Approx(2 * 3 * std::ldexp(1.0, -53) * 1.1));
    CHECK(ref::fold(*plus_monoid<double>.get(), terms({0.1, HUGE_VAL})).slack == 0);
    CHECK(ref::fold(*min_monoid<double>.get(), terms({0.1, 0.7})).slack == 0);
    CHECK(ref::fold(*any_monoid<double>.get(), terms({3, 1, 3, 2})).choices.size() == 3);
    const double nan = std::nan("");
    CHECK(ref::fold(*min_monoid<double>.get(), terms({nan, nan})).choices.size() == 2);
    ref::Entry c;
    c.value = ref::make(type_of<double>(), 1.5);
    CHECK(ref::combine(*ops::plus<double>.get(), c, rounded).slack > rounded.slack);
    CHECK_THROWS_AS(ref::cast_entry(rounded, type_of<I64>()), std::logic_error);
}

TEST_CASE("the reference keeps algebraic laws on random matrices") {
    conformance::Random random(7);
    const auto any_matrix = [&](std::uint64_t nrows, std::uint64_t ncols) {
        ref::Matrix made{type_of<I64>(), nrows, ncols, {}};
        for (std::uint64_t i = 0; i < nrows; ++i)
            for (std::uint64_t j = 0; j < ncols; ++j)
                if (random.chance(0.3)) made.set(i, j, ref::make(made.type, random.between(-9, 9)));
        return made;
    };
    const auto values = [](const ref::Matrix& X) {
        std::vector<std::tuple<std::uint64_t, std::uint64_t, I64>> all;
        for (const auto& [place, entry] : X.entries)
            all.emplace_back(place.first, place.second, entry.value.as<I64>());
        return all;
    };
    const mergus_semiring& semiring = *plus_times<I64>.get();
    for (int round = 0; round < 20; ++round) {
        const std::uint64_t m = random.below(6), k = random.below(6), l = random.below(6),
                            n = random.below(6);
        const ref::Matrix A = any_matrix(m, k), B = any_matrix(k, l), D = any_matrix(l, n);
        const auto product = [&](const ref::Matrix& X, const ref::Matrix& Y) {
            return ref::mxm(ref::Matrix{X.type, X.nrows, Y.ncols, {}}, {}, semiring, X, Y);
        };
        const auto transposed = [](const ref::Matrix& X) {
            return ref::transpose(ref::Matrix{X.type, X.ncols, X.nrows, {}}, {}, X);
        };
        CHECK(values(product(product(A, B), D)) == values(product(A, product(B, D))));
        CHECK(values(transposed(product(A, B))) == values(product(transposed(B), transposed(A))));
        CHECK(values(transposed(transposed(A))) == values(A));
    }
}

TEST_SUITE_END();
