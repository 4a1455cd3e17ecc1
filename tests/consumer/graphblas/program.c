/* Counts the triangles of the complete graph with five vertices, in C11 with the polymorphic forms. */
#include <GraphBLAS.h>

#define CHECK(call)                                                                                          \
    do {                                                                                                     \
        const GrB_Info info = (call);                                                                        \
        if (info != GrB_SUCCESS) {                                                                           \
            fprintf(stderr, "%s: %d\n", #call, (int)info);                                                   \
            return 1;                                                                                        \
        }                                                                                                    \
    } while (0)

int main(void) {
    CHECK(GrB_init(GrB_NONBLOCKING));
    GrB_Matrix A = NULL, C = NULL;
    const GrB_Index n = 5;
    CHECK(GrB_Matrix_new(&A, GrB_BOOL, n, n));
    for (GrB_Index i = 0; i < n; ++i)
        for (GrB_Index j = 0; j < i; ++j) CHECK(GrB_Matrix_setElement(A, true, i, j));
    CHECK(GrB_Matrix_new(&C, GrB_INT64, n, n));
    CHECK(GrB_mxm(C, A, NULL, GxB_PLUS_PAIR_INT64, A, A, GrB_DESC_ST1));
    int64_t triangles = 0;
    CHECK(GrB_reduce(&triangles, NULL, GrB_PLUS_MONOID_INT64, C, NULL));

    /* The same count over the entries of C. */
    GxB_Iterator it = NULL;
    CHECK(GxB_Iterator_new(&it));
    CHECK(GxB_Matrix_Iterator_attach(it, C, NULL));
    int64_t again = 0;
    for (GrB_Info at = GxB_Matrix_Iterator_seek(it, 0); at == GrB_SUCCESS; at = GxB_Matrix_Iterator_next(it))
        again += GxB_Iterator_get_INT64(it);
    CHECK(GrB_free(&it));
    CHECK(GxB_set(C, GxB_SPARSITY_CONTROL, GxB_SPARSE));
    CHECK(GrB_free(&A));
    CHECK(GrB_free(&C));
    CHECK(GrB_finalize());
    printf("%d triangles\n", (int)triangles);
    return triangles == 10 && again == 10 ? 0 : 1;
}
