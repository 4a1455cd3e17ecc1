/**
 * \file plugin/transfers.h
 * The extension transfers: copies of matrices that overlap calls, between contexts, and page-locked host
 * memory for them.
 *
 * Without the extension a backend that keeps matrices in host memory uses matrix_import_csr and
 * matrix_export_csr, which wait.
 */
#ifndef MERGUS_PLUGIN_TRANSFERS_H
#define MERGUS_PLUGIN_TRANSFERS_H

#include "objects.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The name of mergus_transfers. */
#define MERGUS_EXTENSION_TRANSFERS "transfers"

/** Rows of matrices, or parts of vectors, one below the other. A vector has the size nrows and the ncols 1.
 */
typedef struct mergus_concatenate_args {
    size_t struct_size;
    const mergus_type* type;           /**< of all parts and of the result */
    uint64_t nrows;                    /**< of the result */
    uint64_t ncols;                    /**< of all parts and of the result */
    uint64_t count;                    /**< of the parts */
    const mergus_matrix* const* parts; /**< in the order of their rows */
    const uint64_t* first_rows; /**< the row of the result that is the first of each part; rows between two
                                   parts have no entries */
    const uint64_t* taken_rows; /**< the row of each part from which on rows are taken */
    const uint64_t* row_counts; /**< of the rows that are taken */
    mergus_matrix* matrix;      /**< out */
    int32_t is_vector;          /**< whether the parts and the result are vectors */
} mergus_concatenate_args;

/** Matrices side by side. */
typedef struct mergus_join_columns_args {
    size_t struct_size;
    const mergus_type* type;           /**< of all parts and of the result */
    uint64_t nrows;                    /**< of all parts and of the result */
    uint64_t count;                    /**< of the parts */
    const mergus_matrix* const* parts; /**< from the left; the result has the columns of all */
    mergus_matrix* matrix;             /**< out */
} mergus_join_columns_args;

/**
 * Copies that overlap calls. A ticket stands for the copies of one call; they read and write the arrays until
 * `wait` has returned for it. Calls that use the matrix follow `follow`. Until then the matrix of an export
 * must not be freed.
 */
typedef struct mergus_transfers {
    size_t struct_size;
    /** Host memory that devices read and write at the speed of the link, aligned to 64 bytes. NULL if there
     * is none left. May be called at any time, by any thread; it takes long. */
    void* (*host_new)(mergus_context* context, uint64_t bytes);
    /** Frees it. \param bytes as given to host_new */
    void (*host_free)(mergus_context* context, void* memory, uint64_t bytes);
    /** Bytes of device memory that the context can still allocate, as far as it is known. */
    int32_t (*free_memory)(mergus_context* context, uint64_t* bytes, mergus_status* status);
    /** As matrix_import_csr of MERGUS_CSR_TRUSTED arrays, which are in memory of host_new and have the widths
     * of matrix_move_csr. Does not wait for the copies. */
    int32_t (*begin_import)(mergus_context* context, mergus_matrix_import_csr_args* args, uint64_t* ticket,
                            mergus_status* status);
    /** As matrix_export_csr to such arrays. Does not wait for the copies. */
    int32_t (*begin_export)(mergus_context* context, const mergus_matrix_export_csr_args* args,
                            uint64_t* ticket, mergus_status* status);
    /** Orders later calls after the copies. Does not wait. */
    int32_t (*follow)(mergus_context* context, uint64_t ticket, mergus_status* status);
    /** Waits for the copies. */
    int32_t (*wait)(mergus_context* context, uint64_t ticket, mergus_status* status);
    /** A copy of a matrix or vector of another context of this backend, by way of no host memory where the
     * devices reach each other. No other call may run in either context. The matrix may be freed on return.
     */
    int32_t (*import_from)(mergus_context* context, mergus_context* from, const mergus_matrix* matrix,
                           mergus_matrix** copy, mergus_status* status);
    /** A new matrix. */
    int32_t (*concatenate)(mergus_context* context, mergus_concatenate_args* args, mergus_status* status);
    /** A new matrix. */
    int32_t (*join_columns)(mergus_context* context, mergus_join_columns_args* args, mergus_status* status);
    /** sums[b] = the multiplications of A·B in the rows of A from ⌊rows·b/count⌋ on, `count` sums in host
     * memory. Waits. */
    int32_t (*product_work)(mergus_context* context, const mergus_matrix* A, const mergus_matrix* B,
                            uint64_t count, uint64_t* sums, mergus_status* status);
    /** As concatenate, of vectors; part p is of contexts[p], of this backend. No other call may run in any of
     * them. The parts may be freed on return. */
    int32_t (*concatenate_from)(mergus_context* context, mergus_concatenate_args* args,
                                mergus_context* const* contexts, mergus_status* status);
    /** The ordinal of the context's device, also if its options left the choice to the backend. */
    int32_t (*device)(mergus_context* context, int32_t* ordinal, mergus_status* status);
} mergus_transfers;

#ifdef __cplusplus
}
#endif

#endif
