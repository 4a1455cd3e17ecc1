/**
 * \file graphblas/pack_functions.h
 * Arrays of the program as objects of GraphBLAS, and back. The list is as in functions.h.
 *
 * pack moves arrays of the program, from malloc or the function that GxB_init was given, into an object and
 * sets the pointers to NULL; unpack moves them out and leaves the object without entries. import makes the
 * object, and export frees it and gives its type (NULL for a user's) and shape. Sizes are in bytes. iso: the
 * array of values has one value, that of all entries. jumbled: the indices of a row are in any order.
 *
 *   CSR, CSC            offsets Ap of the rows (columns), indices, values
 *   HyperCSR, HyperCSC  only those rows (columns) that Ah lists, in increasing order; nvec of them
 *   BitmapR, BitmapC    Ab: 1 for an entry, by rows (columns), nvals of them; values of all positions
 *   FullR, FullC        values of all positions
 */
#ifndef MERGUS_GRAPHBLAS_PACK_FUNCTIONS_H
#define MERGUS_GRAPHBLAS_PACK_FUNCTIONS_H

#include "functions.h"

/* clang-format off */

/* The parameters of a format, its arrays in and out, and the names of them as arguments. */
#define GB_PACK_ROWS(indices) GrB_Index **Ap, GrB_Index **indices, void **Ax, GrB_Index Ap_size,               \
    GrB_Index indices##_size, GrB_Index Ax_size, bool iso, bool jumbled, GB_HOW
#define GB_UNPACK_ROWS(indices) GrB_Index **Ap, GrB_Index **indices, void **Ax, GrB_Index *Ap_size,            \
    GrB_Index *indices##_size, GrB_Index *Ax_size, bool *iso, bool *jumbled, GB_HOW
#define GB_ARGUMENTS_ROWS(indices) Ap, indices, Ax, Ap_size, indices##_size, Ax_size, iso, jumbled, descriptor
#define GB_PACK_HYPER(indices) GrB_Index **Ap, GrB_Index **Ah, GrB_Index **indices, void **Ax, GrB_Index Ap_size, GrB_Index Ah_size,\
    GrB_Index indices##_size, GrB_Index Ax_size, bool iso, GrB_Index nvec, bool jumbled, GB_HOW
#define GB_UNPACK_HYPER(indices) GrB_Index **Ap, GrB_Index **Ah, GrB_Index **indices, void **Ax, GrB_Index *Ap_size,\
    GrB_Index *Ah_size, GrB_Index *indices##_size, GrB_Index *Ax_size, bool *iso, GrB_Index *nvec, bool *jumbled, GB_HOW
#define GB_ARGUMENTS_HYPER(indices) Ap, Ah, indices, Ax, Ap_size, Ah_size, indices##_size, Ax_size, iso, nvec, jumbled, descriptor
#define GB_PACK_BITMAP(indices) int8_t **indices, void **Ax, GrB_Index indices##_size, GrB_Index Ax_size,      \
    bool iso, GrB_Index nvals, GB_HOW
#define GB_UNPACK_BITMAP(indices) int8_t **indices, void **Ax, GrB_Index *indices##_size, GrB_Index *Ax_size,  \
    bool *iso, GrB_Index *nvals, GB_HOW
#define GB_ARGUMENTS_BITMAP(indices) indices, Ax, indices##_size, Ax_size, iso, nvals, descriptor
#define GB_PACK_FULL(indices) void **indices,                                                                  \
    GrB_Index indices##_size, bool iso, GB_HOW
#define GB_UNPACK_FULL(indices) void **indices,                                                                \
    GrB_Index *indices##_size, bool *iso, GB_HOW
#define GB_ARGUMENTS_FULL(indices) indices, indices##_size, iso, descriptor
#define GB_PACK_LIST(indices) GrB_Index **vi, void **vx, GrB_Index vi_size, GrB_Index vx_size,                 \
    bool iso, GrB_Index nvals, bool jumbled, GB_HOW
#define GB_UNPACK_LIST(indices) GrB_Index **vi, void **vx, GrB_Index *vi_size, GrB_Index *vx_size,             \
    bool *iso, GrB_Index *nvals, bool *jumbled, GB_HOW
#define GB_ARGUMENTS_LIST(indices) vi, vx, vi_size, vx_size, iso, nvals, jumbled, descriptor
#define GB_PACK_BITS(indices) int8_t **vb, void **vx, GrB_Index vb_size, GrB_Index vx_size,                    \
    bool iso, GrB_Index nvals, GB_HOW
#define GB_UNPACK_BITS(indices) int8_t **vb, void **vx, GrB_Index *vb_size, GrB_Index *vx_size,                \
    bool *iso, GrB_Index *nvals, GB_HOW
#define GB_ARGUMENTS_BITS(indices) vb, vx, vb_size, vx_size, iso, nvals, descriptor

/* X(Format, PARAMETERS, indices) for each format of matrices, and of vectors. */
#define GB_MATRIX_FORMATS(X, F)                                                                                \
    X(F, CSR, ROWS, Aj) X(F, CSC, ROWS, Ai) X(F, HyperCSR, HYPER, Aj) X(F, HyperCSC, HYPER, Ai)                \
    X(F, BitmapR, BITMAP, Ab) X(F, BitmapC, BITMAP, Ab) X(F, FullR, FULL, Ax) X(F, FullC, FULL, Ax)
#define GB_VECTOR_FORMATS(X, F) X(F, CSC, LIST, vi) X(F, Bitmap, BITS, vb) X(F, Full, FULL, vx)

#define GB_PACK_MATRIX_FUNCTIONS(F, Format, PARAMETERS, indices)                                               \
    F(GxB_Matrix_pack_##Format, (GrB_Matrix A, GB_PACK_##PARAMETERS(indices)))                                 \
    F(GxB_Matrix_unpack_##Format, (GrB_Matrix A, GB_UNPACK_##PARAMETERS(indices)))                             \
    F(GxB_Matrix_import_##Format, (GrB_Matrix * A, GrB_Type type, GrB_Index nrows, GrB_Index ncols,            \
                                   GB_PACK_##PARAMETERS(indices)))                                             \
    F(GxB_Matrix_export_##Format, (GrB_Matrix * A, GrB_Type * type, GrB_Index * nrows, GrB_Index * ncols,      \
                                   GB_UNPACK_##PARAMETERS(indices)))
#define GB_PACK_VECTOR_FUNCTIONS(F, Format, PARAMETERS, indices)                                               \
    F(GxB_Vector_pack_##Format, (GrB_Vector v, GB_PACK_##PARAMETERS(indices)))                                 \
    F(GxB_Vector_unpack_##Format, (GrB_Vector v, GB_UNPACK_##PARAMETERS(indices)))                             \
    F(GxB_Vector_import_##Format, (GrB_Vector * v, GrB_Type type, GrB_Index size, GB_PACK_##PARAMETERS(indices)))\
    F(GxB_Vector_export_##Format, (GrB_Vector * v, GrB_Type * type, GrB_Index * size,                          \
                                   GB_UNPACK_##PARAMETERS(indices)))

/* HyperHash is a structure that other libraries keep with a hypersparse matrix. There is none here: unpack gives NULL, and
 * pack frees what it gets. */
#define GB_PACK_FUNCTIONS(F)                                                                                   \
    GB_MATRIX_FORMATS(GB_PACK_MATRIX_FUNCTIONS, F)                                                             \
    GB_VECTOR_FORMATS(GB_PACK_VECTOR_FUNCTIONS, F)                                                             \
    F(GxB_unpack_HyperHash, (GrB_Matrix A, GrB_Matrix * Y, GB_HOW))                                            \
    F(GxB_pack_HyperHash, (GrB_Matrix A, GrB_Matrix * Y, GB_HOW))

/* clang-format on */

#endif
