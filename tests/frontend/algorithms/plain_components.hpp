/// \file plain_components.hpp
/// Sequential algorithms for components, forests and orders, against which the library's are tested.
#pragma once

#include "plain_graphs.hpp"

namespace mergus::tests::plain {

/// Whether there is a path from i to j, of no edges too.
std::vector<std::vector<bool>> reachability(const WeightedGraph& graph);
/// The least vertex of each vertex's strongly connected component.
std::vector<std::int64_t> strong_components(const WeightedGraph& graph);
/// Kruskal's algorithm: edges by weight, then by their ends, in both directions.
std::map<std::pair<Vertex, Vertex>, double> spanning_forest(const WeightedGraph& graph);
/// The most edges of a path to each vertex. Empty if there is a cycle.
std::optional<std::vector<std::int64_t>> topological_levels(const WeightedGraph& graph);
/// The side of each vertex. Empty if there is a cycle of odd length.
std::optional<std::vector<bool>> sides(const WeightedGraph& graph);

/// Vertices whose removal leaves more components.
std::set<Vertex> articulation_points(const WeightedGraph& graph);
/// The size of a maximum matching of rows (first) with columns (second), by one augmenting path after
/// another.
std::size_t matching_size(const WeightedGraph& edges);

} // namespace mergus::tests::plain
