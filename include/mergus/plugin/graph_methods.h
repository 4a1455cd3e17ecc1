/**
 * \file plugin/graph_methods.h
 * Extensions for graph algorithms whose compositions of operations take many launches. Without them the
 * library uses the operations of the table.
 */
#ifndef MERGUS_PLUGIN_GRAPH_METHODS_H
#define MERGUS_PLUGIN_GRAPH_METHODS_H

#include "operations.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The name of mergus_strong_components. */
#define MERGUS_EXTENSION_STRONG_COMPONENTS "strong_components"

/** Labels of strongly connected components. */
typedef struct mergus_strong_components {
    size_t struct_size;
    /** C (a vector of size n, int64) = for each vertex of the directed graph with A's entries as edges the
     * least vertex of its strongly connected component: C, A. No mask, accum or descriptor. */
    mergus_operation label;
} mergus_strong_components;

/** The name of mergus_spanning_forest. */
#define MERGUS_EXTENSION_SPANNING_FOREST "spanning_forest"

/** Minimum spanning forests. */
typedef struct mergus_spanning_forest {
    size_t struct_size;
    /** C (fp64) = a minimum spanning forest of the graph with the weights A (fp64): C, A, both n × n. Edges
     * are taken in both directions, of two opposite ones the lesser weight; C has each edge of the forest in
     * both directions. Edges (i, j), i < j, are ordered by weight, then i, then j. INVALID_VALUE if a weight
     * off the diagonal is NaN. No mask, accum or descriptor. */
    mergus_operation forest;
} mergus_spanning_forest;

/** The name of mergus_shortest_paths. */
#define MERGUS_EXTENSION_SHORTEST_PATHS "shortest_paths"

/** Shortest paths where no weight is negative. */
typedef struct mergus_shortest_paths {
    size_t struct_size;
    /** C (a vector of size n, fp64) = the least length of a path from rows[0] to each vertex, +∞ where there
     * is none: C, A, rows, nrows = 1, scalar. A (fp64, n × n) has the lengths of edges, none of which is
     * negative or NaN. The length of a path is the sum of its edges from the first to the last. `scalar`
     * (fp64, positive or +∞): vertices whose lengths differ by less may be settled together, which changes
     * the time only. NOT_IMPLEMENTED where the method does not suit the graph. No mask, accum or
     * descriptor. */
    mergus_operation lengths;
} mergus_shortest_paths;

#ifdef __cplusplus
}
#endif

#endif
