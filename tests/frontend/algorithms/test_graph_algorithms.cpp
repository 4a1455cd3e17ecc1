/// \file test_graph_algorithms.cpp
/// Components and clusters, against known results and plain_graphs.hpp; elements that were just set, and
/// matrices that are not square, in all algorithms.
#include "graph_algorithms_testing.hpp"

#include <cmath>
#include <limits>

using namespace mergus;
using namespace mergus::tests;

TEST_SUITE_BEGIN("algorithms");

TEST_CASE("connected components") {
    on_random_graphs(40, true, [](const Context& context, const WeightedGraph& graph) {
        CHECK(dense(connected_components(matrix_of(context, graph))) == plain::components(graph));
    });
    on_each_backend([](const Context& context) {
        const Vertex n = is_slow(std::string(context.backend())) ? 50 : 3000;
        CHECK(dense(connected_components(matrix_of(context, path(n)))) == std::vector<std::int64_t>(n, 0));
        CHECK(dense(connected_components(matrix_of(context, star(9)))) == std::vector<std::int64_t>(10, 0));
        CHECK(dense(connected_components(Matrix<bool>(context, 3, 3))) == std::vector<std::int64_t>{0, 1, 2});
        CHECK(connected_components(Matrix<bool>(context, 0, 0)).size() == 0);
    });
}

TEST_CASE("connected components: a large one, and others with long rows and late edges") {
    // A ring of vertices with edges to the 10 on either side; two halves of triangles that all have an
    // edge to the center of their half, and an edge between the centers; two rings of even and odd numbers
    // that only their last vertices connect; vertices without edges. The first two neighbours of each vertex
    // do not connect the second and the third.
    constexpr Vertex large = 6000, triangles = 1400, small = 40;
    std::vector<std::int64_t> expected;
    Entries<bool> entries;
    const auto begin = [&](Vertex vertices) {
        const Vertex first = expected.size();
        expected.resize(first + vertices, static_cast<std::int64_t>(first));
        return first;
    };
    const auto edge = [&](Vertex a, Vertex b) {
        entries.push_back({a, b, true});
        entries.push_back({b, a, true});
    };
    const auto ring = [&](Vertex first, Vertex vertices, Vertex step) {
        for (Vertex v = 0; v < vertices; ++v)
            for (Vertex distance = 1; distance <= 10; ++distance)
                edge(first + v * step, first + (v + distance) % vertices * step);
    };
    ring(begin(large), large, 1);
    const Vertex corner = begin(2 * 3 * triangles + 2), centers = corner + 2 * 3 * triangles;
    for (Vertex v = 0; v < 2 * 3 * triangles; ++v) {
        edge(corner + v, corner + v / 3 * 3 + (v + 1) % 3);
        edge(corner + v, centers + v / (3 * triangles));
    }
    edge(centers, centers + 1); // both have long rows, in which it is the last entry
    const Vertex first = begin(2 * small);
    ring(first, small, 2);
    ring(first + 1, small, 2);
    edge(first + 2 * small - 2, first + 2 * small - 1);
    for (Vertex v = 0; v < 9; ++v) begin(1);
    const Vertex n = expected.size();
    REQUIRE(entries.size() >= 8 * n);
    on_each_backend([&](const Context& context) {
        CHECK(dense(connected_components(make<bool>(context, n, n, entries))) == expected);
    });
}

TEST_CASE("Markov clustering") {
    on_each_backend([](const Context& context) {
        // Two cliques with a single edge between them.
        WeightedGraph graph = complete(5);
        graph.vertices = 10;
        for (const auto& [edge, weight] : complete(5).edges)
            graph.edges[{edge.first + 5, edge.second + 5}] = 1;
        graph.edges[{4, 5}] = graph.edges[{5, 4}] = 1;
        const MarkovClustering found = markov_clustering(matrix_of(context, graph));
        CHECK(found.converged);
        CHECK(dense(found.clusters) == std::vector<std::int64_t>{0, 0, 0, 0, 0, 5, 5, 5, 5, 5});
        // Components are never joined; a vertex alone is a cluster.
        const MarkovClustering apart = markov_clustering(matrix_of(context, undirected(5, {{0, 1}, {2, 3}})));
        CHECK(dense(apart.clusters) == std::vector<std::int64_t>{0, 0, 2, 2, 4});
        CHECK(markov_clustering(Matrix<bool>(context, 0, 0)).clusters.size() == 0);
        for (const double weight : {-1.0, 0.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
            const auto wrong = make<double>(context, 2, 2, {{0, 1, weight}});
            CHECK(code_of([&] { (void)markov_clustering(wrong); }) == Code::invalid_value);
        }
        // No column vanishes, whatever the threshold and the inflation.
        const auto pair = matrix_of(context, undirected(2, {{0, 1}}));
        for (const MarkovClusteringOptions& options :
             {MarkovClusteringOptions{.threshold = 0.5}, MarkovClusteringOptions{.threshold = 0.9},
              MarkovClusteringOptions{.inflation = 5000}}) {
            const MarkovClustering together = markov_clustering(pair, options);
            CHECK(together.converged);
            CHECK(dense(together.clusters) == std::vector<std::int64_t>{0, 0});
        }
        const Matrix<bool> square(context, 2, 2);
        CHECK(code_of([&] { (void)markov_clustering(square, {.inflation = 1}); }) == Code::invalid_value);
        CHECK(code_of([&] { (void)markov_clustering(square, {.threshold = 1}); }) == Code::invalid_value);
    });
}

TEST_CASE("the algorithms see elements that were just set or removed") {
    on_each_backend([](const Context& context) {
        Matrix<bool> A(context, 4, 4);
        A.set_element(0, 1, true);
        A.set_element(1, 2, true);
        CHECK(read<std::int32_t>(bfs_levels(A, std::vector{0})) ==
              Entries<std::int32_t>{{0, 0, 0}, {0, 1, 1}, {0, 2, 2}});
        A.remove_element(1, 2);
        A.set_element(3, 2, true);
        CHECK(dense(connected_components(A)) == std::vector<std::int64_t>{0, 0, 2, 2});
        A.remove_element(0, 1);
        CHECK(bfs_parents(A, std::vector{0}).nvals() == 1);
        for (const auto& [i, j] : {std::pair{0, 1}, {1, 0}, {0, 2}, {2, 0}, {1, 2}, {2, 1}})
            A.set_element(i, j, true);
        A.remove_element(3, 2);
        CHECK(triangle_count(A) == 1);
    });
}

TEST_CASE("the algorithms refuse matrices that are not square") {
    on_each_backend([](const Context& context) {
        const Matrix<bool> wide(context, 2, 3);
        CHECK(code_of([&] { (void)shortest_paths(wide, 0); }) == Code::dimension_mismatch);
        CHECK(code_of([&] { (void)pagerank(wide); }) == Code::dimension_mismatch);
        CHECK(code_of([&] { (void)betweenness(wide, IndexList{}); }) == Code::dimension_mismatch);
        CHECK(code_of([&] { (void)triangles(wide); }) == Code::dimension_mismatch);
        CHECK(code_of([&] { (void)clustering_coefficients(wide); }) == Code::dimension_mismatch);
        CHECK(code_of([&] { (void)k_truss(wide, 3); }) == Code::dimension_mismatch);
        CHECK(code_of([&] { (void)core_numbers(wide); }) == Code::dimension_mismatch);
        CHECK(code_of([&] { (void)maximal_independent_set(wide); }) == Code::dimension_mismatch);
        CHECK(code_of([&] { (void)jaccard(wide); }) == Code::dimension_mismatch);
        CHECK(code_of([&] { (void)connected_components(wide); }) == Code::dimension_mismatch);
        CHECK(code_of([&] { (void)markov_clustering(wide); }) == Code::dimension_mismatch);
        CHECK(code_of([&] { (void)neighbourhoods(wide, {0}, 1); }) == Code::dimension_mismatch);
        CHECK(code_of([&] { (void)shortest_path_lengths(wide, {0}); }) == Code::dimension_mismatch);
        CHECK(code_of([&] { (void)shortest_path_tree(wide, 0); }) == Code::dimension_mismatch);
        CHECK(code_of([&] { (void)widest_paths(wide, 0); }) == Code::dimension_mismatch);
        CHECK(code_of([&] { (void)eccentricities(wide); }) == Code::dimension_mismatch);
        CHECK(code_of([&] { (void)diameter(wide); }) == Code::dimension_mismatch);
        CHECK(code_of([&] { (void)edge_betweenness(wide, {0}); }) == Code::dimension_mismatch);
        CHECK(code_of([&] { (void)closeness(wide, {0}); }) == Code::dimension_mismatch);
        CHECK(code_of([&] { (void)harmonic(wide, {0}); }) == Code::dimension_mismatch);
        CHECK(code_of([&] { (void)approximate_betweenness(wide); }) == Code::dimension_mismatch);
        CHECK(code_of([&] { (void)personalized_pagerank(wide, {0}); }) == Code::dimension_mismatch);
        CHECK(code_of([&] { (void)eigenvector_centrality(wide); }) == Code::dimension_mismatch);
        CHECK(code_of([&] { (void)katz_centrality(wide); }) == Code::dimension_mismatch);
        CHECK(code_of([&] { (void)hits(wide); }) == Code::dimension_mismatch);
        CHECK(code_of([&] { (void)edge_support(wide); }) == Code::dimension_mismatch);
        CHECK(code_of([&] { (void)transitivity(wide); }) == Code::dimension_mismatch);
        CHECK(code_of([&] { (void)k_core(wide, 1); }) == Code::dimension_mismatch);
        CHECK(code_of([&] { (void)truss_numbers(wide); }) == Code::dimension_mismatch);
        CHECK(code_of([&] { (void)coloring(wide); }) == Code::dimension_mismatch);
        CHECK(code_of([&] { (void)assortativity(wide); }) == Code::dimension_mismatch);
        CHECK(code_of([&] { (void)rich_club(wide); }) == Code::dimension_mismatch);
        CHECK(code_of([&] { (void)similarity(wide, wide, Similarity::jaccard); }) ==
              Code::dimension_mismatch);
        CHECK(code_of([&] { (void)biconnected_components(wide); }) == Code::dimension_mismatch);
        CHECK(code_of([&] { (void)conductance(wide, Vector<std::int64_t>(context, 2)); }) ==
              Code::dimension_mismatch);
        CHECK(code_of([&] { (void)strongly_connected_components(wide); }) == Code::dimension_mismatch);
        CHECK(code_of([&] { (void)minimum_spanning_forest(wide); }) == Code::dimension_mismatch);
        CHECK(code_of([&] { (void)topological_levels(wide); }) == Code::dimension_mismatch);
        CHECK(code_of([&] { (void)topological_order(wide); }) == Code::dimension_mismatch);
        CHECK(code_of([&] { (void)is_acyclic(wide); }) == Code::dimension_mismatch);
        CHECK(code_of([&] { (void)bipartite_sides(wide); }) == Code::dimension_mismatch);
        CHECK(code_of([&] { (void)modularity(wide, Vector<std::int64_t>(context, 2)); }) ==
              Code::dimension_mismatch);
        CHECK(code_of([&] { (void)louvain(wide); }) == Code::dimension_mismatch);
        CHECK(code_of([&] { (void)leiden(wide); }) == Code::dimension_mismatch);
        CHECK(code_of([&] { (void)label_propagation(wide); }) == Code::dimension_mismatch);
    });
}

TEST_SUITE_END();
