/**
 * \file plugin/bfs_parts.h
 * The extension bfs_parts: a breadth-first search of which each of several contexts has some rows of the
 * graph. A backend made of backends searches level by level with it.
 */
#ifndef MERGUS_PLUGIN_BFS_PARTS_H
#define MERGUS_PLUGIN_BFS_PARTS_H

#include "objects.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The name of mergus_bfs_parts. */
#define MERGUS_EXTENSION_BFS_PARTS "bfs_parts"

/** The most contexts of a search. */
#define MERGUS_MOST_BFS_PARTS 16

/** What one context has of a search: its vertices and their levels, and the vertices that its edges lead to.
 */
typedef struct mergus_bfs_search mergus_bfs_search;

/** Consecutive rows of a graph, in blocks. */
typedef struct mergus_bfs_part {
    size_t struct_size;
    uint64_t n;                         /**< vertices of the graph */
    uint64_t first;                     /**< the vertex of the first row */
    uint64_t vertices;                  /**< rows of the part */
    uint64_t count;                     /**< of the blocks */
    const mergus_matrix* const* blocks; /**< n columns; values are ignored; they outlive the search */
    const uint64_t* first_rows; /**< the vertex of each block's first row; rows in no block have no edges */
    uint64_t source;            /**< where the search starts */
} mergus_bfs_part;

/** The functions of a search. Each context is used by one thread at a time. */
typedef struct mergus_bfs_parts {
    size_t struct_size;
    /** Whether a search of the context can read what one of another context has found. Other calls may not
     * run in either. */
    int32_t (*reaches)(mergus_context* context, mergus_context* other, int32_t* reaches,
                       mergus_status* status);
    /** Two sums of 64 bits (modulo 2⁶⁴) over A's entries, whose first row is vertex `first`. If those over
     * all rows of a graph are zero, its pattern is symmetric, with a probability of 1 − 2⁻¹²⁸. */
    int32_t (*asymmetry)(mergus_context* context, const mergus_matrix* A, uint64_t first, uint64_t sums[2],
                         mergus_status* status);
    /** Begins a search. */
    int32_t (*search_new)(mergus_context* context, const mergus_bfs_part* part, mergus_bfs_search** search,
                          mergus_status* status);
    /** Ends it, in any state. */
    void (*search_free)(mergus_context* context, mergus_bfs_search* search);
    /** Ends a level, the first of which has the source: what the searches `all` of all contexts have found,
     * and none has found before, is the frontier. sums[0]: vertices of the part in it. sums[1]: their edges.
     * Waits. It may run in all contexts at the same time, while none runs `find`. */
    int32_t (*next_level)(mergus_context* context, mergus_bfs_search* search,
                          const mergus_bfs_search* const* all, uint64_t count, uint64_t sums[2],
                          mergus_status* status);
    /** Finds the vertices that edges from the frontier's vertices in the part lead to. With `pull`, which is
     * for symmetric patterns: the vertices of the part that have an edge from the frontier. Waits. */
    int32_t (*find)(mergus_context* context, mergus_bfs_search* search, int32_t pull, mergus_status* status);
    /** A matrix of one row of the part's vertices, of a type of 4 bytes: the levels (int32) of those that
     * were reached. */
    int32_t (*row)(mergus_context* context, const mergus_bfs_search* search, const mergus_type* type,
                   mergus_matrix** row, mergus_status* status);
} mergus_bfs_parts;

#ifdef __cplusplus
}
#endif

#endif
