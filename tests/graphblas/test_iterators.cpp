/// \file test_iterators.cpp
/// Iterators over rows, columns and entries.
#include "graphblas_testing.hpp"

#include <cstdint>
#include <tuple>
#include <vector>

using namespace mergus::tests;

namespace {

using Iterator = Owned<GxB_Iterator, GxB_Iterator_free>;
using Entry = std::tuple<GrB_Index, GrB_Index, double>;

/// 4 x 3; row 1 and row 3 have no entries, and neither has column 1.
const std::vector<Entry> by_rows{{0, 0, 1}, {0, 2, 2}, {2, 0, 3}};
const std::vector<Entry> by_columns{{0, 0, 1}, {2, 0, 3}, {0, 2, 2}};

void make_matrix(GrB_Matrix* A) {
    OK(GrB_Matrix_new(A, GrB_FP64, 4, 3));
    for (const auto& [i, j, x] : by_rows) OK(GrB_Matrix_setElement_FP64(*A, x, i, j));
}

} // namespace

TEST_SUITE_BEGIN("graphblas");

TEST_CASE("an iterator over rows") {
    initialise();
    Matrix A;
    make_matrix(A.put());
    Iterator it;
    OK(GxB_Iterator_new(it.put()));
    CHECK(GxB_rowIterator_seekRow(it, 0) == GrB_INVALID_OBJECT); // not attached
    OK(GxB_rowIterator_attach(it, A, nullptr));
    CHECK(GxB_rowIterator_kount(it) == 4);
    CHECK(GxB_colIterator_seekCol(it, 0) == GrB_INVALID_OBJECT);
    std::vector<Entry> seen;
    std::vector<GrB_Info> rows;
    for (GrB_Info info = GxB_rowIterator_seekRow(it, 0); info != GxB_EXHAUSTED;
         info = GxB_rowIterator_nextRow(it)) {
        rows.push_back(info);
        for (; info == GrB_SUCCESS; info = GxB_rowIterator_nextCol(it))
            seen.emplace_back(GxB_rowIterator_getRowIndex(it), GxB_rowIterator_getColIndex(it),
                              GxB_Iterator_get_FP64(it));
    }
    CHECK(seen == by_rows);
    CHECK(rows == std::vector<GrB_Info>{GrB_SUCCESS, GrB_NO_VALUE, GrB_SUCCESS, GrB_NO_VALUE});
    CHECK(GxB_rowIterator_getRowIndex(it) == 4);
    CHECK(GxB_rowIterator_nextCol(it) == GxB_EXHAUSTED);
    CHECK(GxB_rowIterator_nextRow(it) == GxB_EXHAUSTED);
    CHECK(GxB_rowIterator_kseek(it, 2) == GrB_SUCCESS);
    CHECK(GxB_Iterator_get_FP64(it) == 3);
    CHECK(GxB_rowIterator_seekRow(it, 400) == GxB_EXHAUSTED);
    OK(GrB_Matrix_clear(A)); // the iterator has a copy
    CHECK(GxB_rowIterator_seekRow(it, 0) == GrB_SUCCESS);
    CHECK(GxB_rowIterator_attach(it, nullptr, nullptr) == GrB_UNINITIALIZED_OBJECT);
    CHECK(GxB_rowIterator_attach(nullptr, A, nullptr) == GrB_UNINITIALIZED_OBJECT);
}

TEST_CASE("an iterator over columns") {
    initialise();
    Matrix A;
    make_matrix(A.put());
    Iterator it;
    OK(GxB_Iterator_new(it.put()));
    OK(GxB_colIterator_attach(it, A, nullptr));
    CHECK(GxB_colIterator_kount(it) == 3);
    std::vector<Entry> seen;
    for (GrB_Info info = GxB_colIterator_seekCol(it, 0); info != GxB_EXHAUSTED;
         info = GxB_colIterator_nextCol(it))
        for (; info == GrB_SUCCESS; info = GxB_colIterator_nextRow(it))
            seen.emplace_back(GxB_colIterator_getRowIndex(it), GxB_colIterator_getColIndex(it),
                              GxB_Iterator_get_FP64(it));
    CHECK(seen == by_columns);
    CHECK(GxB_colIterator_kseek(it, 1) == GrB_NO_VALUE);
}

TEST_CASE("iterators over the entries of a matrix and a vector") {
    initialise();
    Matrix A;
    make_matrix(A.put());
    Iterator it;
    OK(GxB_Iterator_new(it.put()));
    OK(GxB_Matrix_Iterator_attach(it, A, nullptr)); // of a bitmap: a position is one of the 12 elements
    CHECK((GxB_Matrix_Iterator_getpmax(it) == 12 && GxB_Matrix_Iterator_seek(it, 12) == GxB_EXHAUSTED));
    CHECK(GxB_Matrix_Iterator_getp(it) == 12);
    GrB_Index behind = 0;
    for (const auto& [row, col, value] : by_rows) {
        CHECK(GxB_Matrix_Iterator_seek(it, behind) == GrB_SUCCESS);
        CHECK((GxB_Matrix_Iterator_getp(it) == 3 * row + col && GxB_Iterator_get_FP64(it) == value));
        behind = 3 * row + col + 1;
    }
    OK(GxB_Matrix_Option_set(A, GxB_FORMAT, GxB_BY_COL));
    OK(GxB_Matrix_Iterator_attach(it, A, nullptr));
    OK(GxB_Matrix_Iterator_seek(it, 0));
    for (const auto& [row, col, value] : by_columns) {
        GrB_Index i = 99, j = 99;
        GxB_Matrix_Iterator_getIndex(it, &i, &j);
        CHECK((i == row && j == col && GxB_Matrix_Iterator_getp(it) == 4 * col + row));
        CHECK(GxB_Iterator_get_FP64(it) == value);
        static_cast<void>(GxB_Matrix_Iterator_next(it));
    }
    OK(GxB_Matrix_Option_set(A, GxB_FORMAT, GxB_BY_ROW));
    OK(GxB_Matrix_Option_set(A, GxB_SPARSITY_CONTROL, GxB_SPARSE));
    OK(GxB_Matrix_Iterator_attach(it, A, nullptr));
    CHECK(GxB_Matrix_Iterator_getpmax(it) == 3);
    for (const GrB_Index start : {0, 1, 2}) {
        std::vector<Entry> seen;
        for (GrB_Info info = GxB_Matrix_Iterator_seek(it, start); info != GxB_EXHAUSTED;
             info = GxB_Matrix_Iterator_next(it)) {
            GrB_Index i = 99, j = 99;
            GxB_Matrix_Iterator_getIndex(it, &i, &j);
            CHECK(GxB_Matrix_Iterator_getp(it) == start + seen.size());
            seen.emplace_back(i, j, GxB_Iterator_get_FP64(it));
        }
        CHECK(seen ==
              std::vector<Entry>(by_rows.begin() + static_cast<std::ptrdiff_t>(start), by_rows.end()));
    }
    CHECK(GxB_Matrix_Iterator_seek(it, 3) == GxB_EXHAUSTED);
    CHECK(GxB_Matrix_Iterator_next(it) == GxB_EXHAUSTED);
    Vector u;
    OK(GrB_Vector_new(u.put(), GrB_INT32, 9));
    CHECK((GrB_Vector_setElement_INT32(u, 40, 4) == 0 && GrB_Vector_setElement_INT32(u, 80, 8) == 0));
    OK(GxB_Vector_Iterator_attach(it, u, nullptr));
    CHECK(GxB_Matrix_Iterator_next(it) == GrB_INVALID_OBJECT);
    CHECK(GxB_Vector_Iterator_getpmax(it) == 9); // a bitmap
    CHECK(GxB_Vector_Iterator_seek(it, 0) == GrB_SUCCESS);
    CHECK((GxB_Vector_Iterator_getIndex(it) == 4 && GxB_Iterator_get_INT32(it) == 40));
    CHECK(GxB_Vector_Iterator_next(it) == GrB_SUCCESS);
    CHECK((GxB_Vector_Iterator_getIndex(it) == 8 && GxB_Vector_Iterator_getp(it) == 8));
    std::int32_t x = 0;
    GxB_Iterator_get_UDT(it, &x);
    CHECK(x == 80);
    CHECK(GxB_Vector_Iterator_next(it) == GxB_EXHAUSTED);
    OK(GrB_Vector_clear(u));
    OK(GxB_Vector_Iterator_attach(it, u, nullptr));
    CHECK(GxB_Vector_Iterator_seek(it, 0) == GxB_EXHAUSTED);
    OK(GxB_Iterator_free(it.put()));
    CHECK(GxB_Vector_Iterator_seek(nullptr, 0) == GrB_INVALID_OBJECT);
}

// The value of every type.
TEST_CASE("iterators read every type") {
    initialise();
    Iterator it;
    OK(GxB_Iterator_new(it.put()));
#define MERGUS_READ(F, P, S, V, E)                                                                           \
    {                                                                                                        \
        Vector u;                                                                                            \
        OK(GrB_Vector_new(u.put(), GrB_##S, 3));                                                             \
        OK(GrB_Vector_setElement_##S(u, static_cast<V>(1), 2));                                              \
        OK(GxB_Vector_Iterator_attach(it, u, nullptr));                                                      \
        CHECK(GxB_Iterator_get_##S(it) == static_cast<V>(1));                                                \
    }
    GB_FOR_BUILTIN(MERGUS_READ, )
#undef MERGUS_READ
}

TEST_SUITE_END();
