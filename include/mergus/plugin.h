/**
 * \file plugin.h
 * The boundary between Mergus and its backends: C only, nothing but the standard headers below.
 *
 * A backend is a shared object named `libmergus_backend_NAME.so` that exports one function,
 * `mergus_backend_entry`, which returns a table of functions. The library loads it with dlopen, never unloads
 * it, and reaches it only through the table.
 *
 * Rules:
 *  - Every struct begins with `struct_size`, which its creator sets to the sizeof that it was compiled
 *  with. A reader must not access members beyond struct_size.
 *  - Minor versions only append members, with a line in CHANGELOG.md; a different major version is refused.
 *    While the major version is 0 members may still change; a plugin of another minor version is refused too.
 *  - A NULL function in the table means "unsupported". A function that returns MERGUS_NOT_IMPLEMENTED does
 *  not support that call. Required are: score, context_new, context_free, matrix_new, matrix_free,
 *  matrix_info, and matrix_export_csr with matrix_import_csr (with them any operation can run on another
 *  backend).
 *  - A function returns a mergus_code and, when that is not MERGUS_SUCCESS, writes a message into the
 * caller's status. A function must not print, exit, or throw across the boundary. It must not keep an
 * argument's pointer after it returns, unless the member's comment allows that. After an error every output
 * matrix is as it was before the call.
 *  - The library checks arguments (types, dimensions, descriptor bits, indices) before it calls; a plugin may
 * rely on it. It calls into one context from one thread at a time, and may call into different contexts
 * concurrently.
 *  - Matrices of one call belong to one context. The output may alias any input.
 */
#ifndef MERGUS_PLUGIN_H
#define MERGUS_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define MERGUS_ABI_MAJOR 0
#define MERGUS_ABI_MINOR 1

/** Result codes: the values of mergus::Code in error.hpp (GrB_Info where GraphBLAS has one). */
typedef enum mergus_code {
    MERGUS_SUCCESS = 0,
    MERGUS_UNINITIALIZED_OBJECT = -1,
    MERGUS_NULL_POINTER = -2,
    MERGUS_INVALID_VALUE = -3,
    MERGUS_INVALID_INDEX = -4,
    MERGUS_DOMAIN_MISMATCH = -5,
    MERGUS_DIMENSION_MISMATCH = -6,
    MERGUS_OUTPUT_NOT_EMPTY = -7,
    MERGUS_NOT_IMPLEMENTED = -8,
    MERGUS_PANIC = -101,
    MERGUS_OUT_OF_MEMORY = -102,
    MERGUS_INSUFFICIENT_SPACE = -103,
    MERGUS_INVALID_OBJECT = -104,
    MERGUS_INDEX_OUT_OF_BOUNDS = -105,
    MERGUS_EMPTY_OBJECT = -106,
    MERGUS_NO_BACKEND = -1000,
    MERGUS_BAD_PLUGIN = -1001,
    MERGUS_DEVICE_LOST = -1002,
    MERGUS_IO_ERROR = -1003,
    MERGUS_PARSE_ERROR = -1004,
    MERGUS_COMPILE_ERROR = -1005
} mergus_code;

/** Owned by the caller; `message` is always NUL-terminated. */
typedef struct mergus_status {
    size_t struct_size;
    int32_t code; /**< a mergus_code */
    char message[1020];
} mergus_status;

/* ---- types
 * ------------------------------------------------------------------------------------------------- */

typedef enum mergus_type_code {
    MERGUS_BOOL = 1,
    MERGUS_INT8 = 2,
    MERGUS_INT16 = 3,
    MERGUS_INT32 = 4,
    MERGUS_INT64 = 5,
    MERGUS_UINT8 = 6,
    MERGUS_UINT16 = 7,
    MERGUS_UINT32 = 8,
    MERGUS_UINT64 = 9,
    MERGUS_FP32 = 10,
    MERGUS_FP64 = 11,
    MERGUS_FC32 = 12, /* complex: two fp32, real and imaginary part */
    MERGUS_FC64 = 13, /* two fp64 */
    MERGUS_USER_TYPE = 100
} mergus_type_code;

/** A domain. Two user types are the same if name, size and definition are. */
typedef struct mergus_type {
    size_t struct_size;
    int32_t code;       /**< a mergus_type_code */
    uint32_t alignment; /**< bytes, a power of two */
    uint64_t size;      /**< bytes */
    const char* name; /**< the type's name in texts: "double", "int32_t", "mergus::complex<double>" (a backend
                         defines it for its compiler; see operators.hpp), or the user's */
    const char* definition; /**< user types: C text that defines the name; NULL for built-in types */
} mergus_type;

/* ---- operators
 * --------------------------------------------------------------------------------------------- */

typedef enum mergus_op_kind {
    MERGUS_UNARY = 1,       /**< z = f(x) */
    MERGUS_BINARY = 2,      /**< z = f(x, y) */
    MERGUS_INDEX_UNARY = 3, /**< z = f(x, i, j, y), y a scalar of the call */
    MERGUS_INDEX_BINARY =
        4 /**< z = f(x, y, i, k, j), the factors x = A(i,k) and y = B(k,j); only multiplies in mxm */
} mergus_op_kind;

/** Built-in operators. operators.def lists them with their types and meaning, which is that of the GraphBLAS
 * specification and of SuiteSparse. */
typedef enum mergus_opcode {
    MERGUS_OP_USER = 0,
#define MERGUS_BUILTIN_OP(number, CODE, name, KIND, domain, result, reads, properties, prefix, object)       \
    MERGUS_OP_##CODE = number,
#include "operators.def"
} mergus_opcode;

/** How `callable` is called in a text. */
typedef enum mergus_convention {
    MERGUS_CALL_VALUES = 0, /**< z = CALLABLE(x, …) */
    MERGUS_CALL_POINTERS = 1 /**< CALLABLE(&z, &x, …), with the arguments of the host function: typed pointers
                                to values, and indices by value. The text is valid C11 and C++20 */
} mergus_convention;

typedef void (*mergus_unary_function)(void* z, const void* x);
typedef void (*mergus_binary_function)(void* z, const void* x, const void* y);
typedef void (*mergus_index_unary_function)(void* z, const void* x, int64_t i, int64_t j, const void* y);
typedef void (*mergus_index_binary_function)(void* z, const void* x, const void* y, int64_t i, int64_t k,
                                             int64_t j);

/**
 * Properties of a binary operator. A monoid whose operator lacks one is folded in order: in mxm from left
 * to right in the order of k, starting with the first product; in reduce_rows and reduce_scalar in the
 * order of rows and columns, from left to right if it is not associative. The identity is not a term. A
 * backend that cannot do this returns MERGUS_NOT_IMPLEMENTED.
 */
enum { MERGUS_OP_ASSOCIATIVE = 1, MERGUS_OP_COMMUTATIVE = 2 };

/** An operator: a host function, and the same definition as text for a device's compiler. */
typedef struct mergus_op {
    size_t struct_size;
    int32_t kind; /**< a mergus_op_kind */
    int32_t code; /**< a mergus_opcode */
    const char* name;
    const mergus_type* z_type;
    const mergus_type* x_type; /**< NULL: the operator ignores x. The matrix may have any type; a caller of
                                  the host function or of the text passes any value of z_type */
    const mergus_type* y_type; /**< likewise; NULL for unary operators */
    union {
        mergus_unary_function unary;
        mergus_binary_function binary;
        mergus_index_unary_function index_unary;
        mergus_index_binary_function index_binary;
    } function;       /**< never NULL; the pointers passed to it are aligned for their types */
    const char* text; /**< C++ text that defines `callable`; operators with equal texts share one copy */
    const char*
        callable;       /**< C++ expression that names the function, e.g. "mergus::functions::plus<double>" */
    int32_t convention; /**< a mergus_convention */
    uint32_t properties;
} mergus_op;

/** A monoid: all three types of `op` are one. It is commutative and associative if op's properties say so. */
typedef struct mergus_monoid {
    size_t struct_size;
    const mergus_op* op;
    const void* identity; /**< one value */
    const void* terminal; /**< one value z with op(z, x) = z for all x, or NULL; it may be a NaN or a struct,
                             so compare bytes. With MERGUS_OP_ANY every value is terminal */
} mergus_monoid;

/** add: C×C→C, mul: A×B→C, the type of add is mul's z_type. */
typedef struct mergus_semiring {
    size_t struct_size;
    const char* name;
    const mergus_monoid* add;
    const mergus_op* mul; /**< MERGUS_BINARY or MERGUS_INDEX_BINARY */
} mergus_semiring;

/* ---- contexts and matrices
 * ----------------------------------------------------------------------------------- */

typedef struct mergus_context mergus_context; /* opaque, the plugin's */
typedef struct mergus_matrix mergus_matrix;   /* opaque, the plugin's */

typedef struct mergus_context_options {
    size_t struct_size;
    int32_t device;         /**< ordinal; -1: the device of `stream`, or without one the backend chooses */
    uint32_t deterministic; /**< 1: the same bits in every run, on every stream and every model of the device,
                               also for floating sums: MERGUS_DESC_DETERMINISTIC for every call */
    void* stream; /**< a stream of the caller's (CUDA: cudaStream_t), or NULL: the context makes one */
    /** The caller's device allocator, or both NULL. It allocates on `stream`'s order and returns NULL when it
     * cannot. */
    void* (*allocate)(size_t bytes, void* stream, void* arg);
    void (*deallocate)(void* pointer, size_t bytes, void* stream, void* arg);
    void* allocator_arg;
    uint32_t threads; /**< CPU backends: threads to use; 0: the backend chooses */
} mergus_context_options;

/** Totals since the context was made. A backend without a counter leaves it 0. */
typedef struct mergus_counters {
    size_t struct_size;
    uint64_t bytes_to_host;
    uint64_t bytes_to_device;
    uint64_t largest_copy_to_host; /**< bytes of the largest single copy */
    uint64_t launches;
    uint64_t synchronizations;
    uint64_t allocated_bytes;  /**< now */
    uint64_t high_water_bytes; /**< since the last reset */
    uint64_t compiled_kernels;
    uint64_t cached_kernels; /**< taken from the disk cache */
    double compile_seconds;
} mergus_counters;

typedef struct mergus_matrix_info {
    size_t struct_size;
    uint64_t nrows;
    uint64_t ncols;
    uint64_t nvals;
    uint64_t bytes; /**< of the arrays that hold it */
} mergus_matrix_info;

enum { MERGUS_MEMORY_HOST = 0, MERGUS_MEMORY_DEVICE = 1 };

/** Flags of mergus_csr. */
enum {
    /** Import: offsets, columns and truth values are right; the backend may leave out its checks. Wrong ones
       are undefined behaviour. */
    MERGUS_CSR_TRUSTED = 1
};

/**
 * A matrix as arrays: row i holds entries row_ptr[i] … row_ptr[i+1]-1, columns strictly increasing in a row.
 *
 * Import: `release` NULL: the arrays are copied, and are the caller's again when the call returns.
 * Otherwise the backend takes ownership: it uses them in place if it can, and calls release(release_arg)
 * once when it no longer needs them (possibly before the import returns). After a failed import the caller
 * still owns them. Export (matrix_export_csr): the caller owns the arrays, with room for `capacity` entries
 * in cols and values. A NULL array is skipped. Move (matrix_move_csr): the backend fills in everything, and
 * the caller calls release when its own work on the arrays is done.
 *
 * Arrays in device memory, and `stream`:
 *  - NULL: the caller has waited for its own work on the arrays, or that work precedes in the stream that it
 * lent to the context. The call waits for its copies: on return the arrays may be read, written and freed by
 * anyone. Moved arrays are of this kind.
 *  - a stream: the backend reads or writes the arrays after everything that the stream was asked for before
 * the call, and what the stream is asked for after the call runs after the backend's copies. The call does
 * not wait for that on the host (but an import that is checked waits for the verdict). Other streams must
 * wait for this one. A stream that is being captured is refused.
 */
typedef struct mergus_csr {
    size_t struct_size;
    const mergus_type* type;
    uint64_t nrows;
    uint64_t ncols;
    uint64_t nvals;
    void* row_ptr;        /**< nrows + 1 offsets of pointer_bits */
    void* cols;           /**< column indices of index_bits */
    void* values;         /**< nvals values of `type`, or one if iso */
    int32_t pointer_bits; /**< 32 or 64 */
    int32_t index_bits;   /**< 32 or 64 */
    int32_t iso;          /**< 1: all entries have the value values[0] */
    int32_t memory;       /**< MERGUS_MEMORY_… */
    uint64_t capacity;
    void (*release)(void* release_arg);
    void* release_arg;
    void* stream;   /**< device memory: the caller's stream that the arrays are used on, or NULL. CUDA: a
                       cudaStream_t; the   default streams are cudaStreamLegacy and cudaStreamPerThread */
    uint32_t flags; /**< MERGUS_CSR_… */
} mergus_csr;

/* ---- operations
 * ------------------------------------------------------------------------------------------------ */

/** Descriptor bits. */
enum {
    MERGUS_DESC_REPLACE = 1,    /**< clear C before the result is written through the mask */
    MERGUS_DESC_STRUCTURE = 2,  /**< use the mask's pattern, not its values */
    MERGUS_DESC_COMPLEMENT = 4, /**< use the complement of the mask */
    MERGUS_DESC_TRAN0 = 8,      /**< the first input is transposed */
    MERGUS_DESC_TRAN1 = 16,     /**< the second input is transposed */
    /** This call runs as in a deterministic context. A backend that does not support that returns
     * MERGUS_NOT_IMPLEMENTED. */
    MERGUS_DESC_DETERMINISTIC = 32
};

/** A backend's report of one call (explain mode). */
typedef struct mergus_report {
    size_t struct_size;
    char method[64];  /**< the method */
    char reason[188]; /**< the reason for the method */
    uint64_t bytes;   /**< lower bound of the bytes of matrices read and written, as counted by the backend */
    uint64_t work;    /**< products of an mxm, entries else */
    double compile_seconds;
} mergus_report;

/**
 * The operands of one operation on C: every operation computes T from its inputs and then C<mask> ⊙= T
 * (section 2.3 of the specification). Each reads the members that its line in the table names; the others are
 * NULL.
 */
typedef struct mergus_call {
    size_t struct_size;
    mergus_matrix* C;
    const mergus_matrix* mask; /**< or NULL */
    const mergus_op* accum;    /**< binary, or NULL */
    uint32_t descriptor;
    uint32_t flags; /**< 0 */
    const mergus_semiring* semiring;
    const mergus_monoid* monoid;
    const mergus_op* op;
    const mergus_matrix* A;
    const mergus_matrix* B;
    const void* scalar; /**< one value of scalar_type; select and apply: already of the operator's type */
    const mergus_type* scalar_type;
    const uint64_t* rows; /**< row indices, or NULL for all */
    uint64_t nrows;
    const uint64_t* cols; /**< column indices, or NULL for all */
    uint64_t ncols;
    void* result;          /**< reduce_scalar, count_triangles: receives the value */
    mergus_report* report; /**< NULL, or filled in by the backend, which may wait for its device for that */
} mergus_call;

typedef int32_t (*mergus_operation)(mergus_context* context, const mergus_call* call, mergus_status* status);

/**
 * The arrays of one segmented merge: sub-segment j holds keys subsegment_ptr[j] … subsegment_ptr[j+1]-1,
 * ascending; segment s holds sub-segments segment_ptr[s] … segment_ptr[s+1]-1. Each segment's sub-segments
 * are merged, equal keys in their old order. An output is its input (in place) or does not overlap any
 * input. The library has checked pointers and sizes, and the offsets if they are in host memory; a backend
 * checks them in device memory: INVALID_VALUE.
 */
typedef struct mergus_segmented_merge_args {
    size_t struct_size;
    uint64_t segments;
    uint64_t subsegments;
    uint64_t count;                 /**< keys; the last offset of the sub-segments */
    const uint64_t* segment_ptr;    /**< segments + 1, from 0 to subsegments */
    const uint64_t* subsegment_ptr; /**< subsegments + 1, from 0 to count */
    const void* keys;               /**< unsigned */
    const void* values;             /**< or NULL: keys alone */
    void* keys_out;
    void* values_out;
    uint64_t value_size; /**< bytes; 0 without values */
    int32_t key_bits;    /**< 32 or 64 */
    int32_t memory;      /**< MERGUS_MEMORY_…: of all arrays */
    /** NULL, or a monoid that combines equal keys of a segment into one. Its value is the fold of their
     * values in the merged order. The grouping must depend on sizes only; the monoid need not be
     * commutative. The first segment_ptr_out[segments] elements of the outputs are the result; the others
     * are unspecified. */
    const mergus_monoid* monoid;
    uint64_t* segment_ptr_out; /**< with a monoid: segments + 1 */
    mergus_report*
        report; /**< NULL, or to be filled in, `work` with the moves of keys; a backend may wait then */
} mergus_segmented_merge_args;

typedef int32_t (*mergus_segmented_merge_function)(mergus_context* context,
                                                   const mergus_segmented_merge_args* args,
                                                   mergus_status* status);

/** The least score of a backend that is chosen without being asked for. */
enum { MERGUS_SCORE_DEFAULT = 10 };

/** The table of a backend. All strings live as long as the plugin, which is for ever. */
typedef struct mergus_backend {
    size_t struct_size;
    uint32_t abi_major;
    uint32_t abi_minor;
    const char* name;        /**< as in MERGUS_BACKEND and in the file's name */
    const char* description; /**< one line: what it runs on, with versions */

    /** How well it would run on this machine: 0 not at all; 1 to 9 only where a user asks for it by its name
     *  (backends that are for tests, or not complete); CPU backends from MERGUS_SCORE_DEFAULT to 99,
     *  accelerators from 100: of these the highest one is the default. MERGUS_OUT_OF_MEMORY if that cannot be
     * told for want of memory. Writes one line, why so, into reason. */
    int32_t (*score)(char* reason, size_t reason_size);

    int32_t (*context_new)(const mergus_context_options* options, mergus_context** context,
                           mergus_status* status);
    void (*context_free)(mergus_context* context); /**< after all its matrices */
    /** Waits until all work of the context is done. */
    int32_t (*context_wait)(mergus_context* context, mergus_status* status);
    /** Reads the counters; if reset_high_water is not 0 the high-water mark starts again from what is
     * allocated. */
    int32_t (*context_counters)(mergus_context* context, mergus_counters* counters, int32_t reset_high_water);

    int32_t (*matrix_new)(mergus_context* context, const mergus_type* type, uint64_t nrows, uint64_t ncols,
                          mergus_matrix** matrix, mergus_status* status);
    void (*matrix_free)(mergus_context* context, mergus_matrix* matrix);
    int32_t (*matrix_dup)(mergus_context* context, const mergus_matrix* matrix, mergus_matrix** copy,
                          mergus_status* status);
    int32_t (*matrix_clear)(mergus_context* context, mergus_matrix* matrix, mergus_status* status);
    int32_t (*matrix_info)(mergus_context* context, const mergus_matrix* matrix, mergus_matrix_info* info,
                           mergus_status* status);
    /** Makes a new matrix of csr->type. Arrays, of the host or the device, are checked (offsets, ranges,
     * order, truth values) unless they are MERGUS_CSR_TRUSTED: INVALID_VALUE, INVALID_INDEX, with the row. */
    int32_t (*matrix_import_csr)(mergus_context* context, const mergus_csr* csr, mergus_matrix** matrix,
                                 mergus_status* status);
    /** csr->type must be the matrix's type; values are not cast. iso is set to 0: every entry has its own
     * value. */
    int32_t (*matrix_export_csr)(mergus_context* context, const mergus_matrix* matrix, mergus_csr* csr,
                                 mergus_status* status);
    /** Moves the arrays out, without a copy if possible. The matrix then has no entries. */
    int32_t (*matrix_move_csr)(mergus_context* context, mergus_matrix* matrix, mergus_csr* csr,
                               mergus_status* status);
    /** Entries (rows[e], cols[e], values[e]), host arrays, any order, into the empty matrix; values of
     * value_type; dup combines entries at one place in the order given (NULL: a duplicate is INVALID_VALUE);
     * values are cast to dup's z type, combined there, and cast to the matrix's type. */
    int32_t (*matrix_build)(mergus_context* context, mergus_matrix* matrix, const uint64_t* rows,
                            const uint64_t* cols, const void* values, const mergus_type* value_type,
                            uint64_t nvals, const mergus_op* dup, mergus_status* status);
    /** All entries in row-major order into host arrays of nvals each; a NULL array is left out; values of
     * value_type. */
    int32_t (*matrix_extract_tuples)(mergus_context* context, const mergus_matrix* matrix, uint64_t* rows,
                                     uint64_t* cols, void* values, const mergus_type* value_type,
                                     mergus_status* status);
    /** Optional: makes a matrix that owns the backend's native object (SuiteSparse: GrB_Matrix).
     */
    int32_t (*matrix_adopt_native)(mergus_context* context, void* native, const mergus_type* type,
                                   mergus_matrix** matrix, mergus_status* status);
    /** Optional: releases the native object to the caller. The mergus_matrix may then only be freed. */
    int32_t (*matrix_release_native)(mergus_context* context, mergus_matrix* matrix, void** native,
                                     mergus_status* status);

    mergus_operation mxm;       /**< T = A ⊕.⊗ B: semiring, A, B */
    mergus_operation transpose; /**< T = A' (A with TRAN0): A */
    mergus_operation
        select; /**< T = entries of A where op(a, i, j, scalar) is true: op (index unary), A, scalar */
    mergus_operation apply; /**< T = op(A), op(A, scalar) or op(scalar, A): op, and A (unary, index unary with
                                 scalar, binary with scalar second) or B (binary with scalar first; TRAN1) */
    mergus_operation ewise_add;  /**< T = A ⊕ B on the union of the patterns: op (binary), A, B */
    mergus_operation ewise_mult; /**< T = A ⊗ B on the intersection: op (binary), A, B */
    mergus_operation
        reduce_rows; /**< T(i,0) = ⊕ over j of A(i,j), n×1; empty rows give no entry: monoid, A */
    mergus_operation reduce_scalar; /**< result = ⊕ of all A(i,j), the identity if there are none, one value
                                       of the monoid's type: monoid, A, result. No C, mask or accum;
                                       descriptor: at most MERGUS_DESC_DETERMINISTIC */
    mergus_operation assign; /**< C<mask>(rows, cols) ⊙= A, mask of C's shape (GrB_assign): A, rows, cols */
    mergus_operation assign_scalar; /**< C<mask>(rows, cols) ⊙= scalar: scalar, rows, cols */
    mergus_operation extract;       /**< T = A(rows, cols): A, rows, cols */

    /** Optional; without it the library uses select, mxm and reduce_scalar. result = the number of
     * triangles (uint64) of the undirected graph with A's entries off the diagonal as edges: A. The pattern
     * must be symmetric; otherwise the result is unspecified. No C, mask, accum or descriptor. */
    mergus_operation count_triangles;

    /** Optional; without it the library merges on the CPU and accepts host memory only. */
    mergus_segmented_merge_function segmented_merge;
} mergus_backend;

/** The one exported symbol. `abi_major`, `abi_minor`: the library's. Returns NULL only if the table cannot
 * be created. */
typedef const mergus_backend* (*mergus_backend_entry_function)(uint32_t abi_major, uint32_t abi_minor);
#define MERGUS_BACKEND_ENTRY "mergus_backend_entry"

#ifdef __cplusplus
}
#endif

#endif
