/// \file test_reductions.cpp
/// Reductions with an operator, for which no identity is known, and with a user's monoid.
#include "graphblas_testing.hpp"

#include <array>
#include <cstdint>
#include <cstring>
#include <utility>

using namespace mergus::tests;

namespace {

/// x + y − 7, whose identity is 7. Associative and commutative.
void shifted_sum(void* z, const void* x, const void* y) {
    std::int32_t a = 0, b = 0;
    std::memcpy(&a, x, sizeof a);
    std::memcpy(&b, y, sizeof b);
    const std::int32_t sum = a + b - 7;
    std::memcpy(z, &sum, sizeof sum);
}

constexpr const char* shifted_text =
    "void shifted_sum(int32_t *z, const int32_t *x, const int32_t *y) { *z = *x + *y - 7; }";

/// 3x + y modulo 1000: neither associative nor commutative.
std::int32_t appended(std::int32_t x, std::int32_t y) {
    return (3 * x + y) % 1000;
}
void append_digit(void* z, const void* x, const void* y) {
    std::int32_t a = 0, b = 0;
    std::memcpy(&a, x, sizeof a);
    std::memcpy(&b, y, sizeof b);
    const std::int32_t result = appended(a, b);
    std::memcpy(z, &result, sizeof result);
}

/// Row i has the entries 1 … i + 1.
void fill(GrB_Matrix A, GrB_Index rows) {
    for (GrB_Index i = 0; i < rows; ++i)
        for (GrB_Index j = 0; j <= i; ++j)
            OK(GrB_Matrix_setElement_INT32(A, static_cast<std::int32_t>(j + 1), i, j));
}

} // namespace

TEST_SUITE_BEGIN("graphblas");

TEST_CASE("reductions with an operator need no identity") {
    initialise();
    constexpr GrB_Index rows = 40;
    Binary function, text;
    OK(GrB_BinaryOp_new(function.put(), &shifted_sum, GrB_INT32, GrB_INT32, GrB_INT32));
    OK(GxB_BinaryOp_new(text.put(), nullptr, GrB_INT32, GrB_INT32, GrB_INT32, "shifted_sum", shifted_text));
    Matrix A;
    Vector w, t;
    ScalarObject s;
    OK(GrB_Matrix_new(A.put(), GrB_INT32, rows + 1, rows));
    fill(A, rows);
    OK(GrB_Scalar_new(s.put(), GrB_INT32));
    OK(GrB_Vector_new(w.put(), GrB_INT32, rows + 1));
    OK(GrB_Vector_new(t.put(), GrB_FP64, rows));
    // Row i: (i + 1)(i + 2) / 2 − 7i.
    const auto of_row = [](GrB_Index i) {
        return static_cast<std::int32_t>((i + 1) * (i + 2) / 2) - 7 * static_cast<std::int32_t>(i);
    };
    for (const GrB_BinaryOp op : std::array<GrB_BinaryOp, 2>{function, text}) {
        OK(GrB_Matrix_reduce_BinaryOp(w, nullptr, nullptr, op, A, nullptr));
        GrB_Index count = 0;
        OK(GrB_Vector_nvals(&count, w));
        CHECK(count == rows);
        std::int32_t x = 0, all = 7;
        for (GrB_Index i = 0; i < rows; ++i) {
            OK(GrB_Vector_extractElement_INT32(&x, w, i));
            CHECK(x == of_row(i));
            all += of_row(i) - 7;
        }
        OK(GrB_Scalar_clear(s));
        OK(GrB_Matrix_reduce_BinaryOp_Scalar(s, GrB_PLUS_INT32, op, A, nullptr));
        OK(GrB_Scalar_extractElement_INT32(&x, s));
        CHECK(x == all);
        OK(GrB_Vector_reduce_BinaryOp_Scalar(s, GrB_PLUS_INT32, op, w, nullptr));
        OK(GrB_Scalar_extractElement_INT32(&x, s));
        CHECK(x == 2 * all);
        // Column 0 has the value 1 in every row; the output is of another type and accumulates.
        OK(GrB_Vector_assign_FP64(t, nullptr, nullptr, 0.5, GrB_ALL, rows, nullptr));
        OK(GrB_Matrix_reduce_BinaryOp(t, nullptr, GrB_PLUS_FP64, op, A, GrB_DESC_T0));
        double y = 0;
        OK(GrB_Vector_extractElement_FP64(&y, t, 0));
        CHECK(y == 0.5 + rows - 7. * (rows - 1));
        CHECK(GrB_Matrix_reduce_BinaryOp(t, nullptr, nullptr, op, A, nullptr) == GrB_DIMENSION_MISMATCH);
    }
    CHECK(GrB_Matrix_reduce_BinaryOp(w, nullptr, nullptr, GrB_LT_INT32, A, nullptr) == GrB_DOMAIN_MISMATCH);
    CHECK(GrB_Matrix_reduce_BinaryOp_Scalar(s, nullptr, GrB_LT_INT32, A, nullptr) == GrB_DOMAIN_MISMATCH);
    OK(GrB_Matrix_clear(A));
    OK(GrB_Matrix_reduce_BinaryOp_Scalar(s, nullptr, text, A, nullptr));
    GrB_Index present = 9;
    OK(GrB_Scalar_nvals(&present, s));
    CHECK(present == 0);
}

TEST_CASE("reductions with an operator that is not associative fold the entries in their order") {
    initialise();
    constexpr GrB_Index rows = 40;
    Binary digits;
    OK(GrB_BinaryOp_new(digits.put(), &append_digit, GrB_INT32, GrB_INT32, GrB_INT32));
    Matrix A;
    Vector w;
    ScalarObject s;
    OK(GrB_Matrix_new(A.put(), GrB_INT32, rows, rows));
    fill(A, rows);
    OK(GrB_Vector_new(w.put(), GrB_INT32, rows));
    OK(GrB_Scalar_new(s.put(), GrB_INT32));
    using Op = std::int32_t (*)(std::int32_t, std::int32_t);
    const std::pair<GrB_BinaryOp, Op> ops[] = {
        {digits, &appended}, {GrB_MINUS_INT32, [](std::int32_t x, std::int32_t y) { return x - y; }}};
    for (const auto& [op, function] : ops) {
        OK(GrB_Matrix_reduce_BinaryOp(w, nullptr, nullptr, op, A, nullptr));
        std::int32_t x = 0, all = 0, of_rows = 0;
        for (GrB_Index i = 0; i < rows; ++i) {
            std::int32_t row = 1;
            all = i == 0 ? 1 : function(all, 1);
            for (std::int32_t value = 2; value <= static_cast<std::int32_t>(i) + 1; ++value) {
                row = function(row, value);
                all = function(all, value);
            }
            OK(GrB_Vector_extractElement_INT32(&x, w, i));
            CHECK(x == row);
            of_rows = i == 0 ? row : function(of_rows, row);
        }
        OK(GrB_Matrix_reduce_BinaryOp_Scalar(s, nullptr, op, A, nullptr));
        OK(GrB_Scalar_extractElement_INT32(&x, s));
        CHECK(x == all);
        OK(GrB_Vector_reduce_BinaryOp_Scalar(s, nullptr, op, w, nullptr));
        OK(GrB_Scalar_extractElement_INT32(&x, s));
        CHECK(x == of_rows);
    }
}

TEST_CASE("reductions with a built-in operator that is a monoid's, or no monoid's") {
    initialise();
    Vector u;
    ScalarObject s;
    OK(GrB_Vector_new(u.put(), GrB_UINT8, 100));
    OK(GrB_Vector_assign_UINT8(u, nullptr, nullptr, 3, GrB_ALL, 100, nullptr));
    OK(GrB_Scalar_new(s.put(), GrB_UINT8));
    std::uint8_t x = 0;
    OK(GrB_Vector_reduce_BinaryOp_Scalar(s, nullptr, GrB_MIN_UINT8, u, nullptr));
    OK(GrB_Scalar_extractElement_UINT8(&x, s));
    CHECK(x == 3);
    OK(GrB_Vector_reduce_BinaryOp_Scalar(s, nullptr, GrB_BXNOR_UINT8, u, nullptr));
    OK(GrB_Scalar_extractElement_UINT8(&x, s));
    CHECK(x == 255); // 100 equal values: ~0
    OK(GrB_Vector_reduce_BinaryOp_Scalar(s, GrB_MINUS_UINT8, GrB_BXNOR_UINT8, u, nullptr));
    OK(GrB_Scalar_extractElement_UINT8(&x, s));
    CHECK(x == 0);
}

TEST_SUITE_END();
