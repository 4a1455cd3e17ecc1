/// \file centrality.hpp
/// Centralities. Part of algorithms.hpp, whose conventions hold.
#pragma once

#include <mergus/algorithms/checkpoints.hpp>
#include <mergus/export.hpp>
#include <mergus/indices.hpp>
#include <mergus/matrix.hpp>
#include <mergus/vector.hpp>

#include <cstdint>

namespace mergus {

/// Options of pagerank().
struct PageRankOptions {
    double damping = 0.85;              ///< in [0, 1)
    double tolerance = 1e-6;            ///< the iteration ends when the sum of |changes| is at most this
    std::uint64_t max_iterations = 100; ///< it also ends after so many
    Checkpoints checkpoints{};          ///< of pagerank(): after each iteration
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

/// What personalized_pagerank() returns.
struct PersonalizedPageRank {
    Matrix<double> rank;          ///< seeds × n, rows of sum 1
    std::uint64_t iterations = 0; ///< steps that were done
    double residual = 0;          ///< the greatest sum of |changes| of a row in the last iteration
    bool converged = false;       ///< whether the tolerance was reached
};

/// PageRank from single vertices, many at once (Haveliwala 2002): row s is the rank of a walk that returns to
/// seeds[s] with the probability 1 − damping, and from vertices without outgoing edges. Rows have entries
/// where the walk has come in that many steps. \throws Error invalid_index, invalid_value.
MERGUS_API PersonalizedPageRank personalized_pagerank(const AnyMatrix& A, const IndexList& seeds,
                                                      const PageRankOptions& options = {});

// ---- iterations with weights, which are cast to fp64

/// Options of eigenvector_centrality() and hits().
struct IterationOptions {
    double tolerance = 1e-6;            ///< the iteration ends when the sum of |changes| is at most this
    std::uint64_t max_iterations = 100; ///< it also ends after so many
};

/// What eigenvector_centrality() and katz_centrality() return.
struct IteratedCentrality {
    Vector<double> values;        ///< n entries
    std::uint64_t iterations = 0; ///< steps that were done
    double residual = 0;          ///< the sum of |changes| in the last iteration
    bool converged = false;       ///< whether the tolerance was reached
};

/// Eigenvector centrality (Bonacich 1987): the power iteration x ← x + A'·x, of norm 1, from equal values.
/// \throws Error invalid_value for an option out of its range.
MERGUS_API IteratedCentrality eigenvector_centrality(const AnyMatrix& A,
                                                     const IterationOptions& options = {});

/// Options of katz_centrality().
struct KatzOptions {
    double alpha = 0.1;                  ///< of each further edge; below 1 / the greatest eigenvalue of A
    double beta = 1;                     ///< of each vertex
    bool normalized = true;              ///< divide by the Euclidean norm
    double tolerance = 1e-6;             ///< the iteration ends when the sum of |changes| is at most this
    std::uint64_t max_iterations = 1000; ///< it also ends after so many
};

/// Katz centrality (Katz 1953): x = alpha · A'·x + beta, by iteration from 0. \throws Error invalid_value for
/// an option out of its range.
MERGUS_API IteratedCentrality katz_centrality(const AnyMatrix& A, const KatzOptions& options = {});

/// What hits() returns.
struct Hits {
    Vector<double> hubs;          ///< n entries of sum 1
    Vector<double> authorities;   ///< n entries of sum 1
    std::uint64_t iterations = 0; ///< steps that were done
    double residual = 0;          ///< the sum of |changes| of the hubs in the last iteration
    bool converged = false;       ///< whether the tolerance was reached
};

/// Hubs and authorities (Kleinberg 1999): authorities = A'·hubs, hubs = A·authorities, each of sum 1. Without
/// edges both are 0. \throws Error invalid_value for an option out of its range.
MERGUS_API Hits hits(const AnyMatrix& A, const IterationOptions& options = {});

// ---- distances

/// Options of closeness() and harmonic().
struct DistanceOptions {
    bool weighted = false; ///< lengths of shortest paths, of weights that are not negative; else edges
};

/// Closeness (Wasserman, Faust 1994): of each listed vertex v, with c vertices that reach it and d the sum of
/// their distances to it, c/d · c/(n − 1); 0 if d is 0. 32 vertices at a time. \throws Error invalid_index;
/// invalid_value for a negative weight.
MERGUS_API Vector<double> closeness(const AnyMatrix& A, const IndexList& vertices,
                                    const DistanceOptions& options = {});

/// Harmonic centrality (Marchiori, Latora 2000): of each listed vertex the sum of 1 / distance over the
/// vertices that reach it from a distance above 0. \throws as closeness().
MERGUS_API Vector<double> harmonic(const AnyMatrix& A, const IndexList& vertices,
                                   const DistanceOptions& options = {});

// ---- betweenness

/// By default betweenness() returns plain sums over the sources. The factors of these options are multiplied.
struct BetweennessOptions {
    bool estimate = false;   ///< times n / sources: estimates the sums over all n vertices as sources
    bool undirected = false; ///< times 1/2: counts the pairs {s, t} and {t, s} once; A is symmetric
    /// Divides by the number of pairs of other vertices: (n − 1)(n − 2), or with `undirected` half of it.
    /// With all vertices as sources, or an estimate of that, the values are shares, from 0 to 1.
    bool normalized = false;
    /// Shortest paths along weights, which must be positive and finite: one source at a time, and as many
    /// steps as a path has edges. Not of edge_betweenness().
    bool weighted = false;
};

/// Betweenness: for each vertex v, the sum over the sources s and all vertices t (s, t, v different) of the
/// share of shortest paths from s to t that pass through v. With all vertices as sources it is exact.
/// Loops are ignored, and weights unless `weighted`. Brandes' algorithm (2001), many sources at a time; a
/// source that is listed twice counts twice. \throws Error invalid_index; invalid_value if the number of
/// shortest paths to a vertex overflows fp64.
MERGUS_API Vector<double> betweenness(const AnyMatrix& A, const IndexList& sources,
                                      const BetweennessOptions& options = {});

/// Edge betweenness (Girvan, Newman 2002): as betweenness() of these sources, for every edge (v, w), v ≠ w,
/// of A. With `undirected` both directions of an edge have the sum of them; `normalized` divides by the
/// number of pairs of vertices, n (n − 1) or half of it. \throws as betweenness().
MERGUS_API Matrix<double> edge_betweenness(const AnyMatrix& A, const IndexList& sources,
                                           const BetweennessOptions& options = {});

/// Options of approximate_betweenness().
struct ApproximationOptions {
    double error = 0.05;       ///< of every value, above 0
    double probability = 0.05; ///< that the error of a value is larger, in (0, 1)
    std::uint64_t seed = 0;    ///< of the choice of sources
};

/// What approximate_betweenness() returns.
struct ApproximateBetweenness {
    Vector<double> values;     ///< n entries: shares, as of BetweennessOptions::normalized
    std::uint64_t sources = 0; ///< searches; n: the values are exact
};

/// Betweenness from a sample of sources. Their number, ln(2n / probability) / (2 error²) or n, follows from
/// the inequality of Hoeffding for all vertices together, so it is on the safe side. \throws Error
/// invalid_value for an option out of its range; as betweenness().
MERGUS_API ApproximateBetweenness approximate_betweenness(const AnyMatrix& A,
                                                          const ApproximationOptions& options = {});

/// Options of k_path_centrality().
struct KPathOptions {
    double alpha = 0.2;     ///< from -0.5 to 0.5; a smaller one takes more paths, for a smaller error
    std::uint64_t seed = 0; ///< of the paths
};

/// What k_path_centrality() returns.
struct KPathCentrality {
    Vector<double> values;   ///< n entries
    std::uint64_t paths = 0; ///< that were drawn
};

/// An estimate of the k-path centrality (Alahakoon et al. 2011): the sum over sources s and lengths from 1 to
/// k of the probability that a random path of that length from s, to another vertex each time, visits the
/// vertex after s. Each next vertex is any neighbour that the path has not visited, all alike; without one
/// it ends. Values and loops are not read; edges are directed. From 2 k² n^(1 − 2 alpha) ln n paths, drawn on
/// the host, all values are within n^(1/2 + alpha) with a probability of at least 1 − 1/n². \param k at
/// least 1 \throws Error invalid_value for k or an option out of its range.
MERGUS_API KPathCentrality k_path_centrality(const AnyMatrix& A, Natural k, const KPathOptions& options = {});

} // namespace mergus
