/// \file algorithms.cpp
/// The code of docs/ALGORITHMS.md.
#include "expect.hpp"

#include <cstdint>
#include <vector>

using mergus::MarkovClustering;
using mergus::Matrix;
using mergus::PageRank;
using mergus::Vector;

namespace {

void traversal(const Matrix<bool>& A) {
    const Matrix<std::int32_t> levels = mergus::bfs_levels(A, std::vector{0});
    expect(levels.extract_element(0, 0) == 0);

    const Vector<double> length = mergus::shortest_paths(A, 0);
    expect(length.extract_element(0) == 0.0);
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

    const Matrix<std::int64_t> truss = mergus::k_truss(A, 4);
    const Vector<std::int64_t> cores = mergus::core_numbers(A);
    expect(truss.nvals() <= A.nvals() && cores.nvals() == A.nrows());

    const Vector<bool> members = mergus::maximal_independent_set(A, 42);
    const Matrix<double> similarity = mergus::jaccard(A);
    expect(members.nvals() > 0 && similarity.nvals() <= A.nvals());
}

void clusters(const Matrix<bool>& A) {
    const Vector<std::int64_t> labels = mergus::connected_components(A);
    expect(labels.nvals() == A.nrows());

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
    clusters(A);
}
