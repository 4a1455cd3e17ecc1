/**
 * \file plugin/operations.h
 * Calls of operations: descriptor bits, operands, and the report of a call.
 */
#ifndef MERGUS_PLUGIN_OPERATIONS_H
#define MERGUS_PLUGIN_OPERATIONS_H

#include "objects.h"

#ifdef __cplusplus
extern "C" {
#endif

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

/** The operations of the table, for mergus_call::operation. */
typedef enum mergus_operation_code {
    MERGUS_OPERATION_OTHER = 0, /**< a function of an extension */
    MERGUS_OPERATION_MXM = 1,
    MERGUS_OPERATION_TRANSPOSE = 2,
    MERGUS_OPERATION_SELECT = 3,
    MERGUS_OPERATION_APPLY = 4,
    MERGUS_OPERATION_EWISE_ADD = 5,
    MERGUS_OPERATION_EWISE_MULT = 6,
    MERGUS_OPERATION_REDUCE_ROWS = 7,
    MERGUS_OPERATION_REDUCE_SCALAR = 8,
    MERGUS_OPERATION_ASSIGN = 9,
    MERGUS_OPERATION_ASSIGN_SCALAR = 10,
    MERGUS_OPERATION_EXTRACT = 11,
    MERGUS_OPERATION_MXV = 12,
    MERGUS_OPERATION_VXM = 13,
    MERGUS_OPERATION_KRONECKER = 14,
    MERGUS_OPERATION_DIAG = 15,
    MERGUS_OPERATION_EXTRACT_DIAG = 16
} mergus_operation_code;

/** A backend's report of one call (explain mode). Strings end with a NUL. */
typedef struct mergus_report {
    size_t struct_size;
    char method[64];  /**< the method */
    char reason[184]; /**< the reason for the method */
    uint64_t bytes;   /**< lower bound of the bytes of matrices read and written, as counted by the backend */
    uint64_t work;    /**< mxm: multiplications; other operations: entries */
    double compile_seconds; /**< time spent compiling kernels */
} mergus_report;

/**
 * The operands of one operation on C: every operation computes T from its inputs and then C<mask> ⊙= T
 * (section 2.3 of the specification). Each reads the members that its line in the table names; the others are
 * NULL or 0. Operands are matrices, or all of them are vectors (C, mask, A and B, without transposes; index
 * lists: `rows` alone), unless the line in the table says something else.
 */
typedef struct mergus_call {
    size_t struct_size;
    mergus_matrix* C;          /**< output */
    const mergus_matrix* mask; /**< or NULL */
    const mergus_op* accum;    /**< binary, or NULL */
    uint32_t descriptor;       /**< MERGUS_DESC_… */
    int32_t operation;         /**< a mergus_operation_code: the function that is called or asked about */
    const mergus_semiring* semiring; /**< of products */
    const mergus_monoid* monoid;     /**< of reductions */
    const mergus_op* op;             /**< of element-wise operations */
    const mergus_matrix* A;          /**< first input */
    const mergus_matrix* B;          /**< second input */
    const void* scalar; /**< one value of scalar_type; select and apply: cast to the operator's type */
    const mergus_type* scalar_type; /**< type of scalar */
    const uint64_t* rows;           /**< row indices, or NULL for all */
    uint64_t nrows;
    const uint64_t* cols; /**< column indices, or NULL for all */
    uint64_t ncols;
    void* result;          /**< reduce_scalar, count_triangles: receives the value */
    mergus_report* report; /**< NULL, or to be filled in; a backend may wait for its device for that */
    int64_t diagonal;      /**< diag, extract_diag: k > 0 above, k < 0 below the main diagonal */
} mergus_call;

/** A function of the table: runs `call` and returns a mergus_code. */
typedef int32_t (*mergus_operation)(mergus_context* context, const mergus_call* call, mergus_status* status);

#ifdef __cplusplus
}
#endif

#endif
