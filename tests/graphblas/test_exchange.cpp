/// \file test_exchange.cpp
/// Import, export and serialization of matrices.
#include "graphblas_testing.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

using namespace mergus::tests;

namespace {

/// 3 × 4 with the entries (0,1) = 1, (0,3) = 2, (2,0) = 3.
void make_matrix(GrB_Matrix* A) {
    const std::array<GrB_Index, 3> rows{0, 0, 2}, cols{1, 3, 0};
    const std::array<double, 3> values{1, 2, 3};
    OK(GrB_Matrix_new(A, GrB_FP64, 3, 4));
    OK(GrB_Matrix_build_FP64(*A, rows.data(), cols.data(), values.data(), 3, nullptr));
}

bool has(GrB_Matrix A, GrB_Index i, GrB_Index j, double value) {
    double x = 0;
    return GrB_Matrix_extractElement_FP64(&x, A, i, j) == GrB_SUCCESS && x == value;
}

} // namespace

TEST_SUITE_BEGIN("graphblas");

TEST_CASE("export and import in every format") {
    initialise();
    Matrix A;
    make_matrix(A.put());
    struct Expected {
        GrB_Format format;
        std::vector<GrB_Index> indptr, indices;
        std::vector<double> values;
    };
    const Expected all[] = {{GrB_CSR_FORMAT, {0, 2, 2, 3}, {1, 3, 0}, {1, 2, 3}},
                            {GrB_CSC_FORMAT, {0, 1, 2, 2, 3}, {2, 0, 0}, {3, 1, 2}},
                            {GrB_COO_FORMAT, {0, 0, 2}, {1, 3, 0}, {1, 2, 3}}};
    for (const Expected& expected : all) {
        GrB_Index a = 0, b = 0, c = 0;
        OK(GrB_Matrix_exportSize(&a, &b, &c, expected.format, A));
        CHECK(a == expected.indptr.size());
        CHECK(b == 3);
        CHECK(c == 3);
        std::vector<GrB_Index> indptr(a), indices(b);
        std::vector<double> values(c);
        GrB_Index little = 2;
        CHECK(GrB_Matrix_export_FP64(indptr.data(), indices.data(), values.data(), &a, &little, &c,
                                     expected.format, A) == GrB_INSUFFICIENT_SPACE);
        OK(GrB_Matrix_export_FP64(indptr.data(), indices.data(), values.data(), &a, &b, &c, expected.format,
                                  A));
        CHECK(indptr == expected.indptr);
        CHECK(indices == expected.indices);
        CHECK(values == expected.values);
        Matrix B;
        OK(GrB_Matrix_import_FP64(B.put(), GrB_FP64, 3, 4, indptr.data(), indices.data(), values.data(), a, b,
                                  c, expected.format));
        GrB_Index count = 0;
        OK(GrB_Matrix_nvals(&count, B));
        CHECK(count == 3);
        CHECK((has(B, 0, 1, 1) && has(B, 0, 3, 2) && has(B, 2, 0, 3)));
    }
    std::int32_t x = 0;
    GrB_Index one = 9;
    CHECK(GrB_Matrix_export_INT32(&one, &one, &x, &one, &one, &one, GrB_CSR_FORMAT, A) ==
          GrB_DOMAIN_MISMATCH);
}

TEST_CASE("import checks its arrays") {
    initialise();
    Matrix A;
    const std::array<GrB_Index, 3> unsorted{3, 1, 0}, far{1, 4, 0}, twice{1, 1, 0};
    const std::array<GrB_Index, 4> indptr{0, 2, 2, 3}, falls{0, 3, 2, 3}, starts{1, 2, 2, 3},
        longer{0, 2, 2, 4};
    const std::array<double, 3> values{2, 1, 3};
    const auto import = [&](const auto& offsets, const auto& indices, GrB_Index n_indptr = 4) {
        return GrB_Matrix_import_FP64(A.put(), GrB_FP64, 3, 4, offsets.data(), indices.data(), values.data(),
                                      n_indptr, 3, 3, GrB_CSR_FORMAT);
    };
    CHECK(import(indptr, far) == GrB_INDEX_OUT_OF_BOUNDS);
    CHECK(import(indptr, twice) == GrB_INVALID_VALUE);
    CHECK(import(falls, unsorted) == GrB_INVALID_VALUE);
    CHECK(import(starts, unsorted) == GrB_INVALID_VALUE);
    CHECK(import(longer, unsorted) == GrB_INVALID_VALUE);
    CHECK(import(indptr, unsorted, 3) == GrB_INVALID_VALUE);
    CHECK(GrB_Matrix_import_FP64(A.put(), GrB_INT32, 3, 4, indptr.data(), unsorted.data(), values.data(), 4,
                                 3, 3, GrB_CSR_FORMAT) == GrB_DOMAIN_MISMATCH);
    CHECK(static_cast<GrB_Matrix>(A) == nullptr);
    OK(import(indptr, unsorted));
    CHECK((has(A, 0, 1, 1) && has(A, 0, 3, 2) && has(A, 2, 0, 3)));
}

TEST_CASE("serialized matrices come back; damaged data is refused") {
    initialise();
    Matrix A, B;
    make_matrix(A.put());
    GrB_Index size = 0;
    OK(GrB_Matrix_serializeSize(&size, A));
    std::vector<char> data(size);
    GrB_Index little = size - 1;
    CHECK(GrB_Matrix_serialize(data.data(), &little, A) == GrB_INSUFFICIENT_SPACE);
    OK(GrB_Matrix_serialize(data.data(), &size, A));
    OK(GrB_Matrix_deserialize(B.put(), nullptr, data.data(), size));
    CHECK((has(B, 0, 1, 1) && has(B, 0, 3, 2) && has(B, 2, 0, 3)));
    Matrix C;
    CHECK(GrB_Matrix_deserialize(C.put(), GrB_INT32, data.data(), size) == GrB_DOMAIN_MISMATCH);
    for (GrB_Index bytes = 0; bytes < size; bytes += 5)
        CHECK(GrB_Matrix_deserialize(C.put(), nullptr, data.data(), bytes) == GrB_INVALID_OBJECT);
    for (std::size_t at = 0; at < 48 + 48; ++at) { // the header, the rows and the columns
        std::vector<char> damaged = data;
        damaged[at] = static_cast<char>(damaged[at] ^ 0x40);
        Matrix D;
        const GrB_Info info = GrB_Matrix_deserialize(D.put(), nullptr, damaged.data(), size);
        // A dimension may be changed to another one that holds the entries, or to one that needs too much
        // memory.
        CHECK((info == GrB_INVALID_OBJECT || info == GrB_NULL_POINTER ||
               ((info == GrB_SUCCESS || info == GrB_OUT_OF_MEMORY) && at >= 24)));
    }
}

TEST_CASE("get and set") {
    initialise();
    Matrix A;
    OK(GrB_Matrix_new(A.put(), GrB_INT16, 2, 2));
    std::int32_t number = 0;
    std::size_t size = 0;
    std::array<char, 256> text{};
    OK(GrB_Matrix_get_INT32(A, &number, GrB_EL_TYPE_CODE));
    CHECK(number == GrB_INT16_CODE);
    OK(GrB_Matrix_get_SIZE(A, &size, GrB_EL_TYPE_STRING));
    CHECK(size == 10);
    OK(GrB_Matrix_get_String(A, text.data(), GrB_EL_TYPE_STRING));
    CHECK(std::string(text.data()) == "GrB_INT16");
    OK(GrB_Matrix_set_String(A, "adjacency", GrB_NAME));
    OK(GrB_Matrix_get_String(A, text.data(), GrB_NAME));
    CHECK(std::string(text.data()) == "adjacency");
    OK(GrB_Matrix_set_INT32(A, GrB_COLMAJOR, GrB_STORAGE_ORIENTATION_HINT));
    GrB_Format hint = GrB_COO_FORMAT;
    OK(GrB_Matrix_exportHint(&hint, A));
    CHECK(hint == GrB_CSC_FORMAT);
    CHECK(GrB_Matrix_set_INT32(A, 4, GrB_STORAGE_ORIENTATION_HINT) == GrB_INVALID_VALUE);
    CHECK(GrB_Matrix_get_INT32(A, &number, GrB_SIZE) == GrB_INVALID_VALUE);

    OK(GrB_Type_get_SIZE(GrB_FP32, &size, GrB_SIZE));
    CHECK(size == 4);
    CHECK(GrB_Type_set_String(GrB_FP32, "real", GrB_NAME) == GrB_ALREADY_SET);
    Type type;
    OK(GrB_Type_new(type.put(), 12));
    OK(GrB_Type_set_String(type, "triple", GrB_NAME));
    CHECK(GrB_Type_set_String(type, "other", GrB_NAME) == GrB_ALREADY_SET);
    Vector u;
    OK(GrB_Vector_new(u.put(), type, 3));
    OK(GrB_Vector_get_String(u, text.data(), GrB_EL_TYPE_STRING));
    CHECK(std::string(text.data()) == "triple");

    OK(GrB_BinaryOp_get_String(GrB_LT_FP64, text.data(), GrB_OUTP_TYPE_STRING));
    CHECK(std::string(text.data()) == "GrB_BOOL");
    OK(GrB_BinaryOp_get_INT32(GrB_FIRST_FP32, &number, GrB_INP1_TYPE_CODE));
    CHECK(number == GrB_FP32_CODE);
    CHECK(GrB_UnaryOp_get_INT32(GrB_ABS_FP64, &number, GrB_INP1_TYPE_CODE) == GrB_NO_VALUE);
    CHECK(GrB_IndexUnaryOp_get_INT32(GrB_TRIL, &number, GrB_INP0_TYPE_CODE) == GrB_NO_VALUE);
    OK(GrB_Semiring_get_String(GrB_MIN_PLUS_SEMIRING_FP64, text.data(), GrB_NAME));
    CHECK(std::string(text.data()) == "GrB_MIN_PLUS_SEMIRING_FP64");

    DescriptorObject descriptor;
    OK(GrB_Descriptor_new(descriptor.put()));
    OK(GrB_Descriptor_set_INT32(descriptor, GrB_COMP, GrB_MASK_FIELD));
    OK(GrB_Descriptor_set(descriptor, GrB_MASK, GrB_STRUCTURE));
    OK(GrB_Descriptor_get_INT32(descriptor, &number, GrB_MASK_FIELD));
    CHECK(number == GrB_COMP_STRUCTURE);
    CHECK(GrB_Descriptor_set(descriptor, GrB_OUTP, GrB_TRAN) == GrB_INVALID_VALUE);
    CHECK(GrB_Descriptor_set_INT32(GrB_DESC_R, GrB_TRAN, GrB_INP0_FIELD) == GrB_INVALID_VALUE);

    ScalarObject s;
    OK(GrB_Scalar_new(s.put(), GrB_FP64));
    CHECK(GrB_Descriptor_set_Scalar(descriptor, s, GrB_OUTP_FIELD) == GrB_EMPTY_OBJECT);
    OK(GrB_Global_get_Scalar(GrB_GLOBAL, s, GrB_API_VER_MAJOR));
    double major = 0;
    OK(GrB_Scalar_extractElement_FP64(&major, s));
    CHECK(major == 2);
    OK(GrB_Global_get_INT32(GrB_GLOBAL, &number, GrB_BLOCKING_MODE));
    CHECK(number == GrB_NONBLOCKING);
}

TEST_SUITE_END();
