/// \file k_path.cpp
/// k-path centrality on the host: random simple paths, each drawn by numbers of its index, so threads need no
/// order.
#include <mergus/algorithms/centrality.hpp>

#include "../objects/context_state.hpp"
#include "../support/memory_errors.hpp"
#include "../support/parallel.hpp"
#include "graph.hpp"
#include "host_graph.hpp"
#include "reports.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <vector>

namespace mergus {

namespace {

/// The finalizer of SplitMix64 of a path, a step and a seed.
std::uint64_t draw(std::uint64_t path, std::uint64_t step, std::uint64_t seed) noexcept {
    std::uint64_t z = (path + 1) * 0x9e3779b97f4a7c15U + seed * 0xd1342543de82ef95U;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U + step * 0x9e3779b97f4a7c15U;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
}

/// From 0 to count − 1. \param random 64 random bits
std::uint64_t below(std::uint64_t count, std::uint64_t random) noexcept {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint64_t>(Wide{random} * count >> 64);
}

class Paths {
public:
    Paths(const core::HostGraph& graph, std::uint64_t k, std::uint64_t seed)
        : graph_(graph), k_(k), seed_(seed), counts_(graph.rows(), 0) {}

    /// Counts the vertices of the paths first … end, but their sources.
    void add(std::uint64_t first, std::uint64_t end) {
        std::vector<std::uint64_t> visited, places;
        for (std::uint64_t path = first; path < end; ++path) {
            visited.assign(1, below(graph_.rows(), draw(path, 0, seed_)));
            const std::uint64_t length = 1 + below(k_, draw(path, 1, seed_));
            while (visited.size() <= length) {
                const auto row = graph_.of(visited.back());
                places.clear(); // of the row, whose vertices are visited
                for (const std::uint64_t v : visited)
                    if (const auto at = std::lower_bound(row.begin(), row.end(), v);
                        at != row.end() && *at == v)
                        places.push_back(static_cast<std::uint64_t>(at - row.begin()));
                if (places.size() == row.size()) break;
                std::sort(places.begin(), places.end());
                std::uint64_t chosen =
                    below(row.size() - places.size(), draw(path, visited.size() + 1, seed_));
                for (const std::uint64_t place : places) chosen += place <= chosen ? 1 : 0;
                visited.push_back(row[chosen]);
                std::atomic_ref(counts_[row[chosen]]).fetch_add(1, std::memory_order_relaxed);
            }
        }
    }

    [[nodiscard]] const std::vector<std::uint64_t>& counts() const noexcept { return counts_; }

private:
    const core::HostGraph& graph_;
    std::uint64_t k_, seed_;
    std::vector<std::uint64_t> counts_;
};

} // namespace

KPathCentrality k_path_centrality(const AnyMatrix& A, Natural k_most, const KPathOptions& options) {
    core::require_square(A, "k_path_centrality");
    const std::uint64_t n = A.nrows(), k = k_most;
    if (k < 1) throw Error(Code::invalid_value, "k_path_centrality: k is 0");
    if (!(options.alpha >= -0.5 && options.alpha <= 0.5))
        throw Error(Code::invalid_value, fmt::format("k_path_centrality: alpha is {}", options.alpha));
    const auto vertices = static_cast<double>(n), steps = static_cast<double>(k);
    const double wanted = 2 * steps * steps * std::pow(vertices, 1 - 2 * options.alpha) * std::log(vertices);
    if (n != 0 && !(wanted < 0x1p63))
        throw Error(Code::invalid_value, fmt::format("k_path_centrality: {} paths", wanted));
    KPathCentrality result;
    if (n == 0) {
        result.values = Vector<double>(A.context(), 0);
        return result;
    }
    result.paths = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::ceil(wanted)));
    return core::with_memory_errors("k_path_centrality", [&] {
        const core::HostGraph graph(A);
        Paths paths(graph, k, options.seed);
        constexpr std::uint64_t block = 1 << 18, grain = 1 << 10;
        core::Reports reports("k_path_centrality", "paths", "block");
        reports.report([&] { return core::Known{0, result.paths}; });
        for (std::uint64_t first = 0; first < result.paths; first += block) {
            const std::uint64_t count = std::min(block, result.paths - first);
            core::parallel_for(
                count, grain, A.context().state()->options().threads,
                [&](std::uint64_t begin, std::uint64_t end) { paths.add(first + begin, first + end); });
            reports.report([&] { return core::Known{first + count, result.paths}; });
        }
        std::vector<double> values(paths.counts().begin(), paths.counts().end());
        for (double& value : values) value *= steps * vertices / static_cast<double>(result.paths);
        result.values = Vector<double>::from_dense(A.context(), values);
        return std::move(result);
    });
}

} // namespace mergus
