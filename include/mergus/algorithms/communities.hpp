/// \file communities.hpp
/// Communities: label propagation, modularity, the methods of Louvain and Leiden, and Markov clustering; and
/// parts of equal size. Part of algorithms.hpp, whose conventions hold.
///
/// Values of A are weights, cast to fp64, which must be finite and not negative. A may be directed; a
/// symmetric A is an undirected graph whose edges have an entry in each direction. The degree of a vertex is
/// the sum of its row, or of its column, so a loop counts once (NetworkX counts a loop twice: its matrix has
/// 2 w there). Communities are labels: n entries, of which equal ones are one community.
#pragma once

#include <mergus/algorithms/checkpoints.hpp>
#include <mergus/export.hpp>
#include <mergus/matrix.hpp>
#include <mergus/natural.hpp>
#include <mergus/vector.hpp>

#include <cstdint>

namespace mergus {

/// Options of modularity().
struct ModularityOptions {
    double resolution = 1; ///< γ, at least 0; a larger value favours smaller communities
};

/// The modularity of a division into communities (Newman 2004; directed: Leicht, Newman 2008): the sum over
/// all pairs (i, j) of one community of A(i,j)/m − γ out(i) in(j)/m², where m is the sum of A, and out and in
/// are its row and column sums. 0 for a graph without weights. \param labels n entries, all in [0, n)
/// \throws Error dimension_mismatch; invalid_value for a bad weight, label or resolution.
MERGUS_API double modularity(const AnyMatrix& A, const Vector<std::int64_t>& labels,
                             const ModularityOptions& options = {});

/// The conductance of each community: the weight of the edges that leave it, over the lesser of the sums of
/// the degrees in it and outside; 0 if both are 0. Entry c is that of label c. \param labels as of
/// modularity() \throws Error as modularity().
MERGUS_API Vector<double> conductance(const AnyMatrix& A, const Vector<std::int64_t>& labels);

/// What louvain() and leiden() maximise.
enum class CommunityQuality : std::uint8_t {
    modularity, ///< that of modularity()
    cpm ///< constant Potts model (Traag 2011): the sum of A(i,j) − γ over all pairs i ≠ j of one community
};

/// Options of louvain() and leiden().
struct CommunityOptions {
    CommunityQuality quality = CommunityQuality::modularity; ///< what is maximised
    double resolution = 1;         ///< γ, at least 0; a larger value gives smaller communities
    double tolerance = 1e-4;       ///< a sweep that gains less, as a share of the sum of A, ends its level
    std::uint64_t max_sweeps = 32; ///< sweeps over the vertices of a level, at most
    std::uint64_t max_passes = 2;  ///< times that all levels are done, each beginning with the result so far
    std::uint64_t seed = 0;        ///< of the order in which vertices move
    Checkpoints checkpoints{};     ///< after each pass
};

/// What louvain() and leiden() return.
struct Communities {
    Vector<std::int64_t> labels; ///< n entries: the least vertex of the community
    std::uint64_t count = 0;     ///< communities
    double quality = 0;          ///< modularity, or the sum of the constant Potts model
    std::uint64_t levels = 0;    ///< graphs that were divided: A and what it was contracted to, in each pass
};

/// Communities by the method of Louvain (Blondel et al. 2008): vertices move to the neighbouring community of
/// the greatest gain, then communities become the vertices of a smaller graph S'·A·S. A quarter of the
/// vertices moves at a time, chosen by `seed`; a sweep that does not gain is undone. A community that is not
/// connected is divided at last, which never lowers the modularity. \throws Error invalid_value for a bad
/// weight or option.
MERGUS_API Communities louvain(const AnyMatrix& A, const CommunityOptions& options = {});

/// Communities by the method of Leiden (Traag, Waltman, van Eck 2019): as louvain(), but a level is
/// contracted by a finer division, whose parts are grown from single vertices within the communities
/// (greedily, as in Sahu 2023), so that its vertices can still be separated on the next level.
MERGUS_API Communities leiden(const AnyMatrix& A, const CommunityOptions& options = {});

/// Options of label_propagation().
struct LabelPropagationOptions {
    std::uint64_t max_iterations = 100; ///< it also ends after so many
    std::uint64_t seed = 0;             ///< of the choice between labels of equal weight
};

/// What label_propagation() returns.
struct LabelPropagation {
    Vector<std::int64_t> labels;  ///< n entries: the least vertex of the community
    std::uint64_t iterations = 0; ///< steps that were done
    bool converged = false;       ///< whether no vertex would change its label
};

/// Communities by label propagation (Raghavan, Albert, Kumara 2007): a vertex takes the label of the greatest
/// total weight among its neighbours, edges taken in both directions, and keeps its own if that is one of
/// them. In one step about half of the vertices change, chosen by `seed`. Loops are ignored. \throws Error
/// invalid_value for a bad weight.
MERGUS_API LabelPropagation label_propagation(const AnyMatrix& A,
                                              const LabelPropagationOptions& options = {});

/// Options of markov_clustering().
struct MarkovClusteringOptions {
    double inflation = 2;    ///< above 1; a larger value gives smaller clusters
    double threshold = 1e-4; ///< probabilities up to this are dropped, but for the largest; in [0, 1)
    double tolerance = 1e-6; ///< the iteration ends when no probability changes by more
    std::uint64_t max_iterations = 100; ///< it also ends after so many
    Checkpoints checkpoints{};          ///< after each iteration
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

/// Options of k_way_partition().
struct KWayPartitionOptions {
    double imbalance = 0.03; ///< a part has at most ⌊(1 + imbalance) n / parts⌋ vertices, or ⌈n / parts⌉
    std::uint64_t seed = 0; ///< of all choices
};

/// What k_way_partition() returns.
struct KWayPartition {
    /// n entries: the part, from 0 to parts − 1. No part is empty, but that of a graph without vertices.
    Vector<std::int64_t> labels;
    double cut = 0;     ///< half of the sum of the entries of A between parts, so each edge of a symmetric A
                        ///< counts once
    double balance = 1; ///< vertices of the largest part over n / parts; 1 for a graph without vertices
};

/// Divides the vertices into parts of about equal size with few edges between them, by a multilevel method
/// (Karypis, Kumar 1998): pairs and triples of vertices along heavy edges become the vertices of a smaller
/// graph P'·S·P, S = A + A', until few are left. These are divided by growing parts, and the division is
/// refined on every level by single vertices that move. Growth and moves are on the host, by one thread.
/// Loops are ignored. \param parts from 1 to n, or 1 for n = 0 \throws Error invalid_value for a bad weight,
/// number of parts or imbalance.
MERGUS_API KWayPartition k_way_partition(const AnyMatrix& A, Natural parts,
                                         const KWayPartitionOptions& options = {});

} // namespace mergus
