/* The polymorphic forms of C11 select the functions that fit, for all operations and types. */
#include <GraphBLAS.h>

#include <stdio.h>

#define CHECK(condition)                                                                                     \
    if (!(condition)) {                                                                                      \
        fprintf(stderr, "line %d failed\n", __LINE__); /* a form is too long as a text */                    \
        return 1;                                                                                            \
    }
#define OK(call) CHECK((call) == GrB_SUCCESS)

/* The methods with values of one type: build, set and extract entries, extract tuples, reduce. */
#define TEST_VALUES(P, S, type, MONOID)                                                                      \
    static int test_##S(void) {                                                                              \
        const GrB_Index rows[] = {0, 1}, cols[] = {1, 1};                                                    \
        const type values[] = {1, 1};                                                                        \
        type x = 0, found[3] = {0, 0, 0};                                                                    \
        GrB_Index i[3], j[3], count = 3;                                                                     \
        GrB_Matrix A = NULL;                                                                                 \
        GrB_Vector u = NULL;                                                                                 \
        GrB_Scalar s = NULL;                                                                                 \
        GrB_Monoid monoid = NULL;                                                                            \
        OK(GrB_Matrix_new(&A, P##_##S, 2, 2));                                                               \
        OK(GrB_Vector_new(&u, P##_##S, 4));                                                                  \
        OK(GrB_Scalar_new(&s, P##_##S));                                                                     \
        OK(GrB_Matrix_build(A, rows, cols, values, 2, P##_FIRST_##S));                                       \
        OK(GrB_Matrix_setElement(A, values[0], 1, 0));                                                       \
        OK(GrB_Matrix_extractElement(&x, A, 1, 0));                                                          \
        CHECK(x == (type)1);                                                                                 \
        OK(GrB_Matrix_extractTuples(i, j, found, &count, A));                                                \
        CHECK(count == 3 && i[1] == 1 && j[1] == 0 && found[2] == (type)1);                                  \
        OK(GrB_Monoid_new(&monoid, P##_##MONOID##_##S, (type)0));                                            \
        x = 0;                                                                                               \
        OK(GrB_reduce(&x, NULL, monoid, A, NULL));                                                           \
        CHECK(x == (type)1);                                                                                 \
        OK(GrB_Vector_build(u, rows, values, 2, P##_FIRST_##S));                                             \
        OK(GrB_Vector_setElement(u, (type)1, 3));                                                            \
        count = 3;                                                                                           \
        OK(GrB_Vector_extractTuples(i, found, &count, u));                                                   \
        CHECK(count == 3 && i[2] == 3 && found[0] == (type)1);                                               \
        x = 0;                                                                                               \
        OK(GrB_Vector_extractElement(&x, u, 3));                                                             \
        CHECK(x == (type)1);                                                                                 \
        OK(GrB_reduce(&x, NULL, monoid, u, NULL));                                                           \
        OK(GrB_Scalar_setElement(s, (type)1));                                                               \
        x = 0;                                                                                               \
        OK(GrB_Scalar_extractElement(&x, s));                                                                \
        CHECK(x == (type)1);                                                                                 \
        OK(GrB_Vector_setElement(u, s, 2));                                                                  \
        OK(GrB_Vector_extractElement(s, u, 2));                                                              \
        OK(GrB_assign(u, NULL, NULL, (type)1, GrB_ALL, 4, NULL));                                            \
        OK(GrB_assign(A, NULL, NULL, (type)1, GrB_ALL, 2, GrB_ALL, 2, NULL));                                \
        OK(GrB_apply(u, NULL, NULL, P##_FIRST_##S, u, (type)1, NULL));                                       \
        OK(GrB_apply(u, NULL, NULL, P##_SECOND_##S, (type)1, u, NULL));                                      \
        OK(GrB_apply(A, NULL, NULL, P##_FIRST_##S, A, (type)1, NULL));                                       \
        OK(GrB_apply(A, NULL, NULL, P##_SECOND_##S, (type)1, A, NULL));                                      \
        OK(GrB_select(u, NULL, NULL, P##_VALUEEQ_##S, u, (type)1, NULL));                                    \
        OK(GrB_select(A, NULL, NULL, P##_VALUENE_##S, A, (type)1, NULL));                                    \
        OK(GrB_Vector_nvals(&count, u));                                                                     \
        CHECK(count == 4);                                                                                   \
        OK(GrB_Matrix_nvals(&count, A));                                                                     \
        CHECK(count == 0);                                                                                   \
        OK(GrB_free(&A));                                                                                    \
        OK(GrB_free(&u));                                                                                    \
        OK(GrB_free(&s));                                                                                    \
        OK(GrB_free(&monoid));                                                                               \
        return 0;                                                                                            \
    }
#define TEST_TYPE(S, type) TEST_VALUES(GrB, S, type, MAX)
#define TEST_COMPLEX_TYPE(S, type) TEST_VALUES(GxB, S, type, ANY)
GB_BUILTIN_TYPES(TEST_TYPE)
GB_COMPLEX_TYPES(TEST_COMPLEX_TYPE)

static int test_operations(void) {
    GrB_Matrix A = NULL, C = NULL;
    GrB_Vector u = NULL, w = NULL;
    GrB_Scalar s = NULL;
    GrB_Index list[] = {0, 1}, count = 0;
    const GrB_Index* const constant_list = list;
    int32_t x = 0;
    OK(GrB_Matrix_new(&A, GrB_INT32, 2, 2));
    OK(GrB_Matrix_new(&C, GrB_INT32, 2, 2));
    OK(GrB_Vector_new(&u, GrB_INT32, 2));
    OK(GrB_Vector_new(&w, GrB_INT32, 2));
    OK(GrB_Scalar_new(&s, GrB_INT32));
    OK(GrB_Matrix_setElement(A, 3, 0, 1));
    OK(GrB_Vector_setElement(u, 5, 0));
    OK(GrB_eWiseAdd(w, NULL, NULL, GrB_PLUS_INT32, u, u, NULL));
    OK(GrB_eWiseAdd(w, NULL, NULL, GrB_PLUS_MONOID_INT32, u, u, NULL));
    OK(GrB_eWiseMult(w, NULL, NULL, GrB_PLUS_TIMES_SEMIRING_INT32, u, u, NULL));
    OK(GrB_Vector_extractElement(&x, w, 0));
    CHECK(x == 25);
    OK(GrB_eWiseAdd(C, NULL, NULL, GrB_PLUS_TIMES_SEMIRING_INT32, A, A, NULL));
    OK(GrB_Matrix_extractElement(&x, C, 0, 1));
    CHECK(x == 6);
    OK(GrB_eWiseMult(C, NULL, NULL, GrB_PLUS_INT32, A, A, GrB_DESC_T1));
    OK(GrB_Matrix_nvals(&count, C));
    CHECK(count == 0);
    OK(GrB_assign(C, NULL, NULL, u, 0, GrB_ALL, 2, NULL)); /* row 0 is 5, - */
    OK(GrB_assign(C, NULL, NULL, u, list, 2, 1, NULL));    /* column 1 is 5, - */
    OK(GrB_assign(C, NULL, NULL, u, constant_list, 2, 1, NULL));
    OK(GrB_Matrix_extractElement(&x, C, 0, 1));
    CHECK(x == 5);
    OK(GrB_assign(C, NULL, NULL, A, list, 2, list, 2, NULL));
    OK(GrB_assign(w, NULL, NULL, u, GrB_ALL, 2, NULL));
    OK(GrB_extract(C, NULL, NULL, A, list, 2, GrB_ALL, 2, NULL));
    OK(GrB_extract(w, NULL, NULL, A, GrB_ALL, 2, 1, NULL)); /* column 1 is 3, - */
    OK(GrB_Vector_extractElement(&x, w, 0));
    CHECK(x == 3);
    OK(GrB_extract(w, NULL, NULL, u, list, 2, NULL));
    OK(GrB_apply(w, NULL, NULL, GrB_AINV_INT32, u, NULL));
    OK(GrB_apply(C, NULL, NULL, GrB_AINV_INT32, A, NULL));
    OK(GrB_apply(C, NULL, NULL, GrB_ROWINDEX_INT32, A, 7, NULL));
    OK(GrB_Matrix_extractElement(&x, C, 0, 1));
    CHECK(x == 7);
    OK(GrB_apply(w, NULL, NULL, GrB_ROWINDEX_INT64, u, 7, NULL));
    OK(GrB_select(C, NULL, NULL, GrB_TRIL, A, (int64_t)0, NULL));
    OK(GrB_reduce(w, NULL, NULL, GrB_PLUS_MONOID_INT32, A, NULL));
    OK(GrB_reduce(w, NULL, NULL, GrB_PLUS_INT32, A, NULL));
    OK(GrB_reduce(s, NULL, GrB_PLUS_MONOID_INT32, A, NULL));
    OK(GrB_reduce(s, NULL, GrB_PLUS_INT32, u, NULL));
    OK(GrB_Scalar_extractElement(&x, s));
    CHECK(x == 5);
    OK(GrB_assign(w, NULL, NULL, s, GrB_ALL, 2, NULL));
    OK(GrB_apply(w, NULL, NULL, GrB_PLUS_INT32, s, w, NULL));
    OK(GrB_apply(w, NULL, NULL, GrB_PLUS_INT32, w, s, NULL));
    OK(GrB_Vector_extractElement(&x, w, 1));
    CHECK(x == 15);
    OK(GrB_Matrix_resize(C, 4, 4));
    OK(GrB_kronecker(C, NULL, NULL, GrB_TIMES_INT32, A, A, NULL));
    OK(GrB_Matrix_extractElement(&x, C, 0, 3));
    CHECK(x == 9);
    const char* error = NULL;
    OK(GrB_wait(C, GrB_MATERIALIZE));
    CHECK(GrB_mxm(C, NULL, NULL, GrB_PLUS_TIMES_SEMIRING_INT32, A, A, NULL) == GrB_DIMENSION_MISMATCH);
    OK(GrB_error(&error, C));
    CHECK(error[0] != '\0');
    OK(GrB_free(&A));
    OK(GrB_free(&C));
    OK(GrB_free(&u));
    OK(GrB_free(&w));
    OK(GrB_free(&s));
    return 0;
}

static int test_extensions(void) {
    GrB_Matrix A = NULL, C = NULL;
    GrB_Vector u = NULL, w = NULL;
    GrB_Scalar one = NULL;
    GxB_Iterator it = NULL;
    int32_t x = 0, sparsity = 0;
    OK(GrB_Matrix_new(&A, GrB_INT32, 2, 2));
    OK(GrB_Matrix_new(&C, GrB_INT32, 2, 2));
    OK(GrB_Vector_new(&u, GrB_INT32, 2));
    OK(GrB_Vector_new(&w, GrB_INT32, 2));
    OK(GrB_Scalar_new(&one, GrB_INT32));
    OK(GrB_Scalar_setElement(one, 1));
    OK(GrB_Matrix_setElement(A, 5, 0, 1));
    OK(GrB_Vector_setElement(u, 7, 1));
    OK(GxB_eWiseUnion(C, NULL, NULL, GrB_MINUS_INT32, C, one, A, one, NULL));
    OK(GrB_Matrix_extractElement(&x, C, 0, 1));
    CHECK(x == -4);
    OK(GxB_eWiseUnion(w, NULL, NULL, GrB_MINUS_INT32, u, one, w, one, NULL));
    OK(GrB_Vector_extractElement(&x, w, 1));
    CHECK(x == 6);
    OK(GxB_sort(C, NULL, GrB_LT_INT32, A, NULL));
    OK(GrB_Matrix_extractElement(&x, C, 0, 0));
    CHECK(x == 5);
    OK(GxB_sort(w, NULL, GrB_LT_INT32, u, NULL));
    OK(GrB_Vector_extractElement(&x, w, 0));
    CHECK(x == 7);
    OK(GxB_set(A, GxB_SPARSITY_CONTROL, GxB_SPARSE));
    OK(GxB_get(A, GxB_SPARSITY_CONTROL, &sparsity));
    CHECK(sparsity == GxB_SPARSE);
    OK(GxB_set(u, GxB_SPARSITY_CONTROL, GxB_FULL));
    OK(GxB_set(GxB_NTHREADS, 2));
    OK(GxB_get(GxB_NTHREADS, &x));
    CHECK(x == 2);
    OK(GxB_Iterator_new(&it));
    OK(GrB_free(&it));
    CHECK(it == NULL);
    OK(GrB_free(&A));
    OK(GrB_free(&C));
    OK(GrB_free(&u));
    OK(GrB_free(&w));
    OK(GrB_free(&one));
    return 0;
}

int main(void) {
    OK(GrB_init(GrB_NONBLOCKING));
#define RUN_TYPE(S, type)                                                                                    \
    if (test_##S() != 0) {                                                                                   \
        fprintf(stderr, "values of type %s\n", #type);                                                       \
        return 1;                                                                                            \
    }
    GB_BUILTIN_TYPES(RUN_TYPE)
    GB_COMPLEX_TYPES(RUN_TYPE)
    CHECK(GxB_CMPLXF(0, 1) * GxB_CMPLXF(0, 1) == -1 && GxB_CMPLX(0, 1) * GxB_CMPLX(0, 1) == -1);
    if (test_operations() != 0 || test_extensions() != 0) return 1;
    OK(GrB_finalize());
    return 0;
}
