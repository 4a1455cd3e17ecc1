/**
 * \file plugin/objects.h
 * Devices, contexts, matrices and vectors, and the arguments of the functions that make, read and write them.
 */
#ifndef MERGUS_PLUGIN_OBJECTS_H
#define MERGUS_PLUGIN_OBJECTS_H

#include "operators.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct mergus_context mergus_context; /**< opaque, defined by the plugin */

/**
 * A matrix or a vector; opaque, defined by the plugin. A vector of size n is made by vector_new or
 * vector_import. Its shape is n × 1: operators that read positions get the index as i, and 0 as j. How it is
 * stored is the backend's choice. The functions of matrices take vectors too, where their descriptions say
 * so.
 */
typedef struct mergus_matrix mergus_matrix;

/* ---- devices ---- */

/** One device of a backend. Strings end with a NUL. */
typedef struct mergus_device_info {
    size_t struct_size;
    int32_t score;         /**< as the backend's score, for this device alone; 0: it cannot be used */
    int32_t compute_major; /**< compute capability; 0.0 for devices that have none */
    int32_t compute_minor; /**< its second number */
    int32_t reserved;      /**< 0 */
    uint64_t memory;       /**< bytes; 0: unknown */
    char name[128];        /**< the model: "NVIDIA H200" */
    char reason[256];      /**< one line: the reason for the score */
} mergus_device_info;

/* ---- contexts ---- */

/** Options of a context. */
typedef struct mergus_context_options {
    size_t struct_size;
    int32_t device;         /**< ordinal below device_count; -1 (also if missing): the device of `stream`, or
                               without a stream the backend chooses */
    uint32_t deterministic; /**< 1: the same bits in every run, on every stream and every model of the device,
                               also for floating sums: MERGUS_DESC_DETERMINISTIC for every call */
    void* stream; /**< a stream of the caller's (CUDA: cudaStream_t), or NULL: the context makes one */
    /** The caller's device allocator, or both NULL. It allocates in the order of `stream` and returns NULL on
     * failure. */
    void* (*allocate)(size_t bytes, void* stream, void* arg);
    /** Frees what `allocate` returned. */
    void (*deallocate)(void* pointer, size_t bytes, void* stream, void* arg);
    void* allocator_arg;     /**< passed to both as `arg` */
    uint32_t threads;        /**< CPU backends: threads to use; 0: the backend chooses */
    uint32_t caches_nothing; /**< 1: a matrix keeps nothing between calls beside its own arrays; 0: what an
                              operation needed, such as its transpose, until the matrix changes */
} mergus_context_options;

/** Totals since the context was made. A backend without a counter leaves it 0. */
typedef struct mergus_counters {
    size_t struct_size;
    uint64_t bytes_to_host;        /**< copied from the device */
    uint64_t bytes_to_device;      /**< copied to the device */
    uint64_t largest_copy_to_host; /**< bytes of the largest single copy */
    uint64_t launches;             /**< kernels that were started */
    uint64_t synchronizations;     /**< times that the host waited for the device */
    uint64_t allocated_bytes;      /**< now */
    uint64_t high_water_bytes;     /**< since the last reset */
    uint64_t compiled_kernels;     /**< compiled for this context */
    uint64_t cached_kernels;       /**< taken from the disk cache */
    double compile_seconds;        /**< time spent compiling them */
    uint64_t precompiled_kernels;  /**< compiled when the backend was built */
    uint64_t derived_bytes; /**< now, of allocated_bytes: what context_release_derived would give back */
} mergus_counters;

/* ---- matrices ---- */

/** What matrix_info returns. */
typedef struct mergus_matrix_info {
    size_t struct_size;
    uint64_t nrows;
    uint64_t ncols;
    uint64_t nvals;
    uint64_t bytes;    /**< of the arrays that hold the matrix, and of what it keeps beside them */
    int32_t is_vector; /**< 1: a vector */
    int32_t reserved;  /**< 0 */
} mergus_matrix_info;

/** Where arrays are. */
enum { MERGUS_MEMORY_HOST = 0, MERGUS_MEMORY_DEVICE = 1 };

/** Flags of mergus_csr. */
enum {
    /** Import: offsets, columns and truth values are valid; the backend may omit its checks. Invalid arrays
       are undefined behaviour. */
    MERGUS_CSR_TRUSTED = 1
};

/**
 * A matrix as arrays: row i holds entries row_ptr[i] … row_ptr[i+1]-1, columns strictly increasing in a row.
 *
 * Import: if `release` is NULL, the arrays are copied and are the caller's again when the call returns.
 * Otherwise the backend takes ownership: it may use the arrays without a copy, and calls release(release_arg)
 * once when it no longer needs them (possibly before the import returns). After a failed import the caller
 * still owns them.
 *
 * Export: the caller owns the arrays. `cols` and `values` have room for `capacity` entries. A NULL array is
 * skipped.
 *
 * Move: the backend fills in all members; the caller calls `release` when it no longer needs the arrays.
 *
 * Arrays in device memory, and `stream`:
 *  - NULL: the caller has waited for its own work on the arrays, or that work precedes in the stream that the
 *    caller lent to the context. The call waits for its copies: on return the arrays may be read, written and
 *    freed. Moved arrays are of this kind.
 *  - a stream: the backend's copies run after all work that was submitted to the stream before the call, and
 *    before all work that is submitted to it after the call. The host does not wait, except for the result of
 *    the checks of an import that copies the arrays: without copies the first call that has the matrix as an
 *    operand or as its result may return the error. Other streams must wait for this one. A stream in
 *    capture mode is refused.
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
    /** Frees the arrays; NULL: the caller owns them. */
    void (*release)(void* release_arg);
    void* release_arg;
    void* stream;      /**< device memory: the stream on which the caller uses the arrays, or NULL. CUDA: a
                          cudaStream_t; the default streams are cudaStreamLegacy and cudaStreamPerThread */
    uint32_t flags;    /**< MERGUS_CSR_… */
    uint32_t reserved; /**< 0 */
} mergus_csr;

/* ---- vectors ---- */

/** The arrays of a vector. */
typedef enum mergus_vector_format {
    MERGUS_VECTOR_LIST = 1, /**< nvals indices, strictly increasing, and as many values */
    MERGUS_VECTOR_FULL = 2, /**< `size` values: every index has an entry; nvals is size */
    MERGUS_VECTOR_BITMAP =
        3 /**< `size` bytes `present`, 0 or 1, and `size` values; nvals of them are present */
} mergus_vector_format;

/**
 * A vector as arrays. Ownership, memory and stream are as for mergus_csr.
 *
 * Import: all members are read, `capacity` is not.
 *
 * Export: `format` is the caller's choice; the arrays have room for `capacity` elements. FULL is
 * INVALID_VALUE if the vector is not full. A NULL array is skipped. The backend writes nvals.
 *
 * Move: the backend fills in all members and chooses the format, unless the caller gives one.
 */
typedef struct mergus_vector_arrays {
    size_t struct_size;
    const mergus_type* type;
    uint64_t size;
    uint64_t nvals;
    int32_t format;     /**< a mergus_vector_format; move: 0, or one */
    int32_t index_bits; /**< 32 or 64; LIST */
    void* indices;      /**< LIST: nvals of index_bits */
    uint8_t* present;   /**< BITMAP */
    void* values;       /**< of `type`; of absent entries unspecified. One value if iso */
    int32_t iso;        /**< 1: all entries have the value values[0] */
    int32_t memory;     /**< MERGUS_MEMORY_… */
    uint64_t capacity;
    /** Frees the arrays; NULL: the caller owns them. */
    void (*release)(void* release_arg);
    void* release_arg;
    void* stream;      /**< as in mergus_csr */
    uint32_t flags;    /**< MERGUS_CSR_… */
    uint32_t reserved; /**< 0 */
} mergus_vector_arrays;

/** A vector without entries. */
typedef struct mergus_vector_new_args {
    size_t struct_size;
    const mergus_type* type;
    uint64_t size;
    mergus_matrix* vector; /**< out */
} mergus_vector_new_args;

/** A new vector of arrays->type. Arrays are checked unless they are MERGUS_CSR_TRUSTED: INVALID_VALUE or
 * INVALID_INDEX. */
typedef struct mergus_vector_import_args {
    size_t struct_size;
    const mergus_vector_arrays* arrays; /**< the arrays */
    mergus_matrix* vector;              /**< out */
} mergus_vector_import_args;

/** arrays->type must be the vector's type; values are not cast. iso is set to 0. */
typedef struct mergus_vector_export_args {
    size_t struct_size;
    const mergus_matrix* vector;
    mergus_vector_arrays* arrays; /**< in and out */
} mergus_vector_export_args;

/** Moves the arrays out, without a copy if possible. The vector then has no entries. */
typedef struct mergus_vector_move_args {
    size_t struct_size;
    mergus_matrix* vector;
    mergus_vector_arrays* arrays; /**< in: type, format; out: all members */
} mergus_vector_move_args;

/* ---- arguments of the functions of matrices: inputs first, then outputs ---- */

/** A matrix without entries. */
typedef struct mergus_matrix_new_args {
    size_t struct_size;
    const mergus_type* type;
    uint64_t nrows;
    uint64_t ncols;
    mergus_matrix* matrix; /**< out */
} mergus_matrix_new_args;

/** Also of a vector. */
typedef struct mergus_matrix_dup_args {
    size_t struct_size;
    const mergus_matrix* matrix;
    mergus_matrix* copy; /**< out */
} mergus_matrix_dup_args;

/**
 * A new matrix of csr->type. Arrays of the host and of the device are checked (offsets, ranges, order, truth
 * values) unless they are MERGUS_CSR_TRUSTED: INVALID_VALUE or INVALID_INDEX, with the row.
 */
typedef struct mergus_matrix_import_csr_args {
    size_t struct_size;
    const mergus_csr* csr; /**< the arrays */
    mergus_matrix* matrix; /**< out */
} mergus_matrix_import_csr_args;

/** csr->type must be the matrix's type; values are not cast. iso is set to 0: one value for each entry. */
typedef struct mergus_matrix_export_csr_args {
    size_t struct_size;
    const mergus_matrix* matrix;
    mergus_csr* csr; /**< in and out */
} mergus_matrix_export_csr_args;

/** Moves the arrays out, without a copy if possible. The matrix then has no entries. */
typedef struct mergus_matrix_move_csr_args {
    size_t struct_size;
    mergus_matrix* matrix;
    mergus_csr* csr; /**< in: type; out: all members */
} mergus_matrix_move_csr_args;

/**
 * Writes entries (rows[e], cols[e], values[e]), host arrays in any order, into the empty matrix. `dup`
 * combines entries at one position in the given order; without it a duplicate is INVALID_VALUE. Values are
 * cast to dup's z type, combined, and cast to the matrix's type. A vector: `rows` are its indices, `cols` is
 * NULL.
 */
typedef struct mergus_matrix_build_args {
    size_t struct_size;
    mergus_matrix* matrix;
    const uint64_t* rows; /**< row of each entry */
    const uint64_t* cols; /**< column of each entry */
    const void* values;   /**< value of each entry */
    const mergus_type* value_type;
    uint64_t nvals;
    const mergus_op* dup; /**< binary, or NULL */
} mergus_matrix_build_args;

/** Writes all entries in row-major order into host arrays with room for all of them. A vector: `rows`
 * receives its indices, `cols` is NULL. */
typedef struct mergus_matrix_extract_tuples_args {
    size_t struct_size;
    const mergus_matrix* matrix;
    uint64_t* rows; /**< each array: out, or NULL */
    uint64_t* cols;
    void* values;                  /**< of value_type */
    const mergus_type* value_type; /**< the matrix's type if `values` is NULL */
} mergus_matrix_extract_tuples_args;

/** Changes the shape. Entries outside the new shape are deleted. A vector: nrows is its size, ncols is 1. */
typedef struct mergus_matrix_resize_args {
    size_t struct_size;
    mergus_matrix* matrix;
    uint64_t nrows;
    uint64_t ncols;
} mergus_matrix_resize_args;

/** A new matrix that owns the backend's native object (SuiteSparse: GrB_Matrix). Not of a vector. */
typedef struct mergus_matrix_adopt_native_args {
    size_t struct_size;
    void* native; /**< the object */
    const mergus_type* type;
    mergus_matrix* matrix; /**< out */
} mergus_matrix_adopt_native_args;

/** Releases the native object to the caller. The matrix may then only be freed. */
typedef struct mergus_matrix_release_native_args {
    size_t struct_size;
    mergus_matrix* matrix;
    void* native; /**< out */
} mergus_matrix_release_native_args;

#ifdef __cplusplus
}
#endif

#endif
