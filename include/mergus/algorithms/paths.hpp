/// \file paths.hpp
/// Searches and paths. Part of algorithms.hpp, whose conventions hold.
#pragma once

#include <mergus/export.hpp>
#include <mergus/indices.hpp>
#include <mergus/matrix.hpp>
#include <mergus/natural.hpp>
#include <mergus/vector.hpp>

#include <cstdint>
#include <vector>

namespace mergus {

// ---- searches

/// Breadth-first search from several sources at once by masked mxm. The frontier is a matrix of sources ×
/// n; each level multiplies it by A under the complement of the visited vertices. Entry (s, v) of the
/// result is the number of edges on a shortest path from sources[s] to v; there is no entry if v is not
/// reachable. Sources may be equal. \throws Error dimension_mismatch, invalid_index.
MERGUS_API Matrix<std::int32_t> bfs_levels(const AnyMatrix& A, const IndexList& sources);

/// The tree of the same search: entry (s, v) is the vertex before v on a shortest path from sources[s] to v.
/// If there are several, it is the smallest. A source is its own parent; there is no entry if v is not
/// reachable. \throws Error dimension_mismatch, invalid_index.
MERGUS_API Matrix<std::int64_t> bfs_parents(const AnyMatrix& A, const IndexList& sources);

/// The vertices within `hops` edges of each of the sources: bfs_levels() that ends at that level. \throws
/// Error dimension_mismatch, invalid_index; invalid_value for negative hops.
MERGUS_API Matrix<std::int32_t> neighbourhoods(const AnyMatrix& A, const IndexList& sources, Integer hops);

// ---- shortest paths. Weights are cast to fp64.

/// Lengths of shortest paths from a source along weighted edges: entry v is the least sum of weights on a
/// path to v; there is no entry if v is not reachable. Weights are cast to fp64; they may be negative, or
/// +infinity. Bellman–Ford: distances ⊕= changed min.plus A until nothing changes, at most n products.
/// Where no weight is negative a backend may settle vertices in the order of their lengths, with the same
/// result. \throws Error invalid_index; invalid_value for a NaN or −infinity, or if the source reaches a
/// cycle of negative length.
MERGUS_API Vector<double> shortest_paths(const AnyMatrix& A, Natural source);

/// The same from several sources at once, by min.plus products of matrices: entry (s, v) is the length of a
/// shortest path from sources[s] to v. With all vertices as sources it is the matrix of all distances. 32
/// sources at a time. \throws as shortest_paths(), of any source.
MERGUS_API Matrix<double> shortest_path_lengths(const AnyMatrix& A, const IndexList& sources);

/// What shortest_path_tree() returns.
struct ShortestPathTree {
    Vector<double> distance;     ///< as of shortest_paths()
    Vector<std::int64_t> parent; ///< the vertex before on a shortest path; the source is its own
};

/// Shortest paths from a source themselves: the tree of a breadth-first search along the edges (u, v) that
/// are tight, distance(u) + A(u, v) = distance(v). So of the shortest paths it has one of the fewest edges,
/// and cycles of length 0 do no harm. \throws as shortest_paths().
MERGUS_API ShortestPathTree shortest_path_tree(const AnyMatrix& A, Natural source);

/// The vertices of the path to `target` in a tree of parents (shortest_path_tree(), a row of bfs_parents()),
/// from the root to the target. Empty if the target has no entry. \throws Error invalid_index if the target
/// is not below the size; invalid_value if the parents are no tree.
MERGUS_API std::vector<std::uint64_t> path_to(const Vector<std::int64_t>& parents, Natural target);

/// What a_star() returns.
struct ShortestPath {
    double distance = 0;             ///< the sum of the weights; +infinity if there is no path
    std::vector<std::uint64_t> path; ///< vertices from source to target; empty if there is no path
    std::uint64_t reached = 0;       ///< vertices to which a path was found; depends on the backend
};

/// A shortest path from a source to a target, guided by lower bounds (Hart, Nilsson, Raphael 1968): vertices
/// relax their edges in the order of distance + bound, on a GPU many at a time, and those above the length of
/// a path to the target do not, so fewer vertices are reached than by shortest_paths(). Weights are cast to
/// fp64 and must not be negative. \param bounds entry v is at most the length of every path from v to the
/// target; a missing entry is 0. A bound that is too large may give a path that is not shortest. \throws
/// Error dimension_mismatch, invalid_index; invalid_value for a negative weight, a NaN, or a bound that is
/// negative.
MERGUS_API ShortestPath a_star(const AnyMatrix& A, Natural source, Natural target,
                               const Vector<double>& bounds);

/// Widest paths: entry v is the greatest value w such that a path to v has no edge below w, +infinity for the
/// source; there is no entry if v is not reachable. Products over max.min, at most n. \throws Error
/// invalid_index; invalid_value for a NaN or −infinity.
MERGUS_API Vector<double> widest_paths(const AnyMatrix& A, Natural source);

// ---- eccentricities of undirected graphs

/// The greatest number of edges between a vertex and another one of its component, n entries. Searches from
/// single vertices bound those of all others (Takes, Kosters 2013): far fewer than n, unless most are equal.
MERGUS_API Vector<std::int64_t> eccentricities(const AnyMatrix& A);

/// The greatest of eccentricities(), with fewer searches. 0 for a graph without edges.
MERGUS_API std::int64_t diameter(const AnyMatrix& A);

// ---- random walks

/// Options of random_walks().
struct RandomWalkOptions {
    bool weighted = false;  ///< an edge is chosen by its weight, cast to fp64, which must be positive and
                            ///< finite; else all are alike
    std::uint64_t seed = 0; ///< of the choices
    double p = 1;           ///< return parameter of node2vec: the weight of the edge back is divided by it
    double q = 1; ///< in-out parameter: so is that of an edge to a vertex to which the one before has none
};

/// Random walks along edges, one from each of the starts, all at once: entry (w, t) is the vertex of walk w
/// after t steps, t from 0 to `length`. A walk ends at a vertex without outgoing edges; then it has no more
/// entries. Every choice depends on the seed, the walk and the step, so a walk is the same on every backend
/// (with weights, p or q but for the last bit of a logarithm). With p or q a step depends on the one before
/// (Grover, Leskovec 2016). \throws Error invalid_index; invalid_value for a negative length, a bad weight,
/// or p or q that is not positive and finite.
MERGUS_API Matrix<std::int64_t> random_walks(const AnyMatrix& A, const IndexList& starts, Integer length,
                                             const RandomWalkOptions& options = {});

/// How often two vertices are within `window` steps of a walk: entry (u, v) is the number of pairs of places
/// of a walk, at most `window` apart and not the same, of which the first has u and the other one v. The
/// result is vertices × vertices and symmetric. \param walks a row for each, as of random_walks() \throws
/// Error invalid_value for a negative window; invalid_index for a vertex that is not below `vertices`.
MERGUS_API Matrix<std::int64_t> walk_pairs(const Matrix<std::int64_t>& walks, Natural vertices,
                                           Integer window);

// ---- flows

/// What maximum_flow() returns.
struct MaximumFlow {
    double value = 0;         ///< of the flow: what leaves the source, less what enters it
    Matrix<double> flow;      ///< an entry for each edge that carries a flow, above 0
    Vector<bool> source_side; ///< n entries: a minimum cut, whose edges leave the vertices that are true
};

/// A maximum flow from a source to a target, and a minimum cut. Values of A are capacities, cast to fp64;
/// +infinity is no bound. Loops are ignored. Dinic's algorithm (1970) on the host, by one thread: at most n
/// phases. \throws Error invalid_index; invalid_value if a capacity is negative or NaN, if source and target
/// are the same, or if the flow has no bound.
MERGUS_API MaximumFlow maximum_flow(const AnyMatrix& A, Natural source, Natural target);

/// What gomory_hu_tree() returns.
struct GomoryHuTree {
    Vector<std::int64_t> parent; ///< n entries; vertex 0 is its own
    Vector<double> capacity;     ///< of the edge to the parent; no entry for vertex 0
};

/// The cut tree of an undirected graph (Gomory, Hu 1961), for small graphs: the capacity of a minimum cut
/// between two vertices is the least one on the path between them in the tree, and without this edge the tree
/// falls into the sides of such a cut. n − 1 flows by the method of maximum_flow() (Gusfield 1990). Values of
/// A are capacities, symmetric. \throws Error as maximum_flow().
MERGUS_API GomoryHuTree gomory_hu_tree(const AnyMatrix& A);

} // namespace mergus
