/// \file test_graph_subgraphs.cpp
/// Triangles at vertices, k-truss, core numbers, independent sets and Jaccard similarity: graphs with known
/// results, and random graphs against plain_graphs.hpp.
#include "graph_algorithms_testing.hpp"

#include <set>

using namespace mergus;
using namespace mergus::tests;

TEST_SUITE_BEGIN("algorithms");

TEST_CASE("triangles at vertices and clustering coefficients") {
    on_random_graphs(35, false, [](const Context& context, const WeightedGraph& graph) {
        const auto A = matrix_of(context, graph);
        CHECK(dense(triangles(A)) == plain::triangles(graph));
        check_close(dense(clustering_coefficients(A)), plain::clustering_coefficients(graph));
    });
    on_each_backend([](const Context& context) {
        CHECK(dense(triangles(matrix_of(context, complete(6)))) == std::vector<std::int64_t>(6, 10));
        check_close(dense(clustering_coefficients(matrix_of(context, complete(6)))),
                    std::vector<double>(6, 1));
        CHECK(triangles(Matrix<bool>(context, 0, 0)).size() == 0);
    });
}

TEST_CASE("triangles at vertices of a skewed graph") {
    // Two hubs, each with triangles of its own and both in a complete graph, between vertices of few edges,
    // and a vertex without edges: products of all edges are over 16 times the entries.
    WeightedGraph graph = complete(9);
    constexpr Vertex leaves = 120;
    graph.vertices = 9 + leaves + 1;
    for (Vertex leaf = 0; leaf < leaves; ++leaf) {
        const Vertex v = 9 + leaf, hub = leaf % 3 == 0 ? 7 : 2;
        graph.edges[{hub, v}] = graph.edges[{v, hub}] = 1;
        if (leaf % 6 < 3) graph.edges[{v, v + 3}] = graph.edges[{v + 3, v}] = 1;
    }
    on_each_backend([&](const Context& context) {
        const auto A = matrix_of(context, graph);
        CHECK(dense(triangles(A)) == plain::triangles(graph));
        check_close(dense(clustering_coefficients(A)), plain::clustering_coefficients(graph));
    });
}

TEST_CASE("k-truss") {
    on_random_graphs(36, false, [](const Context& context, const WeightedGraph& graph) {
        for (const std::int64_t k : {3, 4, 5})
            CHECK(entries_of(k_truss(matrix_of(context, graph), k)) == plain::k_truss(graph, k));
    });
    on_each_backend([](const Context& context) {
        // K5 beside a triangle that shares a vertex with it.
        WeightedGraph graph = complete(5);
        graph.vertices = 7;
        for (const auto& [i, j] : {std::pair{4, 5}, {5, 6}, {4, 6}})
            graph.edges[{i, j}] = graph.edges[{j, i}] = 1;
        const auto A = matrix_of(context, graph);
        CHECK(k_truss(A, 3).nvals() == 26);
        CHECK(k_truss(A, 5).nvals() == 20);
        CHECK(k_truss(A, 6).nvals() == 0);
        CHECK(code_of([&] { (void)k_truss(A, 2); }) == Code::invalid_value);
    });
}

TEST_CASE("k-truss: a graph without triangles takes few launches and waits") {
    constexpr std::uint64_t n = 3000;
    Entries<double> cycle;
    for (std::uint64_t i = 0; i < n; ++i)
        for (const std::uint64_t j : {(i + 1) % n, (i + n - 1) % n}) cycle.push_back({i, j, 1});
    on_devices([&](const Context& context) {
        const auto A = make<double>(context, n, n, cycle);
        CHECK(k_truss(A, 3).nvals() == 0);
        const Counters before = context.counters();
        CHECK(k_truss(A, 3).nvals() == 0);
        const Counters after = context.counters();
        CHECK(after.launches - before.launches <= 7);
        CHECK(after.synchronizations - before.synchronizations <= 4);
    });
}

TEST_CASE("k-truss: rounds that remove few edges") {
    // Every edge of a triangulated torus is in two triangles. Without one edge, k = 4 removes it from there,
    // a few edges a round; the complete graph beside it stays.
    constexpr std::uint64_t side = 11;
    WeightedGraph graph = complete(20);
    const auto vertex = [](std::uint64_t x, std::uint64_t y) { return 20 + x % side * side + y % side; };
    graph.vertices = 20 + side * side;
    for (std::uint64_t x = 0; x < side; ++x)
        for (std::uint64_t y = 0; y < side; ++y)
            for (const std::uint64_t to : {vertex(x + 1, y), vertex(x, y + 1), vertex(x + 1, y + 1)})
                graph.edges[{vertex(x, y), to}] = graph.edges[{to, vertex(x, y)}] = 1;
    on_each_backend([&](const Context& context) {
        CHECK(entries_of(k_truss(matrix_of(context, graph), 4)) == plain::k_truss(graph, 4));
    });
    graph.edges.erase({vertex(3, 4), vertex(3, 5)});
    graph.edges.erase({vertex(3, 5), vertex(3, 4)});
    on_each_backend([&](const Context& context) {
        const auto truss = k_truss(matrix_of(context, graph), 4);
        CHECK(truss.nvals() == 20 * 19);
        CHECK(entries_of(truss) == plain::k_truss(graph, 4));
        CHECK(entries_of(k_truss(matrix_of(context, graph), 3)) == plain::k_truss(graph, 3));
    });
}

TEST_CASE("core numbers") {
    on_random_graphs(37, false, [](const Context& context, const WeightedGraph& graph) {
        CHECK(dense(core_numbers(matrix_of(context, graph))) == plain::core_numbers(graph));
    });
    on_each_backend([](const Context& context) {
        CHECK(dense(core_numbers(matrix_of(context, complete(5)))) == std::vector<std::int64_t>(5, 4));
        CHECK(dense(core_numbers(matrix_of(context, star(5)))) == std::vector<std::int64_t>(6, 1));
        CHECK(dense(core_numbers(Matrix<bool>(context, 2, 2))) == std::vector<std::int64_t>{0, 0});
    });
}

TEST_CASE("a maximal independent set is independent, maximal and the same everywhere") {
    std::map<std::uint64_t, std::vector<std::uint64_t>> chosen_before; // of each seed, on the star
    on_random_graphs(38, false, [](const Context& context, const WeightedGraph& graph) {
        const auto set = maximal_independent_set(matrix_of(context, graph), 5);
        std::vector<std::uint64_t> members;
        std::vector<bool> values;
        set.extract_tuples(members, values);
        const std::set<Vertex> in(members.begin(), members.end());
        for (const bool value : values) CHECK(value);
        const auto lists = graph.neighbours();
        for (Vertex v = 0; v < graph.vertices; ++v) {
            bool adjacent = false;
            for (const Vertex w : lists[v]) adjacent = adjacent || in.count(w) == 1;
            CHECK(adjacent != (in.count(v) == 1)); // never both, never neither
        }
    });
    on_each_backend([&](const Context& context) {
        std::set<std::vector<std::uint64_t>> different;
        for (std::uint64_t seed = 0; seed < 6; ++seed) {
            std::vector<std::uint64_t> members;
            std::vector<bool> values;
            maximal_independent_set(matrix_of(context, path(12)), seed).extract_tuples(members, values);
            different.insert(members);
            const auto known = chosen_before.try_emplace(seed, members);
            CHECK(known.first->second == members);
        }
        CHECK(different.size() > 1);
    });
}

TEST_CASE("Jaccard similarity") {
    on_random_graphs(39, false, [](const Context& context, const WeightedGraph& graph) {
        const auto found = entries_of(jaccard(matrix_of(context, graph)));
        const auto expected = plain::jaccard(graph);
        REQUIRE(found.size() == expected.size());
        for (const auto& [edge, similarity] : expected) CHECK(found.at(edge) == doctest::Approx(similarity));
    });
}

TEST_SUITE_END();
