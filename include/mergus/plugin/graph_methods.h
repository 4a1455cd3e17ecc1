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
     * is NaN. No mask, accum or descriptor. */
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

/** The name of mergus_betweenness. */
#define MERGUS_EXTENSION_BETWEENNESS "betweenness"

/** Betweenness along edges without weights. */
typedef struct mergus_betweenness {
    size_t struct_size;
    /** C (a vector of size n, fp64, full) = for each vertex v the sum over the sources s = rows[0], rows[1],
     * … and all vertices t (s, t, v different) of the share of shortest paths from s to t that pass through
     * v: C, A, rows, nrows. A (n × n, n > 0) has the edges; its values and loops are ignored. A source that
     * is listed twice counts twice. INVALID_VALUE if a number of paths overflows fp64. No mask, accum or
     * descriptor. */
    mergus_operation sum;
} mergus_betweenness;

/** The name of mergus_truss_numbers. */
#define MERGUS_EXTENSION_TRUSS_NUMBERS "truss_numbers"

/** Truss numbers of edges. */
typedef struct mergus_truss_numbers {
    size_t struct_size;
    /** C (n × n, int64) = for each edge of A the largest k for which it is in a subgraph whose edges are all
     * in at least k − 2 triangles of the subgraph: C, A. A has no entries (i, i), and its values are ignored.
     * NOT_IMPLEMENTED if its pattern is not symmetric. No mask, accum or descriptor. */
    mergus_operation number;
} mergus_truss_numbers;

/** The name of mergus_local_moving. */
#define MERGUS_EXTENSION_LOCAL_MOVING "local_moving"

/**
 * A division of n vertices into communities, as in the methods of Louvain and Leiden. Its quality is half of
 * the sum of S over all pairs of one community, less half of the sum of x(i) · y(j) over them for each term.
 * The gain of vertex i in a community is the sum of its edges to the others there, less x(i) times the sum of
 * their y. Labels are int64 vectors with an entry for each vertex, below `label_count`. Vectors are full.
 * Members that a function does not name are not read.
 */
typedef struct mergus_local_moving_args {
    size_t struct_size;
    const mergus_matrix* S;      /**< weights, fp64, n × n, symmetric */
    const mergus_matrix* x[2];   /**< fp64, of each term */
    const mergus_matrix* y[2];   /**< fp64, of each term */
    const mergus_matrix* labels; /**< the communities */
    const mergus_matrix* open;   /**< bool: the vertices that may move */
    mergus_matrix* labels_out;   /**< int64: the new labels */
    mergus_matrix* open_out;     /**< bool: the vertices that may move in the next sweep */
    uint64_t terms;              /**< 1 or 2 */
    uint64_t label_count;        /**< more than every label */
    uint64_t groups;             /**< of vertices: those of one move at the same time */
    uint64_t seed;               /**< of the groups */
    double least_gain;           /**< of a move */
    uint32_t descriptor;         /**< MERGUS_DESC_DETERMINISTIC, which a backend may refuse, or 0 */
    double* quality;             /**< receives the quality */
    uint64_t* count;             /**< receives a number of labels */
} mergus_local_moving_args;

/** A function of the extension; returns a mergus_code. */
typedef int32_t (*mergus_local_moving_step)(mergus_context* context, const mergus_local_moving_args* args,
                                            mergus_status* status);

/** Steps of the methods of Louvain and Leiden. */
typedef struct mergus_local_moving {
    size_t struct_size;
    /** Group after group, each open vertex moves to the neighbouring community of the greatest gain (of equal
     * ones the least label) if that exceeds the gain where it is by the least gain. A vertex whose turn it
     * was is open again when a neighbour moves. All members but `count`; `quality` is that of the new labels.
     */
    mergus_local_moving_step sweep;
    /** A division that is finer than `labels`: from single vertices, in two sweeps, those of a group that are
     * still single join the neighbouring part of their community of the greatest gain above the least gain,
     * of parts without such vertices. A part has the label of one of its vertices. S, x, y, labels, terms,
     * label_count, groups, seed (and seed + 1 of the second sweep), least_gain, labels_out. */
    mergus_local_moving_step refine;
    /** The quality of `labels`. S, x, y, labels, terms, label_count. */
    mergus_local_moving_step measure;
    /** labels_out = the labels in use by 0, 1, 2, … in their order, and `count` of them. */
    mergus_local_moving_step renumber;
    /** C (a vector of size n, int64) = for each vertex the least vertex that it is connected with by entries
     * of A between vertices of one label: C, A, and B, the labels (int64, full). No mask, accum or
     * descriptor. */
    mergus_operation connect;
    /** C (k × k, fp64): entry (c, d) is the sum of the entries of A (fp64) from vertices of label c to those
     * of label d, if there are any. C, A, and B, the labels (int64, full, below k). No mask, accum or
     * descriptor. A deterministic call may be refused. */
    mergus_operation contract;
} mergus_local_moving;

#ifdef __cplusplus
}
#endif

#endif
