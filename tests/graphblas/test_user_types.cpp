/// \file test_user_types.cpp
/// Types and operators of the user: C functions and C texts.
#include "graphblas_testing.hpp"

#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

using namespace mergus::tests;

namespace {

struct Pair {
    double best;
    std::int64_t from;
};

void better(void* z, const void* x, const void* y) {
    Pair a, b;
    std::memcpy(&a, x, sizeof a);
    std::memcpy(&b, y, sizeof b);
    const Pair& chosen = a.best >= b.best ? a : b;
    std::memcpy(z, &chosen, sizeof chosen);
}

void twice_first(void* z, const void* x, const void* y) {
    const double value = 2 * *static_cast<const double*>(x) + *static_cast<const double*>(y);
    std::memcpy(z, &value, sizeof value);
}

void negative(void* z, const void* x) {
    const double value = -*static_cast<const double*>(x);
    std::memcpy(z, &value, sizeof value);
}

void beyond(void* z, const void* x, GrB_Index i, GrB_Index j, const void* y) {
    const bool keep =
        *static_cast<const double*>(x) > static_cast<double>(i + j) + *static_cast<const double*>(y);
    std::memcpy(z, &keep, sizeof keep);
}

/// Whether the ends of an edge have different labels; y points to the labels.
void crosses(void* z, const void*, GrB_Index i, GrB_Index j, const void* y) {
    const std::int64_t* labels = nullptr;
    std::memcpy(&labels, y, sizeof labels);
    const bool differ = labels[i] != labels[j];
    std::memcpy(z, &differ, sizeof differ);
}

struct Entry {
    GrB_Index i, j;
    std::int64_t value;
    bool operator==(const Entry&) const = default;
};

std::vector<Entry> entries(GrB_Matrix A) {
    GrB_Index count = 0;
    OK(GrB_Matrix_nvals(&count, A));
    std::vector<GrB_Index> rows(count), cols(count);
    std::vector<std::int64_t> values(count);
    OK(GrB_Matrix_extractTuples_INT64(rows.data(), cols.data(), values.data(), &count, A));
    std::vector<Entry> all;
    for (GrB_Index k = 0; k < count; ++k) all.push_back({rows[k], cols[k], values[k]});
    return all;
}

/// Rows of several lengths, some without entries, of `count` entries in all.
std::vector<Entry> some_rows(GrB_Index count, GrB_Index ncols) {
    std::vector<Entry> all;
    for (GrB_Index i = 0; all.size() < count; ++i) {
        if (i % 4 == 1) continue;
        const GrB_Index length = i % 4 == 0 ? 1 : 40 * (i % 4);
        for (GrB_Index k = 0; k < length && all.size() < count; ++k)
            all.push_back({i, k * (ncols / 200) + i % 7, static_cast<std::int64_t>(all.size() % 100)});
    }
    return all;
}

void fill(GrB_Matrix A, const std::vector<Entry>& from) {
    if (from.empty()) return;
    std::vector<GrB_Index> rows, cols;
    std::vector<std::int64_t> values;
    for (const Entry& entry : from) {
        rows.push_back(entry.i);
        cols.push_back(entry.j);
        values.push_back(entry.value);
    }
    OK(GrB_Matrix_build_INT64(A, rows.data(), cols.data(), values.data(), from.size(), nullptr));
}

} // namespace

TEST_SUITE_BEGIN("graphblas");

TEST_CASE("select with a C function: every number of entries, masks, accumulators and types") {
    initialise();
    Type pointer;
    IndexUnary op;
    OK(GrB_Type_new(pointer.put(), sizeof(void*)));
    OK(GrB_IndexUnaryOp_new(op.put(), &crosses, GrB_BOOL, GrB_BOOL, pointer));
    constexpr GrB_Index nrows = 3000;
    std::vector<std::int64_t> labels(nrows + 1);
    for (GrB_Index i = 0; i <= nrows; ++i) labels[i] = static_cast<std::int64_t>(i * i % 5);
    const std::int64_t* const y = labels.data();
    // Chunks of 2^15 entries are tested together.
    for (const GrB_Index count : {0, 1, 100, 32767, 32768, 32769, 65536, 70001}) {
        CAPTURE(count);
        const std::vector<Entry> given = some_rows(count, nrows);
        std::vector<Entry> crossing;
        for (const Entry& entry : given)
            if (labels[entry.i] != labels[entry.j]) crossing.push_back(entry);
        Matrix A, C;
        OK(GrB_Matrix_new(A.put(), GrB_INT64, nrows, nrows));
        OK(GrB_Matrix_new(C.put(), GrB_INT64, nrows, nrows));
        fill(A, given);
        OK(GrB_Matrix_select_UDT(C, nullptr, nullptr, op, A, &y, nullptr));
        CHECK(entries(C) == crossing);
        // The output is an input, the mask is the matrix itself without its zeros, and the types differ.
        Matrix D;
        OK(GrB_Matrix_new(D.put(), GrB_FP64, nrows, nrows));
        OK(GrB_Matrix_assign_FP64(D, A, nullptr, 1000, GrB_ALL, nrows, GrB_ALL, nrows, GrB_DESC_S));
        OK(GrB_Matrix_select_UDT(D, A, GrB_PLUS_FP64, op, A, &y, GrB_DESC_R));
        std::vector<Entry> expected;
        for (Entry entry : given) {
            if (entry.value == 0) continue;
            entry.value = 1000 + (labels[entry.i] != labels[entry.j] ? entry.value : 0);
            expected.push_back(entry);
        }
        CHECK(entries(D) == expected);
        OK(GrB_Matrix_select_UDT(A, nullptr, nullptr, op, A, &y, nullptr));
        CHECK(entries(A) == crossing);
        // Of the transpose, as before this method.
        Matrix E;
        OK(GrB_Matrix_new(E.put(), GrB_INT64, nrows, nrows));
        if (count == 100) {
            OK(GrB_Matrix_select_UDT(E, nullptr, nullptr, op, A, &y, GrB_DESC_T0));
            CHECK(entries(E).size() == crossing.size());
        }
    }
}

TEST_CASE("select with a C function: the values are cast to its type, its result to bool, columns are wide") {
    initialise();
    IndexUnary op;
    OK(GrB_IndexUnaryOp_new(
        op.put(),
        [](void* z, const void* x, GrB_Index, GrB_Index j, const void* y) {
            const double result =
                *static_cast<const double*>(x) > *static_cast<const double*>(y) || j > (GrB_Index{1} << 33)
                    ? 0.5
                    : 0.0;
            std::memcpy(z, &result, sizeof result);
        },
        GrB_FP64, GrB_FP64, GrB_FP64));
    Matrix A, C;
    constexpr GrB_Index wide = GrB_Index{1} << 34;
    OK(GrB_Matrix_new(A.put(), GrB_INT64, 3, wide));
    OK(GrB_Matrix_new(C.put(), GrB_INT64, 3, wide));
    fill(A, {{0, 5, 1}, {0, wide - 1, 2}, {2, 0, 7}, {2, 1, 3}});
    OK(GrB_Matrix_select_FP64(C, nullptr, nullptr, op, A, 3.5, nullptr));
    CHECK(entries(C) == std::vector<Entry>{{0, wide - 1, 2}, {2, 0, 7}});
}

TEST_CASE("operators that are C functions") {
    initialise();
    Unary minus;
    IndexUnary select;
    Vector u;
    OK(GrB_UnaryOp_new(minus.put(), &negative, GrB_FP64, GrB_FP64));
    OK(GrB_IndexUnaryOp_new(select.put(), &beyond, GrB_BOOL, GrB_FP64, GrB_FP64));
    OK(GrB_Vector_new(u.put(), GrB_FP64, 4));
    for (GrB_Index i = 0; i < 4; ++i) OK(GrB_Vector_setElement_FP64(u, i == 2 ? 9. : 1., i));
    OK(GrB_Vector_select_FP64(u, nullptr, nullptr, select, u, 0.5, nullptr));
    GrB_Index count = 0;
    OK(GrB_Vector_nvals(&count, u));
    CHECK(count == 2);
    OK(GrB_Vector_apply(u, nullptr, nullptr, minus, u, nullptr));
    double x = 0;
    OK(GrB_Vector_extractElement_FP64(&x, u, 2));
    CHECK(x == -9);
    CHECK(GrB_UnaryOp_new(minus.put(), nullptr, GrB_FP64, GrB_FP64) == GrB_NULL_POINTER);
}

TEST_CASE("a C function combines duplicate entries") {
    initialise();
    Binary op;
    Matrix A;
    OK(GrB_BinaryOp_new(op.put(), &twice_first, GrB_FP64, GrB_FP64, GrB_FP64));
    OK(GrB_Matrix_new(A.put(), GrB_FP64, 3, 3));
    const std::array<GrB_Index, 3> rows{1, 1, 2}, cols{1, 1, 0};
    const std::array<double, 3> values{3, 4, 5};
    OK(GrB_Matrix_build_FP64(A, rows.data(), cols.data(), values.data(), 3, op));
    double x = 0;
    OK(GrB_Matrix_extractElement_FP64(&x, A, 1, 1));
    CHECK(x == 10);
}

TEST_CASE("a user's type: elements, a monoid, products, no casts") {
    initialise();
    Type type, no_type;
    Binary op;
    MonoidObject monoid, refused;
    Vector u;
    OK(GrB_Type_new(type.put(), sizeof(Pair)));
    CHECK(GrB_Type_new(no_type.put(), 0) == GrB_INVALID_VALUE);
    OK(GrB_BinaryOp_new(op.put(), &better, type, type, type));
    const Pair least{-1e300, -1};
    OK(GrB_Monoid_new_UDT(monoid.put(), op, &least));
    CHECK(GrB_Monoid_new_FP64(refused.put(), op, 1) == GrB_DOMAIN_MISMATCH);
    OK(GrB_Vector_new(u.put(), type, 10));
    for (std::int64_t i = 0; i < 10; ++i) {
        const Pair value{static_cast<double>((i * 7) % 10), i};
        OK(GrB_Vector_setElement_UDT(u, &value, static_cast<GrB_Index>(i)));
    }
    Pair best{};
    OK(GrB_Vector_reduce_UDT(&best, nullptr, monoid, u, nullptr));
    CHECK(best.best == 9);
    CHECK(best.from == 7);
    double x = 0;
    CHECK(GrB_Vector_extractElement_FP64(&x, u, 0) == GrB_DOMAIN_MISMATCH);
    CHECK(GrB_Vector_setElement_FP64(u, 1, 0) == GrB_DOMAIN_MISMATCH);
    Vector w;
    OK(GrB_Vector_new(w.put(), GrB_FP64, 10));
    CHECK(GrB_Vector_setElement_UDT(w, &best, 0) == GrB_DOMAIN_MISMATCH);
    CHECK(GrB_Vector_eWiseAdd_BinaryOp(w, nullptr, nullptr, op, u, u, nullptr) == GrB_DOMAIN_MISMATCH);
}

TEST_CASE("an operator with a C text is the text's, set in either way") {
    initialise();
    Binary both, later;
    Vector u;
    const char* text = "void grb_twice_sum(double *z, const double *x, const double *y) "
                       "{ *z = 2 * (*x + *y); }";
    OK(GxB_BinaryOp_new(both.put(), nullptr, GrB_FP64, GrB_FP64, GrB_FP64, "grb_twice_sum", text));
    OK(GrB_BinaryOp_new(
        later.put(), [](void*, const void*, const void*) {}, GrB_FP64, GrB_FP64, GrB_FP64));
    OK(GrB_BinaryOp_set_String(later, "grb_twice_sum", GxB_JIT_C_NAME));
    OK(GrB_BinaryOp_set_String(later, text, GxB_JIT_C_DEFINITION));
    CHECK(GrB_BinaryOp_set_String(later, text, GxB_JIT_C_DEFINITION) == GrB_ALREADY_SET);
    OK(GrB_Vector_new(u.put(), GrB_FP64, 3));
    OK(GrB_Vector_setElement_FP64(u, 5, 1));
    for (const GrB_BinaryOp op : std::array<GrB_BinaryOp, 2>{both, later}) {
        Vector w;
        OK(GrB_Vector_dup(w.put(), u));
        OK(GrB_Vector_eWiseMult_BinaryOp(w, nullptr, nullptr, op, u, u, nullptr));
        double x = 0;
        OK(GrB_Vector_extractElement_FP64(&x, w, 1));
        CHECK(x == 20);
    }
    CHECK(GxB_BinaryOp_new(both.put(), nullptr, GrB_FP64, GrB_FP64, GrB_FP64, "f", "no C text {") ==
          GrB_INVALID_VALUE);
}

TEST_SUITE_END();
