/**
 * \file graphblas/functions.h
 * The functions. GB_FUNCTIONS(F) calls F(name, (parameters)) for each of them, and the declarations below are
 * made with it. The parts of the list are also used alone:
 *
 *   GB_UNTYPED_FUNCTIONS(F)
 *   GB_ARRAY_FUNCTIONS(F, P, S, V, E)  a function for each type of values, with the suffix S and the prefix P
 *                                      (GxB for complex types, otherwise GrB). V is a value as an argument
 *                                      (double; const void*), E an element of an array (double; void)
 *   GB_VALUE_FUNCTIONS(F, P, S, V, E)  likewise, and for GrB_Scalar
 *   GB_OBJECT_FUNCTIONS(F, Object)     free, wait and error of each kind of object
 *   GB_COMPLEX_FUNCTIONS(F)            those of complex types, which are not in GB_FUNCTIONS
 */
#ifndef MERGUS_GRAPHBLAS_FUNCTIONS_H
#define MERGUS_GRAPHBLAS_FUNCTIONS_H

#include "accessors.h"
#include "objects.h"

/* One function a line, or a line for each group of parameters. */
/* clang-format off */

#define GB_OBJECTS(X, F)                                                                                        \
    X(F, Type) X(F, UnaryOp) X(F, BinaryOp) X(F, IndexUnaryOp) X(F, Monoid) X(F, Semiring) X(F, Descriptor)    \
    X(F, Scalar) X(F, Vector) X(F, Matrix)

#define GB_OBJECT_FUNCTIONS(F, Object)                                                                          \
    F(GrB_##Object##_free, (GrB_##Object * object))                                                             \
    F(GrB_##Object##_wait, (GrB_##Object object, GrB_WaitMode mode))                                            \
    F(GrB_##Object##_error, (const char** error, const GrB_##Object object))

#define GB_METHOD_FUNCTIONS(F)                                                                                  \
    F(GrB_init, (GrB_Mode mode))                                                                                \
    F(GrB_finalize, (void))                                                                                     \
    F(GrB_getVersion, (unsigned int* version, unsigned int* subversion))                                        \
    F(GrB_Type_new, (GrB_Type * type, size_t size))                                                             \
    F(GrB_UnaryOp_new, (GrB_UnaryOp * op, GxB_unary_function function, GrB_Type z, GrB_Type x))                 \
    F(GrB_BinaryOp_new, (GrB_BinaryOp * op, GxB_binary_function function, GrB_Type z, GrB_Type x, GrB_Type y))  \
    F(GrB_IndexUnaryOp_new, (GrB_IndexUnaryOp * op, GxB_index_unary_function function,                          \
                             GrB_Type z, GrB_Type x, GrB_Type y))                                               \
    F(GrB_Semiring_new, (GrB_Semiring * semiring, GrB_Monoid add, GrB_BinaryOp mul))                            \
    F(GrB_Descriptor_new, (GrB_Descriptor * descriptor))                                                        \
    F(GrB_Descriptor_set, (GrB_Descriptor descriptor, GrB_Desc_Field field, GrB_Desc_Value value))              \
    F(GrB_Scalar_new, (GrB_Scalar * s, GrB_Type type))                                                          \
    F(GrB_Scalar_dup, (GrB_Scalar * t, const GrB_Scalar s))                                                     \
    F(GrB_Scalar_clear, (GrB_Scalar s))                                                                         \
    F(GrB_Scalar_nvals, (GrB_Index * nvals, const GrB_Scalar s))                                                \
    F(GrB_Vector_new, (GrB_Vector * w, GrB_Type type, GrB_Index size))                                          \
    F(GrB_Vector_dup, (GrB_Vector * w, const GrB_Vector u))                                                     \
    F(GrB_Vector_resize, (GrB_Vector w, GrB_Index size))                                                        \
    F(GrB_Vector_clear, (GrB_Vector w))                                                                         \
    F(GrB_Vector_size, (GrB_Index * size, const GrB_Vector u))                                                  \
    F(GrB_Vector_nvals, (GrB_Index * nvals, const GrB_Vector u))                                                \
    F(GrB_Vector_removeElement, (GrB_Vector w, GrB_Index i))                                                    \
    F(GrB_Vector_extractElement_Scalar, (GrB_Scalar s, const GrB_Vector u, GrB_Index i))                        \
    F(GrB_Matrix_new, (GrB_Matrix * C, GrB_Type type, GrB_Index nrows, GrB_Index ncols))                        \
    F(GrB_Matrix_dup, (GrB_Matrix * C, const GrB_Matrix A))                                                     \
    F(GrB_Matrix_diag, (GrB_Matrix * C, const GrB_Vector u, int64_t k))                                         \
    F(GrB_Matrix_resize, (GrB_Matrix C, GrB_Index nrows, GrB_Index ncols))                                      \
    F(GrB_Matrix_clear, (GrB_Matrix C))                                                                         \
    F(GrB_Matrix_nrows, (GrB_Index * nrows, const GrB_Matrix A))                                                \
    F(GrB_Matrix_ncols, (GrB_Index * ncols, const GrB_Matrix A))                                                \
    F(GrB_Matrix_nvals, (GrB_Index * nvals, const GrB_Matrix A))                                                \
    F(GrB_Matrix_removeElement, (GrB_Matrix C, GrB_Index i, GrB_Index j))                                       \
    F(GrB_Matrix_extractElement_Scalar, (GrB_Scalar s, const GrB_Matrix A, GrB_Index i, GrB_Index j))

/* The arguments that operations have in common. */
#define GB_TO_VECTOR GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum
#define GB_TO_MATRIX GrB_Matrix C, const GrB_Matrix mask, const GrB_BinaryOp accum
#define GB_HOW const GrB_Descriptor descriptor
#define GB_ROWS const GrB_Index *rows, GrB_Index nrows
#define GB_COLS const GrB_Index *cols, GrB_Index ncols

#define GB_EWISE_FUNCTIONS(F, Kind, op)                                                                         \
    F(GrB_Vector_eWiseMult_##Kind, (GB_TO_VECTOR, const GrB_##Kind op, const GrB_Vector u, const GrB_Vector v, GB_HOW)) \
    F(GrB_Matrix_eWiseMult_##Kind, (GB_TO_MATRIX, const GrB_##Kind op, const GrB_Matrix A, const GrB_Matrix B, GB_HOW)) \
    F(GrB_Vector_eWiseAdd_##Kind, (GB_TO_VECTOR, const GrB_##Kind op, const GrB_Vector u, const GrB_Vector v, GB_HOW))  \
    F(GrB_Matrix_eWiseAdd_##Kind, (GB_TO_MATRIX, const GrB_##Kind op, const GrB_Matrix A, const GrB_Matrix B, GB_HOW))  \
    F(GrB_Matrix_kronecker_##Kind, (GB_TO_MATRIX, const GrB_##Kind op, const GrB_Matrix A, const GrB_Matrix B, GB_HOW))

#define GB_OPERATION_FUNCTIONS(F)                                                                               \
    F(GrB_mxm, (GB_TO_MATRIX, const GrB_Semiring semiring, const GrB_Matrix A, const GrB_Matrix B, GB_HOW))     \
    F(GrB_vxm, (GB_TO_VECTOR, const GrB_Semiring semiring, const GrB_Vector u, const GrB_Matrix A, GB_HOW))     \
    F(GrB_mxv, (GB_TO_VECTOR, const GrB_Semiring semiring, const GrB_Matrix A, const GrB_Vector u, GB_HOW))     \
    GB_EWISE_FUNCTIONS(F, Semiring, op) GB_EWISE_FUNCTIONS(F, Monoid, op) GB_EWISE_FUNCTIONS(F, BinaryOp, op)   \
    F(GrB_Vector_extract, (GB_TO_VECTOR, const GrB_Vector u, const GrB_Index* indices, GrB_Index count, GB_HOW)) \
    F(GrB_Matrix_extract, (GB_TO_MATRIX, const GrB_Matrix A, GB_ROWS, GB_COLS, GB_HOW))                         \
    F(GrB_Col_extract, (GB_TO_VECTOR, const GrB_Matrix A, GB_ROWS, GrB_Index col, GB_HOW))                      \
    F(GrB_Vector_assign, (GB_TO_VECTOR, const GrB_Vector u, const GrB_Index* indices, GrB_Index count, GB_HOW)) \
    F(GrB_Matrix_assign, (GB_TO_MATRIX, const GrB_Matrix A, GB_ROWS, GB_COLS, GB_HOW))                          \
    F(GrB_Col_assign, (GrB_Matrix C, const GrB_Vector mask, const GrB_BinaryOp accum, const GrB_Vector u,       \
                       GB_ROWS, GrB_Index col, GB_HOW))                                                         \
    F(GrB_Row_assign, (GrB_Matrix C, const GrB_Vector mask, const GrB_BinaryOp accum, const GrB_Vector u,       \
                       GrB_Index row, GB_COLS, GB_HOW))                                                         \
    F(GrB_Vector_apply, (GB_TO_VECTOR, const GrB_UnaryOp op, const GrB_Vector u, GB_HOW))                       \
    F(GrB_Matrix_apply, (GB_TO_MATRIX, const GrB_UnaryOp op, const GrB_Matrix A, GB_HOW))                       \
    F(GrB_Matrix_reduce_Monoid, (GB_TO_VECTOR, const GrB_Monoid monoid, const GrB_Matrix A, GB_HOW))            \
    F(GrB_Matrix_reduce_BinaryOp, (GB_TO_VECTOR, const GrB_BinaryOp op, const GrB_Matrix A, GB_HOW))            \
    F(GrB_Vector_reduce_Monoid_Scalar, (GrB_Scalar s, const GrB_BinaryOp accum, const GrB_Monoid monoid,        \
                                        const GrB_Vector u, GB_HOW))                                            \
    F(GrB_Vector_reduce_BinaryOp_Scalar, (GrB_Scalar s, const GrB_BinaryOp accum, const GrB_BinaryOp op,        \
                                          const GrB_Vector u, GB_HOW))                                          \
    F(GrB_Matrix_reduce_Monoid_Scalar, (GrB_Scalar s, const GrB_BinaryOp accum, const GrB_Monoid monoid,        \
                                        const GrB_Matrix A, GB_HOW))                                            \
    F(GrB_Matrix_reduce_BinaryOp_Scalar, (GrB_Scalar s, const GrB_BinaryOp accum, const GrB_BinaryOp op,        \
                                          const GrB_Matrix A, GB_HOW))                                          \
    F(GrB_transpose, (GB_TO_MATRIX, const GrB_Matrix A, GB_HOW))

#define GB_UNTYPED_FUNCTIONS(F) GB_METHOD_FUNCTIONS(F) GB_OPERATION_FUNCTIONS(F)

/* The types of values: the built-in ones of the specification and the user's, and with GB_FOR_SCALARS also GrB_Scalar.
 * Complex types are a list of their own: functions of them are named GxB_... */
#define GB_FOR_BUILTIN(Y, F)                                                                                    \
    Y(F, GrB, BOOL, bool, bool) Y(F, GrB, INT8, int8_t, int8_t) Y(F, GrB, INT16, int16_t, int16_t)                             \
    Y(F, GrB, INT32, int32_t, int32_t) Y(F, GrB, INT64, int64_t, int64_t) Y(F, GrB, UINT8, uint8_t, uint8_t)                   \
    Y(F, GrB, UINT16, uint16_t, uint16_t) Y(F, GrB, UINT32, uint32_t, uint32_t) Y(F, GrB, UINT64, uint64_t, uint64_t)          \
    Y(F, GrB, FP32, float, float) Y(F, GrB, FP64, double, double)
#define GB_FOR_COMPLEX(Y, F) Y(F, GxB, FC32, GxB_FC32_t, GxB_FC32_t) Y(F, GxB, FC64, GxB_FC64_t, GxB_FC64_t)
#define GB_FOR_VALUES(Y, F) GB_FOR_BUILTIN(Y, F) Y(F, GrB, UDT, const void*, void)
#define GB_FOR_SCALARS(Y, F) GB_FOR_VALUES(Y, F) Y(F, GrB, Scalar, GrB_Scalar, void)

#define GB_ARRAY_FUNCTIONS(F, P, S, V, E)                                                                          \
    F(P##_Monoid_new_##S, (GrB_Monoid * monoid, GrB_BinaryOp op, V identity))                                   \
    F(P##_Scalar_setElement_##S, (GrB_Scalar s, V x))                                                           \
    F(P##_Scalar_extractElement_##S, (E * x, const GrB_Scalar s))                                               \
    F(P##_Vector_build_##S, (GrB_Vector w, const GrB_Index* indices, const E* values, GrB_Index nvals,          \
                             const GrB_BinaryOp dup))                                                           \
    F(P##_Vector_extractElement_##S, (E * x, const GrB_Vector u, GrB_Index i))                                  \
    F(P##_Vector_extractTuples_##S, (GrB_Index * indices, E * values, GrB_Index * nvals, const GrB_Vector u))   \
    F(P##_Vector_reduce_##S, (E * x, const GrB_BinaryOp accum, const GrB_Monoid monoid, const GrB_Vector u, GB_HOW)) \
    F(P##_Matrix_build_##S, (GrB_Matrix C, const GrB_Index* rows, const GrB_Index* cols, const E* values,       \
                             GrB_Index nvals, const GrB_BinaryOp dup))                                          \
    F(P##_Matrix_extractElement_##S, (E * x, const GrB_Matrix A, GrB_Index i, GrB_Index j))                     \
    F(P##_Matrix_extractTuples_##S, (GrB_Index * rows, GrB_Index * cols, E * values, GrB_Index * nvals,         \
                                     const GrB_Matrix A))                                                       \
    F(P##_Matrix_reduce_##S, (E * x, const GrB_BinaryOp accum, const GrB_Monoid monoid, const GrB_Matrix A, GB_HOW))

/* Exchange in the formats of GrB_Format. */
#define GB_EXCHANGE_FUNCTIONS(F)                                                                                \
    F(GrB_Matrix_exportSize, (GrB_Index * n_indptr, GrB_Index * n_indices, GrB_Index * n_values,                \
                              GrB_Format format, GrB_Matrix A))                                                 \
    F(GrB_Matrix_exportHint, (GrB_Format * hint, GrB_Matrix A))                                                 \
    F(GrB_Matrix_serializeSize, (GrB_Index * size, GrB_Matrix A))                                               \
    F(GrB_Matrix_serialize, (void* data, GrB_Index* size, GrB_Matrix A))                                        \
    F(GrB_Matrix_deserialize, (GrB_Matrix * A, GrB_Type type, const void* data, GrB_Index size))
#define GB_EXCHANGE_FUNCTIONS_OF(F, P, S, V, E)                                                                    \
    F(P##_Matrix_import_##S, (GrB_Matrix * A, GrB_Type type, GrB_Index nrows, GrB_Index ncols,                  \
                              const GrB_Index* indptr, const GrB_Index* indices, const E* values,               \
                              GrB_Index n_indptr, GrB_Index n_indices, GrB_Index n_values, GrB_Format format))  \
    F(P##_Matrix_export_##S, (GrB_Index * indptr, GrB_Index * indices, E * values, GrB_Index * n_indptr,        \
                              GrB_Index * n_indices, GrB_Index * n_values, GrB_Format format, GrB_Matrix A))

#define GB_VALUE_FUNCTIONS(F, P, S, V, E)                                                                          \
    F(P##_Vector_setElement_##S, (GrB_Vector w, V x, GrB_Index i))                                              \
    F(P##_Matrix_setElement_##S, (GrB_Matrix C, V x, GrB_Index i, GrB_Index j))                                 \
    F(P##_Vector_assign_##S, (GB_TO_VECTOR, V x, const GrB_Index* indices, GrB_Index count, GB_HOW))            \
    F(P##_Matrix_assign_##S, (GB_TO_MATRIX, V x, GB_ROWS, GB_COLS, GB_HOW))                                     \
    F(P##_Vector_apply_BinaryOp1st_##S, (GB_TO_VECTOR, const GrB_BinaryOp op, V x, const GrB_Vector u, GB_HOW)) \
    F(P##_Vector_apply_BinaryOp2nd_##S, (GB_TO_VECTOR, const GrB_BinaryOp op, const GrB_Vector u, V y, GB_HOW)) \
    F(P##_Vector_apply_IndexOp_##S, (GB_TO_VECTOR, const GrB_IndexUnaryOp op, const GrB_Vector u, V y, GB_HOW)) \
    F(P##_Vector_select_##S, (GB_TO_VECTOR, const GrB_IndexUnaryOp op, const GrB_Vector u, V y, GB_HOW))        \
    F(P##_Matrix_apply_BinaryOp1st_##S, (GB_TO_MATRIX, const GrB_BinaryOp op, V x, const GrB_Matrix A, GB_HOW)) \
    F(P##_Matrix_apply_BinaryOp2nd_##S, (GB_TO_MATRIX, const GrB_BinaryOp op, const GrB_Matrix A, V y, GB_HOW)) \
    F(P##_Matrix_apply_IndexOp_##S, (GB_TO_MATRIX, const GrB_IndexUnaryOp op, const GrB_Matrix A, V y, GB_HOW)) \
    F(P##_Matrix_select_##S, (GB_TO_MATRIX, const GrB_IndexUnaryOp op, const GrB_Matrix A, V y, GB_HOW))

#define GB_FUNCTIONS(F)                                                                                         \
    GB_UNTYPED_FUNCTIONS(F)                                                                                     \
    GB_OBJECTS(GB_OBJECT_FUNCTIONS, F)                                                                          \
    GB_FOR_VALUES(GB_ARRAY_FUNCTIONS, F)                                                                        \
    GB_EXCHANGE_FUNCTIONS(F)                                                                                    \
    GB_FOR_VALUES(GB_EXCHANGE_FUNCTIONS_OF, F)                                                                  \
    GB_FOR_SCALARS(GB_VALUE_FUNCTIONS, F)                                                                       \
    GB_ACCESSOR_FUNCTIONS(F)                                                                                    \
    GB_EXTENSION_FUNCTIONS(F)

#define GB_COMPLEX_FUNCTIONS(F)                                                                                 \
    GB_FOR_COMPLEX(GB_ARRAY_FUNCTIONS, F)                                                                       \
    GB_FOR_COMPLEX(GB_EXCHANGE_FUNCTIONS_OF, F)                                                                 \
    GB_FOR_COMPLEX(GB_VALUE_FUNCTIONS, F)

/* clang-format on */

#ifdef __cplusplus
extern "C" {
#endif

#define GB_DECLARE(name, parameters) GB_EXPORT GrB_Info name parameters;
GB_FUNCTIONS(GB_DECLARE)
GB_COMPLEX_FUNCTIONS(GB_DECLARE)
#undef GB_DECLARE

#ifdef __cplusplus
}
#endif

#endif
