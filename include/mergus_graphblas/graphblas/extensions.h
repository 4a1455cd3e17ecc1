/**
 * \file graphblas/extensions.h
 * What programs for SuiteSparse:GraphBLAS use beside the specification, under the same names: predefined
 * objects, types of objects, printing, the diagonal of a matrix. The lists are as in objects.h and
 * functions.h.
 */
#ifndef MERGUS_GRAPHBLAS_EXTENSIONS_H
#define MERGUS_GRAPHBLAS_EXTENSIONS_H

#include "objects.h"

#include <stdio.h>

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
#define GB_EXTRA_UNARY_OPS_OF(X, S)                                                                            \
    X(GxB_ONE_##S, ONE, S)                                                                                     \
    X(GxB_LNOT_##S, LNOT, S)
#define GB_EXTRA_UNARY_OPS(X) GB_FOR_ALL(GB_EXTRA_UNARY_OPS_OF, X)

#define GB_EXTRA_BINARY_OPS_OF(X, S)                                                                           \
    X(GxB_PAIR_##S, PAIR, S)                                                                                   \
    X(GxB_ANY_##S, ANY, S)                                                                                     \
    X(GxB_RMINUS_##S, RMINUS, S)                                                                               \
    X(GxB_RDIV_##S, RDIV, S)
#define GB_EXTRA_BINARY_OPS(X) GB_FOR_ALL(GB_EXTRA_BINARY_OPS_OF, X)

#define GB_EXTRA_MONOIDS_OF(X, S) X(GxB_ANY_##S##_MONOID, ANY, S)
#define GB_EXTRA_MONOIDS(X) GB_FOR_ALL(GB_EXTRA_MONOIDS_OF, X)

#define GB_EXTRA_SEMIRINGS_OF(X, S)                                                                            \
    X(GxB_ANY_FIRST_##S, ANY, FIRST, S)                                                                        \
    X(GxB_ANY_SECOND_##S, ANY, SECOND, S)                                                                      \
    X(GxB_ANY_PAIR_##S, ANY, PAIR, S)                                                                          \
    X(GxB_ANY_EQ_##S, ANY, EQ, S)
#define GB_EXTRA_SEMIRINGS_OF_NUMBER(X, S)                                                                     \
    X(GxB_PLUS_FIRST_##S, PLUS, FIRST, S)                                                                      \
    X(GxB_PLUS_SECOND_##S, PLUS, SECOND, S)                                                                    \
    X(GxB_PLUS_PAIR_##S, PLUS, PAIR, S)                                                                        \
    X(GxB_PLUS_PLUS_##S, PLUS, PLUS, S)                                                                        \
    X(GxB_MIN_PAIR_##S, MIN, PAIR, S)                                                                          \
    X(GxB_MAX_PAIR_##S, MAX, PAIR, S)
#define GB_EXTRA_SEMIRINGS_OF_POSITION(X, ADD, S)                                                              \
    X(GxB_##ADD##_FIRSTI_##S, ADD, FIRSTI, S)                                                                  \
    X(GxB_##ADD##_FIRSTI1_##S, ADD, FIRSTI1, S)                                                                \
    X(GxB_##ADD##_FIRSTJ_##S, ADD, FIRSTJ, S)                                                                  \
    X(GxB_##ADD##_FIRSTJ1_##S, ADD, FIRSTJ1, S)                                                                \
    X(GxB_##ADD##_SECONDI_##S, ADD, SECONDI, S)                                                                \
    X(GxB_##ADD##_SECONDI1_##S, ADD, SECONDI1, S)                                                              \
    X(GxB_##ADD##_SECONDJ_##S, ADD, SECONDJ, S)                                                                \
    X(GxB_##ADD##_SECONDJ1_##S, ADD, SECONDJ1, S)
#define GB_EXTRA_SEMIRINGS_OF_INDEX(X, S)                                                                      \
    GB_EXTRA_SEMIRINGS_OF_POSITION(X, ANY, S)                                                                  \
    GB_EXTRA_SEMIRINGS_OF_POSITION(X, MIN, S)                                                                  \
    GB_EXTRA_SEMIRINGS_OF_POSITION(X, MAX, S)                                                                  \
    GB_EXTRA_SEMIRINGS_OF_POSITION(X, PLUS, S)                                                                 \
    GB_EXTRA_SEMIRINGS_OF_POSITION(X, TIMES, S)
#define GB_EXTRA_SEMIRINGS(X)                                                                                  \
    GB_FOR_ALL(GB_EXTRA_SEMIRINGS_OF, X)                                                                       \
    GB_FOR_NUMBERS(GB_EXTRA_SEMIRINGS_OF_NUMBER, X)                                                            \
    GB_EXTRA_SEMIRINGS_OF_INDEX(X, INT32)                                                                      \
    GB_EXTRA_SEMIRINGS_OF_INDEX(X, INT64)                                                                      \
    X(GxB_LOR_FIRST_BOOL, LOR, FIRST, BOOL)                                                                    \
    X(GxB_LOR_SECOND_BOOL, LOR, SECOND, BOOL)                                                                  \
    X(GxB_LOR_PAIR_BOOL, LOR, PAIR, BOOL)                                                                      \
    X(GxB_LAND_FIRST_BOOL, LAND, FIRST, BOOL)                                                                  \
    X(GxB_LAND_SECOND_BOOL, LAND, SECOND, BOOL)                                                                \
    X(GxB_LAND_PAIR_BOOL, LAND, PAIR, BOOL)

/* `name` is printed before the object and may be NULL; `file` NULL is stdout. */
#define GB_EXTRA_FUNCTIONS(F)                                                                                  \
    F(GxB_Matrix_type, (GrB_Type * type, const GrB_Matrix A))                                                  \
    F(GxB_Vector_type, (GrB_Type * type, const GrB_Vector u))                                                  \
    F(GxB_Scalar_type, (GrB_Type * type, const GrB_Scalar s))                                                  \
    F(GxB_Matrix_fprint, (GrB_Matrix A, const char* name, int level, FILE* file))                              \
    F(GxB_Vector_fprint, (GrB_Vector u, const char* name, int level, FILE* file))                              \
    F(GxB_Scalar_fprint, (GrB_Scalar s, const char* name, int level, FILE* file))                              \
    F(GxB_Vector_diag, (GrB_Vector w, const GrB_Matrix A, int64_t k, const GrB_Descriptor descriptor))
/* clang-format on */

#ifdef __cplusplus
extern "C" {
#endif

#define GB_DECLARE_UNARY_OP(object, code, S) GB_EXPORT extern GrB_UnaryOp object;
#define GB_DECLARE_BINARY_OP(object, code, S) GB_EXPORT extern GrB_BinaryOp object;
#define GB_DECLARE_MONOID(object, code, S) GB_EXPORT extern GrB_Monoid object;
#define GB_DECLARE_SEMIRING(object, add, mul, S) GB_EXPORT extern GrB_Semiring object;
GB_EXTRA_UNARY_OPS(GB_DECLARE_UNARY_OP)
GB_EXTRA_BINARY_OPS(GB_DECLARE_BINARY_OP)
GB_EXTRA_MONOIDS(GB_DECLARE_MONOID)
GB_EXTRA_SEMIRINGS(GB_DECLARE_SEMIRING)
#define GB_DECLARE(name, parameters) GB_EXPORT GrB_Info name parameters;
GB_EXTRA_FUNCTIONS(GB_DECLARE)
#undef GB_DECLARE
#undef GB_DECLARE_UNARY_OP
#undef GB_DECLARE_BINARY_OP
#undef GB_DECLARE_MONOID
#undef GB_DECLARE_SEMIRING

#ifdef __cplusplus
}
#endif

#endif
