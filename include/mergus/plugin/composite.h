/**
 * \file plugin/composite.h
 * The extension composite: a backend whose matrices are made of matrices of another backend.
 *
 * With it, the library goes on in such a context when a context of that backend runs out of memory.
 */
#ifndef MERGUS_PLUGIN_COMPOSITE_H
#define MERGUS_PLUGIN_COMPOSITE_H

#include "objects.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The name of mergus_composite. */
#define MERGUS_EXTENSION_COMPOSITE "composite"

/** Contexts on a backend that the caller chooses. */
typedef struct mergus_composite {
    size_t struct_size;
    /** As context_new, in this process alone. `backend` is the name of the other backend, to which the
     * options belong. `memory` is the number of bytes of its device that matrices may take while no call uses
     * them, unless the environment has one; 0: the backend chooses. */
    int32_t (*context_new)(const char* backend, uint64_t memory, const mergus_context_options* options,
                           mergus_context** context, mergus_status* status);
    /** Matrices may take that much from now on, if it is more than now and the environment has no number. */
    int32_t (*raise_memory)(mergus_context* context, uint64_t memory, mergus_status* status);
} mergus_composite;

#ifdef __cplusplus
}
#endif

#endif
