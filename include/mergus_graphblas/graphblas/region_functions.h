/**
 * \file graphblas/region_functions.h
 * Parts of matrices and vectors, tiles, and how objects are stored. The lists are as in functions.h.
 */
#ifndef MERGUS_GRAPHBLAS_REGION_FUNCTIONS_H
#define MERGUS_GRAPHBLAS_REGION_FUNCTIONS_H

#include "functions.h"

/* clang-format off */

/* subassign is assign with a mask of the shape of the region, which alone is changed by GrB_REPLACE too. */
#define GB_SUBASSIGN_FUNCTIONS(F, P, S, V, E)                                                                  \
    F(GxB_Vector_subassign_##S, (GB_TO_VECTOR, V x, const GrB_Index* indices, GrB_Index count, GB_HOW))        \
    F(GxB_Matrix_subassign_##S, (GB_TO_MATRIX, V x, GB_ROWS, GB_COLS, GB_HOW))

/* concat and split: m x n tiles, row by row. reshape keeps the position of entries by rows, or by columns. */
#define GB_REGION_FUNCTIONS(F)                                                                                 \
    F(GxB_Vector_subassign, (GB_TO_VECTOR, const GrB_Vector u, const GrB_Index* indices, GrB_Index count, GB_HOW))\
    F(GxB_Matrix_subassign, (GB_TO_MATRIX, const GrB_Matrix A, GB_ROWS, GB_COLS, GB_HOW))                      \
    F(GxB_Col_subassign, (GrB_Matrix C, const GrB_Vector mask, const GrB_BinaryOp accum, const GrB_Vector u,   \
                          GB_ROWS, GrB_Index col, GB_HOW))                                                     \
    F(GxB_Row_subassign, (GrB_Matrix C, const GrB_Vector mask, const GrB_BinaryOp accum, const GrB_Vector u,   \
                          GrB_Index row, GB_COLS, GB_HOW))                                                     \
    GB_FOR_SCALARS(GB_SUBASSIGN_FUNCTIONS, F)                                                                  \
    GB_FOR_COMPLEX(GB_SUBASSIGN_FUNCTIONS, F)                                                                  \
    F(GxB_Matrix_concat, (GrB_Matrix C, const GrB_Matrix* tiles, GrB_Index m, GrB_Index n, GB_HOW))            \
    F(GxB_Matrix_split, (GrB_Matrix * tiles, GrB_Index m, GrB_Index n, const GrB_Index* tile_nrows,            \
                         const GrB_Index* tile_ncols, const GrB_Matrix A, GB_HOW))                             \
    F(GxB_Matrix_reshape, (GrB_Matrix C, bool by_col, GrB_Index nrows, GrB_Index ncols, GB_HOW))               \
    F(GxB_Matrix_reshapeDup, (GrB_Matrix * C, GrB_Matrix A, bool by_col, GrB_Index nrows, GrB_Index ncols, GB_HOW))

/* iso: all entries have one value that is stored once. memoryUsage: bytes, without what backends keep beside the entries.
 * isStoredElement: GrB_SUCCESS or GrB_NO_VALUE. serialize allocates the blob as pack does, and keeps the GrB_NAME of the
 * object in it; a name has room for GxB_MAX_NAME_LEN bytes. */
#define GB_STORAGE_FUNCTIONS(F)                                                                                \
    F(GxB_Matrix_iso, (bool* iso, const GrB_Matrix A))                                                         \
    F(GxB_Vector_iso, (bool* iso, const GrB_Vector u))                                                         \
    F(GxB_Matrix_memoryUsage, (size_t* size, const GrB_Matrix A))                                              \
    F(GxB_Vector_memoryUsage, (size_t* size, const GrB_Vector u))                                              \
    F(GxB_Scalar_memoryUsage, (size_t* size, const GrB_Scalar s))                                              \
    F(GxB_Matrix_isStoredElement, (const GrB_Matrix A, GrB_Index i, GrB_Index j))                              \
    F(GxB_Vector_isStoredElement, (const GrB_Vector u, GrB_Index i))                                           \
    F(GxB_Type_size, (size_t* size, const GrB_Type type))                                                      \
    F(GxB_Matrix_serialize, (void** blob, GrB_Index* blob_size, GrB_Matrix A, GB_HOW))                         \
    F(GxB_Vector_serialize, (void** blob, GrB_Index* blob_size, GrB_Vector u, GB_HOW))                         \
    F(GxB_Matrix_deserialize, (GrB_Matrix * A, GrB_Type type, const void* blob, GrB_Index blob_size, GB_HOW))  \
    F(GxB_Vector_deserialize, (GrB_Vector * u, GrB_Type type, const void* blob, GrB_Index blob_size, GB_HOW))  \
    F(GxB_deserialize_type_name, (char* name, const void* blob, GrB_Index blob_size))                          \
    F(GxB_Serialized_get_String, (const void* blob, char* value, int field, size_t blob_size))                 \
    F(GxB_Serialized_get_SIZE, (const void* blob, size_t* value, int field, size_t blob_size))

/* clang-format on */

#endif
