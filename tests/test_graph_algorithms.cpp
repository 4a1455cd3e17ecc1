/// \file test_graph_algorithms.cpp
/// Shortest paths, centralities, dense subgraphs and clusters: graphs with known results, random graphs
/// against plain_graphs.hpp, and arguments that must be refused.
#include "conformance/random.hpp"
#include "device_testing.hpp"
#include "matrices.hpp"
#include "plain_graphs.hpp"

#include <mergus/mergus.hpp>

#include <cmath>
#include <limits>

using namespace mergus;
using namespace mergus::tests;
using conformance::Random;
using plain::Vertex;
using plain::WeightedGraph;

namespace {

Matrix<double> matrix_of(const Context& context, const WeightedGraph& graph) {
    Entries<double> entries;
    for (const auto& [edge, weight] : graph.edges) entries.push_back({edge.first, edge.second, weight});
    return make<double>(context, graph.vertices, graph.vertices, entries);
}

WeightedGraph undirected(Vertex vertices, const std::vector<std::pair<Vertex, Vertex>>& edges) {
    WeightedGraph graph{vertices, {}};
    for (const auto& [i, j] : edges) graph.edges[{i, j}] = graph.edges[{j, i}] = 1;
    return graph;
}

WeightedGraph complete(Vertex n) {
    WeightedGraph graph{n, {}};
    for (Vertex i = 0; i < n; ++i)
        for (Vertex j = 0; j < n; ++j)
            if (i != j) graph.edges[{i, j}] = 1;
    return graph;
}

WeightedGraph path(Vertex n) {
    WeightedGraph graph{n, {}};
    for (Vertex i = 1; i < n; ++i) graph.edges[{i - 1, i}] = graph.edges[{i, i - 1}] = 1;
    return graph;
}

WeightedGraph star(Vertex leaves) {
    WeightedGraph graph{leaves + 1, {}};
    for (Vertex i = 1; i <= leaves; ++i) graph.edges[{0, i}] = graph.edges[{i, 0}] = 1;
    return graph;
}

/// Loops, isolated vertices and, if directed, edges in one direction. Weights are from least to least + 9.
WeightedGraph random_graph(Random& random, bool directed, int least = 1) {
    WeightedGraph graph{1 + random.below(30), {}};
    const std::uint64_t edges = random.below(5 * graph.vertices);
    for (std::uint64_t e = 0; e < edges; ++e) {
        const Vertex i = random.below(graph.vertices), j = random.below(graph.vertices);
        const double weight = least + static_cast<double>(random.below(10));
        graph.edges[{i, j}] = weight;
        if (!directed) graph.edges[{j, i}] = weight;
    }
    return graph;
}

/// A full vector as its values. Fails if an entry is missing.
template <class T>
std::vector<T> dense(const Vector<T>& v) {
    std::vector<std::uint64_t> indices;
    std::vector<T> values;
    v.extract_tuples(indices, values);
    REQUIRE(values.size() == v.size());
    return values;
}

/// Values at the entries, infinity elsewhere.
std::vector<double> distances(const Vector<double>& v) {
    std::vector<std::uint64_t> indices;
    std::vector<double> values, result(v.size(), plain::unreachable);
    v.extract_tuples(indices, values);
    for (std::size_t e = 0; e < indices.size(); ++e) result[indices[e]] = values[e];
    return result;
}

template <class T>
std::map<std::pair<Vertex, Vertex>, T> entries_of(const Matrix<T>& matrix) {
    std::map<std::pair<Vertex, Vertex>, T> result;
    for (const Entry<T>& entry : read<T>(matrix)) result[{entry.row, entry.col}] = entry.value;
    return result;
}

void check_close(const std::vector<double>& found, const std::vector<double>& expected) {
    REQUIRE(found.size() == expected.size());
    for (std::size_t v = 0; v < found.size(); ++v) {
        CAPTURE(v);
        CHECK(found[v] == doctest::Approx(expected[v]).epsilon(1e-9));
    }
}

template <class Call>
Code code_of(Call call) {
    try {
        call();
    } catch (const Error& error) {
        return error.code();
    }
    return Code::success;
}

int rounds(const Context& context) {
    return is_slow(std::string(context.backend())) ? 2 : 40;
}

/// test(context, graph) for random graphs, some without edges.
template <class Test>
void on_random_graphs(std::uint64_t seed, bool directed, Test test) {
    on_each_backend([&](const Context& context) {
        Random random(seed);
        for (int round = 0; round < rounds(context); ++round) {
            CAPTURE(round);
            test(context, random_graph(random, directed && round % 2 == 0));
        }
    });
}

} // namespace

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
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        const Context context(backend);
        const auto A = make<double>(context, n, n, cycle);
        CHECK(k_truss(A, 3).nvals() == 0);
        const Counters before = context.counters();
        CHECK(k_truss(A, 3).nvals() == 0);
        const Counters after = context.counters();
        CHECK(after.launches - before.launches <= 7);
        CHECK(after.synchronizations - before.synchronizations <= 4);
    }
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
    });
}
