/**
 * \file c_api.c
 * The C API: the code of docs/reference/c-functions.md and docs/C-API.md.
 */
#include <GraphBLAS.h>

#include <mergus_graphblas.h>

static void check(GrB_Info info) {
    if (info == GrB_SUCCESS) return;
    fprintf(stderr, "%s\n", mergus_graphblas_last_error());
    exit(1);
}

int main(void) {
    check(GrB_init(GrB_NONBLOCKING));
    /* A triangle. */
    const GrB_Index rows[] = {0, 0, 1, 1, 2, 2}, cols[] = {1, 2, 0, 2, 0, 1};
    const int64_t ones[] = {1, 1, 1, 1, 1, 1};
    GrB_Matrix A;
    check(GrB_Matrix_new(&A, GrB_INT64, 3, 3));
    check(GrB_Matrix_build_INT64(A, rows, cols, ones, 6, GrB_NULL));

    GrB_Matrix C;
    check(GrB_Matrix_new(&C, GrB_INT64, 3, 3));
    /* C⟨A⟩ = A plus.pair A: the paths of two edges between adjacent vertices. */
    check(GrB_mxm(C, A, GrB_NULL, GxB_PLUS_PAIR_INT64, A, A, GrB_DESC_S));
    int64_t paths = 0;
    check(GrB_Matrix_reduce_INT64(&paths, GrB_NULL, GrB_PLUS_MONOID_INT64, C, GrB_NULL));

    GrB_BinaryOp op;
    check(GxB_BinaryOp_new(
        &op, NULL, GrB_FP64, GrB_FP64, GrB_FP64, "hypotenuse",
        "void hypotenuse(double *z, const double *x, const double *y) { *z = sqrt(*x * *x + *y * *y); }"));

    /* A failed call leaves its output as it was and says why. */
    const GrB_Info info = GrB_mxm(C, GrB_NULL, GrB_NULL, GrB_NULL, A, A, GrB_NULL);
    const char* message = NULL;
    check(GrB_error(&message, C));
    printf("%lld paths; %s\n", (long long)paths, message);
    check(GrB_free(&op));
    check(GrB_free(&C));
    check(GrB_free(&A));
    check(GrB_finalize());
    return info == GrB_UNINITIALIZED_OBJECT && paths == 6 ? 0 : 1;
}
