/**
 * \file plugin/extensions.h
 * Extensions: functions that a backend offers by name, beside the table.
 *
 * The library calls mergus_backend::extension once for each name that it knows, when it loads the backend.
 * The result is a struct that begins with struct_size and lives as long as the plugin, or NULL if the backend
 * does not have the extension. A backend must return NULL for names that it does not know. The name stands
 * for the meaning of the members: a struct grows at its end, and a member with another meaning needs another
 * name.
 */
#ifndef MERGUS_PLUGIN_EXTENSIONS_H
#define MERGUS_PLUGIN_EXTENSIONS_H

#include "operations.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- count_triangles: without it the library uses select, mxm and reduce_scalar ---- */

/** The name of mergus_count_triangles. */
#define MERGUS_EXTENSION_COUNT_TRIANGLES "count_triangles"

/** Counting of triangles. */
typedef struct mergus_count_triangles {
    size_t struct_size;
    /** result = the number of triangles (uint64) of the undirected graph with A's entries off the diagonal as
     * edges: A. The pattern must be symmetric; otherwise the result is unspecified. No C, mask, accum or
     * descriptor. */
    mergus_operation count;
    /** The same for share rows[0] of rows[1] shares of about equal work: each triangle is in one of them. */
    mergus_operation count_share;
} mergus_count_triangles;

/* ---- methods: what `mergus info --methods` lists ---- */

/** The name of mergus_methods. */
#define MERGUS_EXTENSION_METHODS "methods"

/** A way in which a backend runs an operation. Strings live until the process ends. */
typedef struct mergus_method {
    const char* operation; /**< the operation, or a step of it: "mxm", "mxm, rows" */
    const char* name;      /**< the name by which an environment variable of the backend selects it */
    const char* summary;   /**< a line: what it is for */
    const char* evidence;  /**< the page with its measurements, or NULL */
} mergus_method;

/** The methods of a backend, of each operation in the order in which they are tried. */
typedef struct mergus_methods {
    size_t struct_size;
    uint64_t count; /**< of all methods */
    /** Writes number `n` of `count`. */
    void (*get)(uint64_t n, mergus_method* method);
} mergus_methods;

/* ---- bfs: without it the library uses assign and mxm ---- */

/** The name of mergus_bfs. */
#define MERGUS_EXTENSION_BFS "bfs"

/**
 * Breadth-first search along the entries of the square matrix A (their values are ignored), from each of the
 * vertices `rows`, of which there are `nrows`. They may be equal; the library has checked that they are
 * vertices. C is nrows × n and its content is replaced. C(s, v) exists if v can be reached from rows[s]. No
 * mask, accum or other descriptor bit than MERGUS_DESC_DETERMINISTIC.
 */
typedef struct mergus_bfs {
    size_t struct_size;
    mergus_operation levels; /**< C (int32) = the number of edges from rows[s] to v */
    /** C (int64) = the vertex before v on a shortest path from rows[s]: the smallest; rows[s] for itself */
    mergus_operation parents;
} mergus_bfs;

/* ---- connected_components: without it the library uses mxv and extract ---- */

/** The name of mergus_connected_components. */
#define MERGUS_EXTENSION_CONNECTED_COMPONENTS "connected_components"

/** Labels of connected components. */
typedef struct mergus_connected_components {
    size_t struct_size;
    /** C (a vector of size n, int64) = for each vertex of the graph with A's entries as edges the
     * least vertex of its connected component: C, A. Edges are taken in both directions. No mask, accum or
     * descriptor. */
    mergus_operation label;
    /** The same for C's graph and more edges: C is without entries or has labels. A is a matrix of n columns
     * whose row i has edges of vertex rows[0] + i; or a vector of labels (int64, one for each vertex), which
     * are edges too. */
    mergus_operation add_edges;
} mergus_connected_components;

/* ---- segmented_merge: without it the library merges on the CPU and accepts host memory only ---- */

/** The name of mergus_segmented_merge. */
#define MERGUS_EXTENSION_SEGMENTED_MERGE "segmented_merge"

/**
 * The arrays of one segmented merge: sub-segment j holds keys subsegment_ptr[j] … subsegment_ptr[j+1]-1,
 * ascending; segment s holds sub-segments segment_ptr[s] … segment_ptr[s+1]-1. The sub-segments of each
 * segment are merged; equal keys keep their order. An output is its input (in place) or does not overlap any
 * input. The library has checked pointers and sizes, and the offsets if they are in host memory; a backend
 * checks offsets in device memory: INVALID_VALUE.
 */
typedef struct mergus_segmented_merge_args {
    size_t struct_size;
    uint64_t segments;              /**< p */
    uint64_t subsegments;           /**< q */
    uint64_t count;                 /**< keys; the last offset of the sub-segments */
    const uint64_t* segment_ptr;    /**< segments + 1, from 0 to subsegments */
    const uint64_t* subsegment_ptr; /**< subsegments + 1, from 0 to count */
    const void* keys;               /**< unsigned */
    const void* values;             /**< or NULL: keys alone */
    void* keys_out;                 /**< merged keys */
    void* values_out;               /**< merged values */
    uint64_t value_size;            /**< bytes; 0 without values */
    int32_t key_bits;               /**< 32 or 64 */
    int32_t memory;                 /**< MERGUS_MEMORY_…: of all arrays */
    /** NULL, or a monoid that combines equal keys of a segment into one. Its value is the fold of their
     * values in the merged order. The grouping must depend on sizes only; the monoid need not be
     * commutative. The first segment_ptr_out[segments] elements of the outputs are the result; the others
     * are unspecified. */
    const mergus_monoid* monoid;
    uint64_t* segment_ptr_out; /**< with a monoid: segments + 1 */
    mergus_report* report; /**< NULL, or to be filled in, `work` with the moves of keys; a backend may wait */
} mergus_segmented_merge_args;

/** Merging of sorted sub-segments. */
typedef struct mergus_segmented_merge {
    size_t struct_size;
    /** Merges; mergus_segmented_merge_args describes the result. */
    int32_t (*merge)(mergus_context* context, const mergus_segmented_merge_args* args, mergus_status* status);
} mergus_segmented_merge;

#ifdef __cplusplus
}
#endif

#endif
