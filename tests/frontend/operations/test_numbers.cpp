/// \file test_numbers.cpp
/// Numbers as arguments: every literal type to every kind of operator gives the right result or an error, and
/// what cannot be right does not compile.
#include "conformance/user_algebra.hpp"
#include "testing/matrices.hpp"
#include "testing/refuses.hpp"

#include <mergus/mergus.hpp>

#include <cmath>
#include <complex>
#include <limits>
#include <optional>

using namespace mergus;
using namespace mergus::tests;
using conformance::poly3;

namespace {

using I8 = std::int8_t;
using I32 = std::int32_t;
using I64 = std::int64_t;
using U64 = std::uint64_t;
using Z = std::complex<double>;

template <class Y>
concept Selects = requires(const Matrix<double>& A, Y y) {
    select(ops::tril, A, y);
};
template <class Y>
concept SelectsInto = requires(Matrix<double>& C, Y y) {
    select(C, no_mask, no_accum, ops::tril, C, y);
};
template <class Y>
concept Applies = requires(Matrix<double>& C, Y y) {
    apply(C, no_mask, no_accum, ops::plus<double>, C, y);
    apply(C, no_mask, no_accum, ops::plus<double>, y, C);
};
template <class Y>
concept Assigns = requires(Matrix<double>& C, Y y) {
    assign(C, no_mask, no_accum, y);
};
template <class N>
concept Dimension = requires(const Context& context, N n) {
    Matrix<double>(context, n, 3);
    Matrix<double>(context, 3, n);
    AnyMatrix(context, type_of<double>(), n, n);
    Matrix<double>::from_tuples(context, n, n, std::vector<U64>{}, std::vector<U64>{}, std::vector<double>{});
};
template <class N>
concept Diagonal = requires(const AnyMatrix& A, const AnyVector& u, N n) {
    diag<double>(A, n);
    diag<double>(u, n);
    k_truss(A, n);
};
template <class N>
concept DiagonalAtAll = requires(const AnyMatrix& A, N n) {
    diag<double>(A, n);
}
|| requires(const AnyVector& u, N n) {
    diag<double>(u, n);
}
|| requires(const AnyMatrix& A, N n) {
    k_truss(A, n);
};
template <class N>
concept Generates = requires(N n) {
    generate::er(n, n, 1.0, n);
    generate::poisson2d5(n);
    generate::poisson2d9(n);
    generate::poisson3d7(n);
    generate::poisson3d27(n);
    generate::banded(n, n, n);
    generate::banded_permuted(n, n, n);
    generate::powerlaw(n, n, 1.0, 2.0, n);
};
template <class N>
concept GeneratesAtAll = requires(N n) {
    generate::er(n, 1, 1.0);
}
|| requires(N n) {
    generate::er(1, n, 1.0);
}
|| requires(N n) {
    generate::er(1, 1, 1.0, n);
}
|| requires(N n) {
    generate::poisson2d5(n);
}
|| requires(N n) {
    generate::banded(n, 1);
}
|| requires(N n) {
    generate::banded(1, n);
}
|| requires(N n) {
    generate::powerlaw(n, 1, 1.0);
};
template <class N>
concept SizeOfType = requires(N n) {
    define_type("t", "", n);
};
template <class N>
concept MergeCount = requires(const Context& context, const Segments& segments, N n, std::uint32_t* keys) {
    segmented_merge(context, segments, n, keys, keys);
};
template <class N>
concept Threads = requires(const Tuples& tuples, N n) {
    to_csr(tuples, Duplicates::fail, n);
};
template <class E>
concept Index = requires(Matrix<double>& C, const std::vector<E>& list) {
    assign(C, no_mask, no_accum, 1.0, list, all);
    extract(C, no_mask, no_accum, C, all, list);
    C.build(list, list, std::vector<double>{});
    bfs_levels(C, list);
    Indices(list);
    IndexList(list);
};
template <class E>
concept IndexAtAll = std::constructible_from<Indices, std::vector<E>> ||
    std::constructible_from<Indices, std::span<E>> || std::constructible_from<IndexList, std::array<E, 2>>;

// Values on which every operator is defined.
#define EVERY_NUMBER(CONCEPT)                                                                                \
    CONCEPT<bool>&& CONCEPT<signed char>&& CONCEPT<unsigned char>&& CONCEPT<short>&&                         \
        CONCEPT<unsigned short>&& CONCEPT<int>&& CONCEPT<unsigned>&& CONCEPT<long>&&                         \
            CONCEPT<unsigned long>&& CONCEPT<long long>&& CONCEPT<unsigned long long>&& CONCEPT<float>&&     \
                CONCEPT<double>&& CONCEPT<Z>&& CONCEPT<poly3>
#define NO_CHARACTER(CONCEPT)                                                                                \
    !CONCEPT<char> && !CONCEPT<wchar_t> && !CONCEPT<char8_t> && !CONCEPT<char16_t> && !CONCEPT<char32_t> &&  \
        !CONCEPT<long double> && !CONCEPT<const char*> && !CONCEPT<std::nullptr_t> && !CONCEPT<Code>
static_assert(EVERY_NUMBER(Selects) && NO_CHARACTER(Selects));
static_assert(EVERY_NUMBER(SelectsInto) && NO_CHARACTER(SelectsInto));
static_assert(EVERY_NUMBER(Applies) && NO_CHARACTER(Applies));
static_assert(EVERY_NUMBER(Assigns) && NO_CHARACTER(Assigns));

// What counts: integers alone.
#define INTEGERS_ONLY(CONCEPT, NOT_EVEN)                                                                     \
    CONCEPT<signed char>&& CONCEPT<unsigned char>&& CONCEPT<short>&& CONCEPT<int>&& CONCEPT<unsigned>&&      \
            CONCEPT<long>&& CONCEPT<unsigned long>&& CONCEPT<long long>&& CONCEPT<unsigned long long> &&     \
        !NOT_EVEN<float> && !NOT_EVEN<double> && !NOT_EVEN<bool> && !NOT_EVEN<char> && !NOT_EVEN<char32_t>
static_assert(INTEGERS_ONLY(Dimension, Dimension));
static_assert(INTEGERS_ONLY(Diagonal, DiagonalAtAll));
static_assert(INTEGERS_ONLY(Generates, GeneratesAtAll));
static_assert(INTEGERS_ONLY(SizeOfType, SizeOfType));
static_assert(INTEGERS_ONLY(MergeCount, MergeCount));
static_assert(Threads<unsigned> && Threads<int> && !Threads<double> && !Threads<bool> && !Threads<char>);
static_assert(INTEGERS_ONLY(Index, IndexAtAll));

// Options that are structs refuse narrowing by the language.
template <auto Value>
concept Scale = requires {
    generate::Rmat{.scale = Value};
};
template <auto Value>
concept Device = requires {
    ContextOptions{.device = Value};
};
static_assert(Scale<5> && !Scale<5.0> && !Scale<-5>);
static_assert(Device<0> && !Device<0.0> && !Device<1L << 40>);

// Values of a matrix are of its type.
template <class T, class V>
concept Builds = requires(Matrix<T>& C, const std::vector<U64>& places, const std::vector<V>& values) {
    C.build(places, places, values);
};
static_assert(Builds<double, double> && Builds<bool, bool> && Builds<I32, I32>);
static_assert(!Builds<double, float> && !Builds<double, I32> && !Builds<I32, I64> && !Builds<I32, double> &&
              !Builds<bool, I8> && !Builds<I8, bool>);

template <class T>
std::vector<double> read_values(const Matrix<T>& matrix) {
    std::vector<double> values;
    for (const Entry<T>& entry : read<T>(matrix)) values.push_back(static_cast<double>(entry.value));
    return values;
}

/// The values of a 1 × n matrix of the values that fulfil op(value, y), or nothing if that is refused.
template <class T, class Y>
std::optional<std::vector<double>> chosen(const Context& context, const IndexUnaryOp& op, const Y& y) {
    Entries<T> entries;
    for (const int value : {0, 1, 2, 3}) entries.push_back({0, entries.size(), static_cast<T>(value)});
    const Matrix<T> A = make<T>(context, 1, 4, entries);
    std::optional<std::vector<double>> kept;
    if (const Code code = code_of([&] { kept = read_values(select(op, A, y)); }); code != Code::success)
        CHECK(code == Code::invalid_value);
    return kept;
}

/// The comparisons of T with y must agree with those of the numbers 0 to 3 with y, or be refused if T has no
/// such value.
template <class T, class Y>
void compare_all(const Context& context, Y y) {
    CAPTURE(type_name(type_of<T>()));
    CAPTURE(type_name(type_of<Y>()));
    const auto number = static_cast<double>(y);
    CAPTURE(number);
    const bool has =
        std::floating_point<T> ||
        (number == std::trunc(number) && number >= static_cast<double>(std::numeric_limits<T>::min()) &&
         number <= static_cast<double>(std::numeric_limits<T>::max()));
    const auto expect = [&](const IndexUnaryOp& op, auto compare) {
        std::optional<std::vector<double>> right;
        if (has) {
            right.emplace();
            for (const double value : {0.0, 1.0, 2.0, 3.0})
                if (compare(value, number)) right->push_back(value);
        }
        const bool agrees = chosen<T>(context, op, y) == right;
        CHECK(agrees);
    };
    expect(ops::valueeq<T>, std::equal_to<>());
    expect(ops::valuene<T>, std::not_equal_to<>());
    expect(ops::valuelt<T>, std::less<>());
    expect(ops::valuele<T>, std::less_equal<>());
    expect(ops::valuegt<T>, std::greater<>());
    expect(ops::valuege<T>, std::greater_equal<>());
}

template <class Y>
void compare_types(const Context& context, Y y) {
    compare_all<I8>(context, y);
    compare_all<std::uint8_t>(context, y);
    compare_all<I32>(context, y);
    compare_all<U64>(context, y);
    compare_all<float>(context, y);
    compare_all<double>(context, y);
}

} // namespace

TEST_SUITE_BEGIN("ops");

TEST_CASE("numbers: comparisons by value with every literal type") {
    on_each_backend([](const Context& context) {
        compare_types(context, 2);
        compare_types(context, -1);
        compare_types(context, 1U);
        compare_types(context, 2L);
        compare_types(context, 300L);
        compare_types(context, 1UL);
        compare_types(context, -2LL);
        compare_types(context, 3ULL);
        compare_types(context, 0.5F);
        compare_types(context, 2.0F);
        compare_types(context, 0.5);
        compare_types(context, 2.0);
        compare_types(context, -1.5);
        compare_types(context, true);
        compare_types(context, false);
        compare_types(context, static_cast<signed char>(-1));
        compare_types(context, static_cast<unsigned char>(1));
        compare_types(context, static_cast<short>(1));
    });
}

TEST_CASE("numbers: positions with every literal type") {
    on_each_backend([](const Context& context) {
        const Matrix<I32> A = make<I32>(context, 3, 3, {{0, 0, 1}, {1, 0, 2}, {1, 1, 3}, {2, 2, 4}});
        const auto positional = [&](auto y) {
            const auto shift = static_cast<I64>(y);
            const auto count = [&](const IndexUnaryOp& op, auto keeps) {
                U64 right = 0;
                for (const Entry<I32>& e : read<I32>(A))
                    right += keeps(static_cast<I64>(e.row), static_cast<I64>(e.col)) ? 1 : 0;
                CHECK(select(op, A, y).nvals() == right);
            };
            count(ops::tril, [&](I64 i, I64 j) { return j <= i + shift; });
            count(ops::triu, [&](I64 i, I64 j) { return j >= i + shift; });
            count(ops::diag, [&](I64 i, I64 j) { return j == i + shift; });
            count(ops::offdiag, [&](I64 i, I64 j) { return j != i + shift; });
            count(ops::rowle, [&](I64 i, I64) { return i <= shift; });
            count(ops::rowgt, [&](I64 i, I64) { return i > shift; });
            count(ops::colle, [&](I64, I64 j) { return j <= shift; });
            count(ops::colgt, [&](I64, I64 j) { return j > shift; });
            Matrix<I64> C(context, 3, 3);
            apply(C, no_mask, no_accum, ops::diagindex<I64>, A, y);
            CHECK(read<I64>(C)[1].value == -1 + shift);
        };
        positional(-1);
        positional(1U);
        positional(1L);
        positional(1ULL);
        positional(true);
        positional(-1.0);
        positional(1.0F);
        positional(static_cast<signed char>(-1));
        for (const IndexUnaryOp* op : {&ops::tril, &ops::triu, &ops::diag, &ops::offdiag, &ops::rowle,
                                       &ops::rowgt, &ops::colle, &ops::colgt}) {
            CHECK(code_of([&] { (void)select(*op, A, 0.5); }) == Code::invalid_value);
            CHECK(code_of([&] { (void)select(*op, A, ~U64{0}); }) == Code::invalid_value);
            CHECK(code_of([&] { (void)select(*op, A, std::nan("")); }) == Code::invalid_value);
        }
    });
}

TEST_CASE("numbers: apply and assign keep a number's value, or refuse it and change nothing") {
    on_each_backend([](const Context& context) {
        const Entries<I32> before = {{0, 0, 7}};
        Matrix<I32> C = make<I32>(context, 1, 2, before);
        const auto refused = [&](auto call) {
            CHECK(code_of(call) == Code::invalid_value);
            CHECK(read<I32>(C) == before);
        };
        refused([&] { apply(C, no_mask, no_accum, ops::plus<I32>, C, 0.5); });
        refused([&] { apply(C, no_mask, no_accum, ops::plus<I32>, 0.5, C); });
        refused([&] { apply(C, no_mask, no_accum, ops::plus<I32>, C, I64{1} << 31); });
        refused([&] { apply(C, no_mask, no_accum, ops::plus<I32>, C, Z(1, 1)); });
        refused([&] { apply(C, no_mask, no_accum, ops::plus<I32>, C, INFINITY); });
        refused([&] { apply(C, no_mask, no_accum, ops::lor<bool>, C, 2); });
        refused([&] { apply(C, no_mask, no_accum, ops::plus<float>, C, 1e300); });
        refused([&] { apply(C, no_mask, no_accum, ops::plus<float>, C, 16777217); });
        refused([&] { apply(C, no_mask, no_accum, ops::plus<double>, C, std::numeric_limits<I64>::max()); });
        refused([&] { apply(C, no_mask, no_accum, ops::plus<double>, C, std::numeric_limits<U64>::max()); });
        refused([&] { assign(C, no_mask, no_accum, 2.5); });
        refused([&] { assign(C, no_mask, no_accum, 3000000000U); });
        refused([&] { assign(C, no_mask, ops::plus<double>, 0.5); });
        refused([&] { assign(C, no_mask, ops::plus<std::uint8_t>, 256); });

        const auto value_after = [&](auto call) {
            C = make<I32>(context, 1, 2, before);
            call();
            return read<I32>(C)[0].value;
        };
        CHECK(value_after([&] { apply(C, no_mask, no_accum, ops::plus<I32>, C, 2.0); }) == 9);
        CHECK(value_after([&] { apply(C, no_mask, no_accum, ops::minus<I32>, Z(10, 0), C); }) == 3);
        CHECK(value_after([&] { apply(C, no_mask, no_accum, ops::times<double>, C, 0.1F); }) == 0);
        CHECK(value_after([&] { apply(C, no_mask, no_accum, ops::times<float>, C, 1.1); }) == 7);
        CHECK(value_after([&] { assign(C, no_mask, no_accum, 5LL); }) == 5);
        CHECK(value_after([&] { assign(C, no_mask, no_accum, true); }) == 1);
        CHECK(value_after([&] { assign(C, no_mask, ops::plus<double>, -2.0); }) == 5);

        // An explicit cast is the specification's.
        const double half = 2.5;
        CHECK(value_after([&] { assign(C, no_mask, no_accum, Scalar(&half, type_of<double>())); }) == 2);
        Matrix<float> F(context, 1, 1);
        assign(F, no_mask, no_accum, 0.1);
        CHECK(read<float>(F)[0].value == 0.1F);
        assign(F, no_mask, no_accum, INFINITY);
        CHECK(std::isinf(read<float>(F)[0].value));
        try {
            (void)select(ops::valuegt<I32>, C, 0.5);
            FAIL_CHECK("nothing was thrown");
        } catch (const Error& error) {
            const std::string message = error.what();
            CAPTURE(message);
            for (const char* word : {"select", "y into op", "0.5", "fp64", "int32"})
                CHECK(message.find(word) != std::string::npos);
        }
    });
}

TEST_CASE("numbers: negative dimensions, counts and seeds are refused") {
    const Context context(backends_under_test().front());
    CHECK(code_of([&] { Matrix<double>(context, -1, 3); }) == Code::invalid_value);
    CHECK(code_of([&] { Matrix<double>(context, 3, I8{-3}); }) == Code::invalid_value);
    CHECK(code_of([&] { (void)generate::er(10, 10, 2.0, -1); }) == Code::invalid_value);
    CHECK(code_of([&] { (void)generate::poisson2d5(-4); }) == Code::invalid_value);
    CHECK(code_of([&] { (void)generate::banded(10, -1); }) == Code::invalid_value);
    CHECK(Matrix<double>(context, 3, I8{4}).ncols() == 4);
    CHECK(generate::er(10, 20U, 2).ncols == 20);
}

TEST_CASE("numbers: a diagonal of 2^63 or more is refused") {
    const Matrix<double> A(Context(backends_under_test().front()), 3, 3);
    CHECK(code_of([&] { (void)diag(A, U64{1} << 63); }) == Code::invalid_value);
    CHECK(diag(A, (U64{1} << 63) - 1).size() == 0);
}

TEST_SUITE_END();
