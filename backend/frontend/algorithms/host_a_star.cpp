/// \file host_a_star.cpp
#include "host_a_star.hpp"

#include "graph.hpp"
#include "host_graph.hpp"

#include <mergus/error.hpp>

#include <algorithm>
#include <functional>
#include <limits>
#include <optional>
#include <queue>
#include <utility>

namespace mergus::core {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

class Search {
public:
    Search(const AnyMatrix& A, std::uint64_t source)
        : graph_(as_fp64(A, own_), &lengths_), source_(source), distance_(graph_.rows(), infinity) {
        for (const double length : lengths_)
            if (!(length >= 0)) throw Error(Code::invalid_value, "a_star: a weight is negative or NaN");
        distance_[source] = 0;
        reached_ = 1;
    }

    /// All vertices whose distance and bound are together at most the distance of the target, up to rounding,
    /// relax their edges.
    void run(std::uint64_t target, const std::vector<double>& bounds, Reports& reports) {
        using Waiting = std::pair<double, std::uint64_t>; // distance + bound, vertex
        std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>> heap;
        heap.emplace(bounds[source_], source_);
        std::vector<double> relaxed(graph_.rows(), infinity); // the distance with which a vertex did so
        constexpr std::uint64_t vertices_of_report = 1024;
        constexpr double rounding = 1 + 1e-9; // as in a_star.cpp
        const auto report = [&] { reports.report([&] { return Known{reached_, graph_.rows()}; }); };
        report();
        for (std::uint64_t count = 0; !heap.empty();) {
            const auto [sum, v] = heap.top();
            if (sum == infinity || sum > distance_[target] * rounding) return;
            heap.pop();
            if (distance_[v] >= relaxed[v]) continue; // it waited for a longer path
            relaxed[v] = distance_[v];
            for (std::uint64_t e = graph_.offsets[v]; e < graph_.offsets[v + 1]; ++e) {
                const std::uint64_t w = graph_.cols[e];
                const double length = distance_[v] + lengths_[e];
                if (length >= distance_[w]) continue;
                if (distance_[w] == infinity) ++reached_;
                distance_[w] = length;
                if (length + bounds[w] <= distance_[target] * rounding) heap.emplace(length + bounds[w], w);
            }
            if (++count % vertices_of_report == 0) report();
        }
    }

    [[nodiscard]] ShortestPath result(std::uint64_t target) const {
        ShortestPath found;
        found.distance = distance_[target];
        found.reached = reached_;
        if (found.distance != infinity) found.path = path_to(target);
        return found;
    }

private:
    /// By a breadth-first search along the edges (v, w) with distance(v) + A(v, w) = distance(w), where the
    /// least vertex becomes the parent.
    [[nodiscard]] std::vector<std::uint64_t> path_to(std::uint64_t target) const {
        constexpr std::uint64_t none = std::numeric_limits<std::uint64_t>::max();
        std::vector<std::uint64_t> parent(graph_.rows(), none), level = {source_}, next;
        parent[source_] = source_;
        while (!level.empty() && parent[target] == none) {
            for (const std::uint64_t v : level)
                for (std::uint64_t e = graph_.offsets[v]; e < graph_.offsets[v + 1]; ++e)
                    if (const std::uint64_t w = graph_.cols[e]; parent[w] == none &&
                                                                distance_[w] < infinity &&
                                                                distance_[v] + lengths_[e] == distance_[w]) {
                        parent[w] = v;
                        next.push_back(w);
                    }
            std::sort(next.begin(), next.end());
            level.swap(next);
            next.clear();
        }
        if (parent[target] == none)
            throw Error(Code::invalid_value, "a_star: a bound is greater than the length of a path");
        std::vector<std::uint64_t> path = {target};
        while (path.back() != source_) path.push_back(parent[path.back()]);
        std::reverse(path.begin(), path.end());
        return path;
    }

    std::optional<Matrix<double>> own_;
    std::vector<double> lengths_; ///< of the entries of graph_
    HostGraph graph_;
    std::uint64_t source_, reached_ = 0;
    std::vector<double> distance_; ///< infinity: not reached
};

} // namespace

ShortestPath host_a_star(const AnyMatrix& A, std::uint64_t source, std::uint64_t target,
                         const std::vector<double>& bounds, Reports& reports) {
    Search search(A, source);
    search.run(target, bounds, reports);
    return search.result(target);
}

} // namespace mergus::core
