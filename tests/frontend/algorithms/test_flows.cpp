/// \file test_flows.cpp
/// Maximum flows: a flow within the capacities whose value is that of a cut is a maximum, whatever the
/// method.
#include "graph_algorithms_testing.hpp"

#include <cmath>
#include <limits>

using namespace mergus;
using namespace mergus::tests;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The capacities of the edges that leave a side.
double cut_of(const WeightedGraph& graph, const std::vector<bool>& side) {
    double cut = 0;
    for (const auto& [edge, capacity] : graph.edges)
        if (side[edge.first] && !side[edge.second]) cut += capacity;
    return cut;
}

/// Checks that the flow is one, and as large as the cut.
void check_flow(const WeightedGraph& graph, const MaximumFlow& found, Vertex source, Vertex target) {
    std::vector<double> surplus(graph.vertices, 0);
    for (const auto& [edge, value] : entries_of(found.flow)) {
        REQUIRE(graph.has(edge.first, edge.second));
        CHECK(value > 0);
        CHECK(value <= graph.edges.at(edge) + 1e-9);
        surplus[edge.first] -= value;
        surplus[edge.second] += value;
    }
    for (Vertex v = 0; v < graph.vertices; ++v) {
        const double expected = v == source ? -found.value : v == target ? found.value : 0;
        CHECK(surplus[v] == doctest::Approx(expected));
    }
    const std::vector<bool> side = dense(found.source_side);
    CHECK(side[source]);
    CHECK_FALSE(side[target]);
    CHECK(cut_of(graph, side) == doctest::Approx(found.value));
}

/// The sides of a tree without the edge from v to its parent: whether each vertex is on that of v.
std::vector<bool> below(const std::vector<std::int64_t>& parent, Vertex v) {
    std::vector<bool> side(parent.size(), false);
    for (Vertex w = 0; w < parent.size(); ++w) {
        Vertex at = w;
        while (at != v && at != 0) at = static_cast<Vertex>(parent[at]);
        side[w] = at == v;
    }
    return side;
}

} // namespace

TEST_SUITE_BEGIN("algorithms");

TEST_CASE("maximum flow and minimum cut") {
    on_random_graphs(110, true, [](const Context& context, const WeightedGraph& drawn) {
        WeightedGraph graph = drawn;
        if (graph.vertices == 1) return;
        Random random(graph.edges.size());
        for (auto& [edge, weight] : graph.edges) weight *= random.chance(0.5) ? 1 : 0.1;
        const Vertex target = graph.vertices - 1;
        check_flow(graph, maximum_flow(matrix_of(context, graph), 0, target), 0, target);
    });
    on_each_backend([](const Context& context) {
        // Without the edge 1 -> 2 the flow would be 2 as well; a first path along it must be taken back.
        WeightedGraph graph{
            4, {{{0, 1}, 1}, {{0, 2}, 1}, {{1, 2}, infinity}, {{2, 1}, infinity}, {{1, 3}, 1}, {{2, 3}, 1}}};
        const MaximumFlow found = maximum_flow(matrix_of(context, graph), 0, 3);
        CHECK(found.value == 2);
        check_flow(graph, found, 0, 3);
        graph.edges[{0, 3}] = infinity;
        const auto unbounded = matrix_of(context, graph);
        CHECK(code_of([&] { (void)maximum_flow(unbounded, 0, 3); }) == Code::invalid_value);
        CHECK(maximum_flow(unbounded, 3, 0).value == 0);
        CHECK(maximum_flow(unbounded, 3, 0).flow.nvals() == 0);
        CHECK(code_of([&] { (void)maximum_flow(unbounded, 1, 1); }) == Code::invalid_value);
        CHECK(code_of([&] { (void)maximum_flow(unbounded, 0, 4); }) == Code::invalid_index);
        CHECK(code_of([&] { (void)maximum_flow(Matrix<bool>(context, 2, 3), 0, 1); }) ==
              Code::dimension_mismatch);
        for (const double wrong : {-1.0, std::nan("")}) {
            const auto A = make<double>(context, 2, 2, {{0, 1, wrong}});
            CHECK(code_of([&] { (void)maximum_flow(A, 0, 1); }) == Code::invalid_value);
        }
        // A long way.
        const Vertex n = is_slow(std::string(context.backend())) ? 40 : 2000;
        CHECK(maximum_flow(matrix_of(context, path(n)), n - 1, 0).value == 1);
    });
}

TEST_CASE("the cut tree has a minimum cut of every two vertices") {
    on_random_graphs(111, false, [](const Context& context, const WeightedGraph& drawn) {
        WeightedGraph graph = drawn;
        Random random(graph.edges.size());
        for (auto& [edge, weight] : graph.edges) {
            if (edge.first >= edge.second) continue;
            weight *= random.chance(0.5) ? 1 : 0.125;
            graph.edges[{edge.second, edge.first}] = weight;
        }
        const auto A = matrix_of(context, graph);
        const GomoryHuTree tree = gomory_hu_tree(A);
        const auto parent = dense(tree.parent);
        REQUIRE(parent.size() == graph.vertices);
        CHECK(parent[0] == 0);
        CHECK(tree.capacity.nvals() == graph.vertices - 1);
        const auto capacity = tree.capacity.to_dense(infinity);
        // Each edge of the tree is a cut of its capacity.
        for (Vertex v = 1; v < graph.vertices; ++v)
            CHECK(cut_of(graph, below(parent, v)) == doctest::Approx(capacity[v]));
        // The least one on a path is no greater than a flow, and so a minimum cut.
        for (Vertex v = 1; v < graph.vertices; ++v)
            for (Vertex w = 0; w < v; ++w) {
                double least = infinity;
                for (Vertex edge = 1; edge < graph.vertices; ++edge) {
                    const auto cut = below(parent, edge);
                    if (cut[v] != cut[w]) least = std::min(least, capacity[edge]);
                }
                CHECK(least == doctest::Approx(maximum_flow(A, v, w).value));
            }
    });
    on_each_backend([](const Context& context) {
        CHECK(gomory_hu_tree(Matrix<bool>(context, 0, 0)).parent.size() == 0);
        CHECK(dense(gomory_hu_tree(Matrix<bool>(context, 1, 1)).parent) == std::vector<std::int64_t>{0});
        CHECK(code_of([&] { (void)gomory_hu_tree(Matrix<bool>(context, 2, 3)); }) ==
              Code::dimension_mismatch);
        const auto unbounded = make<double>(context, 2, 2, {{0, 1, infinity}, {1, 0, infinity}});
        CHECK(code_of([&] { (void)gomory_hu_tree(unbounded); }) == Code::invalid_value);
    });
}

TEST_SUITE_END();
