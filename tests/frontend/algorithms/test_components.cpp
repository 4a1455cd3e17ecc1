/// \file test_components.cpp
/// Strongly connected components, minimum spanning forests, topological orders and sides of bipartite graphs:
/// random graphs against plain_components.hpp, deep graphs, and graphs with known results.
#include "graph_algorithms_testing.hpp"
#include "plain_components.hpp"

#include <cmath>
#include <limits>
#include <numeric>
#include <set>

using namespace mergus;
using namespace mergus::tests;

namespace {

using Labels = std::vector<std::int64_t>;

/// 0 → 1 → … → n − 1
WeightedGraph directed_path(Vertex n) {
    WeightedGraph graph{n, {}};
    for (Vertex i = 1; i < n; ++i) graph.edges[{i - 1, i}] = 1;
    return graph;
}

Vertex long_path(const Context& context) {
    return is_slow(std::string(context.backend())) ? 40 : 2000;
}

} // namespace

TEST_SUITE_BEGIN("algorithms");

TEST_CASE("strongly connected components") {
    on_random_graphs(50, true, [](const Context& context, const WeightedGraph& graph) {
        CHECK(dense(strongly_connected_components(matrix_of(context, graph))) ==
              plain::strong_components(graph));
    });
    on_each_backend([](const Context& context) {
        const Vertex n = long_path(context);
        WeightedGraph graph = directed_path(n);
        Labels expected(n);
        std::iota(expected.begin(), expected.end(), 0);
        CHECK(dense(strongly_connected_components(matrix_of(context, graph))) == expected);
        // A row of pairs: each vertex is on a cycle.
        for (Vertex i = 0; i + 1 < n; i += 2) {
            graph.edges[{i + 1, i}] = 1;
            expected[i + 1] = expected[i];
        }
        CHECK(dense(strongly_connected_components(matrix_of(context, graph))) == expected);
        graph.edges[{n - 1, 0}] = 1;
        CHECK(dense(strongly_connected_components(matrix_of(context, graph))) == Labels(n, 0));
        CHECK(dense(strongly_connected_components(Matrix<bool>(context, 2, 2))) == Labels{0, 1});
        CHECK(strongly_connected_components(Matrix<bool>(context, 0, 0)).size() == 0);
    });
}

TEST_CASE("minimum spanning forest") {
    for (const bool directed : {false, true})
        on_random_graphs(51 + directed, directed, [](const Context& context, const WeightedGraph& graph) {
            CHECK(entries_of(minimum_spanning_forest(matrix_of(context, graph))) ==
                  plain::spanning_forest(graph));
        });
    on_each_backend([](const Context& context) {
        const double infinity = std::numeric_limits<double>::infinity();
        // Weights of either sign and infinities are compared.
        const auto A =
            make<double>(context, 4, 4, {{0, 1, infinity}, {1, 2, -infinity}, {0, 2, 3}, {3, 3, -1}});
        CHECK(entries_of(minimum_spanning_forest(A)) ==
              std::map<std::pair<Vertex, Vertex>, double>{
                  {{0, 2}, 3}, {{2, 0}, 3}, {{1, 2}, -infinity}, {{2, 1}, -infinity}});
        CHECK(minimum_spanning_forest(matrix_of(context, complete(9))).nvals() ==
              16); // all weights are equal
        CHECK(minimum_spanning_forest(Matrix<bool>(context, 3, 3)).nvals() == 0);
        CHECK(minimum_spanning_forest(Matrix<bool>(context, 0, 0)).nrows() == 0);
        for (const Vertex column : {0, 1}) {
            const auto wrong = make<double>(context, 2, 2, {{0, column, std::nan("")}});
            CHECK(code_of([&] { (void)minimum_spanning_forest(wrong); }) == Code::invalid_value);
        }
        if (context.backend() != "suitesparse") return; // others take memory for every row
        const Matrix<bool> large(context, (std::uint64_t{1} << 31) + 1, (std::uint64_t{1} << 31) + 1);
        CHECK(code_of([&] { (void)minimum_spanning_forest(large); }) == Code::invalid_value);
    });
}

TEST_CASE("topological levels and orders") {
    const auto check = [](const Context& context, const WeightedGraph& graph) {
        const auto A = matrix_of(context, graph);
        const auto expected = plain::topological_levels(graph);
        CHECK(is_acyclic(A) == expected.has_value());
        if (!expected) {
            CHECK(code_of([&] { (void)topological_levels(A); }) == Code::invalid_value);
            CHECK(code_of([&] { (void)topological_order(A); }) == Code::invalid_value);
            return;
        }
        CHECK(dense(topological_levels(A)) == *expected);
        Labels order(graph.vertices);
        std::iota(order.begin(), order.end(), 0);
        std::stable_sort(order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) {
            return (*expected)[static_cast<Vertex>(a)] < (*expected)[static_cast<Vertex>(b)];
        });
        CHECK(dense(topological_order(A)) == order);
    };
    on_random_graphs(53, true, [&](const Context& context, const WeightedGraph& graph) {
        check(context, graph);
        WeightedGraph upwards{graph.vertices, {}};
        for (const auto& [edge, weight] : graph.edges)
            if (edge.first < edge.second) upwards.edges[edge] = weight;
        check(context, upwards);
    });
    on_each_backend([&](const Context& context) {
        check(context, directed_path(long_path(context)));
        CHECK(is_acyclic(Matrix<bool>(context, 0, 0)));
        CHECK_FALSE(is_acyclic(make<double>(context, 1, 1, {{0, 0, 0.0}})));
    });
}

TEST_CASE("sides of bipartite graphs") {
    const auto check = [](const Context& context, const WeightedGraph& graph) {
        const auto found = bipartite_sides(matrix_of(context, graph));
        const auto expected = plain::sides(graph);
        REQUIRE(found.has_value() == expected.has_value());
        if (found) CHECK(dense(*found) == *expected);
    };
    on_random_graphs(54, true, [&](const Context& context, const WeightedGraph& graph) {
        check(context, graph);
        WeightedGraph odd{graph.vertices, {}};
        for (const auto& [edge, weight] : graph.edges)
            if ((edge.first + edge.second) % 2 == 1) odd.edges[edge] = weight;
        check(context, odd);
    });
    on_each_backend([&](const Context& context) {
        const Vertex n = long_path(context);
        check(context, path(n));
        check(context, star(5));
        WeightedGraph cycle = path(9);
        cycle.edges[{8, 0}] = 1; // an odd cycle
        check(context, cycle);
        CHECK(bipartite_sides(Matrix<bool>(context, 0, 0)).has_value());
        CHECK(dense(*bipartite_sides(Matrix<bool>(context, 3, 3))) == std::vector<bool>{false, false, false});
        CHECK_FALSE(bipartite_sides(make<double>(context, 1, 1, {{0, 0, 0.0}})).has_value());
    });
}

TEST_CASE("biconnected components") {
    on_random_graphs(55, true, [](const Context& context, const WeightedGraph& graph) {
        const auto found = biconnected_components(matrix_of(context, graph));
        const auto points = plain::articulation_points(graph);
        std::set<Vertex> cut;
        for (const auto& entry : read<bool>(Matrix<bool>(diag(found.articulation_points))))
            cut.insert(entry.row);
        CHECK(cut == points);
        // Two edges at a vertex are in one component if the other ends are joined without the vertex.
        const auto component = entries_of(found.components);
        std::map<std::int64_t, std::size_t> sizes;
        std::int64_t seen = -1;
        for (const auto& [edge, number] : component) {
            CHECK(number <= seen + 1); // in the order of the entries
            seen = std::max(seen, number);
            ++sizes[number];
            CHECK(component.at({edge.second, edge.first}) == number);
            WeightedGraph rest{graph.vertices, {}};
            for (const auto& [other, weight] : graph.edges)
                if (other.first != edge.first && other.second != edge.first) rest.edges[other] = weight;
            const auto labels = plain::components(rest);
            for (const auto& [other, its_number] : component)
                if (other.first == edge.first)
                    CHECK((its_number == number) == (labels[other.second] == labels[edge.second]));
        }
        CHECK(found.count == sizes.size());
        for (const auto& [edge, number] : component)
            CHECK(found.bridges.extract_element(edge.first, edge.second).has_value() == (sizes[number] == 2));
        CHECK(component.size() == mergus::undirected(matrix_of(context, graph)).nvals());
    });
    on_each_backend([](const Context& context) {
        const Vertex n = long_path(context);
        const auto chain = biconnected_components(matrix_of(context, path(n)));
        CHECK(chain.count == n - 1);
        CHECK(chain.articulation_points.nvals() == n - 2);
        CHECK(chain.bridges.nvals() == 2 * (n - 1));
        CHECK(biconnected_components(matrix_of(context, complete(6))).count == 1);
        CHECK(biconnected_components(Matrix<bool>(context, 0, 0)).count == 0);
        CHECK(biconnected_components(Matrix<bool>(context, 3, 3)).articulation_points.nvals() == 0);
    });
}

TEST_CASE("maximum matching") {
    on_random_graphs(56, true, [](const Context& context, const WeightedGraph& graph) {
        const auto A = matrix_of(context, graph);
        const auto found = maximum_matching(A);
        CHECK(found.nvals() == plain::matching_size(graph));
        std::set<std::int64_t> columns;
        for (Vertex row = 0; row < graph.vertices; ++row)
            if (const auto column = found.extract_element(row)) {
                CHECK(graph.has(row, static_cast<Vertex>(*column)));
                CHECK(columns.insert(*column).second);
            }
    });
    on_each_backend([](const Context& context) {
        const auto wide = make<double>(context, 2, 4, {{0, 3, 1}, {1, 3, 1}, {1, 0, 0}});
        CHECK(dense(maximum_matching(wide)) == Labels{3, 0});
        CHECK(maximum_matching(Matrix<bool>(context, 0, 5)).size() == 0);
        CHECK(maximum_matching(Matrix<bool>(context, 5, 0)).nvals() == 0);
        // Row i has the columns i and i + 1, the last row the column 0 too: one long augmenting path.
        const Vertex n = long_path(context);
        Entries<double> entries = {{n, 0, 1}};
        for (Vertex i = 0; i < n; ++i) {
            entries.push_back({i, i, 1});
            entries.push_back({i, i + 1, 1});
        }
        CHECK(maximum_matching(make<double>(context, n + 1, n + 1, entries)).nvals() == n + 1);
    });
}

TEST_SUITE_END();
