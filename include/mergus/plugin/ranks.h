/**
 * \file plugin/ranks.h
 * The extension ranks: contexts of several processes that run the same program and make each call together.
 *
 * Without the extension a context is one process.
 */
#ifndef MERGUS_PLUGIN_RANKS_H
#define MERGUS_PLUGIN_RANKS_H

#include "objects.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The name of mergus_ranks. */
#define MERGUS_EXTENSION_RANKS "ranks"

/** Functions that all ranks of a context call together. An error on one rank is an error on all. */
typedef struct mergus_ranks {
    size_t struct_size;
    /** The number of this rank, and of all. Not a call of all. */
    void (*position)(mergus_context* context, uint64_t* rank, uint64_t* count);
    /** Copies `bytes` bytes of each rank to `all`, in the order of ranks. */
    int32_t (*gather)(mergus_context* context, const void* own, uint64_t bytes, void* all,
                      mergus_status* status);
    /** As matrix_build, with the entries of all ranks, each of which has a part: those of rank 0 come first.
     */
    int32_t (*build)(mergus_context* context, const mergus_matrix_build_args* args, mergus_status* status);
    /** Writes the number of entries that this rank holds, and as matrix_extract_tuples these, in any order,
     * with their positions in the matrix. Not a call of all. */
    int32_t (*extract_own)(mergus_context* context, const mergus_matrix_extract_tuples_args* args,
                           uint64_t* count, mergus_status* status);
} mergus_ranks;

#ifdef __cplusplus
}
#endif

#endif
