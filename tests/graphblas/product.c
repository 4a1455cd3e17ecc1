/* A C11 program that links only libmergus_graphblas: a product on the backend of MERGUS_BACKEND. With
 * suitesparse it proves that the functions of SuiteSparse's library do not bind to ours, which have the same
 * names. */
#include <GraphBLAS.h>

#include <stdio.h>

#define CHECK(condition)                                                                                     \
    if (!(condition)) {                                                                                      \
        fprintf(stderr, "line %d: %s\n", __LINE__, #condition);                                              \
        return 1;                                                                                            \
    }
#define OK(call) CHECK((call) == GrB_SUCCESS)

static void hypotenuse_squared(void* z, const void* x, const void* y) {
    const double a = *(const double*)x, b = *(const double*)y;
    *(double*)z = a * a + b * b;
}

int main(void) {
    OK(GrB_init(GrB_BLOCKING));
    const GrB_Index rows[] = {0, 0, 1, 2}, cols[] = {1, 2, 2, 0};
    const double values[] = {2, 3, 5, 7};
    GrB_Matrix A = NULL, C = NULL;
    OK(GrB_Matrix_new(&A, GrB_FP64, 3, 3));
    OK(GrB_Matrix_new(&C, GrB_FP64, 3, 3));
    OK(GrB_Matrix_build_FP64(A, rows, cols, values, 4, GrB_PLUS_FP64));
    OK(GrB_mxm(C, NULL, NULL, GrB_PLUS_TIMES_SEMIRING_FP64, A, A, NULL));
    double x = 0;
    OK(GrB_Matrix_extractElement_FP64(&x, C, 0, 2)); /* A(0,1) A(1,2) */
    CHECK(x == 10);
    OK(GrB_Matrix_extractElement_FP64(&x, C, 0, 0)); /* A(0,2) A(2,0) */
    CHECK(x == 21);
    CHECK(GrB_Matrix_extractElement_FP64(&x, C, 0, 1) == GrB_NO_VALUE);

    GrB_BinaryOp op = NULL;
    OK(GrB_BinaryOp_new(&op, hypotenuse_squared, GrB_FP64, GrB_FP64, GrB_FP64));
    OK(GrB_Matrix_eWiseMult_BinaryOp(C, NULL, NULL, op, A, A, GrB_DESC_R));
    OK(GrB_Matrix_extractElement_FP64(&x, C, 1, 2));
    CHECK(x == 50);
    OK(GrB_BinaryOp_free(&op));
    OK(GrB_Matrix_free(&A));
    CHECK(A == NULL);
    OK(GrB_Matrix_free(&C));
    OK(GrB_finalize());
    return 0;
}
