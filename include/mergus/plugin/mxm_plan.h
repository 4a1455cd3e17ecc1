/**
 * \file plugin/mxm_plan.h
 * The extension mxm_plan: the pattern of a product is kept, and its values are computed many times.
 *
 * Without the extension the library runs a whole product each time, and replaces values by an export and an
 * import.
 */
#ifndef MERGUS_PLUGIN_MXM_PLAN_H
#define MERGUS_PLUGIN_MXM_PLAN_H

#include "operations.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The name of mergus_mxm_plan. */
#define MERGUS_EXTENSION_MXM_PLAN "mxm_plan"

/** What a backend keeps of a product; opaque, defined by the plugin. */
typedef struct mergus_plan mergus_plan;

/** A new plan. */
typedef struct mergus_plan_new_args {
    size_t struct_size;
    /** As for mxm, without accum. C has no entries and the type of the semiring's monoid. */
    const mergus_call* call;
    mergus_plan* plan; /**< out */
} mergus_plan_new_args;

/** New values of all entries, in the order of the compressed sparse rows. The pattern stays. */
typedef struct mergus_set_values_args {
    size_t struct_size;
    mergus_matrix* matrix;
    const void* values; /**< as many as the matrix has entries, of its type */
    int32_t memory;     /**< MERGUS_MEMORY_… */
    int32_t reserved;   /**< 0 */
    void* stream; /**< device memory: as in mergus_csr; that of the context is allowed in capture mode */
} mergus_set_values_args;

/** Plans of products. */
typedef struct mergus_mxm_plan {
    size_t struct_size;
    /** C = T = A ⊕.⊗ B under the mask, and a plan that belongs to C. MERGUS_NOT_IMPLEMENTED: the library runs
     * whole products for this call. */
    int32_t (*plan_new)(mergus_context* context, mergus_plan_new_args* args, mergus_status* status);
    /** Computes the values of C from those that A and B have now: call->C, call->A and call->B, the objects
     * of plan_new, whose patterns are unchanged, and call->report. Allocates no device memory and does not
     * wait for the device, unless there is a report. */
    int32_t (*plan_run)(mergus_context* context, mergus_plan* plan, const mergus_call* call,
                        mergus_status* status);
    /** Frees a plan. */
    void (*plan_free)(mergus_context* context, mergus_plan* plan);
    int32_t (*set_values)(mergus_context* context, const mergus_set_values_args* args, mergus_status* status);
} mergus_mxm_plan;

#ifdef __cplusplus
}
#endif

#endif
