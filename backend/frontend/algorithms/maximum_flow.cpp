/// \file maximum_flow.cpp
/// A maximum flow between two vertices, and the cut tree for all pairs: n − 1 flows in the graph itself
/// (Gusfield 1990).
#include <mergus/algorithms/paths.hpp>

#include "graph.hpp"
#include "reports.hpp"
#include "residual_flow.hpp"

#include <fmt/format.h>

#include <memory>
#include <utility>
#include <vector>

namespace mergus {

MaximumFlow maximum_flow(const AnyMatrix& A, Natural source, Natural target) {
    core::require_square(A, "maximum_flow");
    const std::uint64_t ends[2] = {source, target};
    core::require_vertices(A, ends, "maximum_flow");
    if (ends[0] == ends[1])
        throw Error(Code::invalid_value, fmt::format("maximum_flow: source and target are both {}", ends[0]));
    core::ResidualFlow flow(A, "maximum_flow");
    flow.start(ends[0], ends[1]);
    core::Reports reports("maximum_flow", "", "phase");
    reports.report([] { return core::Known{}; });
    while (flow.improve()) reports.report([] { return core::Known{}; });
    MaximumFlow result;
    result.value = flow.value();
    result.flow = flow.flow(A.context());
    const auto side = std::make_unique<bool[]>(A.nrows());
    for (std::uint64_t v = 0; v < A.nrows(); ++v) side[v] = flow.on_source_side(v);
    result.source_side = Vector<bool>::from_dense(A.context(), std::span<const bool>(side.get(), A.nrows()));
    return result;
}

GomoryHuTree gomory_hu_tree(const AnyMatrix& A) {
    core::require_square(A, "gomory_hu_tree");
    const std::uint64_t n = A.nrows();
    core::ResidualFlow flow(A, "gomory_hu_tree");
    core::Reports reports("gomory_hu_tree", "vertices", "flow");
    std::uint64_t done = 0;
    const auto known = [&] { return core::Known{done, n}; };
    reports.report(known);
    std::vector<std::uint64_t> parent(n, 0);
    std::vector<double> capacity(n, 0);
    for (std::uint64_t v = 1; v < n; ++v) {
        const std::uint64_t other = parent[v];
        flow.start(v, other);
        while (flow.improve()) {
        }
        capacity[v] = flow.value();
        // Neighbours of `other` in the tree, on the side of v, become those of v.
        for (std::uint64_t w = 0; w < n; ++w)
            if (w != v && w != other && parent[w] == other && flow.on_source_side(w)) parent[w] = v;
        if (other != 0 && flow.on_source_side(parent[other])) {
            parent[v] = std::exchange(parent[other], v);
            capacity[v] = std::exchange(capacity[other], flow.value());
        }
        done = v + 1;
        reports.report(known);
    }
    std::vector<std::uint64_t> vertices;
    for (std::uint64_t v = 1; v < n; ++v) vertices.push_back(v);
    if (n != 0) capacity.erase(capacity.begin());
    return {Vector<std::int64_t>::from_dense(A.context(),
                                             std::vector<std::int64_t>(parent.begin(), parent.end())),
            Vector<double>::from_tuples(A.context(), n, vertices, capacity)};
}

} // namespace mergus
