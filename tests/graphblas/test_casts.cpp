/// \file test_casts.cpp
/// Handles that a program casts: scalars as vectors, vectors as matrices with one column, and back.
#include "contents.hpp"

#include <array>

using namespace mergus::tests;

namespace {

template <class To, class From>
To cast(const From& from) {
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): what such a program does
    return reinterpret_cast<To>(from);
}
GrB_Matrix as_matrix(GrB_Vector u) {
    return cast<GrB_Matrix>(u);
}
GrB_Vector as_vector(GrB_Scalar s) {
    return cast<GrB_Vector>(s);
}

double value_of(GrB_Scalar s) {
    double x = -1;
    OK(GrB_Scalar_extractElement_FP64(&x, s));
    return x;
}

} // namespace

TEST_SUITE_BEGIN("graphblas");

TEST_CASE("cast handles as inputs") {
    initialise();
    Vector u, v, w;
    ScalarObject s, none;
    put_content(u.put(), 3, {{{0, 0}, 2}, {{2, 0}, 3}});
    put_content(v.put(), 3, {{{0, 0}, 5}, {{1, 0}, 7}, {{2, 0}, 11}});
    make_scalar(s, 4);
    OK(GrB_Scalar_new(none.put(), GrB_FP64));
    GrB_Index count = 0;
    OK(GrB_Matrix_nvals(&count, as_matrix(u)));
    CHECK(count == 2);
    OK(GrB_Matrix_ncols(&count, as_matrix(u)));
    CHECK(count == 1);
    OK(GrB_Matrix_nrows(&count, cast<GrB_Matrix>(static_cast<GrB_Scalar>(s))));
    CHECK(count == 1);
    OK(GrB_Vector_nvals(&count, as_vector(s)));
    CHECK(count == 1);
    OK(GrB_Vector_nvals(&count, as_vector(none)));
    CHECK(count == 0);

    // Inner and outer product of vectors.
    OK(GrB_Vector_new(w.put(), GrB_FP64, 1));
    OK(GrB_vxm(w, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, u, as_matrix(v), nullptr));
    CHECK(content_of(w) == Content{{{0, 0}, 2 * 5 + 3 * 11}});
    Matrix C;
    OK(GrB_Matrix_new(C.put(), GrB_FP64, 3, 3));
    OK(GrB_mxm(C, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, as_matrix(u), as_matrix(v), GrB_DESC_T1));
    CHECK(content_of(C) ==
          Content{{{0, 0}, 10}, {{0, 1}, 14}, {{0, 2}, 22}, {{2, 0}, 15}, {{2, 1}, 21}, {{2, 2}, 33}});
    OK(GrB_Vector_eWiseAdd_BinaryOp(w, nullptr, nullptr, GrB_MINUS_FP64, w, as_vector(s), nullptr));
    CHECK(content_of(w) == Content{{{0, 0}, 39}});
    // A vector as the mask of a matrix with one column.
    Matrix masked;
    OK(GrB_Matrix_new(masked.put(), GrB_FP64, 3, 1));
    OK(GrB_Matrix_assign_FP64(masked, as_matrix(u), nullptr, 1, GrB_ALL, 3, GrB_ALL, 1, GrB_DESC_SC));
    CHECK(content_of(masked) == Content{{{1, 0}, 1}});
    // A matrix with one column is a vector, one with more is not.
    Matrix column;
    OK(GrB_Matrix_new(column.put(), GrB_FP64, 1, 1));
    OK(GrB_Matrix_setElement_FP64(column, 6, 0, 0));
    OK(GrB_Vector_apply(w, nullptr, nullptr, GrB_AINV_FP64, cast<GrB_Vector>(static_cast<GrB_Matrix>(column)),
                        nullptr));
    CHECK(content_of(w) == Content{{{0, 0}, -6}});
    CHECK(GrB_Vector_apply(w, nullptr, nullptr, GrB_AINV_FP64, cast<GrB_Vector>(static_cast<GrB_Matrix>(C)),
                           nullptr) == GrB_INVALID_OBJECT);
}

TEST_CASE("cast handles as outputs") {
    initialise();
    Vector u, v;
    ScalarObject s, empty;
    put_content(u.put(), 3, {{{0, 0}, 2}, {{2, 0}, 3}});
    put_content(v.put(), 3, {{{0, 0}, 5}, {{1, 0}, 7}, {{2, 0}, 11}});
    make_scalar(s, 100);
    OK(GrB_vxm(as_vector(s), nullptr, GrB_PLUS_FP64, GrB_PLUS_TIMES_SEMIRING_FP64, u, as_matrix(v), nullptr));
    CHECK(value_of(s) == 143);
    OK(GrB_Vector_apply_BinaryOp2nd_FP64(as_vector(s), nullptr, nullptr, GrB_MINUS_FP64, as_vector(s), 3,
                                         nullptr));
    CHECK(value_of(s) == 140);
    OK(GrB_Vector_select_FP64(as_vector(s), nullptr, nullptr, GrB_VALUELT_FP64, as_vector(s), 0, nullptr));
    GrB_Index count = 1;
    OK(GrB_Scalar_nvals(&count, s));
    CHECK(count == 0);
    OK(GrB_Matrix_assign_FP64(as_matrix(v), nullptr, nullptr, 1, GrB_ALL, 3, GrB_ALL, 1, nullptr));
    CHECK(content_of(v) == Content{{{0, 0}, 1}, {{1, 0}, 1}, {{2, 0}, 1}});
    // A call that fails leaves the object behind the handle.
    const std::array<GrB_Index, 2> two{0, 1};
    CHECK(GrB_Matrix_assign(as_matrix(v), nullptr, nullptr, as_matrix(u), two.data(), 2, GrB_ALL, 1,
                            nullptr) == GrB_DIMENSION_MISMATCH);
    CHECK(content_of(v) == Content{{{0, 0}, 1}, {{1, 0}, 1}, {{2, 0}, 1}});
    // Functions that make, fill or pack objects take no others.
    CHECK(GrB_Matrix_setElement_FP64(as_matrix(v), 1, 0, 0) == GrB_INVALID_OBJECT);
    CHECK(GrB_Matrix_clear(as_matrix(v)) == GrB_INVALID_OBJECT);
    CHECK(GrB_Vector_resize(as_vector(s), 3) == GrB_INVALID_OBJECT);
    GrB_Matrix freed = as_matrix(v);
    CHECK(GrB_Matrix_free(&freed) == GrB_SUCCESS);
    CHECK(content_of(v).size() == 3);
}

TEST_SUITE_END();
