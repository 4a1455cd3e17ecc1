/**
 * \file plugin/isequal.h
 * The extension isequal: the comparison of two matrices in one pass.
 *
 * Without the extension, and for vectors, the library uses ewise_mult and reduce_scalar.
 */
#ifndef MERGUS_PLUGIN_ISEQUAL_H
#define MERGUS_PLUGIN_ISEQUAL_H

#include "operations.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The name of mergus_isequal. */
#define MERGUS_EXTENSION_ISEQUAL "isequal"

/** Comparison of matrices. */
typedef struct mergus_isequal {
    size_t struct_size;
    /** *result (bool) = whether A and B have entries in the same places, for which op (binary, to bool) is
     * true. A, B, op and result; matrices of one shape and number of entries. The library calls it only for
     * operators that devices can run (mergus_op::callable). No C, mask, accum or descriptor. */
    mergus_operation equal;
} mergus_isequal;

#ifdef __cplusplus
}
#endif

#endif
