/**
 * \file graphblas/objects.h
 * The predefined objects. Each list is a macro that calls X for every object:
 *
 *   GB_BUILTIN_TYPES(X)   X(SUFFIX, type)            GrB_INT8 is int8_t
 *   GB_UNARY_OPS(X)       X(object, OPCODE, SUFFIX)  OPCODE of <mergus/operators.def> on the type of SUFFIX;
 *   GB_BINARY_OPS(X)                                 likewise GB_INDEX_UNARY_OPS and GB_MONOIDS
 *   GB_SEMIRINGS(X)       X(object, ADD, MUL, SUFFIX)
 *   GB_DESCRIPTORS(X)     X(object, flags)           flags of mergus_descriptor_bits
 */
#ifndef MERGUS_GRAPHBLAS_OBJECTS_H
#define MERGUS_GRAPHBLAS_OBJECTS_H

#include "types.h"

#define GB_INTEGER_TYPES(X)                                                                                  \
    X(INT8, int8_t)                                                                                          \
    X(INT16, int16_t)                                                                                        \
    X(INT32, int32_t)                                                                                        \
    X(INT64, int64_t)                                                                                        \
    X(UINT8, uint8_t)                                                                                        \
    X(UINT16, uint16_t)                                                                                      \
    X(UINT32, uint32_t)                                                                                      \
    X(UINT64, uint64_t)
#define GB_BUILTIN_TYPES(X)                                                                                  \
    X(BOOL, bool)                                                                                            \
    GB_INTEGER_TYPES(X)                                                                                      \
    X(FP32, float)                                                                                           \
    X(FP64, double)

/* The same with an argument for X, because a macro cannot be used inside of itself. */
#define GB_FOR_UNSIGNED(Y, X) Y(X, UINT8) Y(X, UINT16) Y(X, UINT32) Y(X, UINT64)
#define GB_FOR_INTEGERS(Y, X) Y(X, INT8) Y(X, INT16) Y(X, INT32) Y(X, INT64) GB_FOR_UNSIGNED(Y, X)
#define GB_FOR_NUMBERS(Y, X) GB_FOR_INTEGERS(Y, X) Y(X, FP32) Y(X, FP64)
#define GB_FOR_ALL(Y, X) Y(X, BOOL) GB_FOR_NUMBERS(Y, X)

#define GB_UNARY_OPS_OF(X, S)                                                                                \
    X(GrB_IDENTITY_##S, IDENTITY, S)                                                                         \
    X(GrB_AINV_##S, AINV, S)                                                                                 \
    X(GrB_MINV_##S, MINV, S)                                                                                 \
    X(GrB_ABS_##S, ABS, S)
#define GB_UNARY_OPS_OF_INTEGER(X, S) X(GrB_BNOT_##S, BNOT, S)
#define GB_UNARY_OPS(X)                                                                                      \
    GB_FOR_ALL(GB_UNARY_OPS_OF, X)                                                                           \
    GB_FOR_INTEGERS(GB_UNARY_OPS_OF_INTEGER, X)                                                              \
    X(GrB_LNOT, LNOT, BOOL)

#define GB_BINARY_OPS_OF(X, S)                                                                               \
    X(GrB_EQ_##S, EQ, S)                                                                                     \
    X(GrB_NE_##S, NE, S)                                                                                     \
    X(GrB_GT_##S, GT, S)                                                                                     \
    X(GrB_LT_##S, LT, S)                                                                                     \
    X(GrB_GE_##S, GE, S)                                                                                     \
    X(GrB_LE_##S, LE, S)                                                                                     \
    X(GrB_ONEB_##S, PAIR, S)                                                                                 \
    X(GrB_FIRST_##S, FIRST, S)                                                                               \
    X(GrB_SECOND_##S, SECOND, S)                                                                             \
    X(GrB_MIN_##S, MIN, S)                                                                                   \
    X(GrB_MAX_##S, MAX, S)                                                                                   \
    X(GrB_PLUS_##S, PLUS, S)                                                                                 \
    X(GrB_MINUS_##S, MINUS, S)                                                                               \
    X(GrB_TIMES_##S, TIMES, S)                                                                               \
    X(GrB_DIV_##S, DIV, S)
#define GB_BINARY_OPS_OF_INTEGER(X, S)                                                                       \
    X(GrB_BOR_##S, BOR, S)                                                                                   \
    X(GrB_BAND_##S, BAND, S)                                                                                 \
    X(GrB_BXOR_##S, BXOR, S)                                                                                 \
    X(GrB_BXNOR_##S, BXNOR, S)
#define GB_BINARY_OPS(X)                                                                                     \
    GB_FOR_ALL(GB_BINARY_OPS_OF, X)                                                                          \
    GB_FOR_INTEGERS(GB_BINARY_OPS_OF_INTEGER, X)                                                             \
    X(GrB_LOR, LOR, BOOL)                                                                                    \
    X(GrB_LAND, LAND, BOOL)                                                                                  \
    X(GrB_LXOR, LXOR, BOOL)                                                                                  \
    X(GrB_LXNOR, LXNOR, BOOL)

/* The operators on positions only are not bound to a type; Mergus lists them as operators on bool. */
#define GB_INDEX_UNARY_OPS_OF(X, S)                                                                          \
    X(GrB_VALUEEQ_##S, VALUEEQ, S)                                                                           \
    X(GrB_VALUENE_##S, VALUENE, S)                                                                           \
    X(GrB_VALUELT_##S, VALUELT, S)                                                                           \
    X(GrB_VALUELE_##S, VALUELE, S)                                                                           \
    X(GrB_VALUEGT_##S, VALUEGT, S)                                                                           \
    X(GrB_VALUEGE_##S, VALUEGE, S)
#define GB_INDEX_UNARY_OPS_OF_POSITION(X, S)                                                                 \
    X(GrB_ROWINDEX_##S, ROWINDEX, S)                                                                         \
    X(GrB_COLINDEX_##S, COLINDEX, S)                                                                         \
    X(GrB_DIAGINDEX_##S, DIAGINDEX, S)
#define GB_INDEX_UNARY_OPS(X)                                                                                \
    GB_FOR_ALL(GB_INDEX_UNARY_OPS_OF, X)                                                                     \
    GB_INDEX_UNARY_OPS_OF_POSITION(X, INT32)                                                                 \
    GB_INDEX_UNARY_OPS_OF_POSITION(X, INT64)                                                                 \
    X(GrB_TRIL, TRIL, BOOL)                                                                                  \
    X(GrB_TRIU, TRIU, BOOL)                                                                                  \
    X(GrB_DIAG, DIAG, BOOL)                                                                                  \
    X(GrB_OFFDIAG, OFFDIAG, BOOL)                                                                            \
    X(GrB_COLLE, COLLE, BOOL)                                                                                \
    X(GrB_COLGT, COLGT, BOOL)                                                                                \
    X(GrB_ROWLE, ROWLE, BOOL)                                                                                \
    X(GrB_ROWGT, ROWGT, BOOL)

#define GB_MONOIDS_OF(X, S)                                                                                  \
    X(GrB_PLUS_MONOID_##S, PLUS, S)                                                                          \
    X(GrB_TIMES_MONOID_##S, TIMES, S)                                                                        \
    X(GrB_MIN_MONOID_##S, MIN, S)                                                                            \
    X(GrB_MAX_MONOID_##S, MAX, S)
#define GB_MONOIDS(X)                                                                                        \
    GB_FOR_NUMBERS(GB_MONOIDS_OF, X)                                                                         \
    X(GrB_LOR_MONOID_BOOL, LOR, BOOL)                                                                        \
    X(GrB_LAND_MONOID_BOOL, LAND, BOOL)                                                                      \
    X(GrB_LXOR_MONOID_BOOL, LXOR, BOOL)                                                                      \
    X(GrB_LXNOR_MONOID_BOOL, LXNOR, BOOL)

#define GB_SEMIRINGS_OF(X, S)                                                                                \
    X(GrB_PLUS_TIMES_SEMIRING_##S, PLUS, TIMES, S)                                                           \
    X(GrB_PLUS_MIN_SEMIRING_##S, PLUS, MIN, S)                                                               \
    X(GrB_MIN_PLUS_SEMIRING_##S, MIN, PLUS, S)                                                               \
    X(GrB_MIN_TIMES_SEMIRING_##S, MIN, TIMES, S)                                                             \
    X(GrB_MIN_FIRST_SEMIRING_##S, MIN, FIRST, S)                                                             \
    X(GrB_MIN_SECOND_SEMIRING_##S, MIN, SECOND, S)                                                           \
    X(GrB_MIN_MAX_SEMIRING_##S, MIN, MAX, S)                                                                 \
    X(GrB_MAX_PLUS_SEMIRING_##S, MAX, PLUS, S)                                                               \
    X(GrB_MAX_TIMES_SEMIRING_##S, MAX, TIMES, S)                                                             \
    X(GrB_MAX_FIRST_SEMIRING_##S, MAX, FIRST, S)                                                             \
    X(GrB_MAX_SECOND_SEMIRING_##S, MAX, SECOND, S)                                                           \
    X(GrB_MAX_MIN_SEMIRING_##S, MAX, MIN, S)
#define GB_SEMIRINGS(X)                                                                                      \
    GB_FOR_NUMBERS(GB_SEMIRINGS_OF, X)                                                                       \
    X(GrB_LOR_LAND_SEMIRING_BOOL, LOR, LAND, BOOL)                                                           \
    X(GrB_LAND_LOR_SEMIRING_BOOL, LAND, LOR, BOOL)                                                           \
    X(GrB_LXOR_LAND_SEMIRING_BOOL, LXOR, LAND, BOOL)                                                         \
    X(GrB_LXNOR_LOR_SEMIRING_BOOL, LXNOR, LOR, BOOL)

/* R replace, S structure, C complement, T0 and T1 transposed inputs; each list has the prefixes of the one
 * before. */
#define GB_DESCRIPTORS_OF(X, NAME, flags)                                                                    \
    X(GrB_DESC_##NAME, flags)                                                                                \
    X(GrB_DESC_##NAME##T1, (flags) | 16)                                                                     \
    X(GrB_DESC_##NAME##T0, (flags) | 8)                                                                      \
    X(GrB_DESC_##NAME##T0T1, (flags) | 24)
#define GB_DESCRIPTORS(X)                                                                                    \
    X(GrB_DESC_T1, 16)                                                                                       \
    X(GrB_DESC_T0, 8)                                                                                        \
    X(GrB_DESC_T0T1, 24)                                                                                     \
    GB_DESCRIPTORS_OF(X, C, 4)                                                                               \
    GB_DESCRIPTORS_OF(X, S, 2)                                                                               \
    GB_DESCRIPTORS_OF(X, SC, 6)                                                                              \
    GB_DESCRIPTORS_OF(X, R, 1)                                                                               \
    GB_DESCRIPTORS_OF(X, RC, 5)                                                                              \
    GB_DESCRIPTORS_OF(X, RS, 3)                                                                              \
    GB_DESCRIPTORS_OF(X, RSC, 7)

#ifdef __cplusplus
extern "C" {
#endif

#define GB_DECLARE_TYPE(S, type) GB_EXPORT extern GrB_Type GrB_##S;
#define GB_DECLARE_UNARY_OP(object, code, S) GB_EXPORT extern GrB_UnaryOp object;
#define GB_DECLARE_BINARY_OP(object, code, S) GB_EXPORT extern GrB_BinaryOp object;
#define GB_DECLARE_INDEX_UNARY_OP(object, code, S) GB_EXPORT extern GrB_IndexUnaryOp object;
#define GB_DECLARE_MONOID(object, code, S) GB_EXPORT extern GrB_Monoid object;
#define GB_DECLARE_SEMIRING(object, add, mul, S) GB_EXPORT extern GrB_Semiring object;
#define GB_DECLARE_DESCRIPTOR(object, flags) GB_EXPORT extern GrB_Descriptor object;
GB_BUILTIN_TYPES(GB_DECLARE_TYPE)
GB_UNARY_OPS(GB_DECLARE_UNARY_OP)
GB_BINARY_OPS(GB_DECLARE_BINARY_OP)
GB_INDEX_UNARY_OPS(GB_DECLARE_INDEX_UNARY_OP)
GB_MONOIDS(GB_DECLARE_MONOID)
GB_SEMIRINGS(GB_DECLARE_SEMIRING)
GB_DESCRIPTORS(GB_DECLARE_DESCRIPTOR)
#undef GB_DECLARE_TYPE
#undef GB_DECLARE_UNARY_OP
#undef GB_DECLARE_BINARY_OP
#undef GB_DECLARE_INDEX_UNARY_OP
#undef GB_DECLARE_MONOID
#undef GB_DECLARE_SEMIRING
#undef GB_DECLARE_DESCRIPTOR

/** Every row or column, as the list of indices of extract and assign. */
GB_EXPORT extern const GrB_Index* GrB_ALL;

/** The library itself, as the object of GrB_get and GrB_set. */
GB_EXPORT extern const GrB_Global GrB_GLOBAL;

#ifdef __cplusplus
}
#endif

#endif
