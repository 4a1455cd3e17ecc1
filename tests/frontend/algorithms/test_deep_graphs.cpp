/// \file test_deep_graphs.cpp
/// Graphs with many levels: the time of an algorithm grows with the edges that it follows, not with vertices
/// · levels. On `suitesparse`, whose processor time shows the work.
#include "graph_algorithms_testing.hpp"

#include <algorithm>
#include <ctime>
#include <limits>

using namespace mergus;
using namespace mergus::tests;

namespace {

using Family = WeightedGraph (*)(Vertex);

/// Processor time of `run` on a graph, in ticks: the least of three runs.
template <class Algorithm>
double time_on(const Context& context, const WeightedGraph& graph, const Algorithm& run) {
    const auto A = matrix_of(context, graph);
    double least = std::numeric_limits<double>::infinity();
    for (int repeat = 0; repeat < 3; ++repeat) {
        const std::clock_t start = std::clock();
        run(A);
        least = std::min(least, static_cast<double>(std::clock() - start));
    }
    return least;
}

/// \return the time on a graph of four times the vertices and levels, over that on the graph of n vertices:
/// about 4 if the time is linear in both, up to 16 if it is quadratic
template <class Algorithm>
double growth(Family family, Vertex n, const Algorithm& run) {
    const Context context("suitesparse");
    return time_on(context, family(4 * n), run) / time_on(context, family(n), run);
}

/// Complete graphs of 2 to `largest` vertices, each joined to the next by an edge. A vertex of the graph of s
/// vertices has core number s - 1.
WeightedGraph chain_of_cliques(Vertex largest) {
    WeightedGraph graph{0, {}};
    const auto join = [&](Vertex i, Vertex j) { graph.edges[{i, j}] = graph.edges[{j, i}] = 1; };
    for (Vertex size = 2; size <= largest; ++size) {
        const Vertex first = graph.vertices;
        if (first != 0) join(first - 1, first);
        graph.vertices += size;
        for (Vertex j = first; j < graph.vertices; ++j)
            for (Vertex i = first; i < j; ++i) join(i, j);
    }
    return graph;
}

/// A complete graph of n vertices, and for each k below n a vertex with edges to the first k of them, which
/// has core number k. Each new k takes edges from the complete graph.
WeightedGraph nested_cores(Vertex n) {
    WeightedGraph graph = complete(n);
    graph.vertices = 2 * n;
    for (Vertex k = 0; k < n; ++k)
        for (Vertex i = 0; i < k; ++i) graph.edges[{n + k, i}] = graph.edges[{i, n + k}] = 1;
    return graph;
}

} // namespace

TEST_SUITE_BEGIN("algorithms");

TEST_CASE("the time on a path is linear in its length") {
    CHECK(growth(path, 3000, [](const Matrix<double>& A) { (void)core_numbers(A); }) < 7.5);
    CHECK(growth(path, 4000, [](const Matrix<double>& A) { (void)shortest_paths(A, 0); }) < 7.5);
    CHECK(growth(path, 4000, [](const Matrix<double>& A) { (void)bfs_levels(A, std::vector<Vertex>{0}); }) <
          7.5);
    CHECK(growth(path, 1000, [](const Matrix<double>& A) {
              (void)betweenness(A, std::vector<Vertex>{0, 7, 20, 33, 51, 60, 61, 70});
          }) < 7.5);
}

TEST_CASE("core numbers: a vertex is read about as often as it has edges") {
    WeightedGraph graph = chain_of_cliques(40);
    graph.vertices += 20000; // isolated
    std::uint64_t read = 0;
    ContextOptions options{.backend = "suitesparse"};
    options.explain = [&](const Explanation& call) {
        if (call.operation == "select") read += call.work;
    };
    const auto A = matrix_of(Context(options), graph);
    const Vector<std::int64_t> cores = core_numbers(A);
    CHECK(reduce(max_monoid<std::int64_t>, cores) == 39);
    CHECK(read < 6 * (graph.vertices + graph.edges.size()));
}

TEST_CASE("core numbers with many different k, and results on long paths") {
    on_each_backend([](const Context& context) {
        const bool slow = is_slow(std::string(context.backend()));
        const Vertex cliques = slow ? 7 : 20, n = slow ? 6 : 25, length = slow ? 60 : 500;
        std::vector<std::int64_t> expected;
        for (Vertex size = 2; size <= cliques; ++size)
            expected.insert(expected.end(), size, static_cast<std::int64_t>(size) - 1);
        CHECK(dense(core_numbers(matrix_of(context, chain_of_cliques(cliques)))) == expected);

        expected.assign(n, static_cast<std::int64_t>(n) - 1);
        for (Vertex k = 0; k < n; ++k) expected.push_back(static_cast<std::int64_t>(k));
        CHECK(dense(core_numbers(matrix_of(context, nested_cores(n)))) == expected);

        const auto A = matrix_of(context, path(length));
        const auto levels = bfs_levels(A, std::vector<Vertex>{0});
        const auto found = distances(shortest_paths(A, 0));
        REQUIRE(levels.nvals() == length);
        REQUIRE(found.size() == length);
        for (Vertex v = 0; v < length; ++v) {
            CAPTURE(v);
            CHECK(levels.extract_element(0, v) == static_cast<std::int32_t>(v));
            CHECK(found[v] == static_cast<double>(v));
        }
    });
}

TEST_SUITE_END();
