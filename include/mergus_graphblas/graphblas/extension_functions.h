/**
 * \file graphblas/extension_functions.h
 * Functions that programs for SuiteSparse:GraphBLAS use beside the specification, with the same names and
 * parameters. The lists are as in functions.h; iterators are in iterator.h.
 */
#ifndef MERGUS_GRAPHBLAS_EXTENSION_FUNCTIONS_H
#define MERGUS_GRAPHBLAS_EXTENSION_FUNCTIONS_H

#include "functions.h"
#include "option_functions.h"
#include "pack_functions.h"
#include "region_functions.h"

#ifndef GB_DECLARATIONS_ONLY
#include <stdio.h>
#endif

/** How much GxB_fprint prints; the verbose levels print all digits of floating-point numbers. */
typedef enum {
    GxB_SILENT = 0,
    GxB_SUMMARY = 1,
    GxB_SHORT = 2, /**< at most 30 entries */
    GxB_COMPLETE = 3,
    GxB_SHORT_VERBOSE = 4,
    GxB_COMPLETE_VERBOSE = 5
} GxB_Print_Level;

/* clang-format off */

/* `name` is printed before the object and may be NULL; `file` NULL is stdout. */
#define GB_INSPECT_FUNCTIONS(F)                                                                                 \
    F(GxB_Matrix_type, (GrB_Type * type, const GrB_Matrix A))                                                   \
    F(GxB_Vector_type, (GrB_Type * type, const GrB_Vector u))                                                   \
    F(GxB_Scalar_type, (GrB_Type * type, const GrB_Scalar s))                                                   \
    F(GxB_Matrix_fprint, (GrB_Matrix A, const char* name, int level, FILE* file))                               \
    F(GxB_Vector_fprint, (GrB_Vector u, const char* name, int level, FILE* file))                               \
    F(GxB_Scalar_fprint, (GrB_Scalar s, const char* name, int level, FILE* file))

/* Entries that only one input has meet the other input's scalar: alpha is that of the first input, beta that of the
 * second. A sort is stable; op(x, y) is true if x comes before y. Of the sorted values and their former indices, one
 * output may be NULL. build_Scalar gives all entries one value and ignores duplicates. */
#define GB_EXTRA_OPERATION_FUNCTIONS(F)                                                                         \
    F(GxB_Vector_diag, (GrB_Vector w, const GrB_Matrix A, int64_t k, GB_HOW))                                   \
    F(GxB_Matrix_diag, (GrB_Matrix C, const GrB_Vector u, int64_t k, GB_HOW))                                   \
    F(GxB_Vector_eWiseUnion, (GB_TO_VECTOR, const GrB_BinaryOp op, const GrB_Vector u, const GrB_Scalar alpha,  \
                              const GrB_Vector v, const GrB_Scalar beta, GB_HOW))                               \
    F(GxB_Matrix_eWiseUnion, (GB_TO_MATRIX, const GrB_BinaryOp op, const GrB_Matrix A, const GrB_Scalar alpha,  \
                              const GrB_Matrix B, const GrB_Scalar beta, GB_HOW))                               \
    F(GxB_Vector_build_Scalar, (GrB_Vector w, const GrB_Index* indices, GrB_Scalar s, GrB_Index nvals))         \
    F(GxB_Matrix_build_Scalar, (GrB_Matrix C, const GrB_Index* rows, const GrB_Index* cols, GrB_Scalar s,       \
                                GrB_Index nvals))                                                               \
    F(GxB_Vector_sort, (GrB_Vector w, GrB_Vector p, const GrB_BinaryOp op, const GrB_Vector u, GB_HOW))         \
    F(GxB_Matrix_sort, (GrB_Matrix C, GrB_Matrix P, const GrB_BinaryOp op, const GrB_Matrix A, GB_HOW))

/* Operators that see indices, from a C text or a function, and the binary operators that they are with a constant theta:
 * in semirings, element-wise operations and Kronecker products. */
#define GB_INDEX_BINARY_FUNCTIONS(F)                                                                            \
    F(GxB_IndexBinaryOp_new, (GxB_IndexBinaryOp * op, GxB_index_binary_function function, GrB_Type z,           \
                              GrB_Type x, GrB_Type y, GrB_Type theta, const char* name, const char* definition)) \
    F(GxB_IndexBinaryOp_free, (GxB_IndexBinaryOp * op))                                                         \
    F(GxB_IndexBinaryOp_error, (const char** error, const GxB_IndexBinaryOp op))                                \
    F(GxB_IndexBinaryOp_wait, (GxB_IndexBinaryOp op, GrB_WaitMode mode))                                        \
    F(GxB_IndexBinaryOp_get_Scalar, (const GxB_IndexBinaryOp op, GrB_Scalar value, GrB_Field field))            \
    F(GxB_IndexBinaryOp_get_String, (const GxB_IndexBinaryOp op, char* value, GrB_Field field))                 \
    F(GxB_IndexBinaryOp_get_INT32, (const GxB_IndexBinaryOp op, int32_t* value, GrB_Field field))               \
    F(GxB_IndexBinaryOp_get_SIZE, (const GxB_IndexBinaryOp op, size_t* value, GrB_Field field))                 \
    F(GxB_IndexBinaryOp_get_VOID, (const GxB_IndexBinaryOp op, void* value, GrB_Field field))                   \
    F(GxB_IndexBinaryOp_set_Scalar, (GxB_IndexBinaryOp op, GrB_Scalar value, GrB_Field field))                  \
    F(GxB_IndexBinaryOp_set_String, (GxB_IndexBinaryOp op, const char* value, GrB_Field field))                 \
    F(GxB_IndexBinaryOp_set_INT32, (GxB_IndexBinaryOp op, int32_t value, GrB_Field field))                      \
    F(GxB_IndexBinaryOp_set_VOID, (GxB_IndexBinaryOp op, const void* value, GrB_Field field, size_t size))      \
    F(GxB_BinaryOp_new_IndexOp, (GrB_BinaryOp * op, const GxB_IndexBinaryOp index_op, const GrB_Scalar theta))

/* GxB_init is GrB_init with the functions that allocate and free the arrays of pack and unpack. */
#define GB_EXTRA_FUNCTIONS(F)                                                                                   \
    F(GxB_init, (GrB_Mode mode, void* (*user_malloc)(size_t), void* (*user_calloc)(size_t, size_t),             \
                 void* (*user_realloc)(void*, size_t), void (*user_free)(void*)))                               \
    GB_INSPECT_FUNCTIONS(F)                                                                                     \
    GB_EXTRA_OPERATION_FUNCTIONS(F)                                                                             \
    GB_INDEX_BINARY_FUNCTIONS(F)                                                                                \
    F(GxB_Scalar_error, (const char** error, const GrB_Scalar s))                                               \
    GB_OPTION_FUNCTIONS(F)                                                                                      \
    GB_TYPED_OPTION_FUNCTIONS(F)                                                                                \
    GB_CONTEXT_FUNCTIONS(F)                                                                                     \
    GB_PACK_FUNCTIONS(F)                                                                                        \
    GB_REGION_FUNCTIONS(F)                                                                                      \
    GB_STORAGE_FUNCTIONS(F)

/* clang-format on */

#ifdef __cplusplus
extern "C" {
#endif

#define GB_DECLARE(name, parameters) GB_EXPORT GrB_Info name parameters;
GB_EXTRA_FUNCTIONS(GB_DECLARE)
#undef GB_DECLARE

#ifdef __cplusplus
}
#endif

#endif
