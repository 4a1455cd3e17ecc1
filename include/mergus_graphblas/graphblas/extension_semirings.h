/**
 * \file graphblas/extension_semirings.h
 * The semirings of SuiteSparse:GraphBLAS that extensions.h does not have: an addition and the multiplications
 * that go with it. The lists are as in objects.h.
 */
#ifndef MERGUS_GRAPHBLAS_EXTENSION_SEMIRINGS_H
#define MERGUS_GRAPHBLAS_EXTENSION_SEMIRINGS_H

#include "extensions.h"

/* clang-format off */

/* Multiplications that all additions on numbers have here. */
#define GB_SEMIRINGS_IN_TYPE(X, ADD, S)                                                                        \
    X(GxB_##ADD##_ISEQ_##S, ADD, ISEQ, S) X(GxB_##ADD##_ISNE_##S, ADD, ISNE, S)                                \
    X(GxB_##ADD##_ISGT_##S, ADD, ISGT, S) X(GxB_##ADD##_ISLT_##S, ADD, ISLT, S)                                \
    X(GxB_##ADD##_ISGE_##S, ADD, ISGE, S) X(GxB_##ADD##_ISLE_##S, ADD, ISLE, S)                                \
    X(GxB_##ADD##_LOR_##S, ADD, LOR, S) X(GxB_##ADD##_LAND_##S, ADD, LAND, S)                                  \
    X(GxB_##ADD##_LXOR_##S, ADD, LXOR, S) X(GxB_##ADD##_DIV_##S, ADD, DIV, S)                                  \
    X(GxB_##ADD##_RDIV_##S, ADD, RDIV, S) X(GxB_##ADD##_MINUS_##S, ADD, MINUS, S)                              \
    X(GxB_##ADD##_RMINUS_##S, ADD, RMINUS, S)

/* Comparisons, whose result is true or false. */
#define GB_SEMIRINGS_OF_COMPARISON(X, ADD, S)                                                                  \
    X(GxB_##ADD##_EQ_##S, ADD, EQ, S) X(GxB_##ADD##_NE_##S, ADD, NE, S)                                        \
    X(GxB_##ADD##_GT_##S, ADD, GT, S) X(GxB_##ADD##_LT_##S, ADD, LT, S)                                        \
    X(GxB_##ADD##_GE_##S, ADD, GE, S) X(GxB_##ADD##_LE_##S, ADD, LE, S)

#define GB_SEMIRINGS_OF_ORDER(X, ADD, S)                                                                       \
    X(GxB_##ADD##_GT_##S, ADD, GT, S) X(GxB_##ADD##_LT_##S, ADD, LT, S)                                        \
    X(GxB_##ADD##_GE_##S, ADD, GE, S) X(GxB_##ADD##_LE_##S, ADD, LE, S)

#define GB_SEMIRINGS_OF_BITS(X, ADD, S)                                                                        \
    X(GxB_##ADD##_BOR_##S, ADD, BOR, S) X(GxB_##ADD##_BAND_##S, ADD, BAND, S)                                  \
    X(GxB_##ADD##_BXOR_##S, ADD, BXOR, S) X(GxB_##ADD##_BXNOR_##S, ADD, BXNOR, S)

#define GB_MORE_SEMIRINGS_OF_NUMBER(X, S)                                                                      \
    GB_SEMIRINGS_IN_TYPE(X, MIN, S)                                                                            \
    GB_SEMIRINGS_IN_TYPE(X, MAX, S)                                                                            \
    GB_SEMIRINGS_IN_TYPE(X, PLUS, S)                                                                           \
    GB_SEMIRINGS_IN_TYPE(X, TIMES, S)                                                                          \
    GB_SEMIRINGS_IN_TYPE(X, ANY, S)                                                                            \
    GB_SEMIRINGS_OF_COMPARISON(X, LOR, S)                                                                      \
    GB_SEMIRINGS_OF_COMPARISON(X, LAND, S)                                                                     \
    GB_SEMIRINGS_OF_COMPARISON(X, LXOR, S)                                                                     \
    GB_SEMIRINGS_OF_COMPARISON(X, EQ, S)                                                                       \
    GB_SEMIRINGS_OF_ORDER(X, ANY, S) X(GxB_ANY_NE_##S, ANY, NE, S)                                             \
    X(GxB_MIN_MIN_##S, MIN, MIN, S) X(GxB_MAX_MAX_##S, MAX, MAX, S)                                            \
    X(GxB_PLUS_MAX_##S, PLUS, MAX, S) X(GxB_ANY_MIN_##S, ANY, MIN, S)                                          \
    X(GxB_ANY_MAX_##S, ANY, MAX, S) X(GxB_ANY_PLUS_##S, ANY, PLUS, S)                                          \
    X(GxB_ANY_TIMES_##S, ANY, TIMES, S) X(GxB_TIMES_FIRST_##S, TIMES, FIRST, S)                                \
    X(GxB_TIMES_SECOND_##S, TIMES, SECOND, S) X(GxB_TIMES_PAIR_##S, TIMES, PAIR, S)                            \
    X(GxB_TIMES_MIN_##S, TIMES, MIN, S) X(GxB_TIMES_MAX_##S, TIMES, MAX, S)                                    \
    X(GxB_TIMES_PLUS_##S, TIMES, PLUS, S) X(GxB_TIMES_TIMES_##S, TIMES, TIMES, S)

#define GB_MORE_SEMIRINGS_OF_UNSIGNED(X, S)                                                                    \
    GB_SEMIRINGS_OF_BITS(X, BOR, S)                                                                            \
    GB_SEMIRINGS_OF_BITS(X, BAND, S)                                                                           \
    GB_SEMIRINGS_OF_BITS(X, BXOR, S)                                                                           \
    GB_SEMIRINGS_OF_BITS(X, BXNOR, S)

#define GB_MORE_SEMIRINGS_OF_BOOL(X)                                                                           \
    GB_SEMIRINGS_OF_ORDER(X, LOR, BOOL)                                                                        \
    GB_SEMIRINGS_OF_ORDER(X, LAND, BOOL)                                                                       \
    GB_SEMIRINGS_OF_ORDER(X, LXOR, BOOL)                                                                       \
    GB_SEMIRINGS_OF_ORDER(X, EQ, BOOL)                                                                         \
    GB_SEMIRINGS_OF_ORDER(X, ANY, BOOL)                                                                        \
    X(GxB_ANY_LOR_BOOL, ANY, LOR, BOOL) X(GxB_ANY_LAND_BOOL, ANY, LAND, BOOL)                                  \
    X(GxB_ANY_LXOR_BOOL, ANY, LXOR, BOOL) X(GxB_LOR_EQ_BOOL, LOR, EQ, BOOL)                                    \
    X(GxB_LOR_LOR_BOOL, LOR, LOR, BOOL) X(GxB_LOR_LXOR_BOOL, LOR, LXOR, BOOL)                                  \
    X(GxB_LAND_EQ_BOOL, LAND, EQ, BOOL) X(GxB_LAND_LAND_BOOL, LAND, LAND, BOOL)                                \
    X(GxB_LAND_LXOR_BOOL, LAND, LXOR, BOOL) X(GxB_LXOR_EQ_BOOL, LXOR, EQ, BOOL)                                \
    X(GxB_LXOR_FIRST_BOOL, LXOR, FIRST, BOOL) X(GxB_LXOR_SECOND_BOOL, LXOR, SECOND, BOOL)                      \
    X(GxB_LXOR_PAIR_BOOL, LXOR, PAIR, BOOL) X(GxB_LXOR_LOR_BOOL, LXOR, LOR, BOOL)                              \
    X(GxB_LXOR_LXOR_BOOL, LXOR, LXOR, BOOL) X(GxB_EQ_EQ_BOOL, EQ, EQ, BOOL)                                    \
    X(GxB_EQ_FIRST_BOOL, EQ, FIRST, BOOL) X(GxB_EQ_SECOND_BOOL, EQ, SECOND, BOOL)                              \
    X(GxB_EQ_PAIR_BOOL, EQ, PAIR, BOOL) X(GxB_EQ_LOR_BOOL, EQ, LOR, BOOL)                                      \
    X(GxB_EQ_LAND_BOOL, EQ, LAND, BOOL) X(GxB_EQ_LXOR_BOOL, EQ, LXOR, BOOL)

#define GB_MORE_SEMIRINGS(X)                                                                                   \
    GB_FOR_NUMBERS(GB_MORE_SEMIRINGS_OF_NUMBER, X)                                                             \
    GB_FOR_UNSIGNED(GB_MORE_SEMIRINGS_OF_UNSIGNED, X)                                                          \
    GB_MORE_SEMIRINGS_OF_BOOL(X)

/* clang-format on */

#ifdef __cplusplus
extern "C" {
#endif

#define GB_DECLARE_SEMIRING(object, add, mul, S) GB_EXPORT extern GrB_Semiring object;
GB_MORE_SEMIRINGS(GB_DECLARE_SEMIRING)
#undef GB_DECLARE_SEMIRING

#ifdef __cplusplus
}
#endif

#endif
