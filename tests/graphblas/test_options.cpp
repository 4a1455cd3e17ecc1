/// \file test_options.cpp
/// Options by the type of their value, and contexts. They are kept and have no effect.
#include "graphblas_testing.hpp"

#include <array>
#include <cstdint>
#include <string>

using namespace mergus::tests;

TEST_SUITE_BEGIN("graphblas");

TEST_CASE("options of the library") {
    initialise();
    std::int32_t mode = -1;
    OK(GxB_Global_Option_get_INT32(GxB_MODE, &mode));
    CHECK(mode == GrB_NONBLOCKING);
    for (const int field : {GxB_BURBLE, GxB_PRINT_1BASED, GxB_JIT_USE_CMAKE}) {
        std::int32_t value = -1;
        OK(GxB_Global_Option_set_INT32(field, 1));
        OK(GxB_Global_Option_get_INT32(field, &value));
        CHECK(value == 1);
        OK(GxB_Global_Option_set_INT32(field, 0));
    }
    std::array<std::int32_t, 3> version{-1, -1, -1};
    OK(GxB_Global_Option_get_INT32(GxB_API_VERSION, version.data()));
    CHECK(version == std::array<std::int32_t, 3>{2, 1, 0});
    double number = 0;
    OK(GxB_Global_Option_set_FP64(GxB_HYPER_SWITCH, 0.5));
    OK(GxB_Global_Option_get_FP64(GxB_HYPER_SWITCH, &number));
    CHECK(number == 0.5);
    OK(GxB_Global_Option_set_FP64(GxB_HYPER_SWITCH, GxB_HYPER_DEFAULT));
    std::array<double, GxB_NBITMAP_SWITCH> switches{0.25}, found{};
    OK(GxB_Global_Option_set_FP64_ARRAY(GxB_BITMAP_SWITCH, switches.data()));
    OK(GxB_Global_Option_get_FP64(GxB_BITMAP_SWITCH, found.data()));
    CHECK(found == switches);
    OK(GxB_Global_Option_set_FP64_ARRAY(GxB_BITMAP_SWITCH, nullptr));
    const char* text = nullptr;
    OK(GxB_Global_Option_get_CHAR(GxB_LIBRARY_NAME, &text));
    CHECK(std::string(text) == "Mergus");
    CHECK(GxB_Global_Option_set_CHAR(GxB_LIBRARY_NAME, "other") == GrB_INVALID_VALUE);
    OK(GxB_Global_Option_set_CHAR(GxB_JIT_C_LIBRARIES, "-lm"));
    OK(GxB_Global_Option_get_CHAR(GxB_JIT_C_LIBRARIES, &text));
    CHECK(std::string(text) == "-lm");
    CHECK(GxB_Global_Option_get_FP64(GxB_BURBLE, &number) == GrB_INVALID_VALUE);
    CHECK(GxB_Global_Option_get_INT32(GxB_MEMORY_POOL, &mode) == GrB_INVALID_VALUE);
    CHECK(GxB_Global_Option_get_INT32(GxB_MODE, nullptr) == GrB_NULL_POINTER);
}

TEST_CASE("options of objects") {
    initialise();
    Matrix A;
    Vector u;
    DescriptorObject d;
    OK(GrB_Matrix_new(A.put(), GrB_FP64, 2, 2));
    OK(GrB_Vector_new(u.put(), GrB_FP64, 2));
    OK(GrB_Descriptor_new(d.put()));
    double number = 0;
    std::int32_t value = 0;
    OK(GxB_Matrix_Option_set_FP64(A, GxB_HYPER_SWITCH, GxB_NEVER_HYPER));
    OK(GxB_Matrix_Option_get_FP64(A, GxB_HYPER_SWITCH, &number));
    CHECK(number == GxB_NEVER_HYPER);
    OK(GxB_Matrix_Option_set(A, GxB_BITMAP_SWITCH, 0.75));
    OK(GxB_Matrix_Option_get(A, GxB_BITMAP_SWITCH, &number));
    CHECK(number == 0.75);
    OK(GxB_Vector_Option_set_FP64(u, GxB_BITMAP_SWITCH, 0.5));
    OK(GxB_Vector_Option_get_FP64(u, GxB_BITMAP_SWITCH, &number));
    CHECK(number == 0.5);
    CHECK(GxB_Vector_Option_get_FP64(u, GxB_HYPER_SWITCH, &number) == GrB_INVALID_VALUE);
    OK(GxB_Matrix_Option_set_INT32(A, GxB_FORMAT, GxB_BY_COL));
    OK(GxB_Matrix_Option_get_INT32(A, GxB_FORMAT, &value));
    CHECK(value == GxB_BY_COL);
    OK(GxB_Matrix_Option_get_INT32(A, GxB_SPARSITY_STATUS, &value));
    CHECK(value == GxB_SPARSE);
    OK(GrB_Matrix_assign_FP64(A, nullptr, nullptr, 1, GrB_ALL, 2, GrB_ALL, 2, nullptr));
    OK(GxB_Matrix_Option_get_INT32(A, GxB_SPARSITY_STATUS, &value));
    CHECK(value == GxB_FULL);
    OK(GxB_Desc_set_INT32(d, GrB_OUTP, GrB_REPLACE));
    OK(GxB_Desc_get_INT32(d, GrB_OUTP, &value));
    CHECK(value == GrB_REPLACE);
    for (const int field : {GxB_AxB_METHOD, GxB_SORT, GxB_COMPRESSION, GxB_IMPORT}) {
        OK(GxB_Desc_set_INT32(d, field, GxB_DEFAULT));
        OK(GxB_Desc_get_INT32(d, field, &value));
        OK(GrB_Descriptor_set(d, static_cast<GrB_Desc_Field>(field), GrB_DEFAULT));
    }
}

TEST_CASE("contexts") {
    initialise();
    GxB_Context first = nullptr, second = nullptr;
    OK(GxB_Context_new(&first));
    OK(GxB_Context_new(&second));
    OK(GxB_Context_set_INT32(first, GxB_CONTEXT_NTHREADS, 3));
    OK(GxB_Context_set_FP64(first, GxB_CONTEXT_CHUNK, 1000));
    std::int32_t threads = 0;
    double chunk = 0;
    OK(GxB_Context_get_INT32(first, GxB_CONTEXT_NTHREADS, &threads));
    OK(GxB_Context_get_FP64(first, GxB_CONTEXT_CHUNK, &chunk));
    CHECK(threads == 3);
    CHECK(chunk == 1000);
    CHECK(GxB_Context_get_FP64(first, GxB_CONTEXT_NTHREADS, &chunk) == GrB_INVALID_VALUE);
    OK(GxB_Context_engage(first));
    CHECK(GxB_Context_disengage(second) == GrB_INVALID_VALUE);
    OK(GxB_Context_disengage(first));
    OK(GxB_Context_engage(GxB_CONTEXT_WORLD));
    OK(GxB_Context_disengage(second));
    OK(GxB_Context_free(&first));
    OK(GxB_Context_free(&second));
    CHECK(first == nullptr);
    OK(GxB_Context_free(&GxB_CONTEXT_WORLD));
    CHECK(GxB_CONTEXT_WORLD != nullptr);
}

TEST_SUITE_END();
