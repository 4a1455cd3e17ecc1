/// \file cliques.cpp
/// Maximal cliques (Bron, Kerbosch 1973) on the host. A clique is found from its first vertex in the order of
/// degrees, which keeps the candidates few (Eppstein, Löffler, Strash 2010); below that a pivot leaves out
/// candidates that another one stands for.
#include <mergus/algorithms/structure.hpp>
#include <mergus/ops.hpp>

#include "graph.hpp"
#include "host_graph.hpp"
#include "reports.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace mergus {

namespace {

using Vertices = std::vector<std::uint64_t>;

class CliqueSearch {
public:
    CliqueSearch(const core::HostGraph& graph, const MaximalCliquesOptions& options)
        : graph_(graph), options_(options), reports_("maximal_cliques", "vertices", "step") {}

    /// Cliques of `first` and of vertices of `candidates`, without those that one of `before` could be added
    /// to. \return false if there are more than the limit
    bool search(std::uint64_t first, const Vertices& candidates, const Vertices& before) {
        clique_.assign(1, first);
        return expand(candidates, before);
    }

    void report() {
        reports_.report([&] { return core::Known{done_, graph_.rows()}; });
    }
    void vertex_is_done() {
        ++done_;
        report();
    }

    [[nodiscard]] Matrix<bool> found(const Context& context) const {
        return Matrix<bool>::from_tuples(context, count_, graph_.rows(), rows_, cols_,
                                         std::vector<bool>(rows_.size(), true));
    }

private:
    /// One vertex may have most of the cliques.
    static constexpr std::uint64_t steps_of_report = 1024;

    [[nodiscard]] bool adjacent(std::uint64_t v, std::uint64_t w) const {
        const auto row = graph_.of(v);
        return std::binary_search(row.begin(), row.end(), w);
    }
    /// \param among in order \return in order
    [[nodiscard]] Vertices neighbours_of(std::uint64_t v, const Vertices& among) const {
        Vertices list;
        const auto row = graph_.of(v);
        if (row.size() < among.size()) {
            for (const std::uint64_t w : row)
                if (std::binary_search(among.begin(), among.end(), w)) list.push_back(w);
        } else {
            for (const std::uint64_t w : among)
                if (adjacent(v, w)) list.push_back(w);
        }
        return list;
    }

    bool emit() {
        if (count_ == options_.limit) return false;
        rows_.insert(rows_.end(), clique_.size(), count_++);
        cols_.insert(cols_.end(), clique_.begin(), clique_.end());
        return true;
    }

    bool expand(Vertices candidates, Vertices before) {
        if (++steps_ % steps_of_report == 0) report();
        if (clique_.size() + candidates.size() < options_.least) return true;
        if (candidates.empty()) return !before.empty() || emit();
        // The vertex with the most neighbours among the candidates: each clique has it or one that is not
        // adjacent to it.
        constexpr std::size_t few = 64;
        std::uint64_t pivot = candidates.front();
        std::size_t most = 0;
        for (const Vertices* list : {&candidates, &before}) {
            if (list->size() > few + candidates.size()) continue; // a hub has many before it
            for (const std::uint64_t v : *list)
                if (const std::size_t count = neighbours_of(v, candidates).size(); count > most) {
                    pivot = v;
                    most = count;
                }
        }
        const Vertices tried = candidates;
        for (const std::uint64_t v : tried) {
            if (adjacent(pivot, v)) continue;
            clique_.push_back(v);
            const bool goes_on = expand(neighbours_of(v, candidates), neighbours_of(v, before));
            clique_.pop_back();
            if (!goes_on) return false;
            candidates.erase(std::lower_bound(candidates.begin(), candidates.end(), v));
            before.insert(std::lower_bound(before.begin(), before.end(), v), v);
        }
        return true;
    }

    const core::HostGraph& graph_;
    const MaximalCliquesOptions& options_;
    Vertices clique_, rows_, cols_;
    std::uint64_t count_ = 0, done_ = 0, steps_ = 0;
    core::Reports reports_;
};

} // namespace

MaximalCliques maximal_cliques(const AnyMatrix& A, const MaximalCliquesOptions& options) {
    core::require_square(A, "maximal_cliques");
    const core::HostGraph graph(core::simple_graph(A));
    const std::uint64_t n = graph.rows();
    Vertices order(n), place(n);
    std::iota(order.begin(), order.end(), std::uint64_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::uint64_t a, std::uint64_t b) {
        return graph.of(a).size() < graph.of(b).size();
    });
    for (std::uint64_t k = 0; k < n; ++k) place[order[k]] = k;
    CliqueSearch cliques(graph, options);
    MaximalCliques result;
    cliques.report();
    for (std::uint64_t k = 0; k < n && result.complete; ++k) {
        Vertices candidates, before;
        for (const std::uint64_t w : graph.of(order[k])) (place[w] > k ? candidates : before).push_back(w);
        result.complete = cliques.search(order[k], candidates, before);
        cliques.vertex_is_done();
    }
    result.members = cliques.found(A.context());
    return result;
}

} // namespace mergus
