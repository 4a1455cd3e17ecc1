/// \file plain_graphs.hpp
/// Sequential graph algorithms, against which the library's are tested. They share no code with it.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace mergus::tests::plain {

using Vertex = std::uint64_t;

/// A directed graph with weights; an undirected one has each edge in both directions.
struct WeightedGraph {
    Vertex vertices = 0;
    std::map<std::pair<Vertex, Vertex>, double> edges;

    [[nodiscard]] bool has(Vertex i, Vertex j) const { return edges.count({i, j}) == 1; }
    /// Targets of the edges from each vertex, without the vertex itself.
    [[nodiscard]] std::vector<std::set<Vertex>> neighbours() const;
};

constexpr double unreachable = std::numeric_limits<double>::infinity();

/// Relaxes every edge n times. Empty if a cycle of negative length is reachable.
std::optional<std::vector<double>> shortest_paths(const WeightedGraph& graph, Vertex source);
/// Dijkstra's algorithm, for weights that are not negative.
std::vector<double> dijkstra(const WeightedGraph& graph, Vertex source);

/// Power iteration, a fixed number of times.
std::vector<double> pagerank(const WeightedGraph& graph, double damping, int iterations);

/// Brandes' algorithm, a source at a time.
std::vector<double> betweenness(const WeightedGraph& graph, const std::vector<Vertex>& sources);

std::vector<std::int64_t> triangles(const WeightedGraph& graph);
std::vector<double> clustering_coefficients(const WeightedGraph& graph);
/// The edges of the k-truss with the number of their triangles in it.
std::map<std::pair<Vertex, Vertex>, std::int64_t> k_truss(const WeightedGraph& graph, std::int64_t k);
/// Removes a vertex of least degree at a time.
std::vector<std::int64_t> core_numbers(const WeightedGraph& graph);
std::map<std::pair<Vertex, Vertex>, double> jaccard(const WeightedGraph& graph);
/// The least vertex of each vertex's component, edges taken in both directions.
std::vector<std::int64_t> components(const WeightedGraph& graph);

} // namespace mergus::tests::plain
