/// \file test_paths.cpp
/// Neighbourhoods, shortest paths from several sources, trees and paths, widest paths, eccentricities and
/// diameters: random graphs against plain_graphs.hpp, known results, and arguments that must be refused.
#include "graph_algorithms_testing.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace mergus;
using namespace mergus::tests;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

std::vector<Vertex> every_vertex(const WeightedGraph& graph) {
    std::vector<Vertex> all(graph.vertices);
    for (Vertex v = 0; v < graph.vertices; ++v) all[v] = v;
    return all;
}

/// With weights of 1.
WeightedGraph unweighted(WeightedGraph graph) {
    for (auto& [edge, weight] : graph.edges) weight = 1;
    return graph;
}

/// Relaxes every edge n times.
std::vector<double> plain_widths(const WeightedGraph& graph, Vertex source) {
    std::vector<double> width(graph.vertices, -infinity);
    width[source] = infinity;
    for (Vertex round = 0; round < graph.vertices; ++round)
        for (const auto& [edge, weight] : graph.edges)
            width[edge.second] = std::max(width[edge.second], std::min(width[edge.first], weight));
    return width;
}

/// A band of vertices, which searches from its ends pass in many rounds, with chords, and after it a few
/// vertices that are not reached. Weights are from least to least + 9.
WeightedGraph long_graph(Random& random, double least) {
    constexpr Vertex band = 160;
    WeightedGraph graph{band + 3, {}};
    const auto add = [&](Vertex from, Vertex to) {
        graph.edges[{from, to}] = least + static_cast<double>(random.below(10));
    };
    for (Vertex v = 0; v + 3 < band; ++v)
        for (const Vertex step : {1, 2, 3}) {
            add(v, v + step);
            if (random.below(3) != 0) add(v + step, v);
        }
    add(band, band + 1);
    add(band + 1, 5); // from there to the band
    return graph;
}

/// For each vertex the least one of the level before from which an edge leads to it; the source itself; −1.
std::vector<std::int64_t> least_parents(const WeightedGraph& graph, Vertex source) {
    const auto level = plain::dijkstra(unweighted(graph), source);
    std::vector<std::int64_t> parent(graph.vertices, -1);
    parent[source] = static_cast<std::int64_t>(source);
    for (const auto& [edge, weight] : graph.edges) // in the order of their first vertices
        if (level[edge.first] + 1 == level[edge.second] && level[edge.first] < infinity &&
            parent[edge.second] == -1)
            parent[edge.second] = static_cast<std::int64_t>(edge.first);
    return parent;
}

} // namespace

TEST_SUITE_BEGIN("algorithms");

TEST_CASE("searches of many rounds") {
    Random random(77);
    const WeightedGraph graph = long_graph(random, 0), steps = unweighted(graph);
    const std::vector<Vertex> sources = {0, 157, 161, 80, 162};
    on_each_backend([&](const Context& context) {
        const auto A = matrix_of(context, graph);
        const auto levels = bfs_levels(A, sources);
        const auto lengths = shortest_path_lengths(A, sources);
        const auto parents = bfs_parents(A, sources);
        for (Vertex s = 0; s < sources.size(); ++s) {
            const auto expected = plain::dijkstra(steps, sources[s]);
            CHECK(extract(parents, s, all).to_dense(-1) == least_parents(graph, sources[s]));
            const auto found = extract(levels, s, all).to_dense(-1);
            for (Vertex v = 0; v < graph.vertices; ++v)
                CHECK(found[v] == (expected[v] < infinity ? static_cast<std::int32_t>(expected[v]) : -1));
            CHECK(distances(shortest_paths(A, sources[s])) == plain::dijkstra(graph, sources[s]));
            CHECK(distances(extract(lengths, s, all)) == plain::dijkstra(graph, sources[s]));
            CHECK(widest_paths(A, sources[s]).to_dense(-infinity) == plain_widths(graph, sources[s]));
        }
        for (const int hops : {15, 16, 17, 30}) {
            const auto near = neighbourhoods(A, sources, hops);
            CHECK(near.nvals() == select(ops::valuele<std::int32_t>, levels, hops).nvals());
            CHECK(reduce(max_monoid<std::int32_t>, near) == hops);
        }
    });
    on_each_backend([](const Context& context) { // far more vertices than edges
        constexpr Vertex n = Vertex{1} << 40, step = n / 50;
        Entries<double> edges;
        for (Vertex v = 0; v < 40; ++v) edges.push_back({v * step, (v + 1) * step, 1});
        const auto A = make<double>(context, n, n, edges);
        const auto levels = bfs_levels(A, {step});
        const auto parents = bfs_parents(A, {step});
        CHECK(levels.nvals() == 40);
        CHECK(parents.nvals() == 40);
        CHECK(levels.extract_element(0, 40 * step) == 39);
        CHECK(parents.extract_element(0, 40 * step) == static_cast<std::int64_t>(39 * step));
    });
    on_each_backend([](const Context& context) { // some weights are negative, and no cycle is
        Random again(78);
        WeightedGraph forward = long_graph(again, -4);
        std::erase_if(forward.edges, [](const auto& edge) { return edge.first.first > edge.first.second; });
        const auto A = matrix_of(context, forward);
        const auto expected = plain::shortest_paths(forward, 0).value();
        CHECK(distances(shortest_paths(A, 0)) == expected);
        CHECK(distances(extract(shortest_path_lengths(A, {3, 0}), 1, all)) == expected);
        CHECK(widest_paths(A, 0).to_dense(-infinity) == plain_widths(forward, 0));
    });
}

TEST_CASE("neighbourhoods") {
    on_random_graphs(70, true, [](const Context& context, const WeightedGraph& graph) {
        const auto A = matrix_of(context, graph);
        const std::vector<Vertex> sources = {0, graph.vertices - 1, 0};
        for (const int hops : {0, 1, 3}) {
            std::map<std::pair<Vertex, Vertex>, std::int32_t> expected;
            for (Vertex s = 0; s < sources.size(); ++s) {
                const auto distance = plain::dijkstra(unweighted(graph), sources[s]);
                for (Vertex v = 0; v < graph.vertices; ++v)
                    if (distance[v] <= hops) expected[{s, v}] = static_cast<std::int32_t>(distance[v]);
            }
            CHECK(entries_of(neighbourhoods(A, sources, hops)) == expected);
        }
        CHECK(code_of([&] { (void)neighbourhoods(A, sources, -1); }) == Code::invalid_value);
        CHECK(code_of([&] { (void)neighbourhoods(A, {graph.vertices}, 1); }) == Code::invalid_index);
        CHECK(neighbourhoods(A, IndexList{}, 2).nrows() == 0);
    });
}

TEST_CASE("shortest paths from several sources") {
    on_random_graphs(71, true, [](const Context& context, const WeightedGraph& graph) {
        const auto A = matrix_of(context, graph);
        auto sources = every_vertex(graph);
        sources.insert(sources.end(), 9, 0); // more than one batch
        const auto lengths = shortest_path_lengths(A, sources);
        for (Vertex s = 0; s < sources.size(); ++s)
            CHECK(distances(extract(lengths, s, all)) == plain::dijkstra(graph, sources[s]));
    });
    on_each_backend([](const Context& context) {
        const auto far = make<double>(context, 3, 3, {{0, 1, infinity}, {1, 0, -2.0}});
        CHECK(entries_of(shortest_path_lengths(far, {0, 1})) ==
              std::map<std::pair<Vertex, Vertex>, double>{
                  {{0, 0}, 0}, {{0, 1}, infinity}, {{1, 0}, -2}, {{1, 1}, 0}});
        const auto cycle = make<double>(context, 3, 3, {{1, 2, -1.0}, {2, 1, 0.5}});
        CHECK(entries_of(shortest_path_lengths(cycle, {0})).size() == 1);
        CHECK(code_of([&] { (void)shortest_path_lengths(cycle, {0, 1}); }) == Code::invalid_value);
        CHECK(code_of([&] { (void)shortest_path_lengths(cycle, {3}); }) == Code::invalid_index);
        CHECK(code_of([&] {
                  (void)shortest_path_lengths(make<double>(context, 1, 1, {{0, 0, std::nan("")}}), {0});
              }) == Code::invalid_value);
        CHECK(shortest_path_lengths(cycle, IndexList{}).nrows() == 0);
    });
}

TEST_CASE("trees of shortest paths, and the paths") {
    // Weights of 0, and so cycles of length 0, are among them.
    on_each_backend([](const Context& context) {
        Random random(72);
        for (int round = 0; round < rounds(context); ++round) {
            const WeightedGraph graph = random_graph(random, round % 2 == 0, 0);
            const Vertex source = graph.vertices / 2;
            const ShortestPathTree tree = shortest_path_tree(matrix_of(context, graph), source);
            const auto expected = plain::dijkstra(graph, source);
            CHECK(distances(tree.distance) == expected);
            for (Vertex v = 0; v < graph.vertices; ++v) {
                const std::vector<std::uint64_t> path = path_to(tree.parent, v);
                CHECK(path.empty() == (expected[v] == plain::unreachable));
                if (path.empty()) continue;
                CHECK(path.front() == source);
                CHECK(path.back() == v);
                double length = 0;
                for (std::size_t e = 1; e < path.size(); ++e) {
                    REQUIRE(graph.has(path[e - 1], path[e]));
                    length += graph.edges.at({path[e - 1], path[e]});
                }
                CHECK(length == expected[v]);
            }
        }
        const auto search = extract(bfs_parents(matrix_of(context, path(5)), {4}), 0, all);
        CHECK(path_to(search, 1) == std::vector<std::uint64_t>{4, 3, 2, 1});
        CHECK(path_to(search, 4) == std::vector<std::uint64_t>{4});
        CHECK(code_of([&] { (void)path_to(search, 5); }) == Code::invalid_index);
        for (const std::vector<std::int64_t>& wrong : {std::vector<std::int64_t>{1, 0}, {2, 0}, {-3, 0}})
            CHECK(code_of([&] { (void)path_to(Vector<std::int64_t>::from_dense(context, wrong), 1); }) ==
                  Code::invalid_value);
        // Weights that floating point does not represent.
        const auto thirds =
            make<double>(context, 4, 4, {{0, 1, 0.1}, {1, 2, 0.2}, {0, 2, 0.3}, {2, 3, 1e17}});
        CHECK(path_to(shortest_path_tree(thirds, 0).parent, 3).size() >= 3);
    });
}

TEST_CASE("widest paths") {
    on_random_graphs(73, true, [](const Context& context, const WeightedGraph& graph) {
        const auto found = widest_paths(matrix_of(context, graph), 0).to_dense(-infinity);
        CHECK(found == plain_widths(graph, 0));
    });
    on_each_backend([](const Context& context) {
        const auto A = make<double>(context, 3, 3, {{0, 1, -5.0}, {1, 0, infinity}, {1, 1, 7}});
        CHECK(widest_paths(A, 0).to_dense(0) == std::vector<double>{infinity, -5, 0});
        CHECK(widest_paths(A, 2).nvals() == 1);
        CHECK(code_of([&] { (void)widest_paths(A, 3); }) == Code::invalid_index);
        for (const double wrong : {std::nan(""), -infinity})
            CHECK(code_of([&] {
                      (void)widest_paths(make<double>(context, 1, 1, {{0, 0, wrong}}), 0);
                  }) == Code::invalid_value);
    });
}

TEST_CASE("eccentricities and diameter") {
    on_random_graphs(74, false, [](const Context& context, const WeightedGraph& graph) {
        std::vector<std::int64_t> expected(graph.vertices, 0);
        for (Vertex v = 0; v < graph.vertices; ++v)
            for (const double distance : plain::dijkstra(unweighted(graph), v))
                if (distance != plain::unreachable)
                    expected[v] = std::max(expected[v], static_cast<std::int64_t>(distance));
        const auto A = matrix_of(context, graph);
        CHECK(dense(eccentricities(A)) == expected);
        CHECK(diameter(A) == *std::max_element(expected.begin(), expected.end()));
    });
    on_each_backend([](const Context& context) {
        CHECK(dense(eccentricities(matrix_of(context, path(7)))) ==
              std::vector<std::int64_t>{6, 5, 4, 3, 4, 5, 6});
        CHECK(diameter(matrix_of(context, star(8))) == 2);
        CHECK(diameter(Matrix<bool>(context, 3, 3)) == 0);
        CHECK(diameter(Matrix<bool>(context, 0, 0)) == 0);
        CHECK(eccentricities(Matrix<bool>(context, 0, 0)).size() == 0);
    });
}

TEST_CASE("a shortest path to a target, with lower bounds") {
    on_random_graphs(76, true, [](const Context& context, const WeightedGraph& drawn) {
        WeightedGraph graph = drawn, backwards{drawn.vertices, {}};
        for (auto& [edge, weight] : graph.edges) {
            if (weight == 1) weight = 0;
            if (weight == 10) weight = infinity;
            backwards.edges[{edge.second, edge.first}] = weight;
        }
        const auto A = matrix_of(context, graph);
        const Vertex target = graph.vertices - 1;
        const double wanted = plain::dijkstra(graph, 0)[target];
        const auto rest = plain::dijkstra(backwards, target);
        // Without bounds, half of the distances, of every second vertex only, and the distances.
        for (const double share : {0.0, 0.5, 1.0}) {
            Vector<double> bounds(context, graph.vertices);
            for (Vertex v = 0; v < graph.vertices; ++v)
                if (share != 0.5 || v % 2 == 0) bounds.set_element(v, share == 0 ? 0 : share * rest[v]);
            const ShortestPath found = a_star(A, 0, target, bounds);
            CHECK(found.distance == wanted);
            // The method of backends without kernels takes the same path.
            const Context host("suitesparse");
            const auto rest_on_host = Vector<double>::from_dense(host, bounds.to_dense(0));
            CHECK(a_star(matrix_of(host, graph), 0, target, rest_on_host).path == found.path);
            CHECK(found.path.empty() == (wanted == infinity));
            CHECK(found.reached >= std::max<std::uint64_t>(1, found.path.size()));
            double sum = 0;
            for (std::size_t k = 1; k < found.path.size(); ++k) {
                REQUIRE(graph.has(found.path[k - 1], found.path[k]));
                sum += graph.edges.at({found.path[k - 1], found.path[k]});
            }
            if (wanted != infinity) {
                CHECK(sum == wanted);
                CHECK(found.path.front() == 0);
                CHECK(found.path.back() == target);
            }
        }
    });
    on_each_backend([](const Context& context) {
        // Along a side of a square grid: with the distances as bounds, only what is next to the side is
        // reached.
        const Vertex side = is_slow(std::string(context.backend())) ? 8 : 60;
        WeightedGraph grid{side * side, {}};
        Vector<double> bounds(context, side * side);
        for (Vertex y = 0; y < side; ++y)
            for (Vertex x = 0; x < side; ++x) {
                const Vertex v = y * side + x;
                if (x + 1 < side) grid.edges[{v, v + 1}] = grid.edges[{v + 1, v}] = 1;
                if (y + 1 < side) grid.edges[{v, v + side}] = grid.edges[{v + side, v}] = 1;
                bounds.set_element(v, static_cast<double>(side - 1 - x + y));
            }
        const auto A = matrix_of(context, grid);
        const ShortestPath guided = a_star(A, 0, side - 1, bounds);
        CHECK(guided.distance == static_cast<double>(side - 1));
        CHECK(guided.path.size() == side);
        CHECK(guided.reached <= 3 * side);
        CHECK(a_star(A, 0, side - 1, Vector<double>(context, side * side)).reached > side * side / 3);
        CHECK(a_star(A, 5, 5, bounds).path == std::vector<std::uint64_t>{5});
        CHECK(code_of([&] { (void)a_star(A, 0, side * side, bounds); }) == Code::invalid_index);
        CHECK(code_of([&] { (void)a_star(A, 0, 1, Vector<double>(context, 3)); }) ==
              Code::dimension_mismatch);
        CHECK(code_of([&] { (void)a_star(Matrix<bool>(context, 2, 3), 0, 1, bounds); }) ==
              Code::dimension_mismatch);
        // Of two paths as short the one of the least vertex before the target.
        WeightedGraph two{7, {{{0, 1}, 1}, {{0, 2}, 1}, {{1, 5}, 1}, {{2, 3}, 1}, {{3, 6}, 1}, {{5, 6}, 1}}};
        CHECK(a_star(matrix_of(context, two), 0, 6, Vector<double>(context, 7)).path ==
              std::vector<std::uint64_t>{0, 2, 3, 6});
        // Too large a bound gives a longer path, and no endless search.
        bounds.set_element(1, 1e9);
        CHECK(a_star(A, 0, side - 1, bounds).distance == static_cast<double>(side + 1));
        bounds.set_element(0, infinity); // so no path from there
        CHECK(a_star(A, 0, side - 1, bounds).distance == infinity);
        CHECK(code_of([&] { (void)a_star(A, 0, 1, Vector<double>(Context("suitesparse"), side * side)); }) ==
              Code::invalid_value);
        for (const double wrong : {-1.0, std::nan("")}) {
            Vector<double> bad(context, side * side);
            bad.set_element(3, wrong);
            CHECK(code_of([&] { (void)a_star(A, 0, 1, bad); }) == Code::invalid_value);
            const auto W = make<double>(context, 2, 2, {{0, 1, wrong}});
            CHECK(code_of([&] { (void)a_star(W, 0, 1, Vector<double>(context, 2)); }) == Code::invalid_value);
        }
    });
}

TEST_SUITE_END();
