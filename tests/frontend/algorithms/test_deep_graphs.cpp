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
double time_on(const WeightedGraph& graph, const Algorithm& run) {
    const auto A = matrix_of(Context("suitesparse"), graph);
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
    return time_on(family(4 * n), run) / time_on(family(n), run);
}

/// A clique of each size up to `largest`, which has a core number of its own, and isolated vertices.
WeightedGraph cliques(Vertex largest, Vertex isolated) {
    WeightedGraph graph{isolated, {}};
    for (Vertex size = 2; size <= largest; ++size) {
        const Vertex first = graph.vertices;
        graph.vertices += size;
        for (Vertex i = first; i < graph.vertices; ++i)
            for (Vertex j = first; j < graph.vertices; ++j)
                if (i != j) graph.edges[{i, j}] = 1;
    }
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
    const WeightedGraph graph = cliques(40, 20000);
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

TEST_SUITE_END();
