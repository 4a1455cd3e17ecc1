/// \file covers.cpp
/// Vertex covers and dominating sets by greedy rounds: a vertex is chosen if no vertex around it would do
/// more.
#include <mergus/algorithms/structure.hpp>
#include <mergus/define.hpp>
#include <mergus/ops.hpp>
#include <mergus/row_ops.hpp>
#include <mergus/semirings/all.hpp>

#include "graph.hpp"
#include "host_graph.hpp"
#include "on_host.hpp"
#include "reports.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace mergus {

namespace {

// clang-format takes the definition for arguments of a function.
// clang-format off

/// The highest bit of a positive count, then random ones: counts within a factor of two are alike, so a round
/// chooses many vertices.
MERGUS_INDEX_UNARY_OP(rank_of_count,
    static uint64_t apply(int64_t count, int64_t i, int64_t, uint64_t seed) {
        uint64_t z = (uint64_t(i) + 1) * 0x9e3779b97f4a7c15u + seed * 0xd1342543de82ef95u;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        uint64_t bit = 0;
        for (uint64_t rest = uint64_t(count) >> 1; rest != 0; rest >>= 1) ++bit;
        return bit << 58 | (z ^ (z >> 31)) >> 6;
    })

// clang-format on

/// Of the positive counts.
Vector<std::uint64_t> ranked(const Vector<std::int64_t>& counts, std::uint64_t seed) {
    return apply<std::uint64_t>(rank_of_count, select(ops::valuegt<std::int64_t>, counts, std::int64_t{0}),
                                seed);
}

/// The vertices whose rank is at least the greatest rank of their neighbours.
Vector<bool> winners(const Vector<std::uint64_t>& ranks, const Vector<std::uint64_t>& around) {
    const auto beaten = ewise_mult<bool>(ops::lt<std::uint64_t>, ranks, around);
    Vector<bool> chosen(ranks.context(), ranks.size());
    assign(chosen, true, {.mask = structure(ranks)});
    assign(chosen, chosen, {.mask = complement(beaten), .replace = true});
    return chosen;
}

/// Those that at least half of the vertices that they gain want. \param wanted a vertex by each that is left
Vector<bool> most_wanted(const Vector<std::int64_t>& wanted, const Vector<std::int64_t>& gains) {
    std::vector<std::uint64_t> by, best;
    std::vector<std::int64_t> vertices;
    wanted.extract_tuples(by, vertices);
    const std::vector<std::int64_t> gain = gains.to_dense(0);
    std::vector<std::int64_t> count(gain.size(), 0);
    for (const std::int64_t v : vertices) ++count[static_cast<std::size_t>(v)];
    for (std::uint64_t v = 0; v < count.size(); ++v)
        if (count[v] != 0 && 2 * count[v] >= gain[v]) best.push_back(v);
    return Vector<bool>::from_tuples(wanted.context(), wanted.size(), best,
                                     std::vector<bool>(best.size(), true));
}

Vector<bool> set_of(const std::vector<bool>& members, const Context& context) {
    std::vector<std::uint64_t> vertices;
    for (std::uint64_t v = 0; v < members.size(); ++v)
        if (members[v]) vertices.push_back(v);
    return Vector<bool>::from_tuples(context, members.size(), vertices,
                                     std::vector<bool>(vertices.size(), true));
}

std::uint64_t rank_of(std::int64_t count, std::uint64_t vertex, std::uint64_t seed) {
    return rank_of_count_definition::apply(count, static_cast<std::int64_t>(vertex), 0, seed);
}

/// The rounds of vertex_cover() in host memory, for a backend that launches no kernels, with the same
/// choices.
class HostCover {
public:
    explicit HostCover(const Matrix<bool>& graph)
        : graph_(graph), degrees_(graph_.rows()), ranks_(graph_.rows()), covered_(graph_.rows(), false) {
        for (std::uint64_t v = 0; v < graph_.rows(); ++v) {
            degrees_[v] = static_cast<std::int64_t>(graph_.of(v).size());
            if (degrees_[v] != 0) left_.push_back(v);
        }
    }

    void round(std::uint64_t seed) {
        for (const std::uint64_t v : left_) ranks_[v] = rank_of(degrees_[v], v, seed);
        std::vector<std::uint64_t> winners;
        for (const std::uint64_t v : left_) {
            const auto around = graph_.of(v);
            if (std::none_of(around.begin(), around.end(), [&](std::uint64_t w) {
                    return !covered_[w] && degrees_[w] > 0 && ranks_[w] > ranks_[v];
                }))
                winners.push_back(v);
        }
        for (const std::uint64_t v : winners) {
            covered_[v] = true;
            for (const std::uint64_t w : graph_.of(v)) --degrees_[w];
        }
        std::erase_if(left_, [&](std::uint64_t v) { return covered_[v] || degrees_[v] <= 0; });
    }

    [[nodiscard]] bool done() const noexcept { return left_.empty(); }
    /// Of the edges that are not covered.
    [[nodiscard]] std::uint64_t entries() const {
        std::int64_t sum = 0;
        for (const std::uint64_t v : left_) sum += degrees_[v];
        return static_cast<std::uint64_t>(sum);
    }
    [[nodiscard]] Vector<bool> cover(const Context& context) const { return set_of(covered_, context); }

private:
    core::HostGraph graph_;
    std::vector<std::int64_t> degrees_; ///< edges that are not covered
    std::vector<std::uint64_t> ranks_;
    std::vector<bool> covered_;
    std::vector<std::uint64_t> left_; ///< those with such edges
};

/// dominating_set() in host memory, for a backend that launches no kernels, with the same choices: a round
/// visits the edges of the vertices that are left, and gains are kept.
class HostDomination {
public:
    /// \param closed the graph, with each vertex itself
    explicit HostDomination(const Matrix<bool>& closed)
        : closed_(closed), gains_(closed_.rows()), wanted_(closed_.rows()), ranks_(closed_.rows()),
          chosen_(closed_.rows(), false), open_(closed_.rows(), true), left_(closed_.rows()) {
        std::iota(left_.begin(), left_.end(), std::uint64_t{0});
        for (const std::uint64_t v : left_) gains_[v] = static_cast<std::int64_t>(closed_.of(v).size());
    }

    void round(std::uint64_t seed) {
        for (std::uint64_t v = 0; v < ranks_.size(); ++v)
            if (gains_[v] > 0) ranks_[v] = rank_of(gains_[v], v, seed);
        std::fill(wanted_.begin(), wanted_.end(), 0);
        const auto below = [&](std::uint64_t a, std::uint64_t b) { return ranks_[a] < ranks_[b]; };
        for (const std::uint64_t v : left_) {
            const auto around = closed_.of(v);
            ++wanted_[*std::max_element(around.begin(), around.end(), below)];
        }
        std::vector<std::uint64_t> best;
        for (std::uint64_t v = 0; v < wanted_.size(); ++v)
            if (wanted_[v] != 0 && 2 * wanted_[v] >= gains_[v]) best.push_back(v);
        const std::uint64_t before = left();
        choose(best);
        if (left() == before) choose(std::vector(left_)); // only of patterns that are not symmetric
    }

    [[nodiscard]] std::uint64_t left() const noexcept { return left_.size(); }
    [[nodiscard]] Vector<bool> chosen(const Context& context) const { return set_of(chosen_, context); }

private:
    void choose(const std::vector<std::uint64_t>& best) {
        for (const std::uint64_t v : best) {
            chosen_[v] = true;
            for (const std::uint64_t w : closed_.of(v)) {
                if (!open_[w]) continue;
                open_[w] = false;
                for (const std::uint64_t u : closed_.of(w)) --gains_[u];
            }
        }
        std::erase_if(left_, [&](std::uint64_t v) { return !open_[v]; });
    }

    core::HostGraph closed_;
    std::vector<std::int64_t> gains_;  ///< what each vertex would dominate
    std::vector<std::int64_t> wanted_; ///< by how many vertices that are left
    std::vector<std::uint64_t> ranks_; ///< of gains
    std::vector<bool> chosen_, open_;
    std::vector<std::uint64_t> left_; ///< those that are open
};

Vector<std::uint64_t> greatest_around(const Matrix<bool>& graph, const Vector<std::uint64_t>& ranks) {
    return mxv(max_second<std::uint64_t>, graph, ranks);
}

/// A cover of which some vertices may not be needed. \param seed of the rounds; receives the next one
Vector<bool> cover_of(const Matrix<bool>& graph, std::uint64_t& seed, core::Reports& reports) {
    Matrix<bool> left = graph.dup();
    Vector<bool> cover(graph.context(), graph.nrows());
    const auto known = [&] { return core::Known{left.nvals()}; };
    reports.report(known);
    for (; left.nvals() != 0; ++seed) {
        const auto ranks = ranked(degrees(left), seed);
        assign(cover, true, {.mask = structure(winners(ranks, greatest_around(left, ranks)))});
        Vector<bool> open(graph.context(), graph.nrows());
        assign(open, true, {.mask = complement(structure(cover))});
        const auto D = diag(open);
        left = mxm(any_pair<bool>, D, mxm(any_pair<bool>, left, D));
        reports.report(known);
    }
    return cover;
}

/// The same in host memory.
Vector<bool> host_cover(const Matrix<bool>& graph, std::uint64_t& seed, core::Reports& reports) {
    HostCover host(graph);
    const auto known = [&] { return core::Known{host.entries()}; };
    reports.report(known);
    for (; !host.done(); ++seed) {
        host.round(seed);
        reports.report(known);
    }
    return host.cover(graph.context());
}

} // namespace

Vector<bool> vertex_cover(const AnyMatrix& A, std::uint64_t seed) {
    core::require_square(A, "vertex_cover");
    const Matrix<bool> graph = core::simple_graph(A);
    core::Reports reports("vertex_cover", "entries left", "round");
    auto cover = (core::computes_on_host(A.context()) ? host_cover : cover_of)(graph, seed, reports);
    // A vertex is not needed if all of its neighbours are in the cover; of adjacent ones only one may leave.
    Vector<bool> outside(A.context(), A.nrows()), unneeded = cover.dup();
    assign(outside, true, {.mask = complement(structure(cover))});
    const auto needed = mxv(any_pair<bool>, graph, outside);
    assign(unneeded, unneeded, {.mask = complement(structure(needed)), .replace = true});
    const auto D = diag(unneeded);
    auto leaving = maximal_independent_set(mxm(any_pair<bool>, D, mxm(any_pair<bool>, graph, D)), seed);
    assign(leaving, leaving, {.mask = structure(unneeded), .replace = true});
    assign(cover, cover, {.mask = complement(structure(leaving)), .replace = true});
    return cover;
}

Vector<bool> dominating_set(const AnyMatrix& A, std::uint64_t seed) {
    core::require_square(A, "dominating_set");
    Vector<bool> chosen(A.context(), A.nrows()), left(A.context(), A.nrows());
    assign(left, true);
    Matrix<bool> closed = core::simple_graph(A); // with each vertex itself
    closed = ewise_add<bool>(ops::lor<bool>, closed, diag(left));
    core::Reports reports("dominating_set", "vertices", "round");
    const auto known = [&] { return core::Known{A.nrows() - left.nvals(), A.nrows()}; };
    reports.report(known);
    if (core::computes_on_host(A.context())) {
        HostDomination host(closed);
        while (host.left() != 0) {
            host.round(seed++);
            reports.report([&] { return core::Known{A.nrows() - host.left(), A.nrows()}; });
        }
        return host.chosen(A.context());
    }
    for (; left.nvals() != 0; ++seed) {
        const auto gains = mxv(plus_pair<std::int64_t>, closed, left); // what each would dominate
        const auto around = mxm(any_second<std::uint64_t>, mxm(any_pair<bool>, diag(left), closed),
                                diag(ranked(gains, seed)));
        auto best = most_wanted(argmax(around), gains);
        if (best.nvals() == 0) best = left.dup(); // only of patterns that are not symmetric
        assign(chosen, true, {.mask = structure(best)});
        const auto dominated = mxv(any_pair<bool>, closed, best);
        assign(left, left, {.mask = complement(structure(dominated)), .replace = true});
        reports.report(known);
    }
    return chosen;
}

} // namespace mergus
