/// \file test_graph_centralities.cpp
/// Shortest paths, PageRank and betweenness: graphs with known results, random graphs against
/// plain_graphs.hpp, and arguments that must be refused.
#include "graph_algorithms_testing.hpp"

#include <mergus/graph.hpp>

#include <cmath>
#include <limits>

using namespace mergus;
using namespace mergus::tests;

TEST_SUITE_BEGIN("algorithms");

TEST_CASE("shortest paths with positive and with negative weights") {
    on_random_graphs(31, true, [](const Context& context, const WeightedGraph& graph) {
        const auto A = matrix_of(context, graph);
        const Vertex source = graph.vertices / 2;
        CHECK(distances(shortest_paths(A, source)) == plain::dijkstra(graph, source));
    });
    on_each_backend([](const Context& context) {
        Random random(32);
        int cycles = 0, paths = 0;
        for (int round = 0; round < rounds(context); ++round) {
            const WeightedGraph graph = random_graph(random, true, -1);
            const auto A = matrix_of(context, graph);
            const auto expected = plain::shortest_paths(graph, 0);
            ++(expected ? paths : cycles);
            if (expected)
                CHECK(distances(shortest_paths(A, 0)) == *expected);
            else
                CHECK(code_of([&] { (void)shortest_paths(A, 0); }) == Code::invalid_value);
        }
        if (!is_slow(std::string(context.backend()))) CHECK((cycles > 3 && paths > 3));
    });
}

TEST_CASE("shortest paths: infinite weights, NaN, a negative cycle out of reach") {
    on_each_backend([](const Context& context) {
        const double infinity = std::numeric_limits<double>::infinity();
        CHECK(distances(shortest_paths(make<double>(context, 2, 2, {{0, 1, infinity}}), 0)) ==
              std::vector<double>{0, infinity});
        // The sum of these weights may be NaN.
        CHECK(distances(shortest_paths(
                  make<double>(context, 3, 3,
                               {{0, 1, 1.7e308}, {0, 2, 1.7e308}, {1, 2, -1.7e308}, {2, 2, 1.7e308}}),
                  0)) == std::vector<double>{0, 1.7e308, 0});
        CHECK(code_of([&] {
                  (void)shortest_paths(make<double>(context, 2, 2, {{1, 0, std::nan("")}}), 0);
              }) == Code::invalid_value);
        CHECK(code_of([&] {
                  (void)shortest_paths(make<double>(context, 2, 2, {{0, 1, -infinity}}), 0);
              }) == Code::invalid_value);
        try { // a sum of infinities is no number, though no weight is NaN
            (void)shortest_paths(make<double>(context, 2, 2, {{0, 0, infinity}, {0, 1, -infinity}}), 0);
            FAIL("a weight of -infinity was accepted");
        } catch (const Error& error) {
            CHECK(std::string(error.what()).find("-infinity") != std::string::npos);
        }
        const auto away = make<double>(context, 3, 3, {{1, 2, -1.0}, {2, 1, -1.0}});
        CHECK(shortest_paths(away, 0).nvals() == 1);
        CHECK(code_of([&] { (void)shortest_paths(away, 1); }) == Code::invalid_value);
        CHECK(code_of([&] { (void)shortest_paths(away, 3); }) == Code::invalid_index);
        // A long path, whose weights are integers.
        WeightedGraph line = path(is_slow(std::string(context.backend())) ? 20 : 300);
        const auto far = dense(shortest_paths(matrix_of(context, line), 0));
        for (std::size_t v = 0; v < far.size(); ++v) CHECK(far[v] == static_cast<double>(v));
    });
}

TEST_CASE("pagerank") {
    on_random_graphs(33, true, [](const Context& context, const WeightedGraph& graph) {
        const auto A = matrix_of(context, graph);
        const PageRank few = pagerank(A, {.damping = 0.7, .tolerance = 0, .max_iterations = 5});
        CHECK(few.iterations <= 5);
        if (few.iterations == 5) check_close(dense(few.rank), plain::pagerank(graph, 0.7, 5));
        const Graph kept(A.dup());
        for (int call = 0; call < 2; ++call)
            check_close(dense(pagerank(kept, {.damping = 0.7, .tolerance = 0, .max_iterations = 5}).rank),
                        dense(few.rank));
        const PageRank all = pagerank(A, {.tolerance = 1e-12, .max_iterations = 1000});
        CHECK(all.converged);
        CHECK(all.residual <= 1e-12);
        check_close(dense(all.rank), plain::pagerank(graph, 0.85, 300));
        CHECK(reduce(plus_monoid<double>, all.rank) == doctest::Approx(1));
    });
    on_each_backend([](const Context& context) {
        const Matrix<bool> square(context, 3, 3);
        check_close(dense(pagerank(square).rank), {1.0 / 3, 1.0 / 3, 1.0 / 3});
        CHECK(pagerank(Matrix<bool>(context, 0, 0)).converged);
        CHECK(pagerank(square, {.max_iterations = 0}).converged == false);
        for (const double damping : {-0.1, 1.0, std::nan("")})
            CHECK(code_of([&] { (void)pagerank(square, {.damping = damping}); }) == Code::invalid_value);
        CHECK(code_of([&] { (void)pagerank(square, {.tolerance = -1}); }) == Code::invalid_value);
    });
}

TEST_CASE("betweenness") {
    on_random_graphs(34, true, [](const Context& context, const WeightedGraph& graph) {
        std::vector<Vertex> sources;
        for (Vertex v = 0; v < graph.vertices; v += 2) sources.push_back(v);
        sources.push_back(0); // a source that is listed twice counts twice
        check_close(dense(betweenness(matrix_of(context, graph), sources)),
                    plain::betweenness(graph, sources));
    });
    on_each_backend([](const Context& context) {
        check_close(dense(betweenness(matrix_of(context, star(4)), std::vector<Vertex>{0, 1, 2, 3, 4})),
                    {12, 0, 0, 0, 0});
        check_close(dense(betweenness(matrix_of(context, path(4)), std::vector<Vertex>{0, 1, 2, 3})),
                    {0, 4, 4, 0});
        check_close(dense(betweenness(matrix_of(context, path(4)), IndexList{})), {0, 0, 0, 0});
        // More sources than one batch.
        const WeightedGraph line = path(is_slow(std::string(context.backend())) ? 35 : 70);
        std::vector<Vertex> all;
        for (Vertex v = 0; v < line.vertices; ++v) all.push_back(v);
        check_close(dense(betweenness(matrix_of(context, line), all)), plain::betweenness(line, all));
        CHECK(code_of([&] { (void)betweenness(matrix_of(context, path(4)), std::vector<Vertex>{4}); }) ==
              Code::invalid_index);
    });
}

TEST_CASE("betweenness: estimated, normalized, of pairs without direction") {
    on_each_backend([](const Context& context) {
        // The centre of a star is between all pairs of its 4 leaves: 12 ordered pairs, 6 unordered ones.
        const auto A = matrix_of(context, star(4));
        const std::vector<Vertex> all{0, 1, 2, 3, 4}, some{1, 2};
        const auto centre = [&](const std::vector<Vertex>& sources, const BetweennessOptions& options) {
            const std::vector<double> values = dense(betweenness(A, sources, options));
            for (std::size_t v = 1; v < values.size(); ++v) CHECK(values[v] == 0);
            return values[0];
        };
        CHECK(centre(all, {.undirected = true}) == 6);
        CHECK(centre(all, {.normalized = true}) == 1);
        CHECK(centre(all, {.undirected = true, .normalized = true}) == 1);
        CHECK(centre(all, {.estimate = true}) == 12);
        CHECK(centre(some, {}) == 6);
        CHECK(centre(some, {.estimate = true}) == 15); // 5 / 2 of 6: no leaf counts as often as the average
        CHECK(centre(some, {.estimate = true, .undirected = true}) == doctest::Approx(7.5));
        CHECK(centre(some, {.estimate = true, .normalized = true}) == doctest::Approx(1.25));
        CHECK(centre({}, {.estimate = true, .normalized = true}) == 0);
        check_close(dense(betweenness(matrix_of(context, path(2)), std::vector<Vertex>{0, 1},
                                      {.estimate = true, .normalized = true})),
                    {0, 0});
    });
}

TEST_SUITE_END();
