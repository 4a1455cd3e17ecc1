/// \file algorithms.hpp
/// Graph algorithms written with the operations of this library: they run on every backend. A backend may
/// have its own implementation of one, with the same result.
///
/// A graph is its adjacency matrix A: an entry (i, j) is an edge from vertex i to vertex j. Its value is the
/// weight where an algorithm says so; otherwise values are ignored, also zeros. "Undirected" algorithms need
/// a symmetric pattern (see undirected()); symmetry is not checked, and for another pattern the result is
/// unspecified. They ignore loops. All throw Error dimension_mismatch if A is not square, and what the
/// operations throw. Those that repeat a step report it to a callback, which may stop them (progress.hpp).
#pragma once

#include <mergus/export.hpp>
#include <mergus/indices.hpp>
#include <mergus/matrix.hpp>
#include <mergus/vector.hpp>

#include <cstdint>

namespace mergus {

/// The pattern of A ∪ A' without the diagonal, all values true. A is square.
MERGUS_API Matrix<bool> undirected(const AnyMatrix& A);

// ---- traversal

/// Breadth-first search from several sources at once by masked mxm. The frontier is a matrix of sources ×
/// n; each level multiplies it by A under the complement of the visited vertices. Entry (s, v) of the
/// result is the number of edges on a shortest path from sources[s] to v; there is no entry if v is not
/// reachable. Sources may be equal. \throws Error dimension_mismatch, invalid_index.
MERGUS_API Matrix<std::int32_t> bfs_levels(const AnyMatrix& A, const IndexList& sources);

/// The tree of the same search: entry (s, v) is the vertex before v on a shortest path from sources[s] to v.
/// If there are several, it is the smallest. A source is its own parent; there is no entry if v is not
/// reachable. \throws Error dimension_mismatch, invalid_index.
MERGUS_API Matrix<std::int64_t> bfs_parents(const AnyMatrix& A, const IndexList& sources);

/// Lengths of shortest paths from a source along weighted edges: entry v is the least sum of weights on a
/// path to v; there is no entry if v is not reachable. Weights are cast to fp64; they may be negative, or
/// +infinity. Bellman–Ford: distances ⊕= changed min.plus A until nothing changes, at most n products.
/// \throws Error invalid_index; invalid_value for a NaN or −infinity, or if the source reaches a cycle of
/// negative length.
MERGUS_API Vector<double> shortest_paths(const AnyMatrix& A, Natural source);

// ---- centrality

/// Options of pagerank().
struct PageRankOptions {
    double damping = 0.85;              ///< in [0, 1)
    double tolerance = 1e-6;            ///< the iteration ends when the sum of |changes| is at most this
    std::uint64_t max_iterations = 100; ///< it also ends after so many
};

/// What pagerank() returns.
struct PageRank {
    Vector<double> rank;          ///< n entries of sum 1
    std::uint64_t iterations = 0; ///< steps that were done
    double residual = 0;          ///< the sum of |changes| in the last iteration
    bool converged = false;       ///< whether the tolerance was reached
};

/// PageRank (Page, Brin, Motwani, Winograd 1999): rank = (1 − damping) / n + damping · (A' (rank / outdegree)
/// + the ranks of vertices without outgoing edges, spread evenly). A loop is an edge. Weights are ignored.
/// \throws Error invalid_value for an option out of its range.
MERGUS_API PageRank pagerank(const AnyMatrix& A, const PageRankOptions& options = {});

/// By default betweenness() returns plain sums over the sources. The factors of these options are multiplied.
struct BetweennessOptions {
    bool estimate = false;   ///< times n / sources: estimates the sums over all n vertices as sources
    bool undirected = false; ///< times 1/2: counts the pairs {s, t} and {t, s} once; A is symmetric
    /// Divides by the number of pairs of other vertices: (n − 1)(n − 2), or with `undirected` half of it.
    /// With all vertices as sources, or an estimate of that, the values are shares, from 0 to 1.
    bool normalized = false;
};

/// Betweenness: for each vertex v, the sum over the sources s and all vertices t (s, t, v different) of the
/// share of shortest paths from s to t that pass through v. With all vertices as sources it is exact.
/// Weights and loops are ignored. Brandes' algorithm (2001), 32 sources at a time; a source that is listed
/// twice counts twice. \throws Error invalid_index; invalid_value if the number of shortest paths to a vertex
/// overflows fp64.
MERGUS_API Vector<double> betweenness(const AnyMatrix& A, const IndexList& sources,
                                      const BetweennessOptions& options = {});

// ---- dense subgraphs of undirected graphs

/// The number of triangles: the sum of L⟨L⟩ = L plus.pair L' over the strictly lower triangle L (Azad, Buluç,
/// Gilbert 2015).
MERGUS_API std::uint64_t triangle_count(const AnyMatrix& A);

/// The number of triangles at each vertex, n entries: half the row sums of A⟨A⟩ = A plus.pair A'.
MERGUS_API Vector<std::int64_t> triangles(const AnyMatrix& A);

/// Local clustering coefficients (Watts, Strogatz 1998), n entries: the share of the pairs of neighbours that
/// are adjacent; 0 for fewer than two neighbours.
MERGUS_API Vector<double> clustering_coefficients(const AnyMatrix& A);

/// The k-truss: the largest subgraph in which each edge is in at least k − 2 triangles of that subgraph. Each
/// entry is the number of these triangles. \throws Error invalid_value for k < 3.
MERGUS_API Matrix<std::int64_t> k_truss(const AnyMatrix& A, Integer k);

/// Core numbers (Seidman 1983), n entries: the largest k for which the vertex is in a subgraph of vertices
/// that all have at least k neighbours in it.
MERGUS_API Vector<std::int64_t> core_numbers(const AnyMatrix& A);

/// A maximal set of vertices no two of which are adjacent: its members have the entry true. It depends on
/// `seed` alone, and is the same on every backend. Luby's algorithm (1986).
MERGUS_API Vector<bool> maximal_independent_set(const AnyMatrix& A, std::uint64_t seed = 0);

/// Jaccard similarity of adjacent vertices with a common neighbour: the common neighbours over all neighbours
/// of the two. Adjacent vertices without a common neighbour have no entry.
MERGUS_API Matrix<double> jaccard(const AnyMatrix& A);

// ---- clusters

/// Connected components, edges taken in both directions: n entries, the least vertex of each vertex's
/// component.
MERGUS_API Vector<std::int64_t> connected_components(const AnyMatrix& A);

/// Options of markov_clustering().
struct MarkovClusteringOptions {
    double inflation = 2;    ///< above 1; a larger value gives smaller clusters
    double threshold = 1e-4; ///< probabilities up to this are dropped, but for the largest; in [0, 1)
    double tolerance = 1e-6; ///< the iteration ends when no probability changes by more
    std::uint64_t max_iterations = 100;
};

/// What markov_clustering() returns.
struct MarkovClustering {
    Vector<std::int64_t> clusters; ///< n entries: the least vertex of the cluster
    std::uint64_t iterations = 0;
    bool converged = false;
};

/// Markov clustering (van Dongen 2000): a column-stochastic M is squared and its entries raised to
/// `inflation`, until it is stable. Weights are cast to fp64 and must be positive; each vertex gets a loop of
/// at least 1. The method is meant for a symmetric A, which is not checked: a walk follows the edges
/// backwards only, so clusters of another A depend on the directions. \throws Error invalid_value.
MERGUS_API MarkovClustering markov_clustering(const AnyMatrix& A,
                                              const MarkovClusteringOptions& options = {});

} // namespace mergus
