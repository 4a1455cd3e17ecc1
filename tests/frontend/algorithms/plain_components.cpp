/// \file plain_components.cpp
#include "plain_components.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace mergus::tests::plain {

std::vector<std::vector<bool>> reachability(const WeightedGraph& graph) {
    const Vertex n = graph.vertices;
    std::vector<std::vector<bool>> reaches(n, std::vector<bool>(n, false));
    for (Vertex v = 0; v < n; ++v) reaches[v][v] = true;
    for (const auto& [edge, weight] : graph.edges) reaches[edge.first][edge.second] = true;
    for (Vertex k = 0; k < n; ++k)
        for (Vertex i = 0; i < n; ++i)
            for (Vertex j = 0; j < n; ++j)
                if (reaches[i][k] && reaches[k][j]) reaches[i][j] = true;
    return reaches;
}

std::vector<std::int64_t> strong_components(const WeightedGraph& graph) {
    const auto reaches = reachability(graph);
    std::vector<std::int64_t> least(graph.vertices);
    for (Vertex v = 0; v < graph.vertices; ++v) {
        Vertex u = 0;
        while (!(reaches[u][v] && reaches[v][u])) ++u;
        least[v] = static_cast<std::int64_t>(u);
    }
    return least;
}

std::map<std::pair<Vertex, Vertex>, double> spanning_forest(const WeightedGraph& graph) {
    std::vector<std::tuple<double, Vertex, Vertex>> edges;
    for (const auto& [edge, weight] : graph.edges)
        edges.emplace_back(weight, std::min(edge.first, edge.second), std::max(edge.first, edge.second));
    std::sort(edges.begin(), edges.end());
    std::vector<Vertex> tree(graph.vertices);
    std::iota(tree.begin(), tree.end(), Vertex{0});
    std::map<std::pair<Vertex, Vertex>, double> forest;
    for (const auto& [weight, i, j] : edges) {
        const Vertex a = tree[i], b = tree[j];
        if (a == b) continue;
        std::replace(tree.begin(), tree.end(), a, b);
        forest[{i, j}] = forest[{j, i}] = weight;
    }
    return forest;
}

std::optional<std::vector<std::int64_t>> topological_levels(const WeightedGraph& graph) {
    std::vector<std::int64_t> levels(graph.vertices, 0);
    for (Vertex round = 0; round <= graph.vertices; ++round) {
        bool changed = false;
        for (const auto& [edge, weight] : graph.edges)
            if (levels[edge.second] <= levels[edge.first]) {
                levels[edge.second] = levels[edge.first] + 1;
                changed = true;
            }
        if (!changed) return levels;
    }
    return std::nullopt;
}

std::optional<std::vector<bool>> sides(const WeightedGraph& graph) {
    std::vector<bool> side(graph.vertices, false), known(graph.vertices, false);
    for (Vertex first = 0; first < graph.vertices; ++first) {
        if (known[first]) continue;
        known[first] = true;
        std::vector<Vertex> open = {first};
        while (!open.empty()) {
            const Vertex v = open.back();
            open.pop_back();
            for (const auto& [edge, weight] : graph.edges) {
                if (edge.first != v && edge.second != v) continue;
                const Vertex other = edge.first == v ? edge.second : edge.first;
                if (known[other] && side[other] == side[v]) return std::nullopt;
                if (known[other]) continue;
                known[other] = true;
                side[other] = !side[v];
                open.push_back(other);
            }
        }
    }
    return side;
}

std::set<Vertex> articulation_points(const WeightedGraph& graph) {
    const auto count = [&](Vertex removed) {
        WeightedGraph rest{graph.vertices, {}};
        for (const auto& [edge, weight] : graph.edges)
            if (edge.first != removed && edge.second != removed) rest.edges[edge] = weight;
        const auto labels = components(rest);
        // The removed vertex is alone.
        return std::set(labels.begin(), labels.end()).size() - (removed < graph.vertices ? 1 : 0);
    };
    const std::size_t whole = count(graph.vertices);
    std::set<Vertex> found;
    for (Vertex v = 0; v < graph.vertices; ++v)
        if (count(v) > whole) found.insert(v);
    return found;
}

namespace {

/// Matches the row, if need be by giving other rows another column.
bool match(Vertex row, const WeightedGraph& edges, std::map<Vertex, Vertex>& row_of,
           std::set<Vertex>& asked) {
    for (const auto& [edge, weight] : edges.edges) {
        if (edge.first != row || !asked.insert(edge.second).second) continue;
        const auto other = row_of.find(edge.second);
        if (other != row_of.end() && !match(other->second, edges, row_of, asked)) continue;
        row_of[edge.second] = row;
        return true;
    }
    return false;
}

} // namespace

std::size_t matching_size(const WeightedGraph& edges) {
    std::map<Vertex, Vertex> row_of;
    for (Vertex row = 0; row < edges.vertices; ++row) {
        std::set<Vertex> asked;
        match(row, edges, row_of, asked);
    }
    return row_of.size();
}

} // namespace mergus::tests::plain
