/**
 * \file graphblas/accessors.h
 * GrB_get and GrB_set of every kind of object, and the constructors of operators with a C text.
 *
 *   GB_ACCESSOR_FUNCTIONS(F)   F(name, (parameters))
 *   GB_EXTENSION_FUNCTIONS(F)  likewise
 */
#ifndef MERGUS_GRAPHBLAS_ACCESSORS_H
#define MERGUS_GRAPHBLAS_ACCESSORS_H

#include "types.h"

/* clang-format off */

#define GB_FOR_ACCESSED(X, F)                                                                                   \
    X(F, Type) X(F, UnaryOp) X(F, BinaryOp) X(F, IndexUnaryOp) X(F, Monoid) X(F, Semiring) X(F, Descriptor)    \
    X(F, Scalar) X(F, Vector) X(F, Matrix) X(F, Global)

#define GB_ACCESSORS_OF(F, Object)                                                                              \
    F(GrB_##Object##_get_Scalar, (const GrB_##Object object, GrB_Scalar value, GrB_Field field))                \
    F(GrB_##Object##_get_String, (const GrB_##Object object, char* value, GrB_Field field))                     \
    F(GrB_##Object##_get_INT32, (const GrB_##Object object, int32_t* value, GrB_Field field))                   \
    F(GrB_##Object##_get_SIZE, (const GrB_##Object object, size_t* value, GrB_Field field))                     \
    F(GrB_##Object##_get_VOID, (const GrB_##Object object, void* value, GrB_Field field))                       \
    F(GrB_##Object##_set_Scalar, (GrB_##Object object, GrB_Scalar value, GrB_Field field))                      \
    F(GrB_##Object##_set_String, (GrB_##Object object, const char* value, GrB_Field field))                     \
    F(GrB_##Object##_set_INT32, (GrB_##Object object, int32_t value, GrB_Field field))                          \
    F(GrB_##Object##_set_VOID, (GrB_##Object object, const void* value, GrB_Field field, size_t size))

#define GB_ACCESSOR_FUNCTIONS(F) GB_FOR_ACCESSED(GB_ACCESSORS_OF, F)

/* The definition defines the name in C; the function may be NULL. */
#define GB_EXTENSION_FUNCTIONS(F)                                                                               \
    F(GxB_Type_new, (GrB_Type * type, size_t size, const char* name, const char* definition))                   \
    F(GxB_UnaryOp_new, (GrB_UnaryOp * op, GxB_unary_function function, GrB_Type z, GrB_Type x,                  \
                        const char* name, const char* definition))                                              \
    F(GxB_BinaryOp_new, (GrB_BinaryOp * op, GxB_binary_function function, GrB_Type z, GrB_Type x, GrB_Type y,   \
                         const char* name, const char* definition))                                             \
    F(GxB_IndexUnaryOp_new, (GrB_IndexUnaryOp * op, GxB_index_unary_function function, GrB_Type z, GrB_Type x,  \
                             GrB_Type y, const char* name, const char* definition))

/* clang-format on */

#endif
