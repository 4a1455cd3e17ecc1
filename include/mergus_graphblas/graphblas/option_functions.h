/**
 * \file graphblas/option_functions.h
 * GxB_set and GxB_get, the names that they use, and GxB_Context. Most options are kept and have no effect on
 * how Mergus stores or computes. The lists are as in functions.h.
 */
#ifndef MERGUS_GRAPHBLAS_OPTION_FUNCTIONS_H
#define MERGUS_GRAPHBLAS_OPTION_FUNCTIONS_H

#include "functions.h"

/** Values of GxB_FORMAT. */
typedef enum { GxB_BY_ROW = 0, GxB_BY_COL = 1, GxB_NO_FORMAT = -1 } GxB_Format_Value;

/** Values of GxB_JIT_C_CONTROL. */
typedef enum {
    GxB_JIT_OFF = 0,
    GxB_JIT_PAUSE = 1,
    GxB_JIT_RUN = 2,
    GxB_JIT_LOAD = 3,
    GxB_JIT_ON = 4
} GxB_JIT_Control;

/** Fields of a GxB_Context, with the numbers that the options of GrB_GLOBAL have. */
typedef enum { GxB_CONTEXT_NTHREADS = 7086, GxB_CONTEXT_CHUNK = 7087 } GxB_Context_Field;
#define GxB_GLOBAL_NTHREADS GxB_NTHREADS
#define GxB_GLOBAL_CHUNK GxB_CHUNK

/* Values of GxB_SPARSITY_CONTROL and GxB_SPARSITY_STATUS. */
#define GxB_HYPERSPARSE 1
#define GxB_SPARSE 2
#define GxB_BITMAP 4
#define GxB_FULL 8
#define GxB_AUTO_SPARSITY 15
#define GxB_ANY_SPARSITY 15

/** The size of the array of GxB_BITMAP_SWITCH. */
#define GxB_NBITMAP_SWITCH 8
/** Bytes of the name of a type, with the zero at its end. */
#define GxB_MAX_NAME_LEN 128
#define GxB_INDEX_MAX GrB_INDEX_MAX

/* The numbers of a list of indices that is a range, and what they are in that list. */
#define GxB_RANGE INT64_MAX
#define GxB_STRIDE (INT64_MAX - 1)
#define GxB_BACKWARDS (INT64_MAX - 2)
#define GxB_BEGIN 0
#define GxB_END 1
#define GxB_INC 2

/* Values of GxB_COMPRESSION and GxB_IMPORT. */
#define GxB_COMPRESSION_NONE (-1)
#define GxB_COMPRESSION_DEFAULT 0
#define GxB_COMPRESSION_LZ4 1000
#define GxB_COMPRESSION_LZ4HC 2000
#define GxB_COMPRESSION_ZSTD 3000
#define GxB_FAST_IMPORT GrB_DEFAULT

/* The version of SuiteSparse:GraphBLAS whose names these are. The extensions are a part of them. */
#define GxB_VERSION(major, sub, patch) (((major)*1000ULL + (sub)) * 1000ULL + (patch))
#define GxB_IMPLEMENTATION_MAJOR 10
#define GxB_IMPLEMENTATION_MINOR 0
#define GxB_IMPLEMENTATION_SUB 0
#define GxB_IMPLEMENTATION                                                                                   \
    GxB_VERSION(GxB_IMPLEMENTATION_MAJOR, GxB_IMPLEMENTATION_MINOR, GxB_IMPLEMENTATION_SUB)
#define GxB_SPEC_MAJOR 2
#define GxB_SPEC_MINOR 1
#define GxB_SPEC_SUB 0
#define GxB_SPEC_VERSION GxB_VERSION(GxB_SPEC_MAJOR, GxB_SPEC_MINOR, GxB_SPEC_SUB)

/* clang-format off */

/* A field and its value or, to read it, its address. */
#define GB_OPTION_FUNCTIONS(F)                                                                                  \
    F(GxB_Matrix_Option_set, (GrB_Matrix A, int field, ...))                                                    \
    F(GxB_Matrix_Option_get, (GrB_Matrix A, int field, ...))                                                    \
    F(GxB_Vector_Option_set, (GrB_Vector u, int field, ...))                                                    \
    F(GxB_Vector_Option_get, (GrB_Vector u, int field, ...))                                                    \
    F(GxB_Global_Option_set, (int field, ...))                                                                  \
    F(GxB_Global_Option_get, (int field, ...))                                                                  \
    F(GxB_Desc_set, (GrB_Descriptor descriptor, int field, ...))                                                \
    F(GxB_Desc_get, (GrB_Descriptor descriptor, int field, ...))

/* The same by the type of the value. A text is valid until its field is set. */
#define GB_TYPED_OPTION_FUNCTIONS(F)                                                                            \
    F(GxB_Matrix_Option_set_INT32, (GrB_Matrix A, int field, int32_t value))                                    \
    F(GxB_Matrix_Option_get_INT32, (GrB_Matrix A, int field, int32_t* value))                                   \
    F(GxB_Matrix_Option_set_FP64, (GrB_Matrix A, int field, double value))                                      \
    F(GxB_Matrix_Option_get_FP64, (GrB_Matrix A, int field, double* value))                                     \
    F(GxB_Vector_Option_set_INT32, (GrB_Vector u, int field, int32_t value))                                    \
    F(GxB_Vector_Option_get_INT32, (GrB_Vector u, int field, int32_t* value))                                   \
    F(GxB_Vector_Option_set_FP64, (GrB_Vector u, int field, double value))                                      \
    F(GxB_Vector_Option_get_FP64, (GrB_Vector u, int field, double* value))                                     \
    F(GxB_Desc_set_INT32, (GrB_Descriptor descriptor, int field, int32_t value))                                \
    F(GxB_Desc_get_INT32, (GrB_Descriptor descriptor, int field, int32_t* value))                               \
    F(GxB_Global_Option_set_INT32, (int field, int32_t value))                                                  \
    F(GxB_Global_Option_get_INT32, (int field, int32_t* value))                                                 \
    F(GxB_Global_Option_set_FP64, (int field, double value))                                                    \
    F(GxB_Global_Option_get_FP64, (int field, double* value))                                                   \
    F(GxB_Global_Option_set_FP64_ARRAY, (int field, double* values))                                            \
    F(GxB_Global_Option_set_CHAR, (int field, const char* value))                                               \
    F(GxB_Global_Option_get_CHAR, (int field, const char** value))

/* A thread that engages a context uses its settings, which have no effect here. */
#define GB_CONTEXT_FUNCTIONS(F)                                                                                 \
    F(GxB_Context_new, (GxB_Context * context))                                                                 \
    F(GxB_Context_free, (GxB_Context * context))                                                                \
    F(GxB_Context_error, (const char** error, const GxB_Context context))                                       \
    F(GxB_Context_engage, (GxB_Context context))                                                                \
    F(GxB_Context_disengage, (GxB_Context context))                                                             \
    F(GxB_Context_set_INT32, (GxB_Context context, int field, int32_t value))                                   \
    F(GxB_Context_get_INT32, (GxB_Context context, int field, int32_t* value))                                  \
    F(GxB_Context_set_FP64, (GxB_Context context, int field, double value))                                     \
    F(GxB_Context_get_FP64, (GxB_Context context, int field, double* value))

/* clang-format on */

#ifdef __cplusplus
extern "C" {
#endif

/** The context of threads that have engaged none. */
GB_EXPORT extern GxB_Context GxB_CONTEXT_WORLD;

/* Values of GxB_HYPER_SWITCH and GxB_FORMAT. */
GB_EXPORT extern const double GxB_HYPER_DEFAULT;
GB_EXPORT extern const double GxB_ALWAYS_HYPER;
GB_EXPORT extern const double GxB_NEVER_HYPER;
GB_EXPORT extern const int GxB_FORMAT_DEFAULT;

#ifdef __cplusplus
}
#endif

#endif
