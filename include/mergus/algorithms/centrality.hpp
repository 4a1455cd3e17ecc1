/// \file centrality.hpp
/// Centralities. Part of algorithms.hpp, whose conventions hold.
#pragma once

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

} // namespace mergus
