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
#define GB_EXTRA_UNARY_OPS_OF_INEXACT(X, S)                                                                    \
    X(GxB_SQRT_##S, SQRT, S) X(GxB_EXP_##S, EXP, S)                                                            \
    X(GxB_EXP2_##S, EXP2, S) X(GxB_EXPM1_##S, EXPM1, S)                                                        \
    X(GxB_LOG_##S, LOG, S) X(GxB_LOG2_##S, LOG2, S)                                                            \
    X(GxB_LOG10_##S, LOG10, S) X(GxB_LOG1P_##S, LOG1P, S)                                                      \
    X(GxB_SIN_##S, SIN, S) X(GxB_COS_##S, COS, S)                                                              \
    X(GxB_TAN_##S, TAN, S) X(GxB_ASIN_##S, ASIN, S)                                                            \
    X(GxB_ACOS_##S, ACOS, S) X(GxB_ATAN_##S, ATAN, S)                                                          \
    X(GxB_SINH_##S, SINH, S) X(GxB_COSH_##S, COSH, S)                                                          \
    X(GxB_TANH_##S, TANH, S) X(GxB_ASINH_##S, ASINH, S)                                                        \
    X(GxB_ACOSH_##S, ACOSH, S) X(GxB_ATANH_##S, ATANH, S)                                                      \
    X(GxB_CEIL_##S, CEIL, S) X(GxB_FLOOR_##S, FLOOR, S)                                                        \
    X(GxB_ROUND_##S, ROUND, S) X(GxB_TRUNC_##S, TRUNC, S)                                                      \
    X(GxB_SIGNUM_##S, SIGNUM, S) X(GxB_ISINF_##S, ISINF, S)                                                    \
    X(GxB_ISNAN_##S, ISNAN, S) X(GxB_ISFINITE_##S, ISFINITE, S)
#define GB_EXTRA_UNARY_OPS_OF_FLOATING(X, S)                                                                   \
    GB_EXTRA_UNARY_OPS_OF_INEXACT(X, S)                                                                        \
    X(GxB_CBRT_##S, CBRT, S) X(GxB_ERF_##S, ERF, S)                                                            \
    X(GxB_ERFC_##S, ERFC, S) X(GxB_LGAMMA_##S, LGAMMA, S)                                                      \
    X(GxB_TGAMMA_##S, TGAMMA, S)
#define GB_EXTRA_UNARY_OPS(X)                                                                                  \
    GB_FOR_ALL(GB_EXTRA_UNARY_OPS_OF, X)                                                                       \
    GB_EXTRA_UNARY_OPS_OF_FLOATING(X, FP32) GB_EXTRA_UNARY_OPS_OF_FLOATING(X, FP64)

#define GB_EXTRA_BINARY_OPS_OF(X, S)                                                                           \
    X(GxB_PAIR_##S, PAIR, S)                                                                                   \
    X(GxB_ANY_##S, ANY, S)                                                                                     \
    X(GxB_RMINUS_##S, RMINUS, S)                                                                               \
    X(GxB_RDIV_##S, RDIV, S)                                                                                   \
    X(GxB_POW_##S, POW, S)                                                                                     \
    X(GxB_ISEQ_##S, ISEQ, S)                                                                                   \
    X(GxB_ISNE_##S, ISNE, S)                                                                                   \
    X(GxB_ISLT_##S, ISLT, S)                                                                                   \
    X(GxB_ISGT_##S, ISGT, S)                                                                                   \
    X(GxB_ISLE_##S, ISLE, S)                                                                                   \
    X(GxB_ISGE_##S, ISGE, S)                                                                                   \
    X(GxB_LOR_##S, LOR, S)                                                                                     \
    X(GxB_LAND_##S, LAND, S)                                                                                   \
    X(GxB_LXOR_##S, LXOR, S)
#define GB_EXTRA_BINARY_OPS_OF_INTEGER(X, S)                                                                   \
    X(GxB_BGET_##S, BGET, S)                                                                                   \
    X(GxB_BSET_##S, BSET, S)                                                                                   \
    X(GxB_BCLR_##S, BCLR, S)
#define GB_EXTRA_BINARY_OPS_OF_FLOATING(X, S)                                                                  \
    X(GxB_ATAN2_##S, ATAN2, S)                                                                                 \
    X(GxB_HYPOT_##S, HYPOT, S)                                                                                 \
    X(GxB_FMOD_##S, FMOD, S)                                                                                   \
    X(GxB_REMAINDER_##S, REMAINDER, S)                                                                         \
    X(GxB_COPYSIGN_##S, COPYSIGN, S)
#define GB_EXTRA_BINARY_OPS(X)                                                                                 \
    GB_FOR_ALL(GB_EXTRA_BINARY_OPS_OF, X)                                                                      \
    GB_FOR_INTEGERS(GB_EXTRA_BINARY_OPS_OF_INTEGER, X)                                                         \
    GB_EXTRA_BINARY_OPS_OF_FLOATING(X, FP32) GB_EXTRA_BINARY_OPS_OF_FLOATING(X, FP64)

/* Complex numbers. GxB_FC32 is GxB_FC32_t. */
#define GB_COMPLEX_TYPES(X)                                                                                    \
    X(FC32, GxB_FC32_t)                                                                                        \
    X(FC64, GxB_FC64_t)
#define GB_FOR_ALL_COMPLEX(Y, X) Y(X, FC32) Y(X, FC64)

#define GB_COMPLEX_UNARY_OPS_OF(X, S)                                                                          \
    X(GxB_IDENTITY_##S, IDENTITY, S)                                                                           \
    X(GxB_AINV_##S, AINV, S)                                                                                   \
    X(GxB_MINV_##S, MINV, S)                                                                                   \
    X(GxB_ONE_##S, ONE, S)                                                                                     \
    X(GxB_CONJ_##S, CONJ, S)                                                                                   \
    X(GxB_ABS_##S, ABS, S)                                                                                     \
    X(GxB_CREAL_##S, CREAL, S)                                                                                 \
    X(GxB_CIMAG_##S, CIMAG, S)                                                                                 \
    X(GxB_CARG_##S, CARG, S)                                                                                   \
    GB_EXTRA_UNARY_OPS_OF_INEXACT(X, S)
#define GB_COMPLEX_UNARY_OPS(X) GB_FOR_ALL_COMPLEX(GB_COMPLEX_UNARY_OPS_OF, X)

#define GB_COMPLEX_BINARY_OPS_OF(X, S)                                                                         \
    X(GxB_FIRST_##S, FIRST, S)                                                                                 \
    X(GxB_SECOND_##S, SECOND, S)                                                                               \
    X(GxB_ONEB_##S, PAIR, S)                                                                                   \
    X(GxB_PAIR_##S, PAIR, S)                                                                                   \
    X(GxB_ANY_##S, ANY, S)                                                                                     \
    X(GxB_PLUS_##S, PLUS, S)                                                                                   \
    X(GxB_MINUS_##S, MINUS, S)                                                                                 \
    X(GxB_RMINUS_##S, RMINUS, S)                                                                               \
    X(GxB_TIMES_##S, TIMES, S)                                                                                 \
    X(GxB_DIV_##S, DIV, S)                                                                                     \
    X(GxB_RDIV_##S, RDIV, S)                                                                                   \
    X(GxB_EQ_##S, EQ, S)                                                                                       \
    X(GxB_NE_##S, NE, S)                                                                                       \
    X(GxB_POW_##S, POW, S)                                                                                     \
    X(GxB_ISEQ_##S, ISEQ, S)                                                                                   \
    X(GxB_ISNE_##S, ISNE, S)
#define GB_COMPLEX_BINARY_OPS(X) GB_FOR_ALL_COMPLEX(GB_COMPLEX_BINARY_OPS_OF, X)

#define GB_COMPLEX_INDEX_UNARY_OPS_OF(X, S)                                                                    \
    X(GxB_VALUEEQ_##S, VALUEEQ, S)                                                                             \
    X(GxB_VALUENE_##S, VALUENE, S)
#define GB_COMPLEX_INDEX_UNARY_OPS(X) GB_FOR_ALL_COMPLEX(GB_COMPLEX_INDEX_UNARY_OPS_OF, X)

#define GB_COMPLEX_MONOIDS_OF(X, S)                                                                            \
    X(GxB_PLUS_##S##_MONOID, PLUS, S)                                                                          \
    X(GxB_TIMES_##S##_MONOID, TIMES, S)                                                                        \
    X(GxB_ANY_##S##_MONOID, ANY, S)
#define GB_COMPLEX_MONOIDS(X) GB_FOR_ALL_COMPLEX(GB_COMPLEX_MONOIDS_OF, X)

#define GB_COMPLEX_SEMIRINGS_WITH(X, ADD, S)                                                                   \
    X(GxB_##ADD##_FIRST_##S, ADD, FIRST, S)                                                                    \
    X(GxB_##ADD##_SECOND_##S, ADD, SECOND, S)                                                                  \
    X(GxB_##ADD##_PAIR_##S, ADD, PAIR, S)                                                                      \
    X(GxB_##ADD##_PLUS_##S, ADD, PLUS, S)                                                                      \
    X(GxB_##ADD##_MINUS_##S, ADD, MINUS, S)                                                                    \
    X(GxB_##ADD##_RMINUS_##S, ADD, RMINUS, S)                                                                  \
    X(GxB_##ADD##_TIMES_##S, ADD, TIMES, S)                                                                    \
    X(GxB_##ADD##_DIV_##S, ADD, DIV, S)                                                                        \
    X(GxB_##ADD##_RDIV_##S, ADD, RDIV, S)
#define GB_COMPLEX_SEMIRINGS_OF(X, S)                                                                          \
    GB_COMPLEX_SEMIRINGS_WITH(X, PLUS, S)                                                                      \
    GB_COMPLEX_SEMIRINGS_WITH(X, TIMES, S)                                                                     \
    GB_COMPLEX_SEMIRINGS_WITH(X, ANY, S)
#define GB_COMPLEX_SEMIRINGS(X) GB_FOR_ALL_COMPLEX(GB_COMPLEX_SEMIRINGS_OF, X)

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

/* The row and column of an entry, and these plus 1: OFFSET is 0 or 1. X(object, OPCODE, SUFFIX, OFFSET) */
#define GB_POSITION_UNARY_OPS_OF(X, S)                                                                         \
    X(GxB_POSITIONI_##S, ROWINDEX, S, 0) X(GxB_POSITIONI1_##S, ROWINDEX, S, 1)                                 \
    X(GxB_POSITIONJ_##S, COLINDEX, S, 0) X(GxB_POSITIONJ1_##S, COLINDEX, S, 1)
#define GB_POSITION_UNARY_OPS(X) GB_POSITION_UNARY_OPS_OF(X, INT32) GB_POSITION_UNARY_OPS_OF(X, INT64)

/* Operators that <mergus/operators.def> does not have: X(object, NAME, SUFFIX), the type of x. frexpx and frexpe are the
 * mantissa and the exponent, of type x. ldexp is x * 2^(int)y. bshift shifts x by y of type INT8, to the left if y is
 * positive. cmplx is x + y i. */
#define GB_DEFINED_UNARY_OPS_OF(X, S) X(GxB_FREXPX_##S, FREXPX, S) X(GxB_FREXPE_##S, FREXPE, S)
#define GB_DEFINED_UNARY_OPS(X) GB_DEFINED_UNARY_OPS_OF(X, FP32) GB_DEFINED_UNARY_OPS_OF(X, FP64)
#define GB_DEFINED_BINARY_OPS_OF_INTEGER(X, S) X(GxB_BSHIFT_##S, BSHIFT, S)
#define GB_DEFINED_BINARY_OPS_OF_FLOATING(X, S) X(GxB_LDEXP_##S, LDEXP, S) X(GxB_CMPLX_##S, CMPLX, S)
#define GB_DEFINED_BINARY_OPS(X)                                                                               \
    GB_FOR_INTEGERS(GB_DEFINED_BINARY_OPS_OF_INTEGER, X)                                                       \
    GB_DEFINED_BINARY_OPS_OF_FLOATING(X, FP32) GB_DEFINED_BINARY_OPS_OF_FLOATING(X, FP64)

#define GB_EXTRA_MONOIDS_OF(X, S) X(GxB_ANY_##S##_MONOID, ANY, S)
#define GB_EXTRA_MONOIDS_OF_UNSIGNED(X, S)                                                                     \
    X(GxB_BOR_##S##_MONOID, BOR, S) X(GxB_BAND_##S##_MONOID, BAND, S)                                          \
    X(GxB_BXOR_##S##_MONOID, BXOR, S) X(GxB_BXNOR_##S##_MONOID, BXNOR, S)
#define GB_EXTRA_MONOIDS(X)                                                                                    \
    GB_FOR_ALL(GB_EXTRA_MONOIDS_OF, X)                                                                         \
    GB_FOR_UNSIGNED(GB_EXTRA_MONOIDS_OF_UNSIGNED, X)                                                           \
    X(GxB_EQ_BOOL_MONOID, EQ, BOOL)

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

#define GB_DECLARE_TYPE(S, type) GB_EXPORT extern GrB_Type GxB_##S;
#define GB_DECLARE_UNARY_OP(object, code, S) GB_EXPORT extern GrB_UnaryOp object;
#define GB_DECLARE_POSITION_OP(object, code, S, offset) GB_EXPORT extern GrB_UnaryOp object;
#define GB_DECLARE_BINARY_OP(object, code, S) GB_EXPORT extern GrB_BinaryOp object;
#define GB_DECLARE_INDEX_UNARY_OP(object, code, S) GB_EXPORT extern GrB_IndexUnaryOp object;
#define GB_DECLARE_MONOID(object, code, S) GB_EXPORT extern GrB_Monoid object;
#define GB_DECLARE_SEMIRING(object, add, mul, S) GB_EXPORT extern GrB_Semiring object;
GB_EXTRA_UNARY_OPS(GB_DECLARE_UNARY_OP)
GB_EXTRA_BINARY_OPS(GB_DECLARE_BINARY_OP)
GB_POSITION_OPS(GB_DECLARE_BINARY_OP)
GB_POSITION_UNARY_OPS(GB_DECLARE_POSITION_OP)
GB_DEFINED_UNARY_OPS(GB_DECLARE_UNARY_OP)
GB_DEFINED_BINARY_OPS(GB_DECLARE_BINARY_OP)
GB_EXTRA_MONOIDS(GB_DECLARE_MONOID)
GB_EXTRA_SEMIRINGS(GB_DECLARE_SEMIRING)
GB_COMPLEX_TYPES(GB_DECLARE_TYPE)
GB_COMPLEX_UNARY_OPS(GB_DECLARE_UNARY_OP)
GB_COMPLEX_BINARY_OPS(GB_DECLARE_BINARY_OP)
GB_COMPLEX_INDEX_UNARY_OPS(GB_DECLARE_INDEX_UNARY_OP)
GB_COMPLEX_MONOIDS(GB_DECLARE_MONOID)
GB_COMPLEX_SEMIRINGS(GB_DECLARE_SEMIRING)
#undef GB_DECLARE_TYPE
#undef GB_DECLARE_INDEX_UNARY_OP
#undef GB_DECLARE_UNARY_OP
#undef GB_DECLARE_POSITION_OP
#undef GB_DECLARE_BINARY_OP
#undef GB_DECLARE_MONOID
#undef GB_DECLARE_SEMIRING

#ifdef __cplusplus
}
#endif

#endif
