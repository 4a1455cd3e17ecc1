/// \file test_positions.cpp
/// Operators on positions in element-wise operations, Kronecker products and semirings: predefined ones, C
/// functions and C texts.
#include "contents.hpp"

#include <array>
#include <cstdint>
#include <string>

using namespace mergus::tests;

namespace {

/// z names all four indices.
void all_indices(void* z, const void* x, GrB_Index ix, GrB_Index jx, const void* y, GrB_Index iy,
                 GrB_Index jy, const void* theta) {
    const auto value = [](const void* from) {
        return static_cast<double>(*static_cast<const std::int64_t*>(from));
    };
    *static_cast<double*>(z) = 1000.0 * static_cast<double>(ix) + 100.0 * static_cast<double>(jx) +
                               10.0 * static_cast<double>(iy) + static_cast<double>(jy) +
                               value(theta) * (value(x) - value(y));
}

constexpr const char* text =
    "void all_indices (double *z, const int64_t *x, GrB_Index ix, GrB_Index jx, const int64_t *y, GrB_Index "
    "iy, "
    "GrB_Index jy, const int64_t *theta) { *z = 1000.0 * ix + 100.0 * jx + 10.0 * iy + jy + "
    "(double) *theta * (double) (*x - *y) ; }";

/// The function, or the text, with this theta.
void make_op(Binary& op, bool from_text, std::int64_t theta_value) {
    ScalarObject theta;
    OK(GrB_Scalar_new(theta.put(), GrB_INT64));
    OK(GrB_Scalar_setElement_INT64(theta, theta_value));
    GxB_IndexBinaryOp made = nullptr;
    OK(GxB_IndexBinaryOp_new(&made, from_text ? nullptr : &all_indices, GrB_FP64, GrB_INT64, GrB_INT64,
                             GrB_INT64, "all_indices", from_text ? text : nullptr));
    OK(GxB_BinaryOp_new_IndexOp(op.put(), made, theta));
    OK(GxB_IndexBinaryOp_free(&made));
}

double expected(double ix, double jx, double iy, double jy, double difference) {
    return 1000 * ix + 100 * jx + 10 * iy + jy + 100000 * difference;
}

} // namespace

TEST_SUITE_BEGIN("graphblas");

TEST_CASE("fields of an operator on positions") {
    initialise();
    for (const bool from_text : {false, true}) {
        GxB_IndexBinaryOp op = nullptr;
        OK(GxB_IndexBinaryOp_new(&op, from_text ? nullptr : &all_indices, GrB_FP64, GrB_INT64, GrB_INT32,
                                 GrB_INT8, "all_indices", from_text ? text : nullptr));
        std::int32_t code = 0;
        OK(GxB_IndexBinaryOp_get_INT32(op, &code, GrB_OUTP_TYPE_CODE));
        CHECK(code == GrB_FP64_CODE);
        OK(GxB_IndexBinaryOp_get_INT32(op, &code, GrB_INP1_TYPE_CODE));
        CHECK(code == GrB_INT32_CODE);
        OK(GxB_IndexBinaryOp_get_INT32(op, &code, GxB_THETA_TYPE_CODE));
        CHECK(code == GrB_INT8_CODE);
        ScalarObject s;
        OK(GrB_Scalar_new(s.put(), GrB_INT32));
        OK(GxB_IndexBinaryOp_get_Scalar(op, s, GrB_INP0_TYPE_CODE));
        OK(GrB_Scalar_extractElement_INT32(&code, s));
        CHECK(code == GrB_INT64_CODE);
        std::array<char, 512> name{};
        std::size_t size = 0;
        OK(GxB_IndexBinaryOp_get_String(op, name.data(), GxB_THETA_TYPE_STRING));
        CHECK(std::string(name.data()) == "GrB_INT8");
        OK(GxB_IndexBinaryOp_get_SIZE(op, &size, GxB_JIT_C_DEFINITION));
        CHECK(size == (from_text ? std::string(text).size() + 1 : 1));
        OK(GxB_IndexBinaryOp_get_String(op, name.data(), GxB_JIT_C_NAME));
        CHECK(std::string(name.data()) == (from_text ? "all_indices" : ""));
        CHECK(GxB_IndexBinaryOp_get_VOID(op, &size, GrB_NAME) == GrB_INVALID_VALUE);
        CHECK(GxB_IndexBinaryOp_get_INT32(op, &code, GxB_FORMAT) == GrB_INVALID_VALUE);
        CHECK(GxB_IndexBinaryOp_get_INT32(op, nullptr, GrB_OUTP_TYPE_CODE) == GrB_NULL_POINTER);
        OK(GxB_IndexBinaryOp_set_String(op, "mine", GrB_NAME));
        CHECK(GxB_IndexBinaryOp_set_String(op, "other", GrB_NAME) == GrB_ALREADY_SET);
        OK(GxB_IndexBinaryOp_get_String(op, name.data(), GrB_NAME));
        CHECK(std::string(name.data()) == "mine");
        CHECK(GxB_IndexBinaryOp_set_String(op, "f", GxB_JIT_C_NAME) == GrB_INVALID_VALUE);
        CHECK(GxB_IndexBinaryOp_set_INT32(op, 1, GrB_NAME) == GrB_INVALID_VALUE);
        CHECK(GxB_IndexBinaryOp_set_Scalar(op, s, GrB_NAME) == GrB_INVALID_VALUE);
        CHECK(GxB_IndexBinaryOp_set_VOID(op, &size, GrB_NAME, 8) == GrB_INVALID_VALUE);
        OK(GxB_IndexBinaryOp_wait(op, GrB_MATERIALIZE));
        const GxB_IndexBinaryOp freed = op;
        OK(GxB_IndexBinaryOp_free(&op));
        CHECK(GxB_IndexBinaryOp_wait(freed, GrB_COMPLETE) == GrB_UNINITIALIZED_OBJECT);
        CHECK(GxB_IndexBinaryOp_get_INT32(freed, &code, GrB_OUTP_TYPE_CODE) == GrB_UNINITIALIZED_OBJECT);
        CHECK(GxB_IndexBinaryOp_set_String(nullptr, "mine", GrB_NAME) == GrB_NULL_POINTER);
    }
}

TEST_CASE("operators on positions in element-wise operations") {
    initialise();
    Matrix A, B, C;
    put_content(A.put(), 3, {{{0, 1}, 5}, {{1, 0}, 7}, {{2, 2}, 9}}, GrB_INT64);
    put_content(B.put(), 3, {{{0, 1}, 2}, {{2, 0}, 4}, {{2, 2}, 3}}, GrB_INT64);
    OK(GrB_Matrix_new(C.put(), GrB_FP64, 3, 3));
    for (const bool from_text : {false, true}) {
        Binary op;
        make_op(op, from_text, 100000);
        OK(GrB_Matrix_eWiseMult_BinaryOp(C, nullptr, nullptr, op, A, B, nullptr));
        CHECK(content_of(C) == Content{{{0, 1}, expected(0, 1, 0, 1, 3)}, {{2, 2}, expected(2, 2, 2, 2, 6)}});
        OK(GrB_Matrix_eWiseAdd_BinaryOp(C, nullptr, nullptr, op, A, B, nullptr));
        CHECK(content_of(C) == Content{{{0, 1}, expected(0, 1, 0, 1, 3)},
                                       {{1, 0}, 7},
                                       {{2, 0}, 4},
                                       {{2, 2}, expected(2, 2, 2, 2, 6)}});
        // Positions of B' in place of B; the accumulator and the mask as in other operations.
        Matrix sum, mask;
        put_content(sum.put(), 3, {{{0, 0}, 1}, {{2, 2}, 0.5}});
        put_content(mask.put(), 3, {{{2, 2}, 1}, {{1, 1}, 1}});
        OK(GrB_Matrix_eWiseAdd_BinaryOp(sum, mask, GrB_PLUS_FP64, op, A, B, GrB_DESC_RST1));
        CHECK(content_of(sum) == Content{{{2, 2}, 0.5 + expected(2, 2, 2, 2, 6)}});
        ScalarObject alpha, beta;
        OK(GrB_Scalar_new(alpha.put(), GrB_INT64));
        OK(GrB_Scalar_setElement_INT64(alpha, 1));
        OK(GrB_Scalar_new(beta.put(), GrB_INT32));
        OK(GrB_Scalar_setElement_INT32(beta, 2));
        OK(GxB_Matrix_eWiseUnion(C, nullptr, nullptr, op, A, alpha, B, beta, nullptr));
        CHECK(content_of(C) == Content{{{0, 1}, expected(0, 1, 0, 1, 3)},
                                       {{1, 0}, expected(1, 0, 1, 0, 5)},
                                       {{2, 0}, expected(2, 0, 2, 0, -3)},
                                       {{2, 2}, expected(2, 2, 2, 2, 6)}});
        OK(GrB_Scalar_clear(beta));
        CHECK(GxB_Matrix_eWiseUnion(C, nullptr, nullptr, op, A, alpha, B, beta, nullptr) == GrB_EMPTY_OBJECT);
        Matrix wide;
        OK(GrB_Matrix_new(wide.put(), GrB_INT64, 3, 4));
        CHECK(GrB_Matrix_eWiseAdd_BinaryOp(C, nullptr, nullptr, op, A, wide, nullptr) ==
              GrB_DIMENSION_MISMATCH);
        CHECK(GrB_Matrix_eWiseMult_BinaryOp(wide, nullptr, nullptr, op, A, B, nullptr) ==
              GrB_DIMENSION_MISMATCH);

        Vector u, v, w;
        put_content(u.put(), 4, {{{1, 0}, 5}, {{3, 0}, 6}}, GrB_INT64);
        put_content(v.put(), 4, {{{0, 0}, 2}, {{3, 0}, 1}}, GrB_INT64);
        OK(GrB_Vector_new(w.put(), GrB_FP64, 4));
        OK(GrB_Vector_eWiseMult_BinaryOp(w, nullptr, nullptr, op, u, v, nullptr));
        CHECK(content_of(w) == Content{{{3, 0}, expected(3, 0, 3, 0, 5)}});
        OK(GrB_Vector_eWiseAdd_BinaryOp(w, nullptr, nullptr, op, u, v, nullptr));
        CHECK(content_of(w) == Content{{{0, 0}, 2}, {{1, 0}, 5}, {{3, 0}, expected(3, 0, 3, 0, 5)}});
    }
}

TEST_CASE("operators on positions in products") {
    initialise();
    Matrix A, B;
    put_content(A.put(), 2, {{{0, 1}, 5}, {{1, 0}, 7}}, GrB_INT64);
    put_content(B.put(), 2, {{{1, 0}, 2}, {{0, 0}, 4}}, GrB_INT64);
    for (const bool from_text : {false, true}) {
        Binary op;
        make_op(op, from_text, 100000);
        SemiringObject semiring;
        OK(GrB_Semiring_new(semiring.put(), GrB_PLUS_MONOID_FP64, op));
        Matrix C, K;
        OK(GrB_Matrix_new(C.put(), GrB_FP64, 2, 2));
        OK(GrB_mxm(C, nullptr, nullptr, semiring, A, B, nullptr));
        CHECK(content_of(C) == Content{{{0, 0}, expected(0, 1, 1, 0, 3)}, {{1, 0}, expected(1, 0, 0, 0, 3)}});
        OK(GrB_Matrix_new(K.put(), GrB_FP64, 4, 4));
        const Content kronecker{{{1, 2}, expected(0, 1, 1, 0, 3)},
                                {{0, 2}, expected(0, 1, 0, 0, 1)},
                                {{3, 0}, expected(1, 0, 1, 0, 5)},
                                {{2, 0}, expected(1, 0, 0, 0, 3)}};
        OK(GrB_Matrix_kronecker_BinaryOp(K, nullptr, nullptr, op, A, B, nullptr));
        CHECK(content_of(K) == kronecker);
        OK(GrB_Matrix_clear(K));
        OK(GrB_Matrix_kronecker_Semiring(K, nullptr, nullptr, semiring, A, B, nullptr));
        CHECK(content_of(K) == kronecker);
        CHECK(GrB_Matrix_kronecker_BinaryOp(C, nullptr, nullptr, op, A, B, nullptr) ==
              GrB_DIMENSION_MISMATCH);
        OK(GrB_BinaryOp_free(op.put()));
        Vector u, w;
        put_content(u.put(), 2, {{{1, 0}, 5}}, GrB_INT64);
        OK(GrB_Vector_new(w.put(), GrB_FP64, 2));
        OK(GrB_Vector_eWiseMult_Semiring(w, nullptr, nullptr, semiring, u, u, nullptr)); // op is freed
        CHECK(content_of(w) == Content{{{1, 0}, expected(1, 0, 1, 0, 0)}});
    }
}

TEST_CASE("predefined operators on positions outside of semirings") {
    initialise();
    Matrix A, B, C, K;
    put_content(A.put(), 3, {{{0, 1}, 5}, {{1, 2}, 7}});
    put_content(B.put(), 3, {{{1, 2}, 2}, {{2, 0}, 4}});
    OK(GrB_Matrix_new(C.put(), GrB_INT64, 3, 3));
    const auto at_12 = [&](GrB_BinaryOp op) {
        OK(GrB_Matrix_eWiseMult_BinaryOp(C, nullptr, nullptr, op, A, B, nullptr));
        const Content content = content_of(C);
        REQUIRE(content.size() == 1);
        return content.begin()->second;
    };
    CHECK(at_12(GxB_FIRSTI_INT64) == 1);
    CHECK(at_12(GxB_FIRSTJ1_INT32) == 3);
    CHECK(at_12(GxB_SECONDI1_INT64) == 2);
    CHECK(at_12(GxB_SECONDJ_INT64) == 2);
    OK(GrB_Matrix_eWiseAdd_BinaryOp(C, nullptr, nullptr, GxB_FIRSTJ_INT64, A, B, nullptr));
    CHECK(content_of(C) == Content{{{0, 1}, 5}, {{1, 2}, 2}, {{2, 0}, 4}});
    // Of one entry, the position of which is that after the transpose.
    OK(GrB_Matrix_apply_BinaryOp1st_FP64(C, nullptr, nullptr, GxB_SECONDI_INT64, 9, A, GrB_DESC_T1));
    CHECK(content_of(C) == Content{{{1, 0}, 1}, {{2, 1}, 2}});
    OK(GrB_Matrix_apply_BinaryOp2nd_FP64(C, nullptr, GrB_PLUS_INT64, GxB_FIRSTJ1_INT32, A, 9, nullptr));
    CHECK(content_of(C) == Content{{{0, 1}, 2}, {{1, 0}, 1}, {{1, 2}, 3}, {{2, 1}, 2}});
    ScalarObject empty;
    OK(GrB_Scalar_new(empty.put(), GrB_FP64));
    CHECK(GrB_Matrix_apply_BinaryOp1st_Scalar(C, nullptr, nullptr, GxB_FIRSTI_INT64, empty, A, nullptr) ==
          GrB_EMPTY_OBJECT);
    OK(GrB_Matrix_new(K.put(), GrB_INT64, 9, 9));
    OK(GrB_Matrix_kronecker_BinaryOp(K, nullptr, nullptr, GxB_SECONDJ_INT64, A, B, nullptr));
    CHECK(content_of(K) == Content{{{1, 5}, 2}, {{2, 3}, 0}, {{4, 8}, 2}, {{5, 6}, 0}});
    OK(GrB_Matrix_kronecker_BinaryOp(K, nullptr, nullptr, GxB_FIRSTJ_INT64, A, B, nullptr));
    CHECK(content_of(K) == Content{{{1, 5}, 1}, {{2, 3}, 1}, {{4, 8}, 2}, {{5, 6}, 2}});
}

TEST_SUITE_END();
