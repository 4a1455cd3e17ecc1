/// \file plain_counts.cpp
/// Counts of paths and of triangles.
#include "plain.hpp"

#include "../backend/frontend/support/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <mutex>
#include <vector>

namespace mergus::bench::plain {

namespace {

/// Brandes' algorithm from one source at a time.
class Dependencies {
public:
    explicit Dependencies(const HostCsr& graph)
        : graph_(graph), sums(graph.nrows), level_(graph.nrows), paths_(graph.nrows),
          dependency_(graph.nrows) {}

    void add(std::uint64_t source) {
        std::fill(level_.begin(), level_.end(), unseen);
        std::fill(paths_.begin(), paths_.end(), 0.0);
        std::fill(dependency_.begin(), dependency_.end(), 0.0);
        order_.assign(1, static_cast<std::uint32_t>(source));
        level_[source] = 0;
        paths_[source] = 1;
        for (std::size_t next = 0; next < order_.size(); ++next) {
            const std::uint32_t v = order_[next];
            for_neighbours(v, [&](std::uint32_t w) {
                if (level_[w] == unseen) {
                    level_[w] = level_[v] + 1;
                    order_.push_back(w);
                }
                if (level_[w] == level_[v] + 1) paths_[w] += paths_[v];
            });
        }
        for (std::size_t i = order_.size() - 1; i > 0; --i) {
            const std::uint32_t v = order_[i];
            for_neighbours(v, [&](std::uint32_t w) {
                if (level_[w] == level_[v] + 1)
                    dependency_[v] += paths_[v] / paths_[w] * (1 + dependency_[w]);
            });
            sums[v] += dependency_[v];
        }
    }

private:
    static constexpr std::uint32_t unseen = std::numeric_limits<std::uint32_t>::max() - 1;

    template <class Body>
    void for_neighbours(std::uint32_t v, Body body) const {
        for (std::uint64_t e = graph_.ptr[v]; e < graph_.ptr[std::uint64_t{v} + 1]; ++e) body(graph_.cols[e]);
    }

    const HostCsr& graph_;

public:
    std::vector<double> sums;

private:
    std::vector<std::uint32_t> level_, order_;
    std::vector<double> paths_, dependency_;
};

/// Removes edges one by one, each time one with the fewest triangles.
class Peeling {
public:
    explicit Peeling(const HostCsr& graph)
        : graph_(graph), triangles_(graph.nvals()), removed_(graph.nvals()), numbers_(graph.nvals()) {}

    Array<double> run() {
        std::uint64_t most = 0;
        for_edges([&](std::uint64_t e, std::uint32_t u, std::uint32_t v) {
            std::uint64_t count = 0;
            for_triangles(u, v, [&](std::uint64_t, std::uint64_t) { ++count; });
            triangles_[e] = count;
            most = std::max(most, count);
        });
        std::vector<std::vector<Edge>> buckets(most + 1); // an edge may also be in those of greater counts
        for_edges([&](std::uint64_t e, std::uint32_t u, std::uint32_t v) {
            buckets[triangles_[e]].push_back({u, v, e});
        });
        for (std::uint64_t count = 0; count <= most; ++count)
            while (!buckets[count].empty()) {
                const Edge edge = buckets[count].back();
                buckets[count].pop_back();
                if (removed_[edge.at] || triangles_[edge.at] > count) continue;
                for_triangles(edge.u, edge.v, [&](std::uint64_t e, std::uint64_t f) {
                    for (const std::uint64_t other : {e, f})
                        if (triangles_[other] > count)
                            buckets[--triangles_[other]].push_back(
                                {row_of(other), graph_.cols[other], other});
                });
                removed_[edge.at] = true;
                numbers_[edge.at] = numbers_[at(edge.v, edge.u)] = static_cast<double>(count + 2);
            }
        return std::move(numbers_);
    }

private:
    struct Edge {
        std::uint32_t u, v; ///< u < v
        std::uint64_t at;   ///< the entry (u, v)
    };

    [[nodiscard]] std::uint64_t at(std::uint32_t row, std::uint32_t col) const {
        const auto begin = graph_.cols.begin();
        return static_cast<std::uint64_t>(
            std::lower_bound(begin + static_cast<std::ptrdiff_t>(graph_.ptr[row]),
                             begin + static_cast<std::ptrdiff_t>(graph_.ptr[std::uint64_t{row} + 1]), col) -
            begin);
    }
    [[nodiscard]] std::uint64_t edge(std::uint32_t u, std::uint32_t v) const {
        return u < v ? at(u, v) : at(v, u);
    }
    [[nodiscard]] std::uint32_t row_of(std::uint64_t e) const {
        return static_cast<std::uint32_t>(std::upper_bound(graph_.ptr.begin(), graph_.ptr.end(), e) -
                                          graph_.ptr.begin() - 1);
    }
    template <class Body>
    void for_edges(Body body) const {
        for (std::uint32_t u = 0; u < graph_.nrows; ++u)
            for (std::uint64_t e = graph_.ptr[u]; e < graph_.ptr[std::uint64_t{u} + 1]; ++e)
                if (u < graph_.cols[e]) body(e, u, graph_.cols[e]);
    }
    /// body(edge, edge) for the triangles of (u, v) whose edges are left.
    template <class Body>
    void for_triangles(std::uint32_t u, std::uint32_t v, Body body) const {
        std::uint64_t a = graph_.ptr[u], b = graph_.ptr[v];
        const std::uint64_t a_end = graph_.ptr[std::uint64_t{u} + 1],
                            b_end = graph_.ptr[std::uint64_t{v} + 1];
        while (a < a_end && b < b_end) {
            const std::uint32_t x = graph_.cols[a], y = graph_.cols[b];
            if (x == y) {
                const std::uint64_t e = edge(u, x), f = edge(v, x);
                if (!removed_[e] && !removed_[f]) body(e, f);
            }
            a += x <= y ? 1 : 0;
            b += y <= x ? 1 : 0;
        }
    }

    const HostCsr& graph_;
    std::vector<std::uint64_t> triangles_; ///< of the edges that are left, at the entry (u, v), u < v
    std::vector<bool> removed_;
    Array<double> numbers_;
};

} // namespace

Array<double> betweenness(const HostCsr& graph, const std::vector<std::uint64_t>& sources) {
    Array<double> result(graph.nrows);
    std::fill(result.begin(), result.end(), 0.0);
    std::mutex mutex;
    std::atomic<std::size_t> next{0};
    const unsigned threads = core::thread_count();
    core::parallel_for(threads, 1, threads, [&](std::uint64_t, std::uint64_t) {
        Dependencies own(graph);
        for (std::size_t s = next++; s < sources.size(); s = next++) own.add(sources[s]);
        const std::lock_guard lock(mutex);
        for (std::uint64_t v = 0; v < graph.nrows; ++v) result[v] += own.sums[v];
    });
    return result;
}

HostCsr truss_numbers(const HostCsr& graph) {
    HostCsr numbers = graph;
    numbers.values = Peeling(graph).run();
    return numbers;
}

} // namespace mergus::bench::plain
