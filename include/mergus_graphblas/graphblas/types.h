/**
 * \file graphblas/types.h
 * Info codes, handles and enumerations, with the values of the specification.
 */
#ifndef MERGUS_GRAPHBLAS_TYPES_H
#define MERGUS_GRAPHBLAS_TYPES_H

/* A binding's parser defines GB_DECLARATIONS_ONLY: the preprocessed header is then plain C declarations,
 * without other headers, attributes and inline code (graphblas_cdef.cmake). */
#ifndef GB_DECLARATIONS_ONLY
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#endif

#if defined(__GNUC__) && !defined(GB_DECLARATIONS_ONLY)
/** A symbol that the library exports. */
#define GB_EXPORT __attribute__((visibility("default")))
#else
#define GB_EXPORT
#endif

/* Complex numbers: float _Complex and std::complex<float> have one layout, and are passed alike. */
#ifdef __cplusplus
extern "C++" { /* programs include this file within extern "C" */
#include <complex>
}
/** A complex number of two floats. */
typedef std::complex<float> GxB_FC32_t;
/** A complex number of two doubles. */
typedef std::complex<double> GxB_FC64_t;
/** The GxB_FC32_t of two parts. */
#define GxB_CMPLXF(real, imag) GxB_FC32_t((float)(real), (float)(imag))
/** The GxB_FC64_t of two parts. */
#define GxB_CMPLX(real, imag) GxB_FC64_t((double)(real), (double)(imag))
#else
typedef float _Complex GxB_FC32_t;
typedef double _Complex GxB_FC64_t;
#if defined(GB_DECLARATIONS_ONLY)
#elif defined(__GNUC__) /* complex.h is not included, because it defines a macro I */
#define GxB_CMPLXF(real, imag) __builtin_complex((float)(real), (float)(imag))
#define GxB_CMPLX(real, imag) __builtin_complex((double)(real), (double)(imag))
#else
#include <complex.h>
#define GxB_CMPLXF(real, imag) CMPLXF(real, imag)
#define GxB_CMPLX(real, imag) CMPLX(real, imag)
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** An index or a dimension. */
typedef uint64_t GrB_Index;

/** The greatest index. Dimensions are limited to less by what the backend stores (docs/C-API.md). */
#define GrB_INDEX_MAX ((GrB_Index)1152921504606846975)

/** No mask, no accumulator, the default descriptor. */
#define GrB_NULL NULL
/** The value of a handle after GrB_free. */
#define GrB_INVALID_HANDLE NULL

/** The result of every function. docs/reference/errors.md says what each code means. */
typedef enum {
    GrB_SUCCESS = 0,
    GrB_NO_VALUE = 1,     /**< no entry at that index */
    GxB_EXHAUSTED = 7089, /**< an iterator is behind the last entry or row */

    GrB_UNINITIALIZED_OBJECT = -1,
    GrB_NULL_POINTER = -2,
    GrB_INVALID_VALUE = -3,
    GrB_INVALID_INDEX = -4,
    GrB_DOMAIN_MISMATCH = -5,
    GrB_DIMENSION_MISMATCH = -6,
    GrB_OUTPUT_NOT_EMPTY = -7,
    GrB_NOT_IMPLEMENTED = -8,
    GrB_ALREADY_SET = -9,

    GrB_PANIC = -101,
    GrB_OUT_OF_MEMORY = -102,
    GrB_INSUFFICIENT_SPACE = -103,
    GrB_INVALID_OBJECT = -104,
    GrB_INDEX_OUT_OF_BOUNDS = -105,
    GrB_EMPTY_OBJECT = -106,

    /* Names of SuiteSparse:GraphBLAS; no function returns them. */
    GxB_JIT_ERROR = -7001,
    GxB_GPU_ERROR = -7002,
    GxB_OUTPUT_IS_READONLY = -7003
} GrB_Info;

/** The mode of GrB_init. Calls are complete when they return, in both modes. */
typedef enum {
    GrB_NONBLOCKING = 0,
    GrB_BLOCKING = 1,
    GxB_BLOCKING_GPU = 7098,   /**< GrB_BLOCKING */
    GxB_NONBLOCKING_GPU = 7099 /**< GrB_NONBLOCKING */
} GrB_Mode;

/** What GrB_wait waits for. */
typedef enum { GrB_COMPLETE = 0, GrB_MATERIALIZE = 1 } GrB_WaitMode;

/** Formats of import and export. */
typedef enum { GrB_CSR_FORMAT = 0, GrB_CSC_FORMAT = 1, GrB_COO_FORMAT = 2 } GrB_Format;

/** What a descriptor sets. */
typedef enum {
    GrB_OUTP = 0,
    GrB_MASK = 1,
    GrB_INP0 = 2,
    GrB_INP1 = 3,
    /* Hints of SuiteSparse:GraphBLAS, without effect. */
    GxB_AxB_METHOD = 7090,
    GxB_SORT = 7091,
    GxB_COMPRESSION = 7092,
    GxB_IMPORT = 7093
} GrB_Desc_Field;

/** The values of a descriptor. */
typedef enum {
    GrB_DEFAULT = 0,
    GrB_REPLACE = 1,
    GrB_COMP = 2,
    GrB_TRAN = 3,
    GrB_STRUCTURE = 4,
    GrB_COMP_STRUCTURE = 6,
    GxB_DEFAULT = 0,
    GxB_SECURE_IMPORT = 7080, /**< of GxB_IMPORT; arrays are always checked */
    GxB_AxB_GUSTAVSON = 7081, /**< of GxB_AxB_METHOD, like the others */
    GxB_AxB_DOT = 7083,
    GxB_AxB_HASH = 7084,
    GxB_AxB_SAXPY = 7085
} GrB_Desc_Value;

/** Values of GrB_STORAGE_ORIENTATION_HINT. */
typedef enum { GrB_ROWMAJOR = 0, GrB_COLMAJOR = 1, GrB_BOTH = 2, GrB_UNKNOWN = 3 } GrB_Orientation;

/** Codes of types, as GrB_EL_TYPE_CODE has them. */
typedef enum {
    GrB_UDT_CODE = 0, /**< a user's type */
    GrB_BOOL_CODE = 1,
    GrB_INT8_CODE = 2,
    GrB_UINT8_CODE = 3,
    GrB_INT16_CODE = 4,
    GrB_UINT16_CODE = 5,
    GrB_INT32_CODE = 6,
    GrB_UINT32_CODE = 7,
    GrB_INT64_CODE = 8,
    GrB_UINT64_CODE = 9,
    GrB_FP32_CODE = 10,
    GrB_FP64_CODE = 11,
    GxB_FC32_CODE = 7070, /**< complex numbers */
    GxB_FC64_CODE = 7071
} GrB_Type_Code;

/** What GrB_get and GrB_set read and write. */
typedef enum {
    GrB_OUTP_FIELD = 0,
    GrB_MASK_FIELD = 1,
    GrB_INP0_FIELD = 2,
    GrB_INP1_FIELD = 3,

    GrB_NAME = 10,
    GrB_LIBRARY_VER_MAJOR = 11,
    GrB_LIBRARY_VER_MINOR = 12,
    GrB_LIBRARY_VER_PATCH = 13,
    GrB_API_VER_MAJOR = 14,
    GrB_API_VER_MINOR = 15,
    GrB_API_VER_PATCH = 16,
    GrB_BLOCKING_MODE = 17,

    GrB_STORAGE_ORIENTATION_HINT = 100,
    GrB_EL_TYPE_CODE = 102,
    GrB_INP0_TYPE_CODE = 103,
    GrB_INP1_TYPE_CODE = 104,
    GrB_OUTP_TYPE_CODE = 105,
    GrB_EL_TYPE_STRING = 106,
    GrB_INP0_TYPE_STRING = 107,
    GrB_INP1_TYPE_STRING = 108,
    GrB_OUTP_TYPE_STRING = 109,
    GrB_SIZE = 110,

    GxB_JIT_C_NAME = 7041,       /**< the name of an operator or type in its C text */
    GxB_JIT_C_DEFINITION = 7042, /**< that text: with it, the operator runs on devices */

    /* Of GxB_set and GxB_get, and as numbers of GrB_set and GrB_get (option_functions.h). */
    GxB_HYPER_SWITCH = 7000,    /**< a double of a matrix and of GrB_GLOBAL: of GxB_SPARSITY_STATUS */
    GxB_BITMAP_SWITCH = 7001,   /**< likewise; of GrB_GLOBAL an array of GxB_NBITMAP_SWITCH */
    GxB_FORMAT = 7002,          /**< GxB_BY_ROW or GxB_BY_COL: GrB_STORAGE_ORIENTATION_HINT */
    GxB_MODE = 7003,            /**< GrB_BLOCKING_MODE */
    GxB_LIBRARY_NAME = 7004,    /**< texts about the library */
    GxB_LIBRARY_VERSION = 7005, /**< three INT32 */
    GxB_LIBRARY_DATE = 7006,
    GxB_LIBRARY_ABOUT = 7007,
    GxB_LIBRARY_URL = 7008,
    GxB_LIBRARY_LICENSE = 7009,
    GxB_LIBRARY_COMPILE_DATE = 7010,
    GxB_LIBRARY_COMPILE_TIME = 7011,
    GxB_API_VERSION = 7012, /**< three INT32 */
    GxB_API_DATE = 7013,
    GxB_API_ABOUT = 7014,
    GxB_API_URL = 7015,
    GxB_COMPILER_VERSION = 7016, /**< three INT32 */
    GxB_COMPILER_NAME = 7017,
    GxB_LIBRARY_OPENMP = 7018,
    GxB_BURBLE = 7019,              /**< of GrB_GLOBAL; kept, without effect */
    GxB_MEMORY_POOL = 7022,         /**< not supported */
    GxB_PRINT_1BASED = 7023,        /**< of GrB_GLOBAL; kept, without effect */
    GxB_JIT_C_COMPILER_NAME = 7024, /**< these texts are kept, without effect: see MERGUS_CC */
    GxB_JIT_C_COMPILER_FLAGS = 7025,
    GxB_JIT_C_LINKER_FLAGS = 7026,
    GxB_JIT_C_LIBRARIES = 7027,
    GxB_JIT_C_PREFACE = 7028,
    GxB_JIT_C_CONTROL = 7029, /**< a GxB_JIT_Control; kept, without effect */
    GxB_JIT_CACHE_PATH = 7030,
    GxB_JIT_C_CMAKE_LIBS = 7031,
    GxB_JIT_USE_CMAKE = 7032,
    GxB_JIT_ERROR_LOG = 7033,
    GxB_SPARSITY_STATUS = 7034,  /**< of a matrix or vector: the format that SuiteSparse chooses; read only */
    GxB_SPARSITY_CONTROL = 7036, /**< of a matrix or vector: a sum of GxB_HYPERSPARSE to GxB_FULL, one of
                                    which is the status */
    GxB_THETA_TYPE_CODE = 7050,  /**< of an operator that sees indices */
    GxB_THETA_TYPE_STRING = 7051, /**< likewise */
    GxB_NTHREADS = 7086,          /**< of GrB_GLOBAL and descriptors; kept, without effect */
    GxB_CHUNK = 7087,             /**< a double, likewise */

    GxB_MERGUS_BACKEND = 90001 /**< of GrB_GLOBAL: the name of the backend of new objects */
} GrB_Field;

/* C has the struct tags of SuiteSparse:GraphBLAS, by which bindings recognise types. C++ has others, because
 * GB_Matrix_opaque is SuiteSparse's object there (mergus/graphblas.hpp). */
#ifdef __cplusplus
/** The type of a handle. */
#define GB_HANDLE(name, Name) struct mergus_grb_##name*
#else
#define GB_HANDLE(name, Name) struct GB_##Name##_opaque*
#endif

/** A domain. */
typedef GB_HANDLE(type, Type) GrB_Type;
/** z = f(x) */
typedef GB_HANDLE(unary_op, UnaryOp) GrB_UnaryOp;
/** z = f(x, y) */
typedef GB_HANDLE(binary_op, BinaryOp) GrB_BinaryOp;
/** z = f(x, i, j, y) */
typedef GB_HANDLE(index_unary_op, IndexUnaryOp) GrB_IndexUnaryOp;
/** An associative operator with an identity. */
typedef GB_HANDLE(monoid, Monoid) GrB_Monoid;
/** An additive monoid and a multiplication. */
typedef GB_HANDLE(semiring, Semiring) GrB_Semiring;
/** How a call treats its output, mask and inputs. */
typedef GB_HANDLE(descriptor, Descriptor) GrB_Descriptor;
/** One value, or none. */
typedef GB_HANDLE(scalar, Scalar) GrB_Scalar;
/** A sparse vector. */
typedef GB_HANDLE(vector, Vector) GrB_Vector;
/** A sparse matrix. */
typedef GB_HANDLE(matrix, Matrix) GrB_Matrix;
/** The type of GrB_GLOBAL. */
typedef GB_HANDLE(global, Global) GrB_Global;
/** z = f(x, ix, jx, y, iy, jy, theta) */
typedef GB_HANDLE(index_binary_op, IndexBinaryOp) GxB_IndexBinaryOp;
/** An iterator over a copy of the entries. */
typedef GB_HANDLE(iterator, Iterator) GxB_Iterator;
/** Numbers of threads and GPUs, which are kept and have no effect. */
typedef GB_HANDLE(context, Context) GxB_Context;

/** z = f(x) */
typedef void (*GxB_unary_function)(void* z, const void* x);
/** z = f(x, y) */
typedef void (*GxB_binary_function)(void* z, const void* x, const void* y);
/** z = f(x, i, j, y) */
typedef void (*GxB_index_unary_function)(void* z, const void* x, GrB_Index i, GrB_Index j, const void* y);
/** z = f(x, ix, jx, y, iy, jy, theta) */
typedef void (*GxB_index_binary_function)(void* z, const void* x, GrB_Index ix, GrB_Index jx, const void* y,
                                          GrB_Index iy, GrB_Index jy, const void* theta);

#ifdef __cplusplus
}
#endif

#endif
