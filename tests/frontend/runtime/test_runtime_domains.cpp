/// \file test_runtime_domains.cpp
/// Types, domains, identities and names of run-time definitions.
#include "runtime_testing.hpp"
#include "testing/device_testing.hpp"
#include "testing/scratch.hpp"

#include <mergus/mergus.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

using namespace mergus;
using namespace mergus::tests;
using mergus::cuda::testing::ScratchDirectory;
using mergus::cuda::testing::Variable;

TEST_SUITE_BEGIN("runtime");

TEST_CASE("runtime: a type whose declared size is wrong or too large is refused") {
    const char* const text = "typedef struct { double re, im; } pair2;";
    const auto error_of = [&](std::size_t size) {
        return failure([&] { define_type("pair2", text, size); });
    };
    for (const std::size_t size :
         {std::size_t{0}, std::size_t{1} << 20, std::size_t{4097}, std::size_t{8}, std::size_t{24}}) {
        const Error error = error_of(size);
        INFO(std::string(error.what()));
        CHECK(error.code() == Code::invalid_value);
        CHECK(says(error, "'pair2'"));
        CHECK(says(error, std::to_string(size)));
    }
    CHECK(says(error_of(8), "16 bytes"));
    CHECK(failure([] { define_type("large", "typedef struct { char c[1048576]; } large;"); }).code() ==
          Code::invalid_value);
    CHECK(failure([] { define_type("wide", "typedef struct { double c[512]; } wide;"); }).code() ==
          Code::success);
    CHECK(failure([] { define_type("other", "typedef struct { double c; } another;"); }).code() ==
          Code::compile_error);
    CHECK(failure([] { define_type("thing", "static double thing;"); }).code() == Code::compile_error);
    CHECK(failure([] { define_type("int32_t", "typedef struct { double c; } int32_t;"); }).code() ==
          Code::invalid_value);
    CHECK(failure([] { define_type("active", "struct active { ~active() {} double d; };"); }).code() ==
          Code::compile_error);
}

TEST_CASE("runtime: monoids, semirings and calls whose domains do not match are refused" *
          doctest::test_suite("runtime-emulated")) {
    const mergus_type* const pair = define_type("pair3", "typedef struct { double re, im; } pair3;");
    const BinaryOp add = define_binary_op("f", "x + y", fp64, fp64, fp64);
    const BinaryOp mixed = define_binary_op("g", "x + y.re", fp64, fp64, pair);
    const double numbers[] = {0, 0};
    CHECK(failure([&] { make_monoid(mixed, 0.0); }).code() == Code::domain_mismatch);
    const float narrow = 0; // of an explicit type, so it is not converted
    CHECK(failure([&] { make_monoid(add, Scalar(&narrow, type_of<float>())); }).code() ==
          Code::domain_mismatch);
    CHECK(failure([&] { make_monoid(add, Scalar(numbers, pair)); }).code() == Code::domain_mismatch);
    CHECK(failure([&] { make_monoid(add, 0.0, Scalar(&narrow, type_of<float>())); }).code() ==
          Code::domain_mismatch);
    CHECK(failure([&] { make_monoid(BinaryOp(), 0.0); }).code() == Code::null_pointer);
    CHECK(failure([&] { make_monoid(add, Scalar(nullptr, fp64)); }).code() == Code::null_pointer);
    const AnyMonoid sum = make_monoid(add, 0.0);
    CHECK(failure([&] { make_semiring(sum, ops::times<float>); }).code() == Code::domain_mismatch);
    CHECK(failure([&] { make_semiring(sum, BinaryOp()); }).code() == Code::null_pointer);
    CHECK(failure([&] { make_semiring(AnyMonoid(), add); }).code() == Code::null_pointer);
    CHECK(failure([&] { define_binary_op("f", "x", nullptr, fp64, fp64); }).code() == Code::null_pointer);
    CHECK(failure([&] {
              define_index_binary_op("f", "x", fp64, fp64, fp64, Scalar(numbers, pair));
          }).code() == Code::domain_mismatch);
    // Two definitions of one name are different types.
    const mergus_type* const other = define_type("pair3", "typedef struct { float re, im; } pair3;");
    CHECK(other != pair);
    CHECK(failure([&] { define_binary_op("h", "x.re + y.re", fp64, pair, other); }).code() ==
          Code::invalid_value);
    // The message shows both definitions.
    const BinaryOp pairs = define_binary_op("h", "x", pair, pair, pair);
    const auto differs = [&](const std::function<void()>& wrong) {
        const Error error = failure(wrong);
        INFO(std::string(error.what()));
        CHECK(error.code() == Code::domain_mismatch);
        CHECK(says(error, "pair3 (16 bytes, defined as 'typedef struct { double re, im; } pair3;')"));
        CHECK(says(error, "pair3 (8 bytes, defined as 'typedef struct { float re, im; } pair3;')"));
    };
    differs([&] { make_monoid(pairs, Scalar(numbers, other)); });
    differs([&] { make_monoid(pairs, Scalar(numbers, pair), Scalar(numbers, other)); });
    differs([&] {
        make_semiring(make_monoid(pairs, Scalar(numbers, pair)),
                      define_binary_op("h", "y", other, fp64, other));
    });
    for (const std::string& backend : {std::string("suitesparse"), devices_under_test().front()}) {
        CAPTURE(backend);
        const Context context(backend);
        const AnyMatrix A(context, pair, 2, 2), B(context, other, 2, 2);
        Matrix<double> C(context, 2, 2);
        CHECK(failure([&] { mxm(C, no_mask, no_accum, make_semiring(sum, mixed), A, A); }).code() ==
              Code::domain_mismatch);
        CHECK(failure([&] { mxm(C, no_mask, no_accum, make_semiring(sum, mixed), C, A); }).code() ==
              Code::success);
        CHECK(failure([&] { mxm(C, no_mask, no_accum, make_semiring(sum, mixed), C, B); }).code() ==
              Code::domain_mismatch);
    }
}

TEST_CASE("runtime: parameters of a text may be pointers to values that are not const" *
          doctest::test_suite("runtime-emulated")) {
    const UnaryOp square = define_unary_op(
        "square_of", "void square_of(double *z, double *x) { *x *= *x; *z = *x; }", fp64, fp64);
    const BinaryOp less = define_binary_op(
        "less_than", "void less_than(double *z, double *x, double *y) { *z = *x - *y; }", fp64, fp64, fp64);
    for (const char* const backend : {"suitesparse", "cuda-emulated"}) {
        const Context context(backend);
        Matrix<double> A(context, 2, 2), B(context, 2, 2);
        A.build({0, 1}, {1, 0}, std::vector<double>{3, -4});
        apply(B, no_mask, no_accum, square, A);
        CHECK((B.extract_element(0, 1) == 9 && B.extract_element(1, 0) == 16));
        CHECK(A.extract_element(0, 1) == 3); // the text got a copy
        ewise_mult(B, no_mask, no_accum, less, B, A);
        CHECK((B.extract_element(0, 1) == 6 && B.extract_element(1, 0) == 20));
    }
}

TEST_CASE("runtime: identities and terminals may have any value, also NaN" *
          doctest::test_suite("runtime-emulated")) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const AnyMonoid smallest =
        make_monoid(define_binary_op("least", "fmin(x, y)", fp64, fp64, fp64), nan, -1.0);
    CHECK(std::isnan(*static_cast<const double*>(smallest.get()->identity)));
    for (const char* const backend : {"suitesparse", "cuda-emulated"}) {
        const Context context(backend);
        Matrix<double> A(context, 2, 3);
        double result = 0;
        reduce(&result, fp64, no_accum, smallest, A);
        CHECK(std::isnan(result));
        const std::vector<std::uint64_t> rows{0, 0, 1}, cols{0, 1, 2};
        A.build(rows, cols, std::vector<double>{5, 3, 4});
        reduce(&result, fp64, no_accum, smallest, A);
        CHECK(result == 3);
    }
}

TEST_CASE(
    "runtime: a name that is defined again has its new meaning, and the first handle keeps the old one" *
    doctest::test_suite("runtime-emulated")) {
    const ScratchDirectory scratch;
    const Variable directory("MERGUS_CACHE_DIR", (scratch.path() / "cache").c_str());
    const BinaryOp first = define_binary_op("again", "x + 1", fp64, fp64, fp64);
    const BinaryOp second = define_binary_op("again", "x + 2", fp64, fp64, fp64);
    CHECK(call(first, 1, 0) == 2);
    CHECK(call(second, 1, 0) == 3);
    for (const char* const backend : {"suitesparse", "cuda-emulated"}) {
        const Context context(backend);
        Matrix<double> A(context, 1, 1), C(context, 1, 1);
        A.build(std::vector<std::uint64_t>{0}, std::vector<std::uint64_t>{0}, std::vector<double>{1});
        const auto value = [&](const BinaryOp& op) {
            apply(C, no_mask, no_accum, op, A, Scalar(0.0));
            double result = 0;
            reduce(&result, fp64, no_accum, plus_monoid<double>, C);
            return result;
        };
        CHECK(value(first) == 2);
        CHECK(value(second) == 3);
        CHECK(value(first) == 2);
        // Both in one semiring, with the same function name.
        mxm(C, no_mask, no_accum, make_semiring(make_monoid(first, 0.0), second), A, A);
        double product = 0;
        reduce(&product, fp64, no_accum, plus_monoid<double>, C);
        CHECK(product == 3);
    }
}

TEST_SUITE_END();
