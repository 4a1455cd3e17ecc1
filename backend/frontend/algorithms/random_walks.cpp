/// \file random_walks.cpp
/// Random walks: with P the positions of the walks, P·A has the edges that each of them can take. Every edge
/// draws a number, and the least one of a row is taken. Uniform numbers choose evenly; −ln(u) / weight, the
/// time of the first event of that rate, by weight. With the parameters of node2vec the weights are those of
/// E = P·A under masks: of the positions before, and of their neighbours.
#include <mergus/algorithms/paths.hpp>
#include <mergus/define.hpp>
#include <mergus/ops.hpp>
#include <mergus/row_ops.hpp>
#include <mergus/semirings/all.hpp>

#include "../objects/context_state.hpp"
#include "../support/parallel.hpp"
#include "graph.hpp"
#include "host_graph.hpp"
#include "on_host.hpp"
#include "partition.hpp"
#include "reports.hpp"
#include "weighted_betweenness.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace mergus {

namespace {

// clang-format takes the definition for arguments of a function.
// clang-format off

/// A pseudo-random number of walk, edge and step.
MERGUS_INDEX_UNARY_OP(edge_draw,
    static uint64_t apply(double, int64_t i, int64_t j, uint64_t seed) {
        uint64_t z = (uint64_t(i) + 1) * 0x9e3779b97f4a7c15u + seed * 0xd1342543de82ef95u;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) + uint64_t(j) * 0x9e3779b97f4a7c15u;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    })

/// −ln of the number as a fraction in (0, 1), over the weight.
MERGUS_BINARY_OP(waiting_time,
    static double apply(uint64_t draw, double weight) {
        return -log((double(draw >> 11) + 0.5) * 1.1102230246251565e-16) / weight;
    })

// clang-format on

/// The weights over the greatest of their row, so that those near the limits of fp64 can be compared.
Matrix<double> scaled(const Matrix<double>& weights) {
    const auto greatest = mxm(any_first<double>, diag(reduce_rows(max_monoid<double>, weights)), weights);
    return ewise_mult<double>(ops::div<double>, weights, greatest);
}

/// The column that each row with entries takes.
Vector<std::int64_t> chosen(const Matrix<double>& edges, bool weighted, std::uint64_t seed) {
    const auto draws = apply<std::uint64_t>(edge_draw, edges, seed);
    return weighted ? argmin(ewise_mult<double>(waiting_time, draws, edges)) : argmin(draws);
}

/// The weights of the edges, over q; over 1 where the vertex before has an edge to the end, over p where it
/// is the end.
Matrix<double> biased(const Matrix<double>& edges, const Matrix<double>& before, const Matrix<double>& graph,
                      const RandomWalkOptions& options) {
    auto weights = apply<double>(ops::times<double>, edges, 1 / options.q);
    const auto near = mxm(any_pair<bool>, before, graph);
    assign(weights, edges, {.mask = structure(near)});
    apply(weights, ops::times<double>, edges, 1 / options.p, {.mask = structure(before)});
    return weights;
}

/// Walks in host memory, for a backend that launches no kernels, with the same choices.
class HostWalks {
public:
    /// \param graph the weights of the edges
    HostWalks(const Matrix<double>& graph, std::span<const std::uint64_t> starts, std::uint64_t length,
              const RandomWalkOptions& options)
        : graph_(graph, &weights_), starts_(starts), length_(length), options_(options),
          by_weight_(options.weighted || options.p != 1 || options.q != 1),
          threads_(graph.context().state()->options().threads), walks_(starts.size()) {}

    /// Makes the walks begin … end.
    void make(std::uint64_t begin, std::uint64_t end) {
        constexpr std::uint64_t walks_of_range = 64;
        core::parallel_for(end - begin, walks_of_range, threads_,
                           [&](std::uint64_t first, std::uint64_t last) {
                               for (std::uint64_t w = begin + first; w < begin + last; ++w)
                                   walks_[w] = walk(w);
                           });
    }

    [[nodiscard]] Matrix<std::int64_t> walks(const Context& context) const {
        Csr found;
        found.nrows = walks_.size();
        found.ncols = length_ + 1;
        found.field = Field::integer;
        for (const std::vector<std::int64_t>& walk : walks_) {
            for (std::uint64_t step = 0; step < walk.size(); ++step) found.cols.push_back(step);
            found.integers.insert(found.integers.end(), walk.begin(), walk.end());
            found.row_ptr.push_back(found.cols.size());
        }
        return Matrix<std::int64_t>::from_csr(context, found);
    }

private:
    static constexpr std::int64_t none = -1;

    [[nodiscard]] std::vector<std::int64_t> walk(std::uint64_t number) const {
        std::vector<std::int64_t> vertices = {static_cast<std::int64_t>(starts_[number])};
        std::int64_t before = none;
        for (std::uint64_t step = 0; step < length_; ++step) {
            const std::int64_t here = vertices.back(), to = next(number, here, before, options_.seed + step);
            if (to == none) break;
            before = here;
            vertices.push_back(to);
        }
        return vertices;
    }

    /// \param before the vertex before, or none
    [[nodiscard]] std::int64_t next(std::uint64_t walk, std::int64_t at, std::int64_t before,
                                    std::uint64_t seed) const {
        const auto vertex = static_cast<std::uint64_t>(at);
        std::int64_t best = none;
        std::uint64_t least_draw = 0;
        double least_time = 0;
        for (std::uint64_t e = graph_.offsets[vertex]; e < graph_.offsets[vertex + 1]; ++e) {
            const std::uint64_t to = graph_.cols[e];
            const std::uint64_t draw = edge_draw_definition::apply(0, static_cast<std::int64_t>(walk),
                                                                   static_cast<std::int64_t>(to), seed);
            const double time =
                by_weight_ ? waiting_time_definition::apply(draw, weights_[e] * bias(before, to)) : 0;
            if (best != none && (by_weight_ ? !(time < least_time) : draw >= least_draw)) continue;
            best = static_cast<std::int64_t>(to);
            least_draw = draw;
            least_time = time;
        }
        return best;
    }

    [[nodiscard]] double bias(std::int64_t before, std::uint64_t to) const {
        if (before == none || (options_.p == 1 && options_.q == 1)) return 1;
        const auto last = static_cast<std::uint64_t>(before);
        if (to == last) return 1 / options_.p;
        const auto around = graph_.of(last);
        return std::binary_search(around.begin(), around.end(), to) ? 1 : 1 / options_.q;
    }

    std::vector<double> weights_; ///< of the entries of graph_
    core::HostGraph graph_;
    std::span<const std::uint64_t> starts_;
    std::uint64_t length_;
    const RandomWalkOptions& options_;
    bool by_weight_;
    unsigned threads_;
    std::vector<std::vector<std::int64_t>> walks_; ///< the vertices of each
};

} // namespace

Matrix<std::int64_t> random_walks(const AnyMatrix& A, const IndexList& start_list, Integer steps,
                                  const RandomWalkOptions& options) {
    core::require_square(A, "random_walks");
    const std::span<const std::uint64_t> starts = start_list.list();
    core::require_vertices(A, starts, "random_walks");
    const std::int64_t length = steps;
    if (length < 0) throw Error(Code::invalid_value, fmt::format("random_walks: length is {}", length));
    for (const double parameter : {options.p, options.q})
        if (!(parameter > 0 && std::isfinite(parameter) && std::isfinite(1 / parameter)))
            throw Error(Code::invalid_value, fmt::format("random_walks: p or q is {}", parameter));
    const bool second_order = options.p != 1 || options.q != 1;
    const std::uint64_t n = A.nrows();
    Matrix<double> graph(A.context(), n, n);
    if (options.weighted)
        graph = scaled(core::positive_weights(A, "random_walks"));
    else
        assign(graph, 1.0, {.mask = structure(A)});
    graph.resize(n + 1, n + 1); // vertex n: where walks are that have ended

    Matrix<std::int64_t> walks(A.context(), starts.size(), static_cast<std::uint64_t>(length) + 1);
    auto position = Vector<std::int64_t>::from_dense(A.context(),
                                                     std::vector<std::int64_t>(starts.begin(), starts.end()));
    assign(walks, position, all, 0);
    core::Reports reports("random_walks", "steps", "step");
    std::int64_t step = 0;
    const auto known = [&] {
        return core::Known{static_cast<std::uint64_t>(step), static_cast<std::uint64_t>(length)};
    };
    reports.report(known);
    if (core::can_be_on_host(graph)) {
        HostWalks host(graph, starts, static_cast<std::uint64_t>(length), options);
        constexpr std::uint64_t batch = 1 << 16; // walks between reports
        for (std::uint64_t done = 0; done < starts.size();) {
            const std::uint64_t end = std::min<std::uint64_t>(done + batch, starts.size());
            host.make(done, end);
            done = end;
            const double share = static_cast<double>(done) / static_cast<double>(starts.size());
            step = done == starts.size() ? length
                                         : static_cast<std::int64_t>(share * static_cast<double>(length));
            reports.report(known);
        }
        return host.walks(A.context());
    }
    Matrix<double> before;
    while (step < length && !starts.empty()) {
        Matrix<double> here = core::membership(position, n + 1);
        auto edges = mxm(any_second<double>, here, graph);
        if (second_order) {
            if (step != 0) edges = biased(edges, before, graph, options);
            before = std::move(here);
        }
        const auto next =
            chosen(edges, options.weighted || second_order, options.seed + static_cast<std::uint64_t>(step));
        ++step;
        if (next.nvals() != 0) assign(walks, next, all, static_cast<std::uint64_t>(step));
        assign(position, static_cast<std::int64_t>(n));
        assign(position, next, {.mask = structure(next)});
        reports.report(known);
        if (next.nvals() == 0) break;
    }
    return walks;
}

} // namespace mergus
