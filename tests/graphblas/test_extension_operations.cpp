/// \file test_extension_operations.cpp
/// Unions, build with one value, diagonals and options.
#include "contents.hpp"

#include <cstdint>
#include <string>

using namespace mergus::tests;

namespace {

Content transposed(const Content& A) {
    Content made;
    for (const auto& [at, x] : A) made[{at.second, at.first}] = x;
    return made;
}

/// x - y on the union, by the definition.
Content union_of(const Content& A, double alpha, const Content& B, double beta) {
    Content made;
    for (const auto& [at, x] : A) made[at] = x - (B.contains(at) ? B.at(at) : beta);
    for (const auto& [at, y] : B)
        if (!A.contains(at)) made[at] = alpha - y;
    return made;
}
/// C<M, structure> += T, with replace or without.
Content written(const Content& C, const Content& M, const Content& T, bool replace) {
    Content made;
    for (const auto& [at, c] : C)
        if (!replace || M.contains(at)) made[at] = c;
    for (const auto& [at, t] : T)
        if (M.contains(at)) made[at] += t;
    return made;
}

} // namespace

TEST_SUITE_BEGIN("graphblas");

TEST_CASE("eWiseUnion of matrices") {
    initialise();
    constexpr GrB_Index n = 9;
    const Content a = pattern(n, 0, n), b = pattern(n, 3, n), m = pattern(n, 1, n), c = pattern(n, 2, n);
    Matrix A, B, M;
    put_content(A.put(), n, a);
    put_content(B.put(), n, b);
    put_content(M.put(), n, m);
    ScalarObject alpha, beta;
    make_scalar(alpha, 100);
    make_scalar(beta, 1000);
    const std::pair<GrB_Descriptor, std::pair<bool, bool>> descriptors[] = {{nullptr, {false, false}},
                                                                            {GrB_DESC_T0, {true, false}},
                                                                            {GrB_DESC_T1, {false, true}},
                                                                            {GrB_DESC_T0T1, {true, true}}};
    for (const auto& [descriptor, t] : descriptors) {
        Matrix C;
        put_content(C.put(), n, c);
        OK(GxB_Matrix_eWiseUnion(C, nullptr, nullptr, GrB_MINUS_FP64, A, alpha, B, beta, descriptor));
        CHECK(content_of(C) ==
              union_of(t.first ? transposed(a) : a, 100, t.second ? transposed(b) : b, 1000));
    }
    for (const bool replace : {true, false}) {
        Matrix C;
        put_content(C.put(), n, c);
        OK(GxB_Matrix_eWiseUnion(C, M, GrB_PLUS_FP64, GrB_MINUS_FP64, A, alpha, B, beta,
                                 replace ? GrB_DESC_RS : GrB_DESC_S));
        CHECK(content_of(C) == written(c, m, union_of(a, 100, b, 1000), replace));
    }
    OK(GxB_Matrix_eWiseUnion(A, nullptr, nullptr, GrB_MINUS_FP64, A, alpha, B, beta, nullptr)); // in place
    CHECK(content_of(A) == union_of(a, 100, b, 1000));
    ScalarObject empty;
    OK(GrB_Scalar_new(empty.put(), GrB_FP64));
    CHECK(GxB_Matrix_eWiseUnion(A, nullptr, nullptr, GrB_MINUS_FP64, A, empty, B, beta, nullptr) ==
          GrB_EMPTY_OBJECT);
    Matrix small;
    OK(GrB_Matrix_new(small.put(), GrB_FP64, 2, 2));
    CHECK(GxB_Matrix_eWiseUnion(A, nullptr, nullptr, GrB_MINUS_FP64, A, alpha, small, beta, nullptr) ==
          GrB_DIMENSION_MISMATCH);
    CHECK(GxB_Matrix_eWiseUnion(nullptr, nullptr, nullptr, GrB_MINUS_FP64, A, alpha, B, beta, nullptr) ==
          GrB_UNINITIALIZED_OBJECT);
}

TEST_CASE("eWiseUnion of vectors") {
    initialise();
    constexpr GrB_Index n = 40;
    const Content a = pattern(n, 0, 1), b = pattern(n, 1, 1), m = pattern(n, 2, 1), c = pattern(n, 3, 1);
    Vector u, v, w, mask;
    put_content(u.put(), n, a);
    put_content(v.put(), n, b);
    put_content(w.put(), n, c);
    put_content(mask.put(), n, m);
    ScalarObject alpha, beta;
    make_scalar(alpha, 100);
    make_scalar(beta, 1000);
    OK(GxB_Vector_eWiseUnion(w, mask, GrB_PLUS_FP64, GrB_MINUS_FP64, u, alpha, v, beta, GrB_DESC_S));
    CHECK(content_of(w) == written(c, m, union_of(a, 100, b, 1000), false));
    OK(GxB_Vector_eWiseUnion(w, nullptr, nullptr, GrB_MINUS_FP64, u, alpha, v, beta, nullptr));
    CHECK(content_of(w) == union_of(a, 100, b, 1000));
}

TEST_CASE("build with one value") {
    initialise();
    const std::vector<GrB_Index> rows{2, 0, 2, 1}, cols{1, 0, 1, 3}; // (2, 1) twice
    ScalarObject s, empty;
    make_scalar(s, 2.5);
    OK(GrB_Scalar_new(empty.put(), GrB_FP64));
    Matrix C;
    OK(GrB_Matrix_new(C.put(), GrB_FP64, 4, 4));
    OK(GxB_Matrix_build_Scalar(C, rows.data(), cols.data(), s, 4));
    CHECK(content_of(C) == Content{{{0, 0}, 2.5}, {{1, 3}, 2.5}, {{2, 1}, 2.5}});
    CHECK(GxB_Matrix_build_Scalar(C, rows.data(), cols.data(), s, 4) == GrB_OUTPUT_NOT_EMPTY);
    OK(GrB_Matrix_clear(C));
    CHECK(GxB_Matrix_build_Scalar(C, rows.data(), cols.data(), empty, 4) == GrB_EMPTY_OBJECT);
    CHECK(GxB_Matrix_build_Scalar(C, nullptr, cols.data(), s, 4) == GrB_NULL_POINTER);
    const std::vector<GrB_Index> far{4};
    CHECK(GxB_Matrix_build_Scalar(C, far.data(), far.data(), s, 1) == GrB_INDEX_OUT_OF_BOUNDS);
    Vector w;
    OK(GrB_Vector_new(w.put(), GrB_INT32, 4));
    OK(GxB_Vector_build_Scalar(w, rows.data(), s, 4));
    CHECK(content_of(w) == Content{{{0, 0}, 2}, {{1, 0}, 2}, {{2, 0}, 2}});
    CHECK(GxB_Vector_build_Scalar(w, rows.data(), s, 4) == GrB_OUTPUT_NOT_EMPTY);
}

TEST_CASE("a vector on a diagonal of an existing matrix") {
    initialise();
    Vector u;
    put_content(u.put(), 3, {{{0, 0}, 1}, {{2, 0}, 3}});
    Matrix C, wrong;
    OK(GrB_Matrix_new(C.put(), GrB_FP64, 5, 5));
    OK(GrB_Matrix_setElement_FP64(C, 9, 4, 4));
    OK(GxB_Matrix_diag(C, u, 2, nullptr));
    CHECK(content_of(C) == Content{{{0, 2}, 1}, {{2, 4}, 3}});
    OK(GxB_Matrix_diag(C, u, -2, nullptr));
    CHECK(content_of(C) == Content{{{2, 0}, 1}, {{4, 2}, 3}});
    CHECK(GxB_Matrix_diag(C, u, 1, nullptr) == GrB_DIMENSION_MISMATCH);
}

TEST_CASE("options") {
    initialise();
    Matrix A;
    Vector u;
    put_content(A.put(), 4, {{{0, 0}, 1}});
    put_content(u.put(), 4, {{{0, 0}, 1}});
    std::int32_t value = -1;
    OK(GxB_Matrix_Option_get(A, GxB_SPARSITY_CONTROL, &value));
    CHECK(value == GxB_AUTO_SPARSITY);
    OK(GxB_Matrix_Option_set(A, GxB_SPARSITY_CONTROL, GxB_BITMAP));
    OK(GxB_Matrix_Option_get(A, GxB_SPARSITY_CONTROL, &value));
    CHECK(value == GxB_BITMAP);
    CHECK(GxB_Matrix_Option_set(A, GxB_SPARSITY_CONTROL, 16) == GrB_INVALID_VALUE);
    CHECK(GxB_Matrix_Option_set(A, GxB_BURBLE, 1) == GrB_INVALID_VALUE);
    OK(GxB_Matrix_Option_set(A, GxB_FORMAT, GxB_BY_COL));
    OK(GrB_Matrix_get_INT32(A, &value, GrB_STORAGE_ORIENTATION_HINT));
    CHECK(value == GrB_COLMAJOR);
    OK(GxB_Vector_Option_get(u, GxB_SPARSITY_STATUS, &value));
    CHECK(value == GxB_BITMAP);
    OK(GrB_Vector_assign_FP64(u, nullptr, nullptr, 1, GrB_ALL, 4, nullptr));
    OK(GxB_Vector_Option_get(u, GxB_SPARSITY_STATUS, &value));
    CHECK(value == GxB_FULL);
    OK(GxB_Vector_Option_set(u, GxB_SPARSITY_CONTROL, GxB_FULL));
    OK(GxB_Global_Option_set(GxB_NTHREADS, 3));
    OK(GxB_Global_Option_get(GxB_NTHREADS, &value));
    CHECK(value == 3);
    bool burble = false;
    OK(GxB_Global_Option_set(GxB_BURBLE, true));
    OK(GxB_Global_Option_get(GxB_BURBLE, &burble));
    CHECK(burble);
    OK(GxB_Global_Option_set(GxB_BURBLE, false));
    // Truth values are bool for these functions, and texts are texts.
    for (const int field : {GxB_PRINT_1BASED, GxB_JIT_USE_CMAKE, GxB_LIBRARY_OPENMP}) {
        unsigned char truth[4] = {7, 7, 7, 7};
        OK(GxB_Global_Option_get(field, static_cast<void*>(truth)));
        CHECK((truth[0] <= 1 && truth[1] == 7 && truth[2] == 7 && truth[3] == 7));
    }
    const char* text = nullptr;
    OK(GxB_Global_Option_set(GxB_JIT_C_COMPILER_NAME, "cc"));
    OK(GxB_Global_Option_get(GxB_JIT_C_COMPILER_NAME, &text));
    CHECK(std::string(text) == "cc");
    double chunk = 0;
    OK(GxB_Global_Option_set(GxB_CHUNK, 128.0));
    OK(GxB_Global_Option_get(GxB_CHUNK, &chunk));
    CHECK(chunk == 128);
    DescriptorObject descriptor;
    OK(GrB_Descriptor_new(descriptor.put()));
    OK(GxB_Desc_set(descriptor, GxB_NTHREADS, 2));
    OK(GxB_Desc_set(descriptor, GrB_INP0, GrB_TRAN));
    OK(GxB_Desc_get(descriptor, GrB_INP0, &value));
    CHECK(value == GrB_TRAN);
    double desc_chunk = 1;
    OK(GxB_Desc_get(descriptor, GxB_CHUNK, &desc_chunk));
    CHECK(desc_chunk == 0);
}

TEST_SUITE_END();
