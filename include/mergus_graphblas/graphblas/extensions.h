/**
 * \file graphblas/extensions.h
 * Predefined objects that programs for SuiteSparse:GraphBLAS use beside the specification, under the same
 * names. The lists are as in objects.h; the functions are in extension_functions.h.
 */
#ifndef MERGUS_GRAPHBLAS_EXTENSIONS_H
#define MERGUS_GRAPHBLAS_EXTENSIONS_H

#include "objects.h"

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

/* x to the power y. Of integers the result is that of double, rounded towards 0 and limited to the type; of bool
 * it is x || !y. */
#define GB_POWER_OPS_OF(X, S) X(GxB_POW_##S, S)
#define GB_POWER_OPS(X) GB_FOR_ALL(GB_POWER_OPS_OF, X)

/* Positions of the factors, for the multiplication of a semiring. */
#define GB_POSITION_OPS_OF(X, S)                                                                               \
    X(GxB_FIRSTI_##S, FIRSTI, S)                                                                               \
    X(GxB_FIRSTI1_##S, FIRSTI1, S)                                                                             \
    X(GxB_FIRSTJ_##S, FIRSTJ, S)                                                                               \
    X(GxB_FIRSTJ1_##S, FIRSTJ1, S)                                                                             \
    X(GxB_SECONDI_##S, SECONDI, S)                                                                             \
    X(GxB_SECONDI1_##S, SECONDI1, S)                                                                           \
    X(GxB_SECONDJ_##S, SECONDJ, S)                                                                             \
    X(GxB_SECONDJ1_##S, SECONDJ1, S)
#define GB_POSITION_OPS(X) GB_POSITION_OPS_OF(X, INT32) GB_POSITION_OPS_OF(X, INT64)

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

/* clang-format on */

#ifdef __cplusplus
extern "C" {
#endif

#define GB_DECLARE_UNARY_OP(object, code, S) GB_EXPORT extern GrB_UnaryOp object;
#define GB_DECLARE_BINARY_OP(object, code, S) GB_EXPORT extern GrB_BinaryOp object;
#define GB_DECLARE_POWER_OP(object, S) GB_EXPORT extern GrB_BinaryOp object;
#define GB_DECLARE_MONOID(object, code, S) GB_EXPORT extern GrB_Monoid object;
#define GB_DECLARE_SEMIRING(object, add, mul, S) GB_EXPORT extern GrB_Semiring object;
GB_EXTRA_UNARY_OPS(GB_DECLARE_UNARY_OP)
GB_EXTRA_BINARY_OPS(GB_DECLARE_BINARY_OP)
GB_POSITION_OPS(GB_DECLARE_BINARY_OP)
GB_POWER_OPS(GB_DECLARE_POWER_OP)
GB_EXTRA_MONOIDS(GB_DECLARE_MONOID)
GB_EXTRA_SEMIRINGS(GB_DECLARE_SEMIRING)
#undef GB_DECLARE_UNARY_OP
#undef GB_DECLARE_BINARY_OP
#undef GB_DECLARE_POWER_OP
#undef GB_DECLARE_MONOID
#undef GB_DECLARE_SEMIRING

#ifdef __cplusplus
}
#endif

#endif
