/// \file plain_graph.hpp
/// Textbook triangle count and breadth-first search: sequential loops over adjacency lists, which share no
/// code with the library's backends. The demo compares its results with theirs.
#pragma once

#include <mergus/host_data.hpp>

#include <cstdint>
#include <queue>
#include <vector>

namespace plain {

/// An undirected graph: `graph` holds both directions of every edge and no loops.
inline std::uint64_t triangles(const mergus::Csr& graph) {
    std::uint64_t found = 0;
    std::vector<bool> neighbour_of_u(graph.nrows, false);
    // Each triangle once, at its largest vertex u, then v, then the smallest w.
    for (std::uint64_t u = 0; u < graph.nrows; ++u) {
        for (std::uint64_t e = graph.row_ptr[u]; e < graph.row_ptr[u + 1]; ++e)
            neighbour_of_u[graph.cols[e]] = true;
        for (std::uint64_t e = graph.row_ptr[u]; e < graph.row_ptr[u + 1]; ++e) {
            const std::uint64_t v = graph.cols[e];
            if (v >= u) continue;
            for (std::uint64_t f = graph.row_ptr[v]; f < graph.row_ptr[v + 1]; ++f) {
                const std::uint64_t w = graph.cols[f];
                if (w < v && neighbour_of_u[w]) ++found;
            }
        }
        for (std::uint64_t e = graph.row_ptr[u]; e < graph.row_ptr[u + 1]; ++e)
            neighbour_of_u[graph.cols[e]] = false;
    }
    return found;
}

inline constexpr std::int32_t unreached = -1;

/// The number of edges on a shortest path from the source to every vertex.
inline std::vector<std::int32_t> bfs(const mergus::Csr& graph, std::uint64_t source) {
    std::vector<std::int32_t> level(graph.nrows, unreached);
    std::queue<std::uint64_t> waiting;
    level[source] = 0;
    waiting.push(source);
    while (!waiting.empty()) {
        const std::uint64_t u = waiting.front();
        waiting.pop();
        for (std::uint64_t e = graph.row_ptr[u]; e < graph.row_ptr[u + 1]; ++e) {
            const std::uint64_t v = graph.cols[e];
            if (level[v] != unreached) continue;
            level[v] = level[u] + 1;
            waiting.push(v);
        }
    }
    return level;
}

} // namespace plain
