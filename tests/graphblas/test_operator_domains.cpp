/// \file test_operator_domains.cpp
/// Where an operator may stand: those on positions where there are two entries with positions, and a
/// comparison of numbers is not the Boolean monoid of its name.
#include "contents.hpp"

#include <array>
#include <cstdint>

using namespace mergus::tests;

TEST_SUITE_BEGIN("graphblas");

TEST_CASE("an operator on positions is no accumulator, no monoid, and takes no scalar") {
    initialise();
    Matrix A;
    Vector u, w;
    ScalarObject s, theta;
    put_content(A.put(), 3, {{{0, 1}, 2}, {{0, 2}, 3}, {{2, 0}, 4}}, GrB_INT64);
    put_content(u.put(), 3, {{{0, 0}, 1}, {{1, 0}, 1}}, GrB_INT64);
    put_content(w.put(), 3, {{{0, 0}, 7}}, GrB_INT64);
    OK(GrB_Scalar_new(s.put(), GrB_INT64));
    OK(GrB_Scalar_setElement_INT64(s, 5));
    OK(GrB_Scalar_new(theta.put(), GrB_INT64));
    OK(GrB_Scalar_setElement_INT64(theta, 1));
    GxB_IndexBinaryOp both = nullptr;
    Binary made;
    OK(GxB_IndexBinaryOp_new(&both, nullptr, GrB_INT64, GrB_INT64, GrB_INT64, GrB_INT64, "rows_sum",
                             "void rows_sum (int64_t *z, const int64_t *x, GrB_Index ix, GrB_Index jx, "
                             "const int64_t *y, GrB_Index iy, GrB_Index jy, const int64_t *theta) "
                             "{ *z = (int64_t) (ix + iy) + *theta ; }"));
    OK(GxB_BinaryOp_new_IndexOp(made.put(), both, theta));
    OK(GxB_IndexBinaryOp_free(&both));
    for (const GrB_BinaryOp op : std::array<GrB_BinaryOp, 2>{GxB_FIRSTI_INT64, made}) {
        const auto mismatch = [](GrB_Info info) { CHECK(info == GrB_DOMAIN_MISMATCH); };
        const GrB_Monoid plus = GrB_PLUS_MONOID_INT64;
        mismatch(GrB_Matrix_reduce_BinaryOp(w, nullptr, nullptr, op, A, nullptr));
        mismatch(GrB_Matrix_reduce_BinaryOp_Scalar(s, nullptr, op, A, nullptr));
        mismatch(GrB_Vector_reduce_BinaryOp_Scalar(s, nullptr, op, u, nullptr));
        mismatch(GrB_Matrix_reduce_BinaryOp_Scalar(s, op, GrB_MINUS_INT64, A, nullptr));
        mismatch(GrB_Matrix_reduce_Monoid_Scalar(s, op, plus, A, nullptr));
        mismatch(GrB_Vector_reduce_Monoid_Scalar(s, op, plus, u, nullptr));
        mismatch(GrB_Matrix_reduce_Monoid(w, nullptr, op, plus, A, nullptr));
        std::int64_t x = 6;
        mismatch(GrB_Matrix_reduce_INT64(&x, op, plus, A, nullptr));
        CHECK(x == 6);
        MonoidObject monoid;
        mismatch(GrB_Monoid_new_INT64(monoid.put(), op, 0));
        CHECK(static_cast<GrB_Monoid>(monoid) == nullptr);
        mismatch(GrB_Vector_eWiseAdd_BinaryOp(w, nullptr, op, GrB_PLUS_INT64, u, u, nullptr));
        if (op == made) { // has no scalar's position
            mismatch(GrB_Vector_apply_BinaryOp1st_INT64(w, nullptr, nullptr, op, 1, u, nullptr));
            mismatch(GrB_Vector_apply_BinaryOp2nd_Scalar(w, nullptr, nullptr, op, u, s, nullptr));
        }
        mismatch(GrB_Vector_assign_INT64(w, nullptr, op, 1, GrB_ALL, 3, nullptr));
        mismatch(GrB_Vector_assign_Scalar(w, nullptr, op, s, GrB_ALL, 3, nullptr));
        mismatch(GrB_mxv(w, nullptr, op, GrB_PLUS_TIMES_SEMIRING_INT64, A, u, nullptr));
        mismatch(GxB_Vector_sort(w, nullptr, op, u, nullptr));
        Matrix C;
        const std::array<GrB_Index, 2> rows{1, 1}, cols{0, 0};
        const std::array<std::int64_t, 2> values{2, 3};
        OK(GrB_Matrix_new(C.put(), GrB_INT64, 3, 3));
        mismatch(GrB_Matrix_build_INT64(C, rows.data(), cols.data(), values.data(), 2, op));
    }
    CHECK(content_of(w) == Content{{{0, 0}, 7}});
    std::int64_t kept = 0;
    OK(GrB_Scalar_extractElement_INT64(&kept, s));
    CHECK(kept == 5);
}

TEST_CASE("a comparison of numbers makes no monoid of truth values") {
    initialise();
    MonoidObject monoid;
    CHECK(GrB_Monoid_new_BOOL(monoid.put(), GrB_EQ_FP64, true) == GrB_DOMAIN_MISMATCH);
    CHECK(GrB_Monoid_new_BOOL(monoid.put(), GrB_EQ_INT8, true) == GrB_DOMAIN_MISMATCH);
    Matrix A;
    Vector u, w;
    ScalarObject s;
    put_content(A.put(), 2, {{{0, 0}, 2}, {{0, 1}, 3}});
    put_content(u.put(), 2, {{{0, 0}, 2}, {{1, 0}, 3}});
    OK(GrB_Vector_new(w.put(), GrB_BOOL, 2));
    OK(GrB_Scalar_new(s.put(), GrB_BOOL));
    CHECK(GrB_Matrix_reduce_BinaryOp(w, nullptr, nullptr, GrB_EQ_FP64, A, nullptr) == GrB_DOMAIN_MISMATCH);
    CHECK(GrB_Vector_reduce_BinaryOp_Scalar(s, nullptr, GrB_EQ_FP64, u, nullptr) == GrB_DOMAIN_MISMATCH);
    // On truth values it is one.
    OK(GrB_Monoid_new_BOOL(monoid.put(), GrB_EQ_BOOL, true));
    OK(GrB_Vector_eWiseMult_Monoid(w, nullptr, nullptr, monoid, u, u, nullptr));
    CHECK(content_of(w) == Content{{{0, 0}, 1}, {{1, 0}, 1}});
}

TEST_SUITE_END();
