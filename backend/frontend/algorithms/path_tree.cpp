/// \file path_tree.cpp
/// Shortest paths as a tree, and the vertices of one.
#include <mergus/algorithms.hpp>
#include <mergus/ops.hpp>
#include <mergus/semirings/all.hpp>

#include "graph.hpp"
#include "reports.hpp"
#include "weighted_betweenness.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace mergus {

ShortestPathTree shortest_path_tree(const AnyMatrix& A, Natural source) {
    core::require_square(A, "shortest_path_tree");
    const std::uint64_t from = source;
    core::require_vertices(A, {&from, 1}, "shortest_path_tree");
    ShortestPathTree tree;
    tree.distance = shortest_paths(A, from);
    tree.parent = extract(bfs_parents(core::tight_edges(A, tree.distance), std::vector{from}), 0, all);
    return tree;
}

std::vector<std::uint64_t> path_to(const Vector<std::int64_t>& parents, Natural target) {
    const std::uint64_t to = target, n = parents.size();
    if (to >= n)
        throw Error(Code::invalid_index,
                    fmt::format("path_to: target {} is not a vertex of a graph of {}", to, n));
    const std::vector<std::int64_t> before = parents.to_dense(-1);
    std::vector<std::uint64_t> path;
    if (before[to] == -1) return path;
    for (std::uint64_t v = to;; v = static_cast<std::uint64_t>(before[v])) {
        const std::int64_t parent = before[v];
        if (path.size() == n || parent < 0 || static_cast<std::uint64_t>(parent) >= n)
            throw Error(Code::invalid_value,
                        fmt::format("path_to: the parents of vertex {} are no tree", to));
        path.push_back(v);
        if (static_cast<std::uint64_t>(parent) == v) break;
    }
    std::reverse(path.begin(), path.end());
    return path;
}

} // namespace mergus
