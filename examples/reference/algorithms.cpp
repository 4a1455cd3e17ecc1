/// \file algorithms.cpp
/// The code of docs/ALGORITHMS.md.
#include "expect.hpp"

#include <cmath>
#include <cstdint>
#include <vector>

using mergus::ApproximateBetweenness;
using mergus::Communities;
using mergus::MarkovClustering;
using mergus::Matrix;
using mergus::MostSimilar;
using mergus::PageRank;
using mergus::ShortestPathTree;
using mergus::Vector;

namespace {

void traversal(const Matrix<bool>& A) {
    const Matrix<std::int32_t> levels = mergus::bfs_levels(A, std::vector{0});
    expect(levels.extract_element(0, 0) == 0);

    const Vector<double> length = mergus::shortest_paths(A, 0);
    expect(length.extract_element(0) == 0.0);

    const ShortestPathTree tree = mergus::shortest_path_tree(A, 0);
    const std::vector<std::uint64_t> route = mergus::path_to(tree.parent, 5);
    expect(route.empty() || route.back() == 5);

    const std::vector<std::uint64_t> starts = {0, 1, 2};
    const Matrix<std::int64_t> walks = mergus::random_walks(A, starts, 20, {.p = 0.5, .q = 2});
    const Matrix<std::int64_t> pairs = mergus::walk_pairs(walks, A.nrows(), 5);
    expect(pairs.nrows() == A.nrows());
}

void centrality(const Matrix<bool>& A) {
    {
        const PageRank found = mergus::pagerank(A, {.damping = 0.85, .tolerance = 1e-8});
        expect(found.converged);
    }
    {
        const Vector<double> sums = mergus::betweenness(A, std::vector{0, 17, 23});
        const Vector<double> shares =
            mergus::betweenness(A, std::vector{0, 17, 23}, {.estimate = true, .normalized = true});
        expect(sums.size() == A.nrows() && shares.size() == A.nrows());
    }
    {
        const ApproximateBetweenness estimate = mergus::approximate_betweenness(A, {.error = 0.1});
        expect(estimate.values.nvals() == A.nrows());
    }
    {
        const mergus::KPathCentrality paths = mergus::k_path_centrality(A, 4, {.seed = 1});
        expect(paths.values.nvals() == A.nrows());
    }
    const auto sources = std::vector{1, 2};
    const bool interrupted = false;
    const mergus::ProgressScope scope([&](const mergus::AlgorithmStep& step) {
        std::cerr << step.algorithm << ": " << step.unit << ' ' << step.step << ", " << step.done << ' '
                  << step.counted << '\n';
        return !interrupted; // false: stop
    });
    const auto centrality = mergus::betweenness(A, sources);
    expect(centrality.size() == A.nrows());
}

void subgraphs(const Matrix<bool>& A) {
    const std::uint64_t count = mergus::triangle_count(A);
    const Vector<double> coefficient = mergus::clustering_coefficients(A);
    expect(count > 0 && coefficient.nvals() == A.nrows());

    const mergus::Motifs motifs = mergus::motifs(A);
    expect(motifs.triangles == count);

    const Matrix<std::int64_t> truss = mergus::k_truss(A, 4);
    const Vector<std::int64_t> cores = mergus::core_numbers(A);
    expect(truss.nvals() <= A.nvals() && cores.nvals() == A.nrows());

    const Vector<bool> members = mergus::maximal_independent_set(A, 42);
    const Matrix<double> similarity = mergus::jaccard(A);
    expect(members.nvals() > 0 && similarity.nvals() <= A.nvals());

    const Matrix<bool>& pairs = A;
    const Matrix<double> scores = mergus::similarity(A, pairs, mergus::Similarity::adamic_adar);
    const MostSimilar nearest = mergus::most_similar(A, 10);
    expect(scores.nvals() == pairs.nvals() && nearest.score.ncols() == 10);
}

void components(const Matrix<bool>& A) {
    const Vector<std::int64_t> strong = mergus::strongly_connected_components(A);
    const Matrix<double> forest = mergus::minimum_spanning_forest(A);
    const bool acyclic = mergus::is_acyclic(A);
    const bool bipartite = mergus::bipartite_sides(A).has_value();
    expect(strong.nvals() == A.nrows() && forest.nvals() < 2 * A.nrows() && !acyclic && !bipartite);
}

void clusters(const Matrix<bool>& A) {
    const Vector<std::int64_t> labels = mergus::connected_components(A);
    expect(labels.nvals() == A.nrows());

    {
        const Communities found = mergus::leiden(A, {.resolution = 1, .seed = 7});
        const double quality = mergus::modularity(A, found.labels);
        expect(std::abs(quality - found.quality) < 1e-9);
    }
    const mergus::KWayPartition parts = mergus::k_way_partition(A, 4, {.imbalance = 0.05});
    expect(parts.balance < 1.1);

    const MarkovClustering found = mergus::markov_clustering(A, {.inflation = 2});
    expect(found.clusters.nvals() == A.nrows());
}

} // namespace

int main() {
    const mergus::Context context;
    const auto A = Matrix<bool>::from_csr(context, mergus::generate::rmat({.scale = 6}));
    traversal(A);
    centrality(A);
    subgraphs(A);
    components(A);
    clusters(A);
}
