/**
 * \file graphblas/generic.h
 * The polymorphic forms of C11: GrB_assign (C, …) calls GrB_Matrix_assign_FP64 or the function that fits the
 * types of the arguments. A form selects a function by its arguments and then calls it with all of them.
 */
#ifndef MERGUS_GRAPHBLAS_GENERIC_H
#define MERGUS_GRAPHBLAS_GENERIC_H

#include "extension_functions.h"
#include "iterator.h"

/* clang-format off */

/* The functions of a family by the type of a value, of a pointer to elements, or of a handle: GrB_Vector_build_FP64 of the
 * family Vector_build, GxB_Vector_build_FC64 for complex numbers. A pointer to a user's type is any other pointer. */
#define GB_BY_VALUE(family)                                                                                   \
    bool: GrB_##family##_BOOL, int8_t: GrB_##family##_INT8, int16_t: GrB_##family##_INT16,                   \
    int32_t: GrB_##family##_INT32, int64_t: GrB_##family##_INT64, long long: GrB_##family##_INT64,           \
    uint8_t: GrB_##family##_UINT8, uint16_t: GrB_##family##_UINT16, uint32_t: GrB_##family##_UINT32,         \
    uint64_t: GrB_##family##_UINT64, unsigned long long: GrB_##family##_UINT64, float: GrB_##family##_FP32,  \
    double: GrB_##family##_FP64, GxB_FC32_t: GxB_##family##_FC32, GxB_FC64_t: GxB_##family##_FC64
#define GB_BY_SCALAR(family) GB_BY_VALUE(family), GrB_Scalar: GrB_##family##_Scalar, default: GrB_##family##_UDT
#define GB_POINTERS(type, function) type*: function, const type*: function
#define GB_BY_POINTER(family)                                                                                 \
    GB_POINTERS(bool, GrB_##family##_BOOL), GB_POINTERS(int8_t, GrB_##family##_INT8),                        \
    GB_POINTERS(int16_t, GrB_##family##_INT16), GB_POINTERS(int32_t, GrB_##family##_INT32),                  \
    GB_POINTERS(int64_t, GrB_##family##_INT64), GB_POINTERS(long long, GrB_##family##_INT64),                \
    GB_POINTERS(uint8_t, GrB_##family##_UINT8), GB_POINTERS(uint16_t, GrB_##family##_UINT16),                \
    GB_POINTERS(uint32_t, GrB_##family##_UINT32), GB_POINTERS(uint64_t, GrB_##family##_UINT64),              \
    GB_POINTERS(unsigned long long, GrB_##family##_UINT64), GB_POINTERS(float, GrB_##family##_FP32),         \
    GB_POINTERS(double, GrB_##family##_FP64), GB_POINTERS(GxB_FC32_t, GxB_##family##_FC32),                  \
    GB_POINTERS(GxB_FC64_t, GxB_##family##_FC64)
#define GB_BY_ELEMENTS(family) GB_BY_POINTER(family), default: GrB_##family##_UDT
#define GB_BY_OBJECT(prefix, suffix)                                                                          \
    GrB_Type: prefix##Type##suffix, GrB_UnaryOp: prefix##UnaryOp##suffix, GrB_BinaryOp: prefix##BinaryOp##suffix, \
    GrB_IndexUnaryOp: prefix##IndexUnaryOp##suffix, GrB_Monoid: prefix##Monoid##suffix,                      \
    GrB_Semiring: prefix##Semiring##suffix, GrB_Descriptor: prefix##Descriptor##suffix,                      \
    GrB_Scalar: prefix##Scalar##suffix, GrB_Vector: prefix##Vector##suffix, GrB_Matrix: prefix##Matrix##suffix

/* An argument by its number. */
#define GB_ARG1(a, ...) a
#define GB_ARG2(a, b, ...) b
#define GB_ARG3(a, b, c, ...) c
#define GB_ARG4(a, b, c, d, ...) d
#define GB_ARG5(a, b, c, d, e, ...) e
#define GB_ARG6(a, b, c, d, e, f, ...) f

/* ---- methods */

#define GrB_free(object)                                                                                      \
    _Generic((object), GB_BY_ADDRESS(GrB_, _free), GxB_IndexBinaryOp*: GxB_IndexBinaryOp_free,               \
             GxB_Iterator*: GxB_Iterator_free)(object)
#define GB_BY_ADDRESS(prefix, suffix)                                                                         \
    GrB_Type*: prefix##Type##suffix, GrB_UnaryOp*: prefix##UnaryOp##suffix,                                  \
    GrB_BinaryOp*: prefix##BinaryOp##suffix, GrB_IndexUnaryOp*: prefix##IndexUnaryOp##suffix,                \
    GrB_Monoid*: prefix##Monoid##suffix, GrB_Semiring*: prefix##Semiring##suffix,                            \
    GrB_Descriptor*: prefix##Descriptor##suffix, GrB_Scalar*: prefix##Scalar##suffix,                        \
    GrB_Vector*: prefix##Vector##suffix, GrB_Matrix*: prefix##Matrix##suffix
#define GrB_wait(object, mode)                                                                                \
    _Generic((object), GB_BY_OBJECT(GrB_, _wait), GxB_IndexBinaryOp: GxB_IndexBinaryOp_wait)(object, mode)
#define GrB_error(error, object)                                                                              \
    _Generic((object), GB_BY_OBJECT(GrB_, _error), GxB_IndexBinaryOp: GxB_IndexBinaryOp_error)(error, object)

#define GrB_Monoid_new(monoid, op, identity)                                                                  \
    _Generic((identity), GB_BY_VALUE(Monoid_new), default: GrB_Monoid_new_UDT)(monoid, op, identity)

#define GrB_Scalar_setElement(s, x)                                                                           \
    _Generic((x), GB_BY_VALUE(Scalar_setElement), default: GrB_Scalar_setElement_UDT)(s, x)
#define GrB_Scalar_extractElement(x, s) _Generic((x), GB_BY_ELEMENTS(Scalar_extractElement))(x, s)

#define GrB_Vector_build(w, indices, values, nvals, dup)                                                      \
    _Generic((values), GB_BY_ELEMENTS(Vector_build))(w, indices, values, nvals, dup)
#define GrB_Vector_setElement(w, x, i) _Generic((x), GB_BY_SCALAR(Vector_setElement))(w, x, i)
#define GrB_Vector_extractElement(x, u, i)                                                                    \
    _Generic((x), GB_BY_POINTER(Vector_extractElement), GrB_Scalar: GrB_Vector_extractElement_Scalar,    \
             default: GrB_Vector_extractElement_UDT)(x, u, i)
#define GrB_Vector_extractTuples(indices, values, nvals, u)                                                   \
    _Generic((values), GB_BY_ELEMENTS(Vector_extractTuples))(indices, values, nvals, u)

#define GrB_Matrix_build(C, rows, cols, values, nvals, dup)                                                   \
    _Generic((values), GB_BY_ELEMENTS(Matrix_build))(C, rows, cols, values, nvals, dup)
#define GrB_Matrix_setElement(C, x, i, j) _Generic((x), GB_BY_SCALAR(Matrix_setElement))(C, x, i, j)
#define GrB_Matrix_extractElement(x, A, i, j)                                                                 \
    _Generic((x), GB_BY_POINTER(Matrix_extractElement), GrB_Scalar: GrB_Matrix_extractElement_Scalar,    \
             default: GrB_Matrix_extractElement_UDT)(x, A, i, j)
#define GrB_Matrix_extractTuples(rows, cols, values, nvals, A)                                                \
    _Generic((values), GB_BY_ELEMENTS(Matrix_extractTuples))(rows, cols, values, nvals, A)
#define GrB_Matrix_import(A, type, nrows, ncols, indptr, indices, values, n_indptr, n_indices, n_values, format) \
    _Generic((values), GB_BY_ELEMENTS(Matrix_import))                                                     \
    (A, type, nrows, ncols, indptr, indices, values, n_indptr, n_indices, n_values, format)
#define GrB_Matrix_export(indptr, indices, values, n_indptr, n_indices, n_values, format, A)                  \
    _Generic((values), GB_BY_ELEMENTS(Matrix_export))                                                     \
    (indptr, indices, values, n_indptr, n_indices, n_values, format, A)

/* ---- operations */

#define GB_BY_ALGEBRA(family)                                                                                 \
    GrB_Semiring: family##_Semiring, GrB_Monoid: family##_Monoid, GrB_BinaryOp: family##_BinaryOp
#define GrB_eWiseMult(C, mask, accum, op, A, B, descriptor)                                                   \
    _Generic((C), GrB_Vector: _Generic((op), GB_BY_ALGEBRA(GrB_Vector_eWiseMult)),                           \
             GrB_Matrix: _Generic((op), GB_BY_ALGEBRA(GrB_Matrix_eWiseMult)))                                \
    (C, mask, accum, op, A, B, descriptor)
#define GrB_eWiseAdd(C, mask, accum, op, A, B, descriptor)                                                    \
    _Generic((C), GrB_Vector: _Generic((op), GB_BY_ALGEBRA(GrB_Vector_eWiseAdd)),                            \
             GrB_Matrix: _Generic((op), GB_BY_ALGEBRA(GrB_Matrix_eWiseAdd)))                                 \
    (C, mask, accum, op, A, B, descriptor)
#define GrB_kronecker(C, mask, accum, op, A, B, descriptor)                                                   \
    _Generic((op), GB_BY_ALGEBRA(GrB_Matrix_kronecker))(C, mask, accum, op, A, B, descriptor)

#define GrB_extract(...)                                                                                      \
    _Generic((GB_ARG1(__VA_ARGS__)),                                                                         \
             GrB_Vector: _Generic((GB_ARG4(__VA_ARGS__)), GrB_Matrix: GrB_Col_extract,                       \
                                  default: GrB_Vector_extract),                                              \
             GrB_Matrix: GrB_Matrix_extract)                                                                 \
    (__VA_ARGS__)

/* A vector is assigned to a column if a list of rows follows it, to a row if the number of the row does. */
#define GrB_assign(...)                                                                                       \
    _Generic((GB_ARG1(__VA_ARGS__)),                                                                         \
             GrB_Vector: _Generic((GB_ARG4(__VA_ARGS__)), GB_BY_VALUE(Vector_assign),                    \
                                  GrB_Scalar: GrB_Vector_assign_Scalar, GrB_Vector: GrB_Vector_assign,       \
                                  default: GrB_Vector_assign_UDT),                                           \
             GrB_Matrix: _Generic((GB_ARG4(__VA_ARGS__)), GB_BY_VALUE(Matrix_assign),                    \
                                  GrB_Scalar: GrB_Matrix_assign_Scalar, GrB_Matrix: GrB_Matrix_assign,       \
                                  GrB_Vector: _Generic((GB_ARG5(__VA_ARGS__)), GrB_Index*: GrB_Col_assign,   \
                                                       const GrB_Index*: GrB_Col_assign,                     \
                                                       default: GrB_Row_assign),                             \
                                  default: GrB_Matrix_assign_UDT))                                           \
    (__VA_ARGS__)

/* With a binary operator, the input and the scalar stand in the order of the operator's arguments. */
#define GB_APPLY(Object, ...)                                                                                 \
    _Generic((GB_ARG4(__VA_ARGS__)), GrB_UnaryOp: GrB_##Object##_apply,                                      \
             GrB_IndexUnaryOp: _Generic((GB_ARG6(__VA_ARGS__, 0)), GB_BY_SCALAR(Object##_apply_IndexOp)), \
             GrB_BinaryOp: _Generic((GB_ARG5(__VA_ARGS__)),                                                  \
                 GrB_##Object: _Generic((GB_ARG6(__VA_ARGS__, 0)),                                              \
                                        GB_BY_SCALAR(Object##_apply_BinaryOp2nd)),                     \
                 GB_BY_SCALAR(Object##_apply_BinaryOp1st)))
#define GrB_apply(...)                                                                                        \
    _Generic((GB_ARG1(__VA_ARGS__)), GrB_Vector: GB_APPLY(Vector, __VA_ARGS__),                              \
             GrB_Matrix: GB_APPLY(Matrix, __VA_ARGS__))                                                      \
    (__VA_ARGS__)

#define GrB_select(C, mask, accum, op, A, y, descriptor)                                                      \
    _Generic((C), GrB_Vector: _Generic((y), GB_BY_SCALAR(Vector_select)),                                \
             GrB_Matrix: _Generic((y), GB_BY_SCALAR(Matrix_select)))                                     \
    (C, mask, accum, op, A, y, descriptor)

/* To a vector, the fourth argument is the monoid; to a value, it is the input. */
#define GB_REDUCE_TO_SCALAR(Object, ...)                                                                      \
    _Generic((GB_ARG3(__VA_ARGS__)), GrB_BinaryOp: GrB_##Object##_reduce_BinaryOp_Scalar,                    \
             default: GrB_##Object##_reduce_Monoid_Scalar)
#define GrB_reduce(...)                                                                                       \
    _Generic((GB_ARG4(__VA_ARGS__)), GrB_Monoid: GrB_Matrix_reduce_Monoid,                                   \
             GrB_BinaryOp: GrB_Matrix_reduce_BinaryOp,                                                       \
             GrB_Vector: _Generic((GB_ARG1(__VA_ARGS__)), GB_BY_POINTER(Vector_reduce),                  \
                                  GrB_Scalar: GB_REDUCE_TO_SCALAR(Vector, __VA_ARGS__),                      \
                                  default: GrB_Vector_reduce_UDT),                                           \
             GrB_Matrix: _Generic((GB_ARG1(__VA_ARGS__)), GB_BY_POINTER(Matrix_reduce),                  \
                                  GrB_Scalar: GB_REDUCE_TO_SCALAR(Matrix, __VA_ARGS__),                      \
                                  default: GrB_Matrix_reduce_UDT))                                           \
    (__VA_ARGS__)

/* ---- get and set */

#define GB_ACCESS(Object, access, value, Number)                                                              \
    _Generic((value), GrB_Scalar: GrB_##Object##_##access##_Scalar, char*: GrB_##Object##_##access##_String, \
             const char*: GrB_##Object##_##access##_String, Number)
#define GB_GET(Object, value)                                                                                 \
    GB_ACCESS(Object, get, value, int32_t*: GrB_##Object##_get_INT32 GB_COMMA                                 \
              uint32_t*: GrB_##Object##_get_INT32 GB_COMMA size_t*: GrB_##Object##_get_SIZE GB_COMMA         \
              default: GrB_##Object##_get_VOID)
#define GB_SET(Object, value)                                                                                 \
    GB_ACCESS(Object, set, value, void*: GrB_##Object##_set_VOID GB_COMMA                                     \
              const void*: GrB_##Object##_set_VOID GB_COMMA default: GrB_##Object##_set_INT32)
#define GB_COMMA ,
#define GB_OF_OBJECT(object, FORM, value)                                                                     \
    _Generic((object), GrB_Type: FORM(Type, value), GrB_UnaryOp: FORM(UnaryOp, value),                       \
             GrB_BinaryOp: FORM(BinaryOp, value), GrB_IndexUnaryOp: FORM(IndexUnaryOp, value),               \
             GrB_Monoid: FORM(Monoid, value), GrB_Semiring: FORM(Semiring, value),                           \
             GrB_Descriptor: FORM(Descriptor, value), GrB_Scalar: FORM(Scalar, value),                       \
             GrB_Vector: FORM(Vector, value), GrB_Matrix: FORM(Matrix, value), GrB_Global: FORM(Global, value))
#define GrB_get(object, value, field) GB_OF_OBJECT(object, GB_GET, value)(object, value, field)
/* GrB_set (object, value, field), and with the size of the value where it is a void pointer. */
#define GrB_set(object, value, ...) GB_OF_OBJECT(object, GB_SET, value)(object, value, __VA_ARGS__)

/* ---- extensions */

#define GxB_set(...)                                                                                          \
    _Generic((GB_ARG1(__VA_ARGS__)), GrB_Matrix: GxB_Matrix_Option_set, GrB_Vector: GxB_Vector_Option_set,   \
             GrB_Descriptor: GxB_Desc_set, default: GxB_Global_Option_set)(__VA_ARGS__)
#define GxB_get(...)                                                                                          \
    _Generic((GB_ARG1(__VA_ARGS__)), GrB_Matrix: GxB_Matrix_Option_get, GrB_Vector: GxB_Vector_Option_get,   \
             GrB_Descriptor: GxB_Desc_get, default: GxB_Global_Option_get)(__VA_ARGS__)
#define GxB_eWiseUnion(C, mask, accum, op, A, alpha, B, beta, descriptor)                                     \
    _Generic((C), GrB_Vector: GxB_Vector_eWiseUnion, GrB_Matrix: GxB_Matrix_eWiseUnion)                      \
    (C, mask, accum, op, A, alpha, B, beta, descriptor)
#define GxB_sort(C, P, op, A, descriptor)                                                                     \
    _Generic((A), GrB_Vector: GxB_Vector_sort, GrB_Matrix: GxB_Matrix_sort)(C, P, op, A, descriptor)

#define GxB_fprint(object, level, file)                                                                       \
    _Generic((object), GrB_Scalar: GxB_Scalar_fprint, GrB_Vector: GxB_Vector_fprint,                         \
             GrB_Matrix: GxB_Matrix_fprint)(object, #object, level, file)
#define GxB_print(object, level) GxB_fprint(object, level, NULL)

/* clang-format on */

#endif
