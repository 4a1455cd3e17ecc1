/// \file test_distance_centralities.cpp
/// Closeness, harmonic centrality, edge betweenness and its estimates, against sequential code on random
/// graphs, and known results.
#include "graph_algorithms_testing.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

using namespace mergus;
using namespace mergus::tests;

namespace {

std::vector<Vertex> every_vertex(const WeightedGraph& graph) {
    std::vector<Vertex> all(graph.vertices);
    for (Vertex v = 0; v < graph.vertices; ++v) all[v] = v;
    return all;
}

/// Distances to a vertex, of edges or of weights.
std::vector<double> distances_to(const WeightedGraph& graph, Vertex target, bool weighted) {
    WeightedGraph reversed{graph.vertices, {}};
    for (const auto& [edge, weight] : graph.edges)
        reversed.edges[{edge.second, edge.first}] = weighted ? weight : 1;
    return plain::dijkstra(reversed, target);
}

std::vector<double> plain_closeness(const WeightedGraph& graph, bool weighted, bool is_harmonic) {
    std::vector<double> values(graph.vertices);
    for (Vertex v = 0; v < graph.vertices; ++v) {
        double sum = 0, count = 0, inverse = 0;
        for (const double distance : distances_to(graph, v, weighted)) {
            if (distance == plain::unreachable) continue;
            sum += distance;
            count += 1;
            if (distance > 0) inverse += 1 / distance;
        }
        const double share = (count - 1) / (static_cast<double>(graph.vertices) - 1);
        values[v] = is_harmonic ? inverse : sum == 0 ? 0 : (count - 1) / sum * share;
    }
    return values;
}

/// Brandes' algorithm, a source at a time, with the share of each edge.
std::map<std::pair<Vertex, Vertex>, double> plain_edge_betweenness(const WeightedGraph& graph,
                                                                   const std::vector<Vertex>& sources) {
    const auto neighbours = graph.neighbours();
    std::map<std::pair<Vertex, Vertex>, double> shares;
    for (const auto& [edge, weight] : graph.edges)
        if (edge.first != edge.second) shares[edge] = 0;
    for (const Vertex source : sources) {
        std::vector<double> paths(graph.vertices, 0), dependency(graph.vertices, 0);
        std::vector<int> depth(graph.vertices, -1);
        std::vector<Vertex> order = {source};
        paths[source] = 1;
        depth[source] = 0;
        for (std::size_t next = 0; next < order.size(); ++next)
            for (const Vertex w : neighbours[order[next]]) {
                if (depth[w] < 0) {
                    depth[w] = depth[order[next]] + 1;
                    order.push_back(w);
                }
                if (depth[w] == depth[order[next]] + 1) paths[w] += paths[order[next]];
            }
        for (std::size_t last = order.size(); last-- > 0;) {
            const Vertex v = order[last];
            for (const Vertex w : neighbours[v])
                if (depth[w] == depth[v] + 1) {
                    const double share = paths[v] / paths[w] * (1 + dependency[w]);
                    shares[{v, w}] += share;
                    dependency[v] += share;
                }
        }
    }
    return shares;
}

/// Counts the shortest paths with each vertex inside, pair by pair.
std::vector<double> plain_weighted_betweenness(const WeightedGraph& graph,
                                               const std::vector<Vertex>& sources) {
    std::vector<std::vector<double>> distance, paths;
    for (Vertex s = 0; s < graph.vertices; ++s) {
        distance.push_back(plain::dijkstra(graph, s));
        // In the order of distance the counts of all predecessors are complete.
        std::vector<Vertex> order = every_vertex(graph);
        std::sort(order.begin(), order.end(),
                  [&](Vertex a, Vertex b) { return distance[s][a] < distance[s][b]; });
        std::vector<double> count(graph.vertices, 0);
        count[s] = 1;
        for (const Vertex v : order)
            for (const auto& [edge, weight] : graph.edges)
                if (edge.second == v && edge.first != v && distance[s][v] != plain::unreachable &&
                    distance[s][edge.first] + weight == distance[s][v])
                    count[v] += count[edge.first];
        paths.push_back(count);
    }
    std::vector<double> values(graph.vertices, 0);
    for (const Vertex s : sources)
        for (Vertex t = 0; t < graph.vertices; ++t)
            for (Vertex v = 0; v < graph.vertices; ++v)
                if (v != s && v != t && s != t && distance[s][t] != plain::unreachable &&
                    distance[s][v] + distance[v][t] == distance[s][t])
                    values[v] += paths[s][v] * paths[v][t] / paths[s][t];
    return values;
}

void check_close(const std::map<std::pair<Vertex, Vertex>, double>& found,
                 const std::map<std::pair<Vertex, Vertex>, double>& expected) {
    REQUIRE(found.size() == expected.size());
    for (const auto& [edge, value] : expected) {
        REQUIRE(found.count(edge) == 1);
        CHECK(found.at(edge) == doctest::Approx(value).epsilon(1e-9));
    }
}

} // namespace

TEST_SUITE_BEGIN("algorithms");

TEST_CASE("closeness and harmonic centrality") {
    on_random_graphs(80, true, [](const Context& context, const WeightedGraph& graph) {
        const auto A = matrix_of(context, graph);
        for (const bool weighted : {false, true}) {
            check_close(dense(closeness(A, every_vertex(graph), {.weighted = weighted})),
                        plain_closeness(graph, weighted, false));
            check_close(dense(harmonic(A, every_vertex(graph), {.weighted = weighted})),
                        plain_closeness(graph, weighted, true));
        }
        const auto some = closeness(A, {graph.vertices - 1, graph.vertices - 1});
        CHECK(some.nvals() == 1);
        CHECK(*some.extract_element(graph.vertices - 1) ==
              doctest::Approx(plain_closeness(graph, false, false).back()));
    });
    on_each_backend([](const Context& context) {
        const auto A = matrix_of(context, star(4));
        check_close(dense(closeness(A, every_vertex(star(4)))), {1, 4.0 / 7, 4.0 / 7, 4.0 / 7, 4.0 / 7});
        check_close(dense(harmonic(A, every_vertex(star(4)))), {4, 2.5, 2.5, 2.5, 2.5});
        CHECK(closeness(A, IndexList{}).nvals() == 0);
        CHECK(dense(closeness(Matrix<bool>(context, 1, 1), {0})) == std::vector<double>{0});
        CHECK(code_of([&] { (void)closeness(A, {5}); }) == Code::invalid_index);
        const auto negative = make<double>(context, 2, 2, {{0, 1, -1.0}});
        CHECK(closeness(negative, {1}).nvals() == 1);
        CHECK(code_of([&] { (void)closeness(negative, {1}, {.weighted = true}); }) == Code::invalid_value);
        CHECK(code_of([&] { (void)harmonic(negative, {1}, {.weighted = true}); }) == Code::invalid_value);
    });
}

TEST_CASE("betweenness along weighted edges") {
    on_random_graphs(83, true, [](const Context& context, const WeightedGraph& graph) {
        auto sources = every_vertex(graph);
        if (sources.size() > 12) sources.resize(12);
        check_close(dense(betweenness(matrix_of(context, graph), sources, {.weighted = true})),
                    plain_weighted_betweenness(graph, sources));
    });
    on_each_backend([](const Context& context) {
        // The way from 0 to 2 by 1 is as long as the edge.
        const auto A = make<double>(context, 4, 4, {{0, 1, 1}, {1, 2, 1}, {0, 2, 2}, {2, 3, 1}, {3, 3, -1}});
        check_close(dense(betweenness(A, {0}, {.weighted = true})), {0, 1, 1, 0});
        check_close(dense(betweenness(A, {0}, {.normalized = true, .weighted = true})),
                    {0, 1.0 / 6, 1.0 / 6, 0});
        for (const double wrong : {0.0, -1.0, std::nan(""), plain::unreachable}) {
            const auto bad = make<double>(context, 2, 2, {{0, 1, wrong}});
            CHECK(code_of([&] { (void)betweenness(bad, {0}, {.weighted = true}); }) == Code::invalid_value);
            CHECK(betweenness(bad, {0}).nvals() == 2);
        }
    });
}

TEST_CASE("edge betweenness") {
    on_random_graphs(81, true, [](const Context& context, const WeightedGraph& graph) {
        auto sources = every_vertex(graph);
        sources.push_back(0);
        check_close(entries_of(edge_betweenness(matrix_of(context, graph), sources)),
                    plain_edge_betweenness(graph, sources));
    });
    on_each_backend([](const Context& context) {
        // Of a path of 4 vertices, 3, 4 and 3 of the 6 pairs use the edges.
        const auto A = matrix_of(context, path(4));
        const auto value = [&](const IndexList& sources, const BetweennessOptions& options) {
            const auto found = edge_betweenness(A, sources, options);
            CHECK(found.nvals() == 6);
            return *found.extract_element(1, 2);
        };
        const std::vector<Vertex> all = {0, 1, 2, 3};
        CHECK(value(all, {}) == 4);
        CHECK(value(all, {.undirected = true}) == 4);
        CHECK(value(all, {.undirected = true, .normalized = true}) == doctest::Approx(4.0 / 6));
        CHECK(value(all, {.normalized = true}) == doctest::Approx(4.0 / 12));
        CHECK(value({0}, {.estimate = true}) == 8);
        CHECK(value(IndexList{}, {.estimate = true}) == 0);
        CHECK(code_of([&] { (void)edge_betweenness(A, {4}); }) == Code::invalid_index);
    });
}

TEST_CASE("approximate betweenness") {
    on_each_backend([](const Context& context) {
        Random random(82);
        WeightedGraph graph{is_slow(std::string(context.backend())) ? Vertex{40} : Vertex{400}, {}};
        for (Vertex v = 1; v < graph.vertices; ++v) {
            const Vertex u = random.below(v); // a tree: few vertices are between many
            graph.edges[{u, v}] = graph.edges[{v, u}] = 1;
        }
        const auto A = matrix_of(context, graph);
        const auto exact = dense(betweenness(A, every_vertex(graph), {.normalized = true}));
        const auto sampled = approximate_betweenness(A, {.error = 0.2, .probability = 0.1, .seed = 1});
        const double n = static_cast<double>(graph.vertices), error = 0.2 * (n - 1) / n;
        const double needed = std::ceil(std::log(2 * n / 0.1) / (2 * error * error));
        CHECK(sampled.sources == static_cast<std::uint64_t>(std::min(needed, n)));
        const auto values = dense(sampled.values);
        for (Vertex v = 0; v < graph.vertices; ++v) CHECK(std::abs(values[v] - exact[v]) <= 0.2);
        const auto all = approximate_betweenness(A, {.error = 0.01});
        CHECK(all.sources == graph.vertices);
        check_close(dense(all.values), exact);
        CHECK(approximate_betweenness(Matrix<bool>(context, 0, 0)).sources == 0);
        CHECK(dense(approximate_betweenness(Matrix<bool>(context, 2, 2)).values) ==
              std::vector<double>{0, 0});
        for (const double wrong : {0.0, -1.0, std::nan("")}) {
            CHECK(code_of([&] { (void)approximate_betweenness(A, {.error = wrong}); }) ==
                  Code::invalid_value);
            CHECK(code_of([&] { (void)approximate_betweenness(A, {.probability = wrong}); }) ==
                  Code::invalid_value);
        }
        CHECK(code_of([&] { (void)approximate_betweenness(A, {.probability = 1}); }) == Code::invalid_value);
    });
}

TEST_CASE("k-path centrality is near the exact probabilities") {
    on_random_graphs(69, true, [](const Context& context, const WeightedGraph& graph) {
        const auto neighbours = graph.neighbours();
        const Vertex n = graph.vertices, k = 3;
        // Every path with its probability; of length 1, 2 and 3 each path counts as far as it goes.
        std::vector<double> exact(n, 0);
        const std::function<void(std::vector<Vertex>&, double)> follow = [&](std::vector<Vertex>& path,
                                                                             double probability) {
            if (path.size() > k) return;
            std::vector<Vertex> next;
            for (const Vertex v : neighbours[path.back()])
                if (std::count(path.begin(), path.end(), v) == 0) next.push_back(v);
            for (const Vertex v : next) {
                const double share = probability / static_cast<double>(next.size());
                exact[v] += share * static_cast<double>(k + 1 - path.size());
                path.push_back(v);
                follow(path, share);
                path.pop_back();
            }
        };
        for (Vertex s = 0; s < n; ++s) {
            std::vector<Vertex> path{s};
            follow(path, 1);
        }
        const auto found = k_path_centrality(matrix_of(context, graph), k, {.alpha = -0.4, .seed = n});
        const auto values = dense(found.values);
        CHECK(found.paths > 0);
        for (Vertex v = 0; v < n; ++v) {
            // k n times a mean: five standard deviations.
            const double scale = static_cast<double>(k * n), share = exact[v] / scale;
            CHECK(share <= 1);
            const double deviation =
                scale * std::sqrt(share * (1 - share) / static_cast<double>(found.paths));
            CHECK(std::abs(values[v] - exact[v]) <= 5 * deviation + 1e-9);
        }
        CHECK(dense(k_path_centrality(matrix_of(context, graph), k, {.alpha = -0.4, .seed = n}).values) ==
              values);
    });
    on_each_backend([](const Context& context) {
        CHECK(k_path_centrality(Matrix<bool>(context, 0, 0), 2).paths == 0);
        CHECK(dense(k_path_centrality(Matrix<bool>(context, 3, 3), 2).values) == std::vector<double>(3, 0));
        const auto A = matrix_of(context, path(4));
        CHECK(code_of([&] { (void)k_path_centrality(A, 0); }) == Code::invalid_value);
        CHECK(code_of([&] { (void)k_path_centrality(A, 2, {.alpha = 0.6}); }) == Code::invalid_value);
        CHECK(code_of([&] { (void)k_path_centrality(A, 2, {.alpha = std::nan("")}); }) ==
              Code::invalid_value);
        CHECK(code_of([&] { (void)k_path_centrality(A, std::uint64_t{1} << 40); }) == Code::invalid_value);
        CHECK(code_of([&] { (void)k_path_centrality(Matrix<bool>(context, 2, 3), 1); }) ==
              Code::dimension_mismatch);
        std::uint64_t steps = 0;
        const ProgressScope scope([&](const AlgorithmStep&) { return ++steps < 2; });
        CHECK(code_of([&] { (void)k_path_centrality(A, 2); }) == Code::stopped);
    });
}

TEST_SUITE_END();
