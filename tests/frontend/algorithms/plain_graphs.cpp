/// \file plain_graphs.cpp
#include "plain_graphs.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <queue>

namespace mergus::tests::plain {

std::vector<std::set<Vertex>> WeightedGraph::neighbours() const {
    std::vector<std::set<Vertex>> lists(vertices);
    for (const auto& [edge, weight] : edges)
        if (edge.first != edge.second) lists[edge.first].insert(edge.second);
    return lists;
}

std::optional<std::vector<double>> shortest_paths(const WeightedGraph& graph, Vertex source) {
    std::vector<double> distance(graph.vertices, unreachable);
    distance[source] = 0;
    for (Vertex round = 0; round <= graph.vertices; ++round) {
        bool changed = false;
        for (const auto& [edge, weight] : graph.edges) {
            const double through = distance[edge.first] + weight;
            if (distance[edge.first] != unreachable && through < distance[edge.second]) {
                distance[edge.second] = through;
                changed = true;
            }
        }
        if (!changed) return distance;
    }
    return std::nullopt;
}

std::vector<double> dijkstra(const WeightedGraph& graph, Vertex source) {
    using Candidate = std::pair<double, Vertex>;
    std::vector<double> distance(graph.vertices, unreachable);
    std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>> next;
    distance[source] = 0;
    for (next.emplace(0.0, source); !next.empty();) {
        const auto [length, from] = next.top();
        next.pop();
        if (length > distance[from]) continue;
        for (auto e = graph.edges.lower_bound({from, 0}); e != graph.edges.end() && e->first.first == from;
             ++e) {
            const Vertex to = e->first.second;
            if (length + e->second >= distance[to]) continue;
            distance[to] = length + e->second;
            next.emplace(distance[to], to);
        }
    }
    return distance;
}

std::vector<double> pagerank(const WeightedGraph& graph, double damping, int iterations) {
    const auto n = static_cast<double>(graph.vertices);
    std::vector<double> degree(graph.vertices), rank(graph.vertices, 1 / n);
    for (const auto& [edge, weight] : graph.edges) ++degree[edge.first];
    for (int i = 0; i < iterations; ++i) {
        double lost = 0;
        for (Vertex v = 0; v < graph.vertices; ++v)
            if (degree[v] == 0) lost += rank[v];
        std::vector<double> next(graph.vertices, (1 - damping) / n + damping * lost / n);
        for (const auto& [edge, weight] : graph.edges)
            next[edge.second] += damping * rank[edge.first] / degree[edge.first];
        rank = next;
    }
    return rank;
}

std::vector<double> betweenness(const WeightedGraph& graph, const std::vector<Vertex>& sources) {
    const auto lists = graph.neighbours();
    std::vector<double> centrality(graph.vertices);
    for (const Vertex source : sources) {
        std::vector<double> paths(graph.vertices), dependency(graph.vertices);
        std::vector<std::int64_t> level(graph.vertices, -1);
        std::vector<Vertex> order = {source};
        paths[source] = 1;
        level[source] = 0;
        for (std::size_t head = 0; head < order.size(); ++head) {
            const Vertex v = order[head];
            for (const Vertex w : lists[v]) {
                if (level[w] < 0) {
                    level[w] = level[v] + 1;
                    order.push_back(w);
                }
                if (level[w] == level[v] + 1) paths[w] += paths[v];
            }
        }
        for (auto v = order.rbegin(); v != order.rend(); ++v) {
            for (const Vertex w : lists[*v])
                if (level[w] == level[*v] + 1) dependency[*v] += paths[*v] / paths[w] * (1 + dependency[w]);
            if (*v != source) centrality[*v] += dependency[*v];
        }
    }
    return centrality;
}

std::vector<std::int64_t> triangles(const WeightedGraph& graph) {
    const auto lists = graph.neighbours();
    std::vector<std::int64_t> count(graph.vertices);
    for (Vertex a = 0; a < graph.vertices; ++a)
        for (const Vertex b : lists[a])
            for (const Vertex c : lists[b])
                if (b < c && lists[a].count(c) == 1) ++count[a];
    return count;
}

std::vector<double> clustering_coefficients(const WeightedGraph& graph) {
    const auto lists = graph.neighbours();
    const auto closed = triangles(graph);
    std::vector<double> coefficients(graph.vertices);
    for (Vertex v = 0; v < graph.vertices; ++v) {
        const auto degree = static_cast<double>(lists[v].size());
        if (degree >= 2) coefficients[v] = 2 * static_cast<double>(closed[v]) / (degree * (degree - 1));
    }
    return coefficients;
}

std::map<std::pair<Vertex, Vertex>, std::int64_t> k_truss(const WeightedGraph& graph, std::int64_t k) {
    auto lists = graph.neighbours();
    for (;;) {
        std::map<std::pair<Vertex, Vertex>, std::int64_t> kept;
        bool all_cached = true;
        for (Vertex i = 0; i < graph.vertices; ++i)
            for (const Vertex j : lists[i]) {
                std::int64_t support = 0;
                for (const Vertex common : lists[i])
                    support += static_cast<std::int64_t>(lists[j].count(common));
                if (support >= k - 2)
                    kept[{i, j}] = support;
                else
                    all_cached = false;
            }
        if (all_cached) return kept;
        for (auto& list : lists) list.clear();
        for (const auto& [edge, support] : kept) lists[edge.first].insert(edge.second);
    }
}

std::vector<std::int64_t> core_numbers(const WeightedGraph& graph) {
    auto lists = graph.neighbours();
    std::vector<std::int64_t> cores(graph.vertices, -1);
    std::int64_t k = 0;
    for (Vertex removed = 0; removed < graph.vertices; ++removed) {
        Vertex least = graph.vertices;
        for (Vertex v = 0; v < graph.vertices; ++v)
            if (cores[v] < 0 && (least == graph.vertices || lists[v].size() < lists[least].size())) least = v;
        k = std::max(k, static_cast<std::int64_t>(lists[least].size()));
        cores[least] = k;
        for (const Vertex w : lists[least]) lists[w].erase(least);
    }
    return cores;
}

std::map<std::pair<Vertex, Vertex>, double> jaccard(const WeightedGraph& graph) {
    const auto lists = graph.neighbours();
    std::map<std::pair<Vertex, Vertex>, double> similarity;
    for (Vertex i = 0; i < graph.vertices; ++i)
        for (const Vertex j : lists[i]) {
            std::set<Vertex> joined = lists[i];
            joined.insert(lists[j].begin(), lists[j].end());
            const std::size_t common = lists[i].size() + lists[j].size() - joined.size();
            if (common != 0)
                similarity[{i, j}] = static_cast<double>(common) / static_cast<double>(joined.size());
        }
    return similarity;
}

std::vector<std::int64_t> components(const WeightedGraph& graph) {
    std::vector<Vertex> parent(graph.vertices);
    std::iota(parent.begin(), parent.end(), Vertex{0});
    const auto root = [&](Vertex v) {
        while (parent[v] != v) v = parent[v] = parent[parent[v]];
        return v;
    };
    for (const auto& [edge, weight] : graph.edges) {
        const Vertex a = root(edge.first), b = root(edge.second);
        parent[std::max(a, b)] = std::min(a, b);
    }
    std::vector<std::int64_t> labels(graph.vertices);
    for (Vertex v = 0; v < graph.vertices; ++v) labels[v] = static_cast<std::int64_t>(root(v));
    return labels;
}

} // namespace mergus::tests::plain
