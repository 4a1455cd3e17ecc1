/**
 * \file plugin/bfs_parts.h
 * The extension bfs_parts: a breadth-first search of which each of several contexts has some rows of the
 * graph. A backend made of backends searches level by level with it.
 *
 * A set of vertices is a full vector of ⌈n/32⌉ values of 4 bytes: bit v % 32 of value v / 32 is vertex v.
 */
#ifndef MERGUS_PLUGIN_BFS_PARTS_H
#define MERGUS_PLUGIN_BFS_PARTS_H

#include "objects.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The name of mergus_bfs_parts. */
#define MERGUS_EXTENSION_BFS_PARTS "bfs_parts"

/** The edges of some vertices, and the sets of one context. */
typedef struct mergus_bfs_part {
    size_t struct_size;
    const mergus_matrix* A; /**< n columns; row i has the edges of vertex first + i; values are ignored */
    uint64_t first;         /**< the vertex of A's first row */
    const mergus_matrix* frontier; /**< the vertices of the level before */
    const mergus_matrix* visited;  /**< them, and those of earlier levels */
    mergus_matrix* found;          /**< gets vertices of the next level */
} mergus_bfs_part;

/** The functions of a search. All matrices are of the context. */
typedef struct mergus_bfs_parts {
    size_t struct_size;
    /** A full vector of `size` values of a type of 4 bytes, all bytes of which are `byte`. */
    int32_t (*vector)(mergus_context* context, const mergus_type* type, uint64_t size, uint8_t byte,
                      mergus_matrix** vector, mergus_status* status);
    /** Adds a vertex to a set. */
    int32_t (*insert)(mergus_context* context, mergus_matrix* set, uint64_t vertex, mergus_status* status);
    /** Two sums of 64 bits (modulo 2⁶⁴) over A's entries. If those over all rows of a graph are zero, its
     * pattern is symmetric, with a probability of 1 − 2⁻¹²⁸. */
    int32_t (*asymmetry)(mergus_context* context, const mergus_matrix* A, uint64_t first, uint64_t sums[2],
                         mergus_status* status);
    /** Adds the vertices that edges of A's rows lead to from the frontier. A vertex that is not visited is
     * found; of others none or some are. */
    int32_t (*push)(mergus_context* context, const mergus_bfs_part* part, mergus_status* status);
    /** The same for a symmetric pattern: adds the vertices of A's rows that are not visited and have an edge
     * from the frontier. */
    int32_t (*pull)(mergus_context* context, const mergus_bfs_part* part, mergus_status* status);
    /** set |= other */
    int32_t (*unite)(mergus_context* context, mergus_matrix* set, const mergus_matrix* other,
                     mergus_status* status);
    /** Ends a level: the frontier is what was found and is not visited, `visited` gets it too, `found` is
     * empty. levels (int32, full) has the vertices from `first` on; those of the frontier get `level`.
     * count: the vertices of the frontier. Waits. */
    int32_t (*next_level)(mergus_context* context, mergus_matrix* found, mergus_matrix* frontier,
                          mergus_matrix* visited, mergus_matrix* levels, uint64_t first, int32_t level,
                          uint64_t* count, mergus_status* status);
    /** A matrix of one row with the levels that are not negative. */
    int32_t (*row)(mergus_context* context, const mergus_matrix* levels, mergus_matrix** row,
                   mergus_status* status);
} mergus_bfs_parts;

#ifdef __cplusplus
}
#endif

#endif
