/// \file test_extension_operators.cpp
/// Powers, and operators on positions.
#include "contents.hpp"

#include <cmath>
#include <limits>

using namespace mergus::tests;

TEST_SUITE_BEGIN("graphblas");

TEST_CASE("powers") {
    initialise();
    Vector u, w;
    const auto power = [&](GrB_BinaryOp op, GrB_Type type, double x, double y) {
        Vector base, result;
        put_content(base.put(), 1, {{{0, 0}, x}}, type);
        OK(GrB_Vector_new(result.put(), type, 1));
        OK(GrB_Vector_apply_BinaryOp2nd_FP64(result, nullptr, nullptr, op, base, y, nullptr));
        return content_of(result).at({0, 0});
    };
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    CHECK(power(GxB_POW_FP64, GrB_FP64, 3, 0.5) == doctest::Approx(std::sqrt(3.0)).epsilon(1e-14));
    CHECK(power(GxB_POW_FP32, GrB_FP32, 3, 2) == 9);
    CHECK(std::isnan(power(GxB_POW_FP64, GrB_FP64, nan, 0)));
    CHECK(power(GxB_POW_FP64, GrB_FP64, 0, 0) == 1);
    CHECK(power(GxB_POW_INT64, GrB_INT64, -3, 3) == -27);
    CHECK(power(GxB_POW_INT64, GrB_INT64, 2, -1) == 0);
    CHECK(power(GxB_POW_INT32, GrB_INT32, 10, 10) == 2147483647);
    CHECK(power(GxB_POW_INT32, GrB_INT32, -10, 11) == -2147483648.0);
    CHECK(power(GxB_POW_INT16, GrB_INT16, 0, -1) == 32767);
    CHECK(power(GxB_POW_INT8, GrB_INT8, 2, 7) == 127);
    CHECK(power(GxB_POW_UINT8, GrB_UINT8, 2, 7) == 128);
    CHECK(power(GxB_POW_UINT16, GrB_UINT16, 4, 8) == 65535);
    CHECK(power(GxB_POW_UINT32, GrB_UINT32, 4, 15) == 1073741824);
    CHECK(power(GxB_POW_UINT64, GrB_UINT64, 5, 3) == 125);
    CHECK(power(GxB_POW_BOOL, GrB_BOOL, 0, 1) == 0);
    CHECK(power(GxB_POW_BOOL, GrB_BOOL, 0, 0) == 1);
}

TEST_CASE("functions of numbers, bits and comparisons in the type") {
    initialise();
    const auto unary = [&](GrB_UnaryOp op, GrB_Type type, double x) {
        Vector u, w;
        put_content(u.put(), 1, {{{0, 0}, x}}, GrB_FP64);
        OK(GrB_Vector_new(w.put(), type, 1));
        OK(GrB_Vector_apply(w, nullptr, nullptr, op, u, nullptr));
        return content_of(w).at({0, 0});
    };
    const auto binary = [&](GrB_BinaryOp op, GrB_Type type, double x, double y) {
        Vector u, v, w;
        put_content(u.put(), 1, {{{0, 0}, x}}, type);
        put_content(v.put(), 1, {{{0, 0}, y}}, type);
        OK(GrB_Vector_new(w.put(), type, 1));
        OK(GrB_Vector_eWiseMult_BinaryOp(w, nullptr, nullptr, op, u, v, nullptr));
        return content_of(w).at({0, 0});
    };
    CHECK(unary(GxB_SQRT_FP64, GrB_FP64, 2.25) == 1.5);
    CHECK(unary(GxB_SQRT_FP32, GrB_FP32, 2.25) == 1.5);
    CHECK(unary(GxB_EXP_FP64, GrB_FP64, 1) == doctest::Approx(std::exp(1.0)).epsilon(1e-14));
    CHECK(unary(GxB_LOG_FP64, GrB_FP64, 10) == doctest::Approx(std::log(10.0)).epsilon(1e-14));
    CHECK(unary(GxB_ROUND_FP64, GrB_FP64, -2.5) == -3);
    CHECK(unary(GxB_ISINF_FP64, GrB_BOOL, HUGE_VAL) == 1);
    CHECK(unary(GxB_ISFINITE_FP64, GrB_BOOL, HUGE_VAL) == 0);
    CHECK(binary(GxB_ATAN2_FP64, GrB_FP64, 1, 0) == doctest::Approx(std::acos(0.0)).epsilon(1e-14));
    CHECK(binary(GxB_FMOD_FP64, GrB_FP64, 5.5, 2) == 1.5);
    CHECK(binary(GxB_COPYSIGN_FP32, GrB_FP32, 3, -1) == -3);
    CHECK(binary(GxB_BGET_INT32, GrB_INT32, 5, 3) == 1);
    CHECK(binary(GxB_BSET_UINT8, GrB_UINT8, 1, 8) == 129);
    CHECK(binary(GxB_BCLR_INT16, GrB_INT16, 7, 2) == 5);
    CHECK(binary(GxB_ISLT_INT8, GrB_INT8, 3, 5) == 1);
    CHECK(binary(GxB_ISNE_BOOL, GrB_BOOL, 1, 1) == 0);
}

TEST_CASE("operators on positions in semirings of the program") {
    initialise();
    Matrix A;
    put_content(A.put(), 3, {{{0, 1}, 2}, {{0, 2}, 3}, {{2, 0}, 4}});
    Vector u, w;
    put_content(u.put(), 3, {{{0, 0}, 1}, {{1, 0}, 1}, {{2, 0}, 10}});
    OK(GrB_Vector_new(w.put(), GrB_INT64, 3));
    SemiringObject greatest;
    OK(GrB_Semiring_new(greatest.put(), GrB_MAX_MONOID_INT64, GxB_SECONDI1_INT64));
    OK(GrB_mxv(w, nullptr, nullptr, greatest, A, u, nullptr));
    CHECK(content_of(w) == Content{{{0, 0}, 3}, {{2, 0}, 1}});

    ScalarObject theta, number;
    make_scalar(theta, 0.5);
    OK(GrB_Scalar_new(number.put(), GrB_INT32));
    OK(GrB_Scalar_setElement_INT32(number, 1));
    GxB_IndexBinaryOp weighted = nullptr;
    const char* const text =
        "void weighted (double *z, const double *x, GrB_Index ix, GrB_Index jx, const double *y, GrB_Index "
        "iy, "
        "GrB_Index jy, const double *theta) { *z = *theta * (*x) * (*y) + (double) (100 * ix + iy) ; }";
    CHECK(GxB_IndexBinaryOp_new(&weighted, nullptr, GrB_FP64, GrB_FP64, GrB_FP64, GrB_FP64, nullptr,
                                nullptr) == GrB_NULL_POINTER);
    OK(GxB_IndexBinaryOp_new(&weighted, nullptr, GrB_FP64, GrB_FP64, GrB_FP64, GrB_FP64, "weighted", text));
    Binary op, refused;
    CHECK(GxB_BinaryOp_new_IndexOp(refused.put(), weighted, number) == GrB_DOMAIN_MISMATCH);
    OK(GxB_BinaryOp_new_IndexOp(op.put(), weighted, theta));
    OK(GxB_IndexBinaryOp_free(&weighted));
    CHECK(GxB_BinaryOp_new_IndexOp(refused.put(), weighted, theta) == GrB_UNINITIALIZED_OBJECT);
    SemiringObject semiring;
    OK(GrB_Semiring_new(semiring.put(), GrB_PLUS_MONOID_FP64, op));
    Vector x;
    OK(GrB_Vector_new(x.put(), GrB_FP64, 3));
    OK(GrB_mxv(x, nullptr, nullptr, semiring, A, u, nullptr));
    // Row 0: 0.5·2·1 + 1, 0.5·3·10 + 2; row 2: 0.5·4·1 + 200.
    CHECK(content_of(x) == Content{{{0, 0}, 19}, {{2, 0}, 202}});
}

TEST_SUITE_END();
