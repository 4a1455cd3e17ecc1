/// \file test_extensions.cpp
/// The functions and objects of graphblas/extensions.h.
#include "graphblas_testing.hpp"

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

using namespace mergus::tests;

namespace {

/// A 3 x 4 matrix with A(i, j) = 10 i + j where i + j is even.
void make_checkers(GrB_Matrix* A) {
    OK(GrB_Matrix_new(A, GrB_INT32, 3, 4));
    for (GrB_Index i = 0; i < 3; ++i)
        for (GrB_Index j = i % 2; j < 4; j += 2)
            OK(GrB_Matrix_setElement_INT32(*A, static_cast<std::int32_t>(10 * i + j), i, j));
}

template <class Handle>
std::string printed(Handle object, GrB_Info (*print)(Handle, const char*, int, FILE*), int level) {
    char* text = nullptr;
    std::size_t size = 0;
    std::FILE* const file = open_memstream(&text, &size);
    OK(print(object, "it", level, file));
    static_cast<void>(std::fclose(file));
    std::string result(text, size);
    std::free(text); // NOLINT: from open_memstream
    return result;
}

} // namespace

TEST_SUITE_BEGIN("graphblas");

TEST_CASE("types of objects") {
    initialise();
    Matrix A;
    Vector u;
    ScalarObject s;
    OK(GrB_Matrix_new(A.put(), GrB_UINT16, 2, 2));
    OK(GrB_Vector_new(u.put(), GrB_BOOL, 2));
    OK(GrB_Scalar_new(s.put(), GrB_FP32));
    GrB_Type type = nullptr;
    OK(GxB_Matrix_type(&type, A));
    CHECK(type == GrB_UINT16);
    OK(GxB_Vector_type(&type, u));
    CHECK(type == GrB_BOOL);
    OK(GxB_Scalar_type(&type, s));
    CHECK(type == GrB_FP32);
    CHECK(GxB_Matrix_type(nullptr, A) == GrB_NULL_POINTER);
    CHECK(GxB_Matrix_type(&type, nullptr) == GrB_UNINITIALIZED_OBJECT);
}

TEST_CASE("GrB_get and GrB_set of a null object") {
    initialise();
    std::int32_t code = 0;
    CHECK(GrB_Scalar_get_INT32(nullptr, &code, GrB_EL_TYPE_CODE) == GrB_NULL_POINTER);
    CHECK(GrB_Matrix_get_String(nullptr, nullptr, GrB_NAME) == GrB_NULL_POINTER);
    CHECK(GrB_Vector_set_INT32(nullptr, GrB_COLMAJOR, GrB_STORAGE_ORIENTATION_HINT) == GrB_NULL_POINTER);
    CHECK(GrB_Type_set_String(nullptr, "name", GrB_NAME) == GrB_NULL_POINTER);
}

TEST_CASE("printing at every level") {
    initialise();
    Matrix A;
    make_checkers(A.put());
    CHECK(printed<GrB_Matrix>(A, GxB_Matrix_fprint, GxB_SILENT).empty());
    CHECK(printed<GrB_Matrix>(A, GxB_Matrix_fprint, GxB_SUMMARY) ==
          "it: 3 x 4 GrB_INT32 matrix, 6 entries\n");
    CHECK(printed<GrB_Matrix>(A, GxB_Matrix_fprint, GxB_SHORT).find("  (2, 0)  20\n") != std::string::npos);
    Vector u;
    OK(GrB_Vector_new(u.put(), GrB_FP64, 40));
    OK(GrB_Vector_assign_FP64(u, nullptr, nullptr, 0.1, GrB_ALL, 40, nullptr));
    CHECK(printed<GrB_Vector>(u, GxB_Vector_fprint, GxB_SHORT).find("(29)  0.1\n  ...\n") !=
          std::string::npos);
    CHECK(printed<GrB_Vector>(u, GxB_Vector_fprint, GxB_COMPLETE).find("(39)  0.1\n") != std::string::npos);
    CHECK(printed<GrB_Vector>(u, GxB_Vector_fprint, GxB_SHORT_VERBOSE).find("0.10000000000000001") !=
          std::string::npos);
    ScalarObject s;
    OK(GrB_Scalar_new(s.put(), GrB_UINT64));
    CHECK(printed<GrB_Scalar>(s, GxB_Scalar_fprint, GxB_COMPLETE) == "it: GrB_UINT64 scalar, 0 entries\n");
    OK(GrB_Scalar_setElement_UINT64(s, UINT64_MAX));
    CHECK(printed<GrB_Scalar>(s, GxB_Scalar_fprint, GxB_COMPLETE).find("18446744073709551615") !=
          std::string::npos);
    CHECK(GxB_Matrix_fprint(A, nullptr, 6, nullptr) == GrB_INVALID_VALUE);
}

TEST_CASE("diagonals of a matrix") {
    initialise();
    Matrix A;
    make_checkers(A.put());
    struct Case {
        std::int64_t k;
        bool transposed;
        std::array<std::int32_t, 3> values; // -1: no entry
        GrB_Index size;
    };
    for (const Case& c : {Case{0, false, {0, 11, 22}, 3}, Case{2, false, {2, 13, -1}, 2},
                          Case{1, false, {-1, -1, -1}, 3}, Case{-2, false, {20, -1, -1}, 1},
                          Case{-2, true, {2, 13, -1}, 2}, Case{9, false, {-1, -1, -1}, 0}}) {
        CAPTURE(c.k);
        Vector w;
        OK(GrB_Vector_new(w.put(), GrB_INT64, c.size));
        OK(GxB_Vector_diag(w, A, c.k, c.transposed ? GrB_DESC_T0 : nullptr));
        for (GrB_Index i = 0; i < c.size; ++i) {
            std::int32_t x = -1;
            CHECK(GrB_Vector_extractElement_INT32(&x, w, i) ==
                  (c.values[i] < 0 ? GrB_NO_VALUE : GrB_SUCCESS));
            CHECK(x == c.values[i]);
        }
    }
    Vector w;
    OK(GrB_Vector_new(w.put(), GrB_INT64, 4));
    CHECK(GxB_Vector_diag(w, A, 0, nullptr) == GrB_DIMENSION_MISMATCH);
}

TEST_CASE("semirings beside the specification") {
    initialise();
    Matrix A;
    make_checkers(A.put());
    Vector ones, w;
    OK(GrB_Vector_new(ones.put(), GrB_INT64, 4));
    OK(GrB_Vector_assign_INT64(ones, nullptr, nullptr, 7, GrB_ALL, 4, nullptr));
    OK(GrB_Vector_new(w.put(), GrB_INT64, 3));
    const auto row_1 = [&](GrB_Semiring semiring) {
        OK(GrB_mxv(w, nullptr, nullptr, semiring, A, ones, nullptr));
        std::int64_t x = -1;
        OK(GrB_Vector_extractElement_INT64(&x, w, 1));
        return x;
    };
    CHECK(row_1(GxB_MIN_SECONDI_INT64) == 1); // the columns 1 and 3
    CHECK(row_1(GxB_MAX_SECONDI_INT64) == 3);
    CHECK(row_1(GxB_PLUS_PAIR_INT64) == 2);
    CHECK(row_1(GxB_PLUS_SECOND_INT64) == 14);
    CHECK(row_1(GxB_ANY_SECOND_INT64) == 7);
    CHECK(row_1(GxB_PLUS_FIRST_INT64) == 24);
    CHECK(row_1(GxB_TIMES_SECONDI1_INT64) == 8);
    CHECK(row_1(GxB_ANY_EQ_INT64) == 0);
    std::int64_t any = -1;
    OK(GrB_Vector_reduce_INT64(&any, nullptr, GxB_ANY_INT64_MONOID, ones, nullptr));
    CHECK(any == 7);
}

TEST_CASE("every object beside the specification is defined") {
    initialise();
    std::int32_t code = 0;
#define MERGUS_GET(Kind, object) OK(GrB_##Kind##_get_INT32(object, &code, GrB_OUTP_TYPE_CODE));
#define MERGUS_SEMIRING(object, ...) MERGUS_GET(Semiring, object)
#define MERGUS_MONOID(object, ...) MERGUS_GET(Monoid, object)
#define MERGUS_BINARY(object, ...) MERGUS_GET(BinaryOp, object)
#define MERGUS_UNARY(object, ...) MERGUS_GET(UnaryOp, object)
    GB_EXTRA_SEMIRINGS(MERGUS_SEMIRING)
    GB_EXTRA_MONOIDS(MERGUS_MONOID)
    GB_EXTRA_BINARY_OPS(MERGUS_BINARY)
    GB_POSITION_OPS(MERGUS_BINARY)
    GB_EXTRA_UNARY_OPS(MERGUS_UNARY)
}
