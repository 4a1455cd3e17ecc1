/**
 * \file plugin/table.h
 * The table of a backend, and the function that returns it.
 */
#ifndef MERGUS_PLUGIN_TABLE_H
#define MERGUS_PLUGIN_TABLE_H

#include "extensions.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The lowest score of a backend that may be chosen by default. */
enum { MERGUS_SCORE_DEFAULT = 10 };

/** The table of a backend. Strings, and the table itself, live until the process ends. */
typedef struct mergus_backend {
    size_t struct_size;
    uint32_t abi_major;      /**< MERGUS_ABI_MAJOR when the plugin was compiled */
    uint32_t abi_minor;      /**< MERGUS_ABI_MINOR */
    const char* name;        /**< as in MERGUS_BACKEND and in the file's name */
    const char* description; /**< one line: what it runs on, with versions; or NULL */

    /* ---- the backend and its devices ---- */

    /** How well the backend would run on this machine. 0: not at all. 1 to 9: only where a user names it
     * (backends for tests, or incomplete ones). MERGUS_SCORE_DEFAULT to 99: CPU backends. From 100:
     * accelerators. The highest score from MERGUS_SCORE_DEFAULT on is the default. MERGUS_OUT_OF_MEMORY:
     * there is no memory to find out. Writes one line, the reason, into `reason`. */
    int32_t (*score)(char* reason, size_t reason_size);
    /** Optional, both or neither; without them the backend has one device, of which nothing is known.
     * Devices have the ordinals 0 to count - 1. */
    int32_t (*device_count)(uint64_t* count, mergus_status* status);
    /** Writes what is known of one device. */
    int32_t (*device_info)(uint64_t ordinal, mergus_device_info* info, mergus_status* status);

    /* ---- contexts ---- */

    /** Makes a context. */
    int32_t (*context_new)(const mergus_context_options* options, mergus_context** context,
                           mergus_status* status);
    void (*context_free)(mergus_context* context); /**< after all its matrices and vectors */
    /** Optional. Waits until all work of the context is done. */
    int32_t (*context_wait)(mergus_context* context, mergus_status* status);
    /** Optional. Reads the counters; if reset_high_water is not 0, the high-water mark starts again from the
     * bytes that are allocated now. */
    int32_t (*context_counters)(mergus_context* context, mergus_counters* counters, int32_t reset_high_water);

    /* ---- matrices: mergus_matrix_…_args has the description of each ---- */

    int32_t (*matrix_new)(mergus_context* context, mergus_matrix_new_args* args, mergus_status* status);
    void (*matrix_free)(mergus_context* context, mergus_matrix* matrix); /**< also of a vector */
    /** Also of a vector. */
    int32_t (*matrix_info)(mergus_context* context, const mergus_matrix* matrix, mergus_matrix_info* info,
                           mergus_status* status);
    int32_t (*matrix_import_csr)(mergus_context* context, mergus_matrix_import_csr_args* args,
                                 mergus_status* status);
    int32_t (*matrix_export_csr)(mergus_context* context, const mergus_matrix_export_csr_args* args,
                                 mergus_status* status);
    /* All that follow are optional. */
    int32_t (*matrix_move_csr)(mergus_context* context, const mergus_matrix_move_csr_args* args,
                               mergus_status* status);
    int32_t (*matrix_dup)(mergus_context* context, mergus_matrix_dup_args* args, mergus_status* status);
    /** Removes all entries. */
    int32_t (*matrix_clear)(mergus_context* context, mergus_matrix* matrix, mergus_status* status);
    int32_t (*matrix_resize)(mergus_context* context, const mergus_matrix_resize_args* args,
                             mergus_status* status);
    int32_t (*matrix_build)(mergus_context* context, const mergus_matrix_build_args* args,
                            mergus_status* status);
    int32_t (*matrix_extract_tuples)(mergus_context* context, const mergus_matrix_extract_tuples_args* args,
                                     mergus_status* status);
    int32_t (*matrix_adopt_native)(mergus_context* context, mergus_matrix_adopt_native_args* args,
                                   mergus_status* status);
    int32_t (*matrix_release_native)(mergus_context* context, mergus_matrix_release_native_args* args,
                                     mergus_status* status);

    /* ---- vectors: optional; without vector_new a vector is NOT_IMPLEMENTED ---- */

    int32_t (*vector_new)(mergus_context* context, mergus_vector_new_args* args, mergus_status* status);
    int32_t (*vector_import)(mergus_context* context, mergus_vector_import_args* args, mergus_status* status);
    int32_t (*vector_export)(mergus_context* context, const mergus_vector_export_args* args,
                             mergus_status* status);
    int32_t (*vector_move)(mergus_context* context, const mergus_vector_move_args* args,
                           mergus_status* status); /**< optional */

    /* ---- operations ---- */

    /** Whether the backend supports the operation call->operation with these operands. MERGUS_SUCCESS: it
     * does, as far as can be known without running it. MERGUS_NOT_IMPLEMENTED: it does not, and the message
     * says why. Changes nothing, does not use the device, and needs no memory; call->report and call->result
     * are NULL. Without this function every operation that is in the table is tried. */
    int32_t (*supports)(mergus_context* context, const mergus_call* call, mergus_status* status);

    mergus_operation mxm;       /**< T = A ⊕.⊗ B: semiring, A, B */
    mergus_operation transpose; /**< T = A' (A with TRAN0): A */
    /** T = entries of A where op(a, i, j, scalar) is true: op (index unary), A, scalar */
    mergus_operation select;
    /** T = op(A), op(A, scalar) or op(scalar, A): op, and A (unary, index unary with scalar, binary with
     * scalar second) or B (binary with scalar first; TRAN1) */
    mergus_operation apply;
    mergus_operation ewise_add;  /**< T = A ⊕ B on the union of the patterns: op (binary), A, B */
    mergus_operation ewise_mult; /**< T = A ⊗ B on the intersection: op (binary), A, B */
    mergus_operation
        mxv; /**< T = A ⊕.⊗ B: semiring, the matrix A (TRAN0), the vector B; C and mask vectors */
    mergus_operation
        vxm; /**< T' = A' ⊕.⊗ B: semiring, the vector A, the matrix B (TRAN1); C and mask vectors */
    /** T(i,0) = ⊕ over j of A(i,j); empty rows give no entry: monoid, the matrix A. C and mask are n × 1
     * matrices, or vectors of size n */
    mergus_operation reduce_rows;
    /** result = ⊕ of all A(i,j), the identity if there are none, one value of the monoid's type: monoid, A,
     * result. No C, mask or accum; descriptor: at most MERGUS_DESC_DETERMINISTIC */
    mergus_operation reduce_scalar;
    mergus_operation assign; /**< C<mask>(rows, cols) ⊙= A, mask of C's shape (GrB_assign): A, rows, cols.
                               A matrix C and a vector A without a mask: one of the lists has one index; A is
                               the part of that row or column that the other list names */
    mergus_operation assign_scalar; /**< C<mask>(rows, cols) ⊙= scalar: scalar, rows, cols */
    /** T = A(rows, cols): A, rows, cols. A vector C and a matrix A (TRAN0): cols has one index, T is the part
     * of that column that rows names */
    mergus_operation extract;
    /** T = A ⊗ B, the Kronecker product of matrices: op (binary), A, B (TRAN0, TRAN1) */
    mergus_operation kronecker;
    mergus_operation diag; /**< T = the matrix with the vector A on its diagonal: A, diagonal */
    mergus_operation
        extract_diag; /**< T = the vector of the entries on a diagonal of the matrix A: A, diagonal */

    /** The extension of that name, or NULL: extensions.h. */
    const void* (*extension)(const char* name);

    /** Optional. Gives back the memory of what matrices keep beside their own arrays, such as a transpose
     * that an operation needed; `bytes` receives how much it was. They are made again when they are needed.
     */
    int32_t (*context_release_derived)(mergus_context* context, uint64_t* bytes, mergus_status* status);
} mergus_backend;

/** The one exported symbol. `abi_major`, `abi_minor`: the library's. Returns NULL only if the table cannot
 * be created. */
typedef const mergus_backend* (*mergus_backend_entry_function)(uint32_t abi_major, uint32_t abi_minor);
/** The name of that symbol. */
#define MERGUS_BACKEND_ENTRY "mergus_backend_entry"

#ifdef __cplusplus
}
#endif

#endif
