/**
 * \file graphblas/iterator.h
 * Iterators over the entries of a matrix or vector, as in SuiteSparse:GraphBLAS. An iterator reads a copy on
 * the host that attach makes, so later changes of the object are not seen.
 *
 *   GB_ITERATOR_FUNCTIONS(F)  F(type, name, (parameters))
 *
 * The functions that move return GrB_SUCCESS at an entry, GrB_NO_VALUE at the end of a row or column (or at
 * one without entries), GxB_EXHAUSTED behind the last one, and GrB_INVALID_OBJECT if the iterator was
 * attached in another way. The functions that read are defined at an entry.
 */
#ifndef MERGUS_GRAPHBLAS_ITERATOR_H
#define MERGUS_GRAPHBLAS_ITERATOR_H

#include "functions.h"

/* clang-format off */

#define GB_LINE_ITERATOR_FUNCTIONS(F, prefix, Line, Other)                                                      \
    F(GrB_Info, prefix##_attach, (GxB_Iterator it, GrB_Matrix A, GB_HOW))                                       \
    F(GrB_Index, prefix##_kount, (GxB_Iterator it))                                                             \
    F(GrB_Info, prefix##_seek##Line, (GxB_Iterator it, GrB_Index line))                                         \
    F(GrB_Info, prefix##_kseek, (GxB_Iterator it, GrB_Index k))                                                 \
    F(GrB_Info, prefix##_next##Line, (GxB_Iterator it))                                                         \
    F(GrB_Info, prefix##_next##Other, (GxB_Iterator it))                                                        \
    F(GrB_Index, prefix##_get##Line##Index, (GxB_Iterator it))                                                  \
    F(GrB_Index, prefix##_get##Other##Index, (GxB_Iterator it))

#define GB_ENTRY_ITERATOR_FUNCTIONS(F, Object)                                                                  \
    F(GrB_Info, GxB_##Object##_Iterator_attach, (GxB_Iterator it, GrB_##Object object, GB_HOW))                 \
    F(GrB_Index, GxB_##Object##_Iterator_getpmax, (GxB_Iterator it))                                            \
    F(GrB_Info, GxB_##Object##_Iterator_seek, (GxB_Iterator it, GrB_Index p))                                   \
    F(GrB_Info, GxB_##Object##_Iterator_next, (GxB_Iterator it))                                                \
    F(GrB_Index, GxB_##Object##_Iterator_getp, (GxB_Iterator it))

/* The value of the entry, which must be of that type. */
#define GB_ITERATOR_VALUE(F, P, S, V, E) F(E, GxB_Iterator_get_##S, (GxB_Iterator it))

#define GB_ITERATOR_FUNCTIONS(F)                                                                                \
    F(GrB_Info, GxB_Iterator_new, (GxB_Iterator * it))                                                          \
    F(GrB_Info, GxB_Iterator_free, (GxB_Iterator * it))                                                         \
    GB_LINE_ITERATOR_FUNCTIONS(F, GxB_rowIterator, Row, Col)                                                    \
    GB_LINE_ITERATOR_FUNCTIONS(F, GxB_colIterator, Col, Row)                                                    \
    GB_ENTRY_ITERATOR_FUNCTIONS(F, Matrix)                                                                      \
    F(void, GxB_Matrix_Iterator_getIndex, (GxB_Iterator it, GrB_Index* row, GrB_Index* col))                    \
    GB_ENTRY_ITERATOR_FUNCTIONS(F, Vector)                                                                      \
    F(GrB_Index, GxB_Vector_Iterator_getIndex, (GxB_Iterator it))                                               \
    GB_FOR_BUILTIN(GB_ITERATOR_VALUE, F)                                                                        \
    GB_FOR_COMPLEX(GB_ITERATOR_VALUE, F)                                                                        \
    F(void, GxB_Iterator_get_UDT, (GxB_Iterator it, void* value))

/* clang-format on */

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__clang__) /* std::complex is returned like the complex numbers of C */
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wreturn-type-c-linkage"
#endif
#define GB_DECLARE(type, name, parameters) GB_EXPORT type name parameters;
GB_ITERATOR_FUNCTIONS(GB_DECLARE)
#undef GB_DECLARE
#if defined(__clang__)
#pragma clang diagnostic pop
#endif

#ifdef __cplusplus
}
#endif

#endif
