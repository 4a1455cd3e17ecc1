/// \file test_failed_calls.cpp
/// Calls that fail: the code of the first error in the order of docs/C-API.md, no call of the user's
/// operators before it, and arguments that stay as they were.
#include "contents.hpp"
#include "packing.hpp"

#include <array>
#include <cstdint>

using namespace mergus::tests;

namespace {

int calls = 0; ///< of the functions below

void counted_sum(void* z, const void* x, const void* y) {
    ++calls;
    const std::int64_t sum = *static_cast<const std::int64_t*>(x) + *static_cast<const std::int64_t*>(y);
    std::memcpy(z, &sum, sizeof sum);
}
void counted_equal(void* z, const void* x, GrB_Index, GrB_Index, const void* y) {
    ++calls;
    const bool same = *static_cast<const std::int64_t*>(x) == *static_cast<const std::int64_t*>(y);
    std::memcpy(z, &same, sizeof same);
}

struct Numbers {
    Matrix A;
    Vector u;
    Numbers() {
        put_content(A.put(), 3, {{{0, 0}, 8}, {{2, 1}, 9}}, GrB_INT64);
        put_content(u.put(), 3, {{{0, 0}, 4}, {{2, 0}, 6}}, GrB_INT64);
    }
};

void make_pair_type(Type& type) {
    OK(GrB_Type_new(type.put(), 16));
}

} // namespace

TEST_SUITE_BEGIN("graphblas");

TEST_CASE("an operator is not called with an empty scalar, and all other errors come before it") {
    initialise();
    Numbers in;
    Binary sum;
    IndexUnary equal;
    ScalarObject s;
    OK(GrB_BinaryOp_new(sum.put(), &counted_sum, GrB_INT64, GrB_INT64, GrB_INT64));
    OK(GrB_IndexUnaryOp_new(equal.put(), &counted_equal, GrB_BOOL, GrB_INT64, GrB_INT64));
    OK(GrB_Scalar_new(s.put(), GrB_INT64));
    calls = 0;
    const GrB_Matrix A = in.A;
    const GrB_Vector u = in.u;
    CHECK(GrB_Matrix_apply_BinaryOp1st_Scalar(A, nullptr, sum, sum, s, A, nullptr) == GrB_EMPTY_OBJECT);
    CHECK(GrB_Matrix_apply_BinaryOp2nd_Scalar(A, nullptr, sum, sum, A, s, nullptr) == GrB_EMPTY_OBJECT);
    CHECK(GrB_Matrix_apply_IndexOp_Scalar(A, nullptr, nullptr, equal, A, s, nullptr) == GrB_EMPTY_OBJECT);
    CHECK(GrB_Matrix_select_Scalar(A, nullptr, nullptr, equal, A, s, nullptr) == GrB_EMPTY_OBJECT);
    CHECK(GrB_Vector_apply_BinaryOp1st_Scalar(u, nullptr, sum, sum, s, u, nullptr) == GrB_EMPTY_OBJECT);
    CHECK(GrB_Vector_apply_BinaryOp2nd_Scalar(u, nullptr, sum, sum, u, s, nullptr) == GrB_EMPTY_OBJECT);
    CHECK(GrB_Vector_apply_IndexOp_Scalar(u, nullptr, nullptr, equal, u, s, nullptr) == GrB_EMPTY_OBJECT);
    CHECK(GrB_Vector_select_Scalar(u, nullptr, nullptr, equal, u, s, nullptr) == GrB_EMPTY_OBJECT);
    // Also where the call would have no effect.
    CHECK(GrB_Vector_select_Scalar(u, nullptr, nullptr, equal, u, s, GrB_DESC_C) == GrB_EMPTY_OBJECT);
    CHECK(calls == 0);
    CHECK(content_of(A) == Content{{{0, 0}, 8}, {{2, 1}, 9}});
    CHECK(content_of(u) == Content{{{0, 0}, 4}, {{2, 0}, 6}});

    Vector longer;
    Type type;
    ScalarObject pair;
    OK(GrB_Vector_new(longer.put(), GrB_INT64, 4));
    make_pair_type(type);
    OK(GrB_Scalar_new(pair.put(), type));
    CHECK(GrB_Vector_select_Scalar(u, longer, nullptr, equal, u, s, nullptr) == GrB_DIMENSION_MISMATCH);
    CHECK(GrB_Vector_apply_BinaryOp2nd_Scalar(longer, nullptr, nullptr, sum, u, s, nullptr) ==
          GrB_DIMENSION_MISMATCH);
    CHECK(GrB_Vector_apply_BinaryOp2nd_Scalar(longer, nullptr, nullptr, sum, u, pair, nullptr) ==
          GrB_DOMAIN_MISMATCH);
    CHECK(GrB_Vector_select_Scalar(longer, nullptr, nullptr, equal, u, pair, nullptr) == GrB_DOMAIN_MISMATCH);
    CHECK(calls == 0);
}

TEST_CASE("a union with an empty scalar gives the code of any other error first") {
    initialise();
    Numbers in;
    Type type;
    Vector longer;
    Matrix larger;
    ScalarObject one, empty, pair;
    make_pair_type(type);
    OK(GrB_Vector_new(longer.put(), GrB_INT64, 4));
    OK(GrB_Matrix_new(larger.put(), GrB_INT64, 4, 4));
    OK(GrB_Scalar_new(one.put(), GrB_INT64));
    OK(GrB_Scalar_setElement_INT64(one, 1));
    OK(GrB_Scalar_new(empty.put(), GrB_INT64));
    OK(GrB_Scalar_new(pair.put(), type));
    const GrB_BinaryOp sum = GrB_PLUS_INT64;
    const GrB_Vector u = in.u;
    const GrB_Matrix A = in.A;
    for (const bool first : {true, false}) {
        const auto vectors = [&](GrB_Vector w, GrB_Scalar s, GrB_Vector v) {
            return GxB_Vector_eWiseUnion(w, nullptr, nullptr, sum, u, first ? s : one, v, first ? one : s,
                                         nullptr);
        };
        const auto matrices = [&](GrB_Matrix C, GrB_Scalar s, GrB_Matrix B) {
            return GxB_Matrix_eWiseUnion(C, nullptr, nullptr, sum, A, first ? s : one, B, first ? one : s,
                                         nullptr);
        };
        CHECK(vectors(longer, empty, nullptr) == GrB_UNINITIALIZED_OBJECT);
        CHECK(vectors(longer, pair, u) == GrB_DOMAIN_MISMATCH);
        CHECK(vectors(longer, empty, u) == GrB_DIMENSION_MISMATCH);
        CHECK(vectors(u, empty, u) == GrB_EMPTY_OBJECT);
        CHECK(matrices(larger, empty, nullptr) == GrB_UNINITIALIZED_OBJECT);
        CHECK(matrices(larger, pair, A) == GrB_DOMAIN_MISMATCH);
        CHECK(matrices(larger, empty, A) == GrB_DIMENSION_MISMATCH);
        CHECK(matrices(A, empty, A) == GrB_EMPTY_OBJECT);
    }
    CHECK(content_of(A) == Content{{{0, 0}, 8}, {{2, 1}, 9}});
    CHECK(content_of(u) == Content{{{0, 0}, 4}, {{2, 0}, 6}});
}

TEST_CASE("objects and pointers are checked before domains") {
    initialise();
    Numbers in;
    Type type;
    Matrix C;
    Vector w;
    ScalarObject s, pair;
    Binary product;
    make_pair_type(type);
    OK(GrB_Matrix_new(C.put(), GrB_INT64, 3, 3));
    OK(GrB_Vector_new(w.put(), GrB_INT64, 3));
    OK(GrB_Scalar_new(s.put(), GrB_INT64));
    OK(GrB_Scalar_new(pair.put(), type));
    GrB_BinaryOp made = nullptr;
    OK(GrB_BinaryOp_new(&made, &counted_sum, GrB_INT64, GrB_INT64, GrB_INT64));
    const GrB_BinaryOp freed = made;
    OK(GrB_BinaryOp_free(&made));
    GrB_Descriptor set = nullptr;
    OK(GrB_Descriptor_new(&set));
    const GrB_Descriptor freed_flags = set;
    OK(GrB_Descriptor_free(&set));

    const std::array<GrB_Index, 1> list{0};
    const std::array<std::int64_t, 1> values{1};
    const GrB_BinaryOp compare = GrB_LT_INT64; // not of one domain
    CHECK(GrB_Matrix_build_INT64(C, nullptr, list.data(), values.data(), 1, compare) == GrB_NULL_POINTER);
    CHECK(GrB_Matrix_build_INT64(C, list.data(), nullptr, values.data(), 1, compare) == GrB_NULL_POINTER);
    CHECK(GrB_Matrix_build_INT64(C, list.data(), list.data(), nullptr, 1, compare) == GrB_NULL_POINTER);
    CHECK(GrB_Matrix_build_UDT(C, list.data(), list.data(), nullptr, 1, nullptr) == GrB_NULL_POINTER);
    CHECK(GrB_Matrix_build_INT64(C, list.data(), list.data(), values.data(), 1, compare) ==
          GrB_DOMAIN_MISMATCH);
    CHECK(GrB_Vector_build_INT64(w, nullptr, values.data(), 1, compare) == GrB_NULL_POINTER);
    CHECK(GrB_Vector_build_INT64(w, list.data(), nullptr, 1, compare) == GrB_NULL_POINTER);
    CHECK(GrB_Vector_build_UDT(w, list.data(), nullptr, 1, nullptr) == GrB_NULL_POINTER);
    CHECK(GrB_Vector_build_INT64(w, list.data(), values.data(), 1, compare) == GrB_DOMAIN_MISMATCH);

    const GrB_Monoid sum = GrB_PLUS_MONOID_INT64;
    const auto reduce = GrB_Matrix_reduce_Monoid_Scalar;
    const auto fold = GrB_Matrix_reduce_BinaryOp_Scalar;
    std::array<std::int64_t, 2> x{};
    CHECK(reduce(pair, nullptr, sum, in.A, nullptr) == GrB_DOMAIN_MISMATCH);
    CHECK(reduce(pair, freed, sum, in.A, nullptr) == GrB_UNINITIALIZED_OBJECT);
    CHECK(reduce(pair, nullptr, sum, in.A, freed_flags) == GrB_UNINITIALIZED_OBJECT);
    CHECK(fold(s, nullptr, compare, in.A, nullptr) == GrB_DOMAIN_MISMATCH);
    CHECK(fold(s, freed, compare, in.A, nullptr) == GrB_UNINITIALIZED_OBJECT);
    CHECK(fold(s, nullptr, compare, in.A, freed_flags) == GrB_UNINITIALIZED_OBJECT);
    CHECK(GrB_Matrix_reduce_UDT(x.data(), nullptr, sum, in.A, nullptr) == GrB_DOMAIN_MISMATCH);
    CHECK(GrB_Matrix_reduce_UDT(x.data(), freed, sum, in.A, nullptr) == GrB_UNINITIALIZED_OBJECT);

    // The value of theta is looked for after its type.
    GxB_IndexBinaryOp positions = nullptr;
    OK(GxB_IndexBinaryOp_new(&positions, nullptr, GrB_INT64, GrB_INT64, GrB_INT64, GrB_INT64, "row",
                             "void row(int64_t *z, const int64_t *x, GrB_Index i, GrB_Index j, "
                             "const int64_t *y, GrB_Index k, GrB_Index l, const int64_t *t) { *z = i; }"));
    CHECK(GxB_BinaryOp_new_IndexOp(product.put(), positions, pair) == GrB_DOMAIN_MISMATCH);
    CHECK(GxB_BinaryOp_new_IndexOp(product.put(), positions, s) == GrB_EMPTY_OBJECT);
    OK(GxB_IndexBinaryOp_free(&positions));
}

TEST_CASE("the domain of an empty scalar is checked before entries are deleted") {
    initialise();
    Numbers in;
    Type type;
    ScalarObject s;
    make_pair_type(type);
    OK(GrB_Scalar_new(s.put(), type));
    const GrB_Index first = 0;
    CHECK(GrB_Vector_assign_Scalar(in.u, nullptr, nullptr, s, GrB_ALL, 3, nullptr) == GrB_DOMAIN_MISMATCH);
    CHECK(GrB_Vector_assign_Scalar(in.u, nullptr, nullptr, s, &first, 1, nullptr) == GrB_DOMAIN_MISMATCH);
    CHECK(GrB_Matrix_assign_Scalar(in.A, nullptr, nullptr, s, GrB_ALL, 3, &first, 1, nullptr) ==
          GrB_DOMAIN_MISMATCH);
    CHECK(GrB_Vector_setElement_Scalar(in.u, s, 0) == GrB_DOMAIN_MISMATCH);
    CHECK(GrB_Matrix_setElement_Scalar(in.A, s, 0, 0) == GrB_DOMAIN_MISMATCH);
    CHECK(content_of(in.A) == Content{{{0, 0}, 8}, {{2, 1}, 9}});
    CHECK(content_of(in.u) == Content{{{0, 0}, 4}, {{2, 0}, 6}});
}

TEST_CASE("a sort that fails leaves its first output") {
    initialise();
    Numbers in;
    Type type;
    Vector w, p;
    Matrix C, P;
    make_pair_type(type);
    put_content(w.put(), 3, {{{1, 0}, 5}}, GrB_INT64);
    put_content(C.put(), 3, {{{1, 0}, 5}}, GrB_INT64);
    OK(GrB_Vector_new(p.put(), type, 3));
    OK(GrB_Matrix_new(P.put(), type, 3, 3));
    CHECK(GxB_Vector_sort(w, p, GrB_LT_INT64, in.u, nullptr) == GrB_DOMAIN_MISMATCH);
    CHECK(GxB_Matrix_sort(C, P, GrB_LT_INT64, in.A, nullptr) == GrB_DOMAIN_MISMATCH);
    CHECK(content_of(w) == Content{{{1, 0}, 5}});
    CHECK(content_of(C) == Content{{{1, 0}, 5}});
    // Domains come before dimensions.
    Vector longer;
    OK(GrB_Vector_new(longer.put(), GrB_INT64, 4));
    CHECK(GxB_Vector_sort(longer, p, GrB_LT_INT64, in.u, nullptr) == GrB_DOMAIN_MISMATCH);
    CHECK(GxB_Vector_sort(longer, nullptr, GrB_PLUS_INT64, in.u, nullptr) == GrB_DOMAIN_MISMATCH);
}

TEST_CASE("jumbled arrays that cannot be packed stay as they were") {
    initialise();
    const std::vector<GrB_Index> offsets{0, 3, 3, 3}, twice{2, 0, 2}, far{2, 0, 9};
    const std::vector<double> values{7, 8, 9};
    for (const bool by_rows : {true, false})
        for (const std::vector<GrB_Index>& indices : {twice, far}) {
            Matrix A;
            OK(GrB_Matrix_new(A.put(), GrB_FP64, 3, 3));
            GrB_Index *p = array_of(offsets), *i = array_of(indices);
            void* x = array_of(values);
            const auto pack = by_rows ? GxB_Matrix_pack_CSR : GxB_Matrix_pack_CSC;
            CHECK(pack(A, &p, &i, &x, 32, 24, 24, false, true, nullptr) < GrB_SUCCESS);
            CHECK(content_of<GrB_Index>(p, 32) == offsets);
            CHECK(content_of<GrB_Index>(i, 24) == indices);
            CHECK(content_of<double>(x, 24) == values);
        }
    Vector u;
    OK(GrB_Vector_new(u.put(), GrB_FP64, 3));
    for (const std::vector<GrB_Index>& indices : {twice, far}) {
        GrB_Index* i = array_of(indices);
        void* x = array_of(values);
        CHECK(GxB_Vector_pack_CSC(u, &i, &x, 24, 24, false, 3, true, nullptr) < GrB_SUCCESS);
        CHECK(content_of<GrB_Index>(i, 24) == indices);
        CHECK(content_of<double>(x, 24) == values);
    }
}

TEST_CASE("an output with entries is refused before indices are read, and domains before room") {
    initialise();
    Numbers in;
    const std::array<GrB_Index, 2> far{0, 99}, fine{0, 1};
    const std::array<double, 2> values{1, 2};
    CHECK(GrB_Matrix_build_FP64(in.A, far.data(), fine.data(), values.data(), 2, nullptr) ==
          GrB_OUTPUT_NOT_EMPTY);
    CHECK(GrB_Vector_build_FP64(in.u, far.data(), values.data(), 2, nullptr) == GrB_OUTPUT_NOT_EMPTY);
    Type type;
    Matrix pairs;
    Vector list;
    make_pair_type(type);
    const std::array<std::int64_t, 2> pair{1, 2};
    OK(GrB_Matrix_new(pairs.put(), type, 3, 3));
    OK(GrB_Matrix_setElement_UDT(pairs, pair.data(), 0, 0));
    OK(GrB_Vector_new(list.put(), type, 3));
    OK(GrB_Vector_setElement_UDT(list, pair.data(), 0));
    GrB_Index none = 0;
    double x = 0;
    CHECK(GrB_Matrix_extractTuples_FP64(nullptr, nullptr, &x, &none, pairs) == GrB_DOMAIN_MISMATCH);
    CHECK(GrB_Vector_extractTuples_FP64(nullptr, &x, &none, list) == GrB_DOMAIN_MISMATCH);
    CHECK(GrB_Matrix_extractTuples_UDT(nullptr, nullptr, &x, &none, pairs) == GrB_INSUFFICIENT_SPACE);
    CHECK(GrB_Matrix_setElement_FP64(pairs, 1, 99, 0) == GrB_DOMAIN_MISMATCH);
    CHECK(GrB_Vector_setElement_FP64(list, 1, 99) == GrB_DOMAIN_MISMATCH);
    CHECK(GrB_Matrix_extractElement_FP64(&x, pairs, 99, 0) == GrB_DOMAIN_MISMATCH);
    CHECK(GrB_Vector_extractElement_FP64(&x, list, 99) == GrB_DOMAIN_MISMATCH);
}

TEST_CASE("the matrix of a diagonal beyond 2^60 rows is not implemented") {
    initialise();
    Vector longest, u;
    OK(GrB_Vector_new(longest.put(), GrB_FP64, GrB_INDEX_MAX + 1));
    OK(GrB_Vector_new(u.put(), GrB_FP64, 3));
    Matrix C;
    CHECK(GrB_Matrix_diag(C.put(), longest, 1) == GrB_NOT_IMPLEMENTED);
    CHECK(GrB_Matrix_diag(C.put(), u, INT64_MAX) == GrB_NOT_IMPLEMENTED);
    CHECK(GrB_Matrix_diag(C.put(), u, INT64_MIN) == GrB_NOT_IMPLEMENTED);
    CHECK(static_cast<GrB_Matrix>(C) == nullptr);
}

TEST_SUITE_END();
