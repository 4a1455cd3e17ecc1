/// \file test_objects.cpp
/// Handles: freed, null and of the wrong kind; the list of functions and objects; messages of errors.
#include "graphblas_testing.hpp"

#include <dlfcn.h>

#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <thread>

using namespace mergus::tests;

TEST_SUITE_BEGIN("graphblas");

TEST_CASE("the list has every function of the API once, and the library exports it") {
    std::set<std::string> names;
    std::size_t count = 0;
#define MERGUS_NAME(name, parameters)                                                                        \
    ++count;                                                                                                 \
    CHECK(reinterpret_cast<void*>(&name) == dlsym(RTLD_DEFAULT, #name));                                     \
    names.insert(#name);
    GB_FUNCTIONS(MERGUS_NAME)
    CHECK(names.size() == count);
    CHECK(count == 516); // 512 of the specification and four GxB_…_new
}

TEST_CASE("there are 546 predefined objects") {
    std::set<const void*> objects{GrB_ALL, GrB_GLOBAL};
#define MERGUS_OBJECT(object, ...) objects.insert(object);
#define MERGUS_TYPE_OBJECT(S, type) objects.insert(GrB_##S);
    GB_BUILTIN_TYPES(MERGUS_TYPE_OBJECT)
    GB_UNARY_OPS(MERGUS_OBJECT)
    GB_BINARY_OPS(MERGUS_OBJECT)
    GB_INDEX_UNARY_OPS(MERGUS_OBJECT)
    GB_MONOIDS(MERGUS_OBJECT)
    GB_SEMIRINGS(MERGUS_OBJECT)
    GB_DESCRIPTORS(MERGUS_OBJECT)
    CHECK(objects.size() == 546);
}

TEST_CASE("handles that are null, freed or of another kind give codes") {
    initialise();
    GrB_Matrix A = nullptr;
    GrB_Index count = 0;
    CHECK(GrB_Matrix_nrows(&count, A) == GrB_UNINITIALIZED_OBJECT);
    OK(GrB_Matrix_new(&A, GrB_FP64, 3, 4));
    const GrB_Matrix stale = A;
    OK(GrB_Matrix_nrows(&count, A));
    CHECK(count == 3);
    CHECK(GrB_Matrix_nrows(nullptr, A) == GrB_NULL_POINTER);
    OK(GrB_Matrix_free(&A));
    CHECK(A == nullptr);
    OK(GrB_Matrix_free(&A));
    CHECK(GrB_Matrix_nrows(&count, stale) == GrB_UNINITIALIZED_OBJECT);
    GrB_Matrix again = stale;
    OK(GrB_Matrix_free(&again)); // the second free of an object
    alignas(16) unsigned char rubbish[256] = {};
    CHECK(GrB_Matrix_nrows(&count, reinterpret_cast<GrB_Matrix>(rubbish)) == GrB_INVALID_OBJECT);
    Vector w;
    OK(GrB_Vector_new(w.put(), GrB_FP64, 5));
    CHECK(GrB_Matrix_clear(reinterpret_cast<GrB_Matrix>(static_cast<GrB_Vector>(w))) == GrB_INVALID_OBJECT);
}

TEST_CASE("predefined objects survive GrB_free") {
    initialise();
    GrB_BinaryOp plus = GrB_PLUS_FP64;
    OK(GrB_BinaryOp_free(&plus));
    Vector u;
    OK(GrB_Vector_new(u.put(), GrB_FP64, 2));
    OK(GrB_Vector_setElement_FP64(u, 2, 1));
    OK(GrB_Vector_eWiseAdd_BinaryOp(u, nullptr, nullptr, GrB_PLUS_FP64, u, u, nullptr));
    double x = 0;
    OK(GrB_Vector_extractElement_FP64(&x, u, 1));
    CHECK(x == 4);
}

TEST_CASE("an error leaves the output, and its message is with the output and the thread") {
    initialise();
    Matrix A, C;
    OK(GrB_Matrix_new(A.put(), GrB_INT32, 2, 3));
    OK(GrB_Matrix_new(C.put(), GrB_INT32, 2, 2));
    OK(GrB_Matrix_setElement_INT32(C, 7, 1, 1));
    CHECK(GrB_mxm(C, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_INT32, A, A, nullptr) ==
          GrB_DIMENSION_MISMATCH);
    const char* text = nullptr;
    OK(GrB_Matrix_error(&text, C));
    CHECK(std::string(text).find("GrB_mxm") == 0);
    CHECK(std::string(mergus_graphblas_last_error()) == text);
    std::thread([] { CHECK(std::string(mergus_graphblas_last_error()).empty()); }).join();
    std::int32_t x = 0;
    OK(GrB_Matrix_extractElement_INT32(&x, C, 1, 1));
    CHECK(x == 7);
    OK(GrB_Matrix_error(&text, C));
    CHECK(std::string(text).empty());
}

TEST_CASE("dimensions: too large, and the greatest") {
    initialise();
    Matrix A;
    Vector u;
    CHECK(GrB_Matrix_new(A.put(), GrB_FP64, 1, GrB_INDEX_MAX + 2) == GrB_INVALID_VALUE);
    CHECK(GrB_Vector_new(u.put(), GrB_FP64, GrB_INDEX_MAX + 2) == GrB_INVALID_VALUE);
    CHECK(static_cast<GrB_Matrix>(A) == nullptr);
    OK(GrB_Matrix_new(A.put(), GrB_FP64, GrB_INDEX_MAX + 1, GrB_INDEX_MAX + 1));
    OK(GrB_Matrix_setElement_FP64(A, 1.5, GrB_INDEX_MAX, GrB_INDEX_MAX));
    double value = 0;
    OK(GrB_Matrix_extractElement_FP64(&value, A, GrB_INDEX_MAX, GrB_INDEX_MAX));
    CHECK(value == 1.5);
    CHECK(GrB_init(GrB_BLOCKING) == GrB_INVALID_VALUE);
    unsigned version = 0, subversion = 0;
    OK(GrB_getVersion(&version, &subversion));
    CHECK(version == 2);
    CHECK(subversion == 1);
}

TEST_CASE("dimensions of 0: nothing is inside, and every operation runs") {
    initialise();
    Matrix A, C;
    Vector u, w, full;
    OK(GrB_Matrix_new(A.put(), GrB_FP64, 0, 4));
    OK(GrB_Matrix_new(C.put(), GrB_FP64, 4, 4));
    OK(GrB_Vector_new(u.put(), GrB_FP64, 0));
    OK(GrB_Vector_new(w.put(), GrB_FP64, 4));
    OK(GrB_Vector_new(full.put(), GrB_FP64, 4));
    CHECK(GrB_Vector_setElement_FP64(u, 1, 0) == GrB_INVALID_INDEX);
    CHECK(GrB_Matrix_setElement_FP64(A, 1, 0, 0) == GrB_INVALID_INDEX);
    OK(GrB_Vector_assign_FP64(full, nullptr, nullptr, 2, GrB_ALL, 4, nullptr));
    OK(GrB_Vector_assign_FP64(u, nullptr, nullptr, 2, GrB_ALL, 0, nullptr));
    const GrB_Index none = 0;
    OK(GrB_Vector_extract(u, nullptr, nullptr, full, &none, 0, nullptr));
    OK(GrB_Vector_assign(full, nullptr, nullptr, u, &none, 0, nullptr));
    OK(GrB_Vector_eWiseAdd_BinaryOp(u, nullptr, nullptr, GrB_PLUS_FP64, u, u, nullptr));
    OK(GrB_mxv(u, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, A, full, nullptr));
    OK(GrB_mxv(w, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, A, u, GrB_DESC_T0));
    OK(GrB_mxm(C, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, A, A, GrB_DESC_T0));
    double sum = -1;
    OK(GrB_Matrix_reduce_FP64(&sum, nullptr, GrB_PLUS_MONOID_FP64, A, nullptr));
    CHECK(sum == 0);
    OK(GrB_Vector_reduce_FP64(&sum, nullptr, GrB_PLUS_MONOID_FP64, full, nullptr));
    CHECK(sum == 8);
    for (const GrB_Vector vector : {static_cast<GrB_Vector>(u), static_cast<GrB_Vector>(w)}) {
        GrB_Index count = 9;
        OK(GrB_Vector_nvals(&count, vector));
        CHECK(count == 0);
    }
}

TEST_CASE("elements and tuples: indices, room, duplicates") {
    initialise();
    Matrix A;
    OK(GrB_Matrix_new(A.put(), GrB_FP64, 2, 2));
    double x = 0;
    CHECK(GrB_Matrix_setElement_FP64(A, 1, 2, 0) == GrB_INVALID_INDEX);
    CHECK(GrB_Matrix_extractElement_FP64(&x, A, 0, 2) == GrB_INVALID_INDEX);
    CHECK(GrB_Matrix_extractElement_FP64(&x, A, 0, 0) == GrB_NO_VALUE);
    CHECK(GrB_Matrix_removeElement(A, 5, 0) == GrB_INVALID_INDEX);
    const std::array<GrB_Index, 2> rows{1, 1}, cols{0, 0}, far{9, 0};
    const std::array<double, 2> values{2, 3};
    CHECK(GrB_Matrix_build_FP64(A, far.data(), cols.data(), values.data(), 2, nullptr) ==
          GrB_INDEX_OUT_OF_BOUNDS);
    CHECK(GrB_Matrix_build_FP64(A, rows.data(), cols.data(), values.data(), 2, nullptr) == GrB_INVALID_VALUE);
    CHECK(GrB_Matrix_build_FP64(A, rows.data(), nullptr, values.data(), 2, nullptr) == GrB_NULL_POINTER);
    OK(GrB_Matrix_build_FP64(A, rows.data(), cols.data(), values.data(), 2, GrB_PLUS_FP64));
    CHECK(GrB_Matrix_build_FP64(A, rows.data(), cols.data(), values.data(), 2, GrB_PLUS_FP64) ==
          GrB_OUTPUT_NOT_EMPTY);
    OK(GrB_Matrix_extractElement_FP64(&x, A, 1, 0));
    CHECK(x == 5);
    GrB_Index count = 0;
    CHECK(GrB_Matrix_extractTuples_FP64(nullptr, nullptr, &x, &count, A) == GrB_INSUFFICIENT_SPACE);
    OK(GrB_Matrix_removeElement(A, 1, 0));
    OK(GrB_Matrix_nvals(&count, A));
    CHECK(count == 0);
}

TEST_SUITE_END();
