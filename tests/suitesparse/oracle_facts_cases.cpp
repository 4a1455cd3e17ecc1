/// \file oracle_facts_cases.cpp
/// The facts: small programs that call GraphBLAS alone.
#include "oracle_facts.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

namespace oracle {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

// Objects are freed with the process.

struct Entry {
    GrB_Index i, j;
    double value;
};
using Entries = std::vector<Entry>;

GrB_Matrix matrix(GrB_Type type, GrB_Index nrows, GrB_Index ncols, const Entries& entries,
                  int form = GxB_AUTO_SPARSITY) {
    GrB_Matrix A = nullptr;
    OK(GrB_Matrix_new(&A, type, nrows, ncols));
    OK(GxB_Matrix_Option_set_INT32(A, GxB_FORMAT, GxB_BY_ROW));
    OK(GxB_Matrix_Option_set_INT32(A, GxB_SPARSITY_CONTROL, form));
    for (const Entry& e : entries) OK(GrB_Matrix_setElement_FP64(A, e.value, e.i, e.j));
    OK(GrB_Matrix_wait(A, GrB_MATERIALIZE));
    return A;
}
GrB_Matrix matrix(GrB_Index nrows, GrB_Index ncols, const Entries& entries, int form = GxB_AUTO_SPARSITY) {
    return matrix(GrB_FP64, nrows, ncols, entries, form);
}
/// All entries are the value, which is stored once.
GrB_Matrix one_value(GrB_Index nrows, GrB_Index ncols, double value) {
    GrB_Matrix A = matrix(nrows, ncols, {});
    OK(GrB_Matrix_assign_FP64(A, nullptr, nullptr, value, GrB_ALL, nrows, GrB_ALL, ncols, nullptr));
    return A;
}
/// The value of an entry; another than `expected` for none.
bool is(GrB_Matrix A, GrB_Index i, GrB_Index j, double expected) {
    double x = 0;
    return GrB_Matrix_extractElement_FP64(&x, A, i, j) == GrB_SUCCESS && x == expected;
}
GrB_Index count(GrB_Matrix A) {
    GrB_Index nvals = 0;
    OK(GrB_Matrix_nvals(&nvals, A));
    return nvals;
}
std::vector<double> values(GrB_Matrix A) {
    GrB_Index nvals = count(A);
    std::vector<GrB_Index> rows(nvals + 1), cols(nvals + 1);
    std::vector<double> x(nvals + 1);
    OK(GrB_Matrix_extractTuples_FP64(rows.data(), cols.data(), x.data(), &nvals, A));
    x.resize(nvals);
    return x;
}
bool all_nan(const std::vector<double>& x) {
    return !x.empty() && std::ranges::all_of(x, [](double v) { return std::isnan(v); });
}
Entries entries(GrB_Index n, Entry (*entry)(GrB_Index)) {
    Entries made;
    for (GrB_Index k = 0; k < n; ++k) made.push_back(entry(k));
    return made;
}
/// NaN of both signs, so that not one value is stored for all entries.
const Entries nan_row = entries(40, [](GrB_Index j) {
    return Entry{0, j, std::copysign(not_a_number, j % 3 == 2 ? -1.0 : 1.0)};
});

void minus(void* z, const void* x, const void* y) {
    const double result = *static_cast<const double*>(x) - *static_cast<const double*>(y);
    std::memcpy(z, &result, sizeof result);
}
void least(void* z, const void* x, const void* y) {
    const double result = std::fmin(*static_cast<const double*>(x), *static_cast<const double*>(y));
    std::memcpy(z, &result, sizeof result);
}
void value_and_place(void* z, const void* x, GrB_Index i, GrB_Index j, const void* y) {
    const double result =
        *static_cast<const double*>(x) + static_cast<double>(10 * i + j) + *static_cast<const double*>(y);
    std::memcpy(z, &result, sizeof result);
}

bool multiplies_in_order() {
    GrB_BinaryOp op = nullptr;
    GrB_Vector u = nullptr, v = nullptr, w = nullptr;
    OK(GrB_BinaryOp_new(&op, &minus, GrB_FP64, GrB_FP64, GrB_FP64));
    constexpr GrB_Index n = 64, first = 0;
    for (GrB_Vector* each : {&u, &v, &w}) OK(GrB_Vector_new(each, GrB_FP64, n));
    OK(GrB_Vector_assign_FP64(u, nullptr, nullptr, 5, GrB_ALL, n, nullptr));
    OK(GxB_Vector_Option_set_INT32(v, GxB_SPARSITY_CONTROL, GxB_SPARSE));
    OK(GrB_Vector_assign_FP64(v, nullptr, nullptr, 1, &first, 1, nullptr));
    OK(GrB_Vector_eWiseMult_BinaryOp(w, nullptr, nullptr, op, u, v, nullptr));
    double x = 0;
    OK(GrB_Vector_extractElement_FP64(&x, w, 0));
    return x == 4;
}

/// Sparse column times sparse row: each entry of the product is one term.
std::vector<double> outer_product(GrB_Semiring semiring, const Entries& column, const Entries& row) {
    const GrB_Index n = column.size();
    GrB_Matrix C = matrix(n, n, {});
    OK(GrB_mxm(C, nullptr, nullptr, semiring, matrix(n, 1, column, GxB_SPARSE), matrix(1, n, row, GxB_SPARSE),
               nullptr));
    return values(C);
}

bool products_of_nan() {
    const Entries numbers = entries(40, [](GrB_Index i) { return Entry{i, 0, static_cast<double>(i)}; });
    return std::ranges::all_of(
        std::array{GrB_MIN_SECOND_SEMIRING_FP64, GrB_MAX_SECOND_SEMIRING_FP64},
        [&](GrB_Semiring semiring) { return all_nan(outer_product(semiring, numbers, nan_row)); });
}

bool reduction_of_nan_in_a_bitmap() {
    const GrB_Matrix A = matrix(2, 40, nan_row, GxB_BITMAP);
    double least_of_all = 0, greatest = 0;
    OK(GrB_Matrix_reduce_FP64(&least_of_all, nullptr, GrB_MIN_MONOID_FP64, A, nullptr));
    OK(GrB_Matrix_reduce_FP64(&greatest, nullptr, GrB_MAX_MONOID_FP64, A, nullptr));
    return std::isnan(least_of_all) && std::isnan(greatest);
}

bool reduction_without_identity() {
    GrB_BinaryOp op = nullptr;
    GrB_Monoid monoid = nullptr;
    OK(GrB_BinaryOp_new(&op, &least, GrB_FP64, GrB_FP64, GrB_FP64));
    OK(GrB_Monoid_new_FP64(&monoid, op, infinity));
    double sum = 0;
    OK(GrB_Matrix_reduce_FP64(&sum, nullptr, monoid, matrix(2, 40, nan_row), nullptr));
    return std::isnan(sum);
}

bool sum_of_negative_zero() {
    const Entries zeros = entries(40, [](GrB_Index i) { return Entry{i, 0, i % 3 == 2 ? 0.0 : -0.0}; });
    const Entries numbers = entries(40, [](GrB_Index j) { return Entry{0, j, static_cast<double>(j + 1)}; });
    return std::signbit(outer_product(GrB_PLUS_TIMES_SEMIRING_FP64, zeros, numbers)[0]);
}

bool identity_of_a_new_monoid() {
    GrB_Monoid monoid = nullptr;
    OK(GrB_Monoid_new_FP64(&monoid, GrB_MIN_FP64, 5));
    double sum = 0;
    OK(GrB_Matrix_reduce_FP64(&sum, nullptr, monoid, matrix(3, 3, {}), nullptr));
    return sum == 5;
}

bool rows_without_columns() {
    const GrB_Index first = 0;
    GrB_Matrix A = matrix(GrB_INT32, 1, 0, {});
    OK(GrB_Matrix_assign_INT32(A, nullptr, nullptr, 7, &first, 1, &first, 0, nullptr));
    GrB_Vector w = nullptr;
    OK(GrB_Vector_new(&w, GrB_INT32, 1));
    OK(GrB_Matrix_reduce_Monoid(w, nullptr, nullptr, GrB_PLUS_MONOID_INT32, A, nullptr));
    GrB_Index nvals = 1;
    OK(GrB_Vector_nvals(&nvals, w));
    return nvals == 0;
}

bool select_in_the_operators_type() {
    const GrB_Matrix A = matrix(GrB_INT16, 1, 3, {{0, 0, 257}, {0, 1, 1}, {0, 2, 2}});
    GrB_Matrix C = matrix(GrB_INT16, 1, 3, {});
    OK(GrB_Matrix_select_INT8(C, nullptr, nullptr, GrB_VALUEEQ_INT8, A, 1, nullptr));
    return count(C) == 2 && is(C, 0, 0, 257) && is(C, 0, 1, 1);
}

bool complex_zero_by_zero() {
    GrB_Matrix A = matrix(GxB_FC64, 1, 1, {{0, 0, 0}}), C = matrix(GxB_FC64, 1, 1, {});
    OK(GrB_Matrix_eWiseMult_BinaryOp(C, nullptr, nullptr, GxB_DIV_FC64, A, A, nullptr));
    GxB_FC64_t x{};
    OK(GxB_Matrix_extractElement_FC64(&x, C, 0, 0));
    std::array<double, 2> parts{};
    std::memcpy(parts.data(), &x, sizeof parts); // std::complex or _Complex, by version
    return std::isnan(parts[0]) && parts[1] == 0;
}

bool mask_of_negative_zero() {
    const GrB_Matrix M = matrix(1, 2, {{0, 0, -0.0}, {0, 1, 1}}), A = matrix(2, 1, {{0, 0, 5}, {1, 0, 6}});
    GrB_Matrix C = matrix(1, 2, {});
    OK(GrB_transpose(C, M, nullptr, A, nullptr));
    return count(C) == 1 && is(C, 0, 1, 6);
}

bool number_of_the_diagonal() {
    GrB_Matrix C = matrix(GrB_INT64, 4, 4, {});
    OK(GrB_Matrix_apply_IndexOp_INT64(C, nullptr, nullptr, GrB_DIAGINDEX_INT64, matrix(4, 4, {{1, 3, 9}}), 10,
                                      nullptr));
    return is(C, 1, 3, 12);
}

bool positions_in_dot_products() {
    const GrB_Matrix A = matrix(64, 1, {{60, 0, 1}}, GxB_HYPERSPARSE);
    const GrB_Matrix B = matrix(64, 1, {{50, 0, 1}}, GxB_HYPERSPARSE);
    GrB_Matrix C = matrix(GrB_INT64, 64, 64, {});
    OK(GrB_mxm(C, nullptr, nullptr, GxB_MIN_FIRSTI1_INT64, A, B, GrB_DESC_T1));
    return is(C, 60, 50, 61);
}

bool accumulation_through_a_full_mask() {
    GrB_Matrix C = one_value(40, 40, 1);
    OK(GrB_Matrix_apply(C, one_value(40, 40, 1), GrB_PLUS_FP64, GrB_AINV_FP64, matrix(40, 40, {{39, 39, 5}}),
                        nullptr));
    return count(C) == 1600 && is(C, 39, 39, -4);
}

bool index_operator_on_one_value() {
    GrB_IndexUnaryOp op = nullptr;
    OK(GrB_IndexUnaryOp_new(&op, &value_and_place, GrB_FP64, GrB_FP64, GrB_FP64));
    GrB_Matrix C = matrix(2, 2, {});
    OK(GrB_Matrix_apply_IndexOp_FP64(C, nullptr, nullptr, op, one_value(2, 2, 1.5), 0, nullptr));
    return is(C, 0, 0, 1.5) && is(C, 0, 1, 2.5) && is(C, 1, 0, 11.5) && is(C, 1, 1, 12.5);
}

bool union_keeps_single_values() {
    const GrB_Matrix A = matrix(GrB_FP32, 4, 4, {{3, 0, -0.5}}), none = matrix(GrB_FP32, 4, 4, {});
    GrB_Matrix C = matrix(GrB_FP32, 4, 4, {});
    OK(GrB_Matrix_eWiseAdd_BinaryOp(C, nullptr, nullptr, GrB_GT_UINT64, A, none, GrB_DESC_T0));
    return is(C, 0, 3, 1);
}

bool union_of_a_matrix_with_itself() {
    const GrB_Matrix A = matrix(GrB_INT32, 32, 32, {{31, 30, 4}, {31, 31, 0}});
    GrB_Matrix C = matrix(GrB_INT32, 32, 32, {});
    OK(GrB_Matrix_eWiseAdd_BinaryOp(C, A, nullptr, GrB_SECOND_INT64, A, A, GrB_DESC_S));
    return count(C) == 2 && is(C, 31, 30, 4) && is(C, 31, 31, 0);
}

constexpr std::array rows{
    Fact{"`eWiseMult` by a user's operator", &multiplies_in_order},
    Fact{"`mxm`, `mxv`, `vxm` over min or max of floats", &products_of_nan},
    Fact{"`reduce` of NaN to a scalar by min or max", &reduction_of_nan_in_a_bitmap},
    Fact{"`reduce` to a scalar by a user's monoid", &reduction_without_identity},
    Fact{"`mxm` over plus of floats", &sum_of_negative_zero},
    Fact{"`GrB_Monoid_new` with a predefined operator", &identity_of_a_new_monoid},
    Fact{"sums of rows of a 1 × 0 matrix", &rows_without_columns},
    Fact{"`select` by `GrB_VALUEEQ_INT8`", &select_in_the_operators_type},
    Fact{"division of complex 0 by 0", &complex_zero_by_zero},
    Fact{"a mask by value with −0.0", &mask_of_negative_zero},
    Fact{"`GrB_DIAGINDEX`", &number_of_the_diagonal},
    Fact{"positional multiplications", &positions_in_dot_products},
    Fact{"accumulation through a full mask", &accumulation_through_a_full_mask},
    Fact{"index unary operators of the user", &index_operator_on_one_value},
    Fact{"`eWiseAdd`: an entry of A alone", &union_keeps_single_values},
    Fact{"`eWiseAdd` where mask and both inputs", &union_of_a_matrix_with_itself},
};

} // namespace

std::span<const Fact> facts() {
    return rows;
}

} // namespace oracle
