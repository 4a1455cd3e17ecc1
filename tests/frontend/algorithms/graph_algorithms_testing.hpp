/// \file graph_algorithms_testing.hpp
/// What the tests of graph algorithms share: known and random graphs, results as plain containers, and error
/// codes.
#pragma once

#include "conformance/random.hpp"
#include "plain_graphs.hpp"
#include "testing/device_testing.hpp"
#include "testing/matrices.hpp"
#include "testing/refuses.hpp"

#include <mergus/mergus.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace mergus::tests {

using conformance::Random;
using plain::Vertex;
using plain::WeightedGraph;

inline Matrix<double> matrix_of(const Context& context, const WeightedGraph& graph) {
    Entries<double> entries;
    for (const auto& [edge, weight] : graph.edges) entries.push_back({edge.first, edge.second, weight});
    return make<double>(context, graph.vertices, graph.vertices, entries);
}

inline WeightedGraph undirected(Vertex vertices, const std::vector<std::pair<Vertex, Vertex>>& edges) {
    WeightedGraph graph{vertices, {}};
    for (const auto& [i, j] : edges) graph.edges[{i, j}] = graph.edges[{j, i}] = 1;
    return graph;
}

inline WeightedGraph complete(Vertex n) {
    WeightedGraph graph{n, {}};
    for (Vertex i = 0; i < n; ++i)
        for (Vertex j = 0; j < n; ++j)
            if (i != j) graph.edges[{i, j}] = 1;
    return graph;
}

inline WeightedGraph path(Vertex n) {
    WeightedGraph graph{n, {}};
    for (Vertex i = 1; i < n; ++i) graph.edges[{i - 1, i}] = graph.edges[{i, i - 1}] = 1;
    return graph;
}

inline WeightedGraph star(Vertex leaves) {
    WeightedGraph graph{leaves + 1, {}};
    for (Vertex i = 1; i <= leaves; ++i) graph.edges[{0, i}] = graph.edges[{i, 0}] = 1;
    return graph;
}

/// Loops, isolated vertices and, if directed, edges in one direction. Weights are from least to least + 9.
inline WeightedGraph random_graph(Random& random, bool directed, int least = 1) {
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
inline std::vector<double> distances(const Vector<double>& v) {
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

inline void check_close(const std::vector<double>& found, const std::vector<double>& expected) {
    REQUIRE(found.size() == expected.size());
    for (std::size_t v = 0; v < found.size(); ++v) {
        CAPTURE(v);
        CHECK(found[v] == doctest::Approx(expected[v]).epsilon(1e-9));
    }
}

inline int rounds(const Context& context) {
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

} // namespace mergus::tests
