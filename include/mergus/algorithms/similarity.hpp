/// \file similarity.hpp
/// Similarity of the vertices of undirected graphs, and of rows. Part of algorithms.hpp, whose conventions
/// hold.
#pragma once

#include <mergus/export.hpp>
#include <mergus/matrix.hpp>
#include <mergus/natural.hpp>

#include <cstdint>

namespace mergus {

/// Jaccard similarity of adjacent vertices with a common neighbour: the common neighbours over all neighbours
/// of the two. Adjacent vertices without a common neighbour have no entry.
MERGUS_API Matrix<double> jaccard(const AnyMatrix& A);

/// Scores of a pair of vertices with the neighbours Γ(i) and Γ(j).
enum class Similarity : std::uint8_t {
    common_neighbours,      ///< |Γ(i) ∩ Γ(j)|
    jaccard,                ///< |Γ(i) ∩ Γ(j)| / |Γ(i) ∪ Γ(j)|
    overlap,                ///< |Γ(i) ∩ Γ(j)| / min(|Γ(i)|, |Γ(j)|)
    cosine,                 ///< |Γ(i) ∩ Γ(j)| / √(|Γ(i)| |Γ(j)|)
    adamic_adar,            ///< the sum of 1 / ln |Γ(k)| over the common neighbours k (Adamic, Adar 2003)
    resource_allocation,    ///< the sum of 1 / |Γ(k)| over them (Zhou, Lü, Zhang 2009)
    preferential_attachment ///< |Γ(i)| |Γ(j)|
};

/// The score of each pair (i, j) that `pairs` has an entry for, an n × n matrix; 0 for a pair without a
/// common neighbour. Only these are computed: a product under a mask. \throws Error dimension_mismatch.
MERGUS_API Matrix<double> similarity(const AnyMatrix& A, const AnyMatrix& pairs, Similarity score);

/// What most_similar() returns.
struct MostSimilar {
    Matrix<double> score;     ///< rows × k, downwards in each row
    Matrix<std::int64_t> row; ///< the row of A that has it
};

/// For each row of A, of any shape, the k other rows of the greatest cosine, above 0: of their values, cast
/// to fp64. A·A' is never stored: it is made a block of rows at a time. Of equal scores the lower row comes
/// first. \throws Error invalid_value for a k above max_dimension.
MERGUS_API MostSimilar most_similar(const AnyMatrix& A, Natural k);

/// Options of simrank().
struct SimRankOptions {
    double decay = 0.9;                 ///< of each step, in (0, 1)
    double tolerance = 1e-4;            ///< the iteration ends when no score changes by more
    std::uint64_t max_iterations = 100; ///< it also ends after so many
};

/// What simrank() returns.
struct SimRank {
    Matrix<double> scores;        ///< n × n, symmetric, 1 on the diagonal; pairs of score 0 have no entry
    std::uint64_t iterations = 0; ///< steps that were done
    double residual = 0;          ///< the greatest change in the last iteration
    bool converged = false;       ///< whether the tolerance was reached
};

/// SimRank (Jeh, Widom 2002): two vertices are similar if similar vertices have edges to them; score(i, j), i
/// ≠ j, is decay times the mean score of the pairs of vertices before i and before j. Scores may be a full
/// matrix: for small graphs. Weights are ignored. \throws Error invalid_value for an option out of its range.
MERGUS_API SimRank simrank(const AnyMatrix& A, const SimRankOptions& options = {});

} // namespace mergus
