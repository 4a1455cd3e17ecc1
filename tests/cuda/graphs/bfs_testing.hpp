/// \file bfs_testing.hpp
/// Graphs for tests of breadth-first searches, and a sequential search.
#pragma once

#include "conformance/random.hpp"
#include "testing/device_testing.hpp"
#include "testing/refuses.hpp"
#include "testing/scratch.hpp"

#include <mergus/mergus.hpp>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace mergus::tests::searches {

using conformance::Random;
using Sources = std::vector<std::uint64_t>;

/// The backends under test, and the device backend in any case.
inline std::vector<std::string> tested_backends() {
    std::vector<std::string> names = backends_under_test();
    for (const std::string& device : devices_under_test())
        if (std::find(names.begin(), names.end(), device) == names.end()) names.push_back(device);
    return names;
}

/// Forces a method of a search from one source, if the device allows it, while it lives.
using Method = cuda::testing::Variable;
inline const char* const method_variable = "MERGUS_CUDA_BFS";

/// Every method of the device backends, and the other backends once.
inline std::vector<std::pair<std::string, std::string>> backends_and_methods() {
    std::vector<std::pair<std::string, std::string>> all;
    for (const std::string& backend : tested_backends()) {
        all.emplace_back(backend, "best");
        if (!backend.starts_with("cuda")) continue;
        all.emplace_back(backend, "queue");
        all.emplace_back(backend, "sweep");
    }
    return all;
}

/// A graph as lists of out-neighbours.
struct Graph {
    std::string name;
    std::vector<std::set<std::uint64_t>> out;

    Graph(std::string name, std::uint64_t n) : name(std::move(name)), out(n) {}
    [[nodiscard]] std::uint64_t size() const { return out.size(); }
    void arc(std::uint64_t i, std::uint64_t j) { out[i].insert(j); }
    void edge(std::uint64_t i, std::uint64_t j) {
        arc(i, j);
        arc(j, i);
    }
    [[nodiscard]] Csr csr() const {
        Csr csr;
        csr.nrows = csr.ncols = size();
        csr.field = Field::pattern;
        for (const auto& list : out) {
            csr.cols.insert(csr.cols.end(), list.begin(), list.end());
            csr.row_ptr.push_back(csr.cols.size());
        }
        return csr;
    }
};

struct Expected {
    Entries<std::int32_t> levels;
    Entries<std::int64_t> parents;
};

/// Sequential search. The smallest parent comes first, because a level is searched in ascending order.
inline Expected search(const Graph& graph, const Sources& sources) {
    Expected expected;
    for (std::uint64_t s = 0; s < sources.size(); ++s) {
        std::vector<std::int32_t> level(graph.size(), -1);
        std::vector<std::int64_t> parent(graph.size(), -1);
        Sources now = {sources[s]}, next;
        level[sources[s]] = 0;
        parent[sources[s]] = static_cast<std::int64_t>(sources[s]);
        for (std::int32_t d = 1; !now.empty(); ++d, now.swap(next)) {
            next.clear();
            std::sort(now.begin(), now.end());
            for (const std::uint64_t u : now)
                for (const std::uint64_t v : graph.out[u])
                    if (level[v] < 0) {
                        level[v] = d;
                        parent[v] = static_cast<std::int64_t>(u);
                        next.push_back(v);
                    }
        }
        for (std::uint64_t v = 0; v < graph.size(); ++v) {
            if (level[v] < 0) continue;
            expected.levels.push_back({s, v, level[v]});
            expected.parents.push_back({s, v, parent[v]});
        }
    }
    return expected;
}

inline void check(const Context& context, const Graph& graph, const Sources& sources) {
    CAPTURE(graph.name);
    CAPTURE(sources.size());
    const auto A = Matrix<bool>::from_csr(context, graph.csr());
    const Expected expected = search(graph, sources);
    CHECK(read<std::int32_t>(bfs_levels(A, sources)) == expected.levels);
    CHECK(read<std::int64_t>(bfs_parents(A, sources)) == expected.parents);
}

inline Graph random_graph(std::string name, std::uint64_t n, std::uint64_t edges, bool both_ways,
                          std::uint64_t seed) {
    Graph graph(std::move(name), n);
    Random random(seed);
    for (std::uint64_t e = 0; e < edges; ++e) {
        const std::uint64_t i = random.below(n), j = random.below(n);
        if (both_ways)
            graph.edge(i, j);
        else
            graph.arc(i, j);
    }
    return graph;
}

inline Sources spread(std::uint64_t count, std::uint64_t n) {
    Sources sources;
    for (std::uint64_t s = 0; s < count; ++s) sources.push_back(s * 7919 % n);
    return sources;
}

} // namespace mergus::tests::searches
