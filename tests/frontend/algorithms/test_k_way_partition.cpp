/// \file test_k_way_partition.cpp
/// Parts of equal size: cut and balance as defined, graphs whose best cuts are known, and the same labels on
/// every backend.
#include "graph_algorithms_testing.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace mergus;
using namespace mergus::tests;

namespace {

/// Checks labels, cut and balance against their definitions. \return the labels
std::vector<std::int64_t> check_parts(const WeightedGraph& graph, const KWayPartition& found, Vertex parts,
                                      double imbalance) {
    const auto labels = dense(found.labels);
    REQUIRE(labels.size() == graph.vertices);
    std::vector<Vertex> sizes(parts, 0);
    for (const std::int64_t label : labels) {
        REQUIRE(label >= 0);
        REQUIRE(static_cast<Vertex>(label) < parts);
        ++sizes[static_cast<std::size_t>(label)];
    }
    double cut = 0;
    for (const auto& [edge, weight] : graph.edges)
        if (labels[edge.first] != labels[edge.second]) cut += weight / 2;
    CHECK(found.cut == doctest::Approx(cut));
    const double share = static_cast<double>(graph.vertices) / static_cast<double>(parts);
    const auto largest = static_cast<double>(*std::max_element(sizes.begin(), sizes.end()));
    CHECK(*std::min_element(sizes.begin(), sizes.end()) > 0);
    CHECK(found.balance == doctest::Approx(largest / share));
    CHECK(largest <= std::max(std::ceil(share), std::floor((1 + imbalance) * share)));
    return labels;
}

/// A ring of cliques, each with an edge to the next one.
WeightedGraph ring_of_cliques(Vertex cliques, Vertex size) {
    WeightedGraph graph{cliques * size, {}};
    const auto join = [&](Vertex i, Vertex j) { graph.edges[{i, j}] = graph.edges[{j, i}] = 1; };
    for (Vertex c = 0; c < cliques; ++c) {
        for (Vertex i = 0; i < size; ++i)
            for (Vertex j = 0; j < i; ++j) join(c * size + i, c * size + j);
        join(c * size, (c + 1) % cliques * size + 1);
    }
    return graph;
}

WeightedGraph square_grid(Vertex side) {
    WeightedGraph graph{side * side, {}};
    const auto join = [&](Vertex i, Vertex j) { graph.edges[{i, j}] = graph.edges[{j, i}] = 1; };
    for (Vertex y = 0; y < side; ++y)
        for (Vertex x = 0; x < side; ++x) {
            if (x + 1 < side) join(y * side + x, y * side + x + 1);
            if (y + 1 < side) join(y * side + x, (y + 1) * side + x);
        }
    return graph;
}

} // namespace

TEST_SUITE_BEGIN("algorithms");

TEST_CASE("parts of random graphs") {
    on_random_graphs(130, true, [](const Context& context, const WeightedGraph& graph) {
        Random random(graph.edges.size());
        const auto A = matrix_of(context, graph);
        for (const double imbalance : {0.0, 0.03, 0.5}) {
            const Vertex parts = 1 + random.below(graph.vertices);
            const KWayPartitionOptions options{.imbalance = imbalance, .seed = graph.vertices};
            const auto labels = check_parts(graph, k_way_partition(A, parts, options), parts, imbalance);
            CHECK(dense(k_way_partition(A, parts, options).labels) == labels);
        }
    });
}

TEST_CASE("parts of a directed graph with weights, by several levels") {
    Random random(131);
    WeightedGraph graph{1500, {}};
    for (int e = 0; e < 6000; ++e)
        graph.edges[{random.below(1500), random.below(random.chance(0.5) ? 1500 : 20)}] =
            static_cast<double>(random.below(40)) / 8;
    on_each_backend([&](const Context& context) {
        if (is_slow(std::string(context.backend()))) return;
        for (const double imbalance : {0.0, 0.1}) {
            const auto found = k_way_partition(matrix_of(context, graph), 5, {.imbalance = imbalance});
            check_parts(graph, found, 5, imbalance);
        }
    });
}

TEST_CASE("parts whose best cuts are known, the same on every backend") {
    std::vector<std::vector<std::int64_t>> labels_of_backends;
    on_each_backend([&](const Context& context) {
        // Enough vertices for several levels: 240 in 4 parts.
        const auto ring = ring_of_cliques(24, 10);
        const auto found = k_way_partition(matrix_of(context, ring), 4, {.imbalance = 0, .seed = 3});
        labels_of_backends.push_back(check_parts(ring, found, 4, 0));
        CHECK(found.cut == 4);
        // Two components.
        WeightedGraph halves = complete(20);
        for (const auto& [edge, weight] : complete(20).edges)
            halves.edges[{edge.first + 20, edge.second + 20}] = weight;
        halves.vertices = 40;
        CHECK(k_way_partition(matrix_of(context, halves), 2, {.imbalance = 0}).cut == 0);
        if (is_slow(std::string(context.backend()))) return;
        const auto grid = square_grid(100);
        for (const std::uint64_t seed : {0, 1, 2}) {
            const auto parts = k_way_partition(matrix_of(context, grid), 4, {.seed = seed});
            check_parts(grid, parts, 4, 0.03);
            CHECK(parts.cut <= 270); // four squares: 200
        }
        // Leaves of hubs, which have no neighbours but the hub, and isolated vertices.
        WeightedGraph stars{4000, {}};
        for (Vertex v = 3; v < 3000; ++v) stars.edges[{v % 3, v}] = stars.edges[{v, v % 3}] = 1;
        check_parts(stars, k_way_partition(matrix_of(context, stars), 7), 7, 0.03);
    });
    for (const auto& labels : labels_of_backends) CHECK(labels == labels_of_backends.front());
}

TEST_CASE("parts: edge cases and bad arguments") {
    on_each_backend([](const Context& context) {
        CHECK(k_way_partition(Matrix<bool>(context, 0, 0), 1).labels.size() == 0);
        CHECK(k_way_partition(Matrix<bool>(context, 5, 5), 5, {.imbalance = 0}).balance == 1);
        const auto A = matrix_of(context, path(6));
        CHECK(k_way_partition(A, 1).cut == 0);
        CHECK(k_way_partition(A, 6).cut == 5);
        CHECK(k_way_partition(A, 2, {.imbalance = 0}).cut == 1);
        // All vertices in one part would be a cut of 0.
        for (const Vertex parts : {2, 3, 5})
            CHECK(check_parts(path(6), k_way_partition(A, parts, {.imbalance = 5}), parts, 5).size() == 6);
        CHECK(code_of([&] { (void)k_way_partition(A, 0); }) == Code::invalid_value);
        CHECK(code_of([&] { (void)k_way_partition(A, 7); }) == Code::invalid_value);
        CHECK(code_of([&] { (void)k_way_partition(A, 2, {.imbalance = -0.1}); }) == Code::invalid_value);
        CHECK(code_of([&] { (void)k_way_partition(A, 2, {.imbalance = std::nan("")}); }) ==
              Code::invalid_value);
        CHECK(code_of([&] { (void)k_way_partition(Matrix<bool>(context, 2, 3), 2); }) ==
              Code::dimension_mismatch);
        const auto negative = make<double>(context, 2, 2, {{0, 1, -1.0}});
        CHECK(code_of([&] { (void)k_way_partition(negative, 2); }) == Code::invalid_value);
    });
}

TEST_SUITE_END();
