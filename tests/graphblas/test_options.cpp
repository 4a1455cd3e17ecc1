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

TEST_CASE("the format that an object shows") {
    initialise();
    const auto status = [](GrB_Matrix A) {
        std::int32_t value = 0;
        OK(GxB_Matrix_Option_get_INT32(A, GxB_SPARSITY_STATUS, &value));
        return value;
    };
    const auto order = [](GrB_Matrix A) {
        std::int32_t value = -1;
        OK(GxB_Matrix_Option_get_INT32(A, GxB_FORMAT, &value));
        return value;
    };
    Matrix A, copy, column, row, none;
    OK(GrB_Matrix_new(A.put(), GrB_FP64, 100, 100));
    for (const GrB_Index k : {1, 2, 3, 4, 5}) OK(GrB_Matrix_setElement_FP64(A, 1, k, k));
    CHECK(status(A) == GxB_HYPERSPARSE); // 5 rows of 100, at most 6.25
    for (const GrB_Index k : {6, 7}) OK(GrB_Matrix_setElement_FP64(A, 1, k, k));
    CHECK(status(A) == GxB_SPARSE);
    OK(GxB_Matrix_Option_set(A, GxB_SPARSITY_CONTROL, GxB_HYPERSPARSE | GxB_FULL));
    CHECK(status(A) == GxB_HYPERSPARSE);
    OK(GxB_Matrix_Option_set(A, GxB_SPARSITY_CONTROL, GxB_BITMAP | GxB_SPARSE));
    CHECK(status(A) == GxB_SPARSE);
    OK(GxB_Matrix_Option_set(A, GxB_BITMAP_SWITCH, 0.0005)); // of 10,000
    CHECK(status(A) == GxB_BITMAP);
    OK(GrB_Matrix_dup(copy.put(), A));
    CHECK(status(copy) == GxB_BITMAP);
    OK(GrB_Matrix_assign_FP64(A, nullptr, nullptr, 1, GrB_ALL, 100, GrB_ALL, 100, nullptr));
    CHECK(status(A) == GxB_BITMAP);
    OK(GxB_Matrix_Option_set(A, GxB_SPARSITY_CONTROL, GxB_AUTO_SPARSITY));
    CHECK(status(A) == GxB_FULL);
    // The default switch of 100 x 100 is 0.4.
    for (GrB_Index i = 0; i < 59; ++i)
        for (GrB_Index j = 0; j < 100; ++j) OK(GrB_Matrix_removeElement(A, i, j));
    OK(GxB_Matrix_Option_set(A, GxB_BITMAP_SWITCH, 0.4));
    CHECK(status(A) == GxB_BITMAP);
    for (GrB_Index j = 0; j < 100; ++j) OK(GrB_Matrix_removeElement(A, 59, j));
    CHECK(status(A) == GxB_SPARSE);

    OK(GrB_Matrix_new(column.put(), GrB_FP64, 100, 1));
    OK(GrB_Matrix_new(row.put(), GrB_FP64, 1, 100));
    OK(GrB_Matrix_new(none.put(), GrB_FP64, 0, 0));
    CHECK((order(column) == GxB_BY_COL && order(row) == GxB_BY_ROW && order(A) == GxB_BY_ROW));
    CHECK(status(none) == GxB_SPARSE);
    OK(GrB_Matrix_setElement_FP64(column, 1, 3, 0)); // one line is never hypersparse
    CHECK(status(column) == GxB_SPARSE);
    // Arrays of a program keep their format until the number of entries changes.
    GrB_Index *p = nullptr, *i = nullptr, p_size = 0, i_size = 0, x_size = 0;
    void* x = nullptr;
    bool iso = false, jumbled = false;
    OK(GrB_Matrix_assign_FP64(column, nullptr, nullptr, 2, GrB_ALL, 100, GrB_ALL, 1, nullptr));
    CHECK(status(column) == GxB_FULL);
    OK(GxB_Matrix_unpack_CSR(column, &p, &i, &x, &p_size, &i_size, &x_size, &iso, &jumbled, nullptr));
    OK(GxB_Matrix_pack_CSR(column, &p, &i, &x, p_size, i_size, x_size, iso, jumbled, nullptr));
    CHECK((status(column) == GxB_SPARSE && order(column) == GxB_BY_ROW));
    OK(GrB_Matrix_removeElement(column, 5, 0));
    CHECK(status(column) == GxB_BITMAP);

    Matrix square; // tuples come in the order of the format
    OK(GrB_Matrix_new(square.put(), GrB_FP64, 2, 2));
    CHECK((GrB_Matrix_setElement_FP64(square, 7, 0, 1) == 0 &&
           GrB_Matrix_setElement_FP64(square, 8, 1, 0) == 0));
    for (const GxB_Format_Value format : {GxB_BY_ROW, GxB_BY_COL}) {
        OK(GxB_Matrix_Option_set(square, GxB_FORMAT, format));
        std::array<GrB_Index, 2> rows{}, cols{};
        std::array<double, 2> values{};
        GrB_Index count = 2;
        OK(GrB_Matrix_extractTuples_FP64(rows.data(), cols.data(), values.data(), &count, square));
        const std::size_t first = format == GxB_BY_ROW ? 0 : 1;
        CHECK((rows[first] == 0 && cols[first] == 1 && values[first] == 7));
        CHECK((rows[1 - first] == 1 && cols[1 - first] == 0 && values[1 - first] == 8));
    }

    Vector u;
    OK(GrB_Vector_new(u.put(), GrB_FP64, 100));
    std::int32_t value = 0;
    for (const GrB_Index k : {1, 2, 3, 4}) OK(GrB_Vector_setElement_FP64(u, 1, k));
    OK(GxB_Vector_Option_get_INT32(u, GxB_SPARSITY_STATUS, &value));
    CHECK(value == GxB_SPARSE); // 4 of 100, the switch of vectors
    OK(GrB_Vector_setElement_FP64(u, 1, 5));
    OK(GxB_Vector_Option_get_INT32(u, GxB_SPARSITY_STATUS, &value));
    CHECK(value == GxB_BITMAP);
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
