/// \file test_extension_operations.cpp
/// The operations of graphblas/extension_functions.h: unions, sorts, build with one value, diagonals,
/// options, operators on positions and powers.
#include "graphblas_testing.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>
#include <vector>

using namespace mergus::tests;

namespace {

using Position = std::pair<GrB_Index, GrB_Index>;
using Content = std::map<Position, double>;

Content content_of(GrB_Matrix A) {
    GrB_Index count = 0;
    OK(GrB_Matrix_nvals(&count, A));
    std::vector<GrB_Index> rows(count), cols(count);
    std::vector<double> values(count);
    OK(GrB_Matrix_extractTuples_FP64(rows.data(), cols.data(), values.data(), &count, A));
    Content made;
    for (GrB_Index k = 0; k < count; ++k) made[{rows[k], cols[k]}] = values[k];
    return made;
}
Content content_of(GrB_Vector u) {
    GrB_Index count = 0;
    OK(GrB_Vector_nvals(&count, u));
    std::vector<GrB_Index> indices(count);
    std::vector<double> values(count);
    OK(GrB_Vector_extractTuples_FP64(indices.data(), values.data(), &count, u));
    Content made;
    for (GrB_Index k = 0; k < count; ++k) made[{indices[k], 0}] = values[k];
    return made;
}

void put_content(GrB_Matrix* A, GrB_Index n, const Content& content, GrB_Type type = GrB_FP64) {
    OK(GrB_Matrix_new(A, type, n, n));
    for (const auto& [at, x] : content) OK(GrB_Matrix_setElement_FP64(*A, x, at.first, at.second));
}
void put_content(GrB_Vector* u, GrB_Index n, const Content& content, GrB_Type type = GrB_FP64) {
    OK(GrB_Vector_new(u, type, n));
    for (const auto& [at, x] : content) OK(GrB_Vector_setElement_FP64(*u, x, at.first));
}

/// Entries of an n x n matrix where (3 i + 5 j + seed) % 4 is 0.
Content pattern(GrB_Index n, GrB_Index seed, GrB_Index columns) {
    Content made;
    for (GrB_Index i = 0; i < n; ++i)
        for (GrB_Index j = 0; j < columns; ++j)
            if ((3 * i + 5 * j + i * j + seed) % 4 == 0) made[{i, j}] = static_cast<double>(i * n + j + seed);
    return made;
}
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

void make_scalar(ScalarObject& s, double value) {
    OK(GrB_Scalar_new(s.put(), GrB_FP64));
    OK(GrB_Scalar_setElement_FP64(s, value));
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

TEST_CASE("sorted vectors") {
    initialise();
    const Content content{{{1, 0}, 5}, {{2, 0}, -1}, {{5, 0}, 5}, {{6, 0}, 9}};
    Vector u, w, p;
    put_content(u.put(), 8, content);
    OK(GrB_Vector_new(w.put(), GrB_FP64, 8));
    OK(GrB_Vector_new(p.put(), GrB_INT64, 8));
    OK(GxB_Vector_sort(w, p, GrB_LT_FP64, u, nullptr));
    CHECK(content_of(w) == Content{{{0, 0}, -1}, {{1, 0}, 5}, {{2, 0}, 5}, {{3, 0}, 9}});
    CHECK(content_of(p) == Content{{{0, 0}, 2}, {{1, 0}, 1}, {{2, 0}, 5}, {{3, 0}, 6}});
    OK(GxB_Vector_sort(nullptr, p, GrB_GT_FP64, u, nullptr));
    CHECK(content_of(p) == Content{{{0, 0}, 6}, {{1, 0}, 1}, {{2, 0}, 5}, {{3, 0}, 2}});
    OK(GxB_Vector_sort(u, nullptr, GrB_GT_FP64, u, nullptr)); // in place
    CHECK(content_of(u) == Content{{{0, 0}, 9}, {{1, 0}, 5}, {{2, 0}, 5}, {{3, 0}, -1}});
    CHECK(GxB_Vector_sort(nullptr, nullptr, GrB_GT_FP64, u, nullptr) == GrB_NULL_POINTER);
    CHECK(GxB_Vector_sort(w, p, GrB_PLUS_FP64, u, nullptr) == GrB_DOMAIN_MISMATCH);
    Vector other;
    OK(GrB_Vector_new(other.put(), GrB_FP64, 7));
    CHECK(GxB_Vector_sort(other, p, GrB_GT_FP64, u, nullptr) == GrB_DIMENSION_MISMATCH);
}

TEST_CASE("vectors sorted by a function of the user") {
    initialise();
    Vector u, w;
    put_content(u.put(), 6, {{{0, 0}, 14}, {{1, 0}, 21}, {{4, 0}, 13}});
    OK(GrB_Vector_new(w.put(), GrB_FP64, 6));
    Binary last_digit;
    OK(GrB_BinaryOp_new(
        last_digit.put(),
        [](void* z, const void* x, const void* y) {
            *static_cast<bool*>(z) =
                *static_cast<const std::int32_t*>(x) % 10 < *static_cast<const std::int32_t*>(y) % 10;
        },
        GrB_BOOL, GrB_INT32, GrB_INT32));
    OK(GxB_Vector_sort(w, nullptr, last_digit, u, nullptr));
    CHECK(content_of(w) == Content{{{0, 0}, 21}, {{1, 0}, 13}, {{2, 0}, 14}});
}

TEST_CASE("sorted rows and columns") {
    initialise();
    constexpr GrB_Index n = 11;
    Content content = pattern(n, 1, n);
    for (auto& [at, x] : content) x = std::fmod(x * 7, 13); // in no order, with repeated values
    for (const bool by_columns : {false, true}) {
        CAPTURE(by_columns);
        Matrix A, C, P;
        put_content(A.put(), n, content);
        OK(GrB_Matrix_new(C.put(), GrB_FP64, n, n));
        OK(GrB_Matrix_new(P.put(), GrB_INT64, n, n));
        OK(GxB_Matrix_sort(C, P, GrB_LT_FP64, A, by_columns ? GrB_DESC_T0 : nullptr));
        std::map<GrB_Index, std::vector<std::pair<double, GrB_Index>>> lines;
        for (const auto& [at, x] : content)
            lines[by_columns ? at.second : at.first].emplace_back(x, by_columns ? at.first : at.second);
        Content values, indices;
        for (auto& [line, entries] : lines) {
            std::ranges::sort(entries);
            for (GrB_Index k = 0; k < entries.size(); ++k) {
                const Position at = by_columns ? Position{k, line} : Position{line, k};
                values[at] = entries[k].first;
                indices[at] = static_cast<double>(entries[k].second);
            }
        }
        CHECK(content_of(C) == values);
        CHECK(content_of(P) == indices);
        OK(GxB_Matrix_sort(A, nullptr, GrB_LT_FP64, A, by_columns ? GrB_DESC_T0 : nullptr));
        CHECK(content_of(A) == values);
    }
}

TEST_CASE("many sorted values") {
    initialise();
    constexpr GrB_Index n = 50000;
    Vector u, w, p;
    OK(GrB_Vector_new(u.put(), GrB_INT64, n));
    OK(GrB_Vector_new(w.put(), GrB_INT64, n));
    OK(GrB_Vector_new(p.put(), GrB_UINT64, n));
    std::vector<GrB_Index> indices(n), places(n);
    std::vector<std::int64_t> values(n), sorted(n);
    std::vector<std::pair<std::int64_t, GrB_Index>> expected(n);
    for (GrB_Index i = 0; i < n; ++i) {
        indices[i] = i;
        values[i] = static_cast<std::int64_t>(i * 48271 % 9973) - 5000;
        expected[i] = {values[i], i};
    }
    std::ranges::sort(expected);
    OK(GrB_Vector_build_INT64(u, indices.data(), values.data(), n, nullptr));
    OK(GxB_Vector_sort(w, p, GrB_LT_INT64, u, nullptr));
    GrB_Index count = n;
    OK(GrB_Vector_extractTuples_INT64(indices.data(), sorted.data(), &count, w));
    OK(GrB_Vector_extractTuples_UINT64(indices.data(), places.data(), &count, p));
    bool right = count == n;
    for (GrB_Index k = 0; k < n; ++k) right = right && expected[k] == std::pair(sorted[k], places[k]);
    CHECK(right);
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
    CHECK(value == GxB_SPARSE);
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
}

TEST_CASE("powers") {
    initialise();
    Vector u, w;
    const auto power = [&](GrB_BinaryOp op, GrB_Type type, double x, double y) {
        Vector base, result;
        put_content(base.put(), 1, {{{0, 0}, x}}, type);
        OK(GrB_Vector_new(result.put(), type, 1));
        OK(GrB_Vector_apply_BinaryOp2nd_FP64(result, nullptr, nullptr, op, base, y, nullptr));
        return content_of(result).at({0, 0});
    };
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    CHECK(power(GxB_POW_FP64, GrB_FP64, 3, 0.5) == doctest::Approx(std::sqrt(3.0)).epsilon(1e-14));
    CHECK(power(GxB_POW_FP32, GrB_FP32, 3, 2) == 9);
    CHECK(std::isnan(power(GxB_POW_FP64, GrB_FP64, nan, 0)));
    CHECK(power(GxB_POW_FP64, GrB_FP64, 0, 0) == 1);
    CHECK(power(GxB_POW_INT64, GrB_INT64, -3, 3) == -27);
    CHECK(power(GxB_POW_INT64, GrB_INT64, 2, -1) == 0);
    CHECK(power(GxB_POW_INT32, GrB_INT32, 10, 10) == 2147483647);
    CHECK(power(GxB_POW_INT32, GrB_INT32, -10, 11) == -2147483648.0);
    CHECK(power(GxB_POW_INT16, GrB_INT16, 0, -1) == 32767);
    CHECK(power(GxB_POW_INT8, GrB_INT8, 2, 7) == 127);
    CHECK(power(GxB_POW_UINT8, GrB_UINT8, 2, 7) == 128);
    CHECK(power(GxB_POW_UINT16, GrB_UINT16, 4, 8) == 65535);
    CHECK(power(GxB_POW_UINT32, GrB_UINT32, 4, 15) == 1073741824);
    CHECK(power(GxB_POW_UINT64, GrB_UINT64, 5, 3) == 125);
    CHECK(power(GxB_POW_BOOL, GrB_BOOL, 0, 1) == 0);
    CHECK(power(GxB_POW_BOOL, GrB_BOOL, 0, 0) == 1);
}

TEST_CASE("operators on positions in semirings of the program") {
    initialise();
    Matrix A;
    put_content(A.put(), 3, {{{0, 1}, 2}, {{0, 2}, 3}, {{2, 0}, 4}});
    Vector u, w;
    put_content(u.put(), 3, {{{0, 0}, 1}, {{1, 0}, 1}, {{2, 0}, 10}});
    OK(GrB_Vector_new(w.put(), GrB_INT64, 3));
    SemiringObject greatest, wrong;
    OK(GrB_Semiring_new(greatest.put(), GrB_MAX_MONOID_INT64, GxB_SECONDI1_INT64));
    OK(GrB_mxv(w, nullptr, nullptr, greatest, A, u, nullptr));
    CHECK(content_of(w) == Content{{{0, 0}, 3}, {{2, 0}, 1}});
    // Only a semiring's multiplication may be one.
    CHECK(GrB_Vector_eWiseAdd_BinaryOp(w, nullptr, nullptr, GxB_SECONDI1_INT64, u, u, nullptr) < GrB_SUCCESS);

    ScalarObject theta, number;
    make_scalar(theta, 0.5);
    OK(GrB_Scalar_new(number.put(), GrB_INT32));
    OK(GrB_Scalar_setElement_INT32(number, 1));
    GxB_IndexBinaryOp weighted = nullptr;
    const char* const text =
        "void weighted (double *z, const double *x, GrB_Index ix, GrB_Index jx, const double *y, GrB_Index "
        "iy, "
        "GrB_Index jy, const double *theta) { *z = *theta * (*x) * (*y) + (double) (100 * ix + iy) ; }";
    CHECK(GxB_IndexBinaryOp_new(&weighted, nullptr, GrB_FP64, GrB_FP64, GrB_FP64, GrB_FP64, nullptr,
                                nullptr) == GrB_NULL_POINTER);
    OK(GxB_IndexBinaryOp_new(&weighted, nullptr, GrB_FP64, GrB_FP64, GrB_FP64, GrB_FP64, "weighted", text));
    Binary op;
    CHECK(GxB_BinaryOp_new_IndexOp(op.put(), weighted, number) == GrB_DOMAIN_MISMATCH);
    OK(GxB_BinaryOp_new_IndexOp(op.put(), weighted, theta));
    OK(GxB_IndexBinaryOp_free(&weighted));
    CHECK(GxB_BinaryOp_new_IndexOp(op.put(), weighted, theta) == GrB_UNINITIALIZED_OBJECT);
    SemiringObject semiring;
    OK(GrB_Semiring_new(semiring.put(), GrB_PLUS_MONOID_FP64, op));
    Vector x;
    OK(GrB_Vector_new(x.put(), GrB_FP64, 3));
    OK(GrB_mxv(x, nullptr, nullptr, semiring, A, u, nullptr));
    // Row 0: 0.5·2·1 + 1, 0.5·3·10 + 2; row 2: 0.5·4·1 + 200.
    CHECK(content_of(x) == Content{{{0, 0}, 19}, {{2, 0}, 202}});
}

TEST_SUITE_END();
