/// \file host_paths.cpp
#include "host_paths.hpp"

#include "../objects/context_state.hpp"
#include "../support/parallel.hpp"
#include "graph.hpp"
#include "host_graph.hpp"
#include "row_tuples.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <optional>
#include <queue>
#include <span>
#include <utility>
#include <vector>

namespace mergus::core {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// A value of a path to a vertex.
using Waiting = std::pair<double, std::uint64_t>;

struct WeightedGraph {
    explicit WeightedGraph(const AnyMatrix& A) : graph(as_fp64(A, own), &weights) {}

    std::optional<Matrix<double>> own;
    std::vector<double> weights;
    HostGraph graph;
};

/// The values that none improves. \param best the values so far \param extend extend(value, weight) is the
/// value of a path with one more edge, which is not better than that of the path \param settled called for
/// each vertex
template <class Better, class Extend, class Settled>
void settle(const WeightedGraph& A, std::span<double> best, std::vector<Waiting> changed, Better better,
            Extend extend, Settled settled) {
    const auto later = [better](const Waiting& a, const Waiting& b) { return better(b.first, a.first); };
    std::priority_queue queue(later, std::move(changed));
    while (!queue.empty()) {
        const auto [value, from] = queue.top();
        queue.pop();
        if (better(best[from], value)) continue; // a better path has been found since
        for (std::uint64_t e = A.graph.offsets[from]; e < A.graph.offsets[from + 1]; ++e) {
            const std::uint64_t to = A.graph.cols[e];
            const double other = extend(value, A.weights[e]);
            if (!better(other, best[to])) continue;
            best[to] = other;
            queue.emplace(other, to);
        }
        settled();
    }
}

template <class Better, class Extend>
void finish(Vector<double>& best, const Vector<double>& changed, const AnyMatrix& A, double unknown,
            Better better, Extend extend, Reports& reports) {
    std::vector<double> values = best.to_dense();
    std::vector<std::uint64_t> vertices;
    std::vector<double> of_changed;
    changed.extract_tuples(vertices, of_changed);
    std::vector<Waiting> waiting;
    for (std::size_t i = 0; i < vertices.size(); ++i) waiting.emplace_back(of_changed[i], vertices[i]);
    const auto known = [&] {
        const auto missing = std::count(values.begin(), values.end(), unknown);
        return Known{values.size() - static_cast<std::uint64_t>(missing), values.size()};
    };
    std::uint64_t settled = 0;
    settle(WeightedGraph(A), values, std::move(waiting), better, extend, [&] {
        constexpr std::uint64_t between = 1 << 14; // vertices between reports
        if (++settled % between == 0) reports.report(known);
    });
    reports.report(known);
    best = Vector<double>::from_dense(best.context(), values);
}

} // namespace

void finish_shortest_paths(Vector<double>& distance, const Vector<double>& changed, const AnyMatrix& A,
                           Reports& reports) {
    finish(distance, changed, A, infinity, std::less<>(), std::plus<>(), reports);
}

void finish_widest_paths(Vector<double>& width, const Vector<double>& changed, const AnyMatrix& A,
                         Reports& reports) {
    finish(
        width, changed, A, -infinity, std::greater<>(), [](double a, double b) { return std::min(a, b); },
        reports);
}

void finish_shortest_paths(Matrix<double>& distance, const Matrix<double>& changed, const AnyMatrix& A) {
    const WeightedGraph graph(A);
    const std::uint64_t sources = distance.nrows(), n = distance.ncols();
    RowTuples all(distance), begin(changed);
    std::vector<std::vector<Waiting>> waiting(sources);
    for (std::uint64_t s = 0; s < sources; ++s)
        begin.next_row(s, [&](std::uint64_t v, double value) { waiting[s].emplace_back(value, v); });
    parallel_for(sources, 1, A.context().state()->options().threads,
                 [&](std::uint64_t first, std::uint64_t end) {
                     for (std::uint64_t s = first; s < end; ++s)
                         settle(graph, std::span(all.values).subspan(s * n, n), std::move(waiting[s]),
                                std::less<>(), std::plus<>(), [] {});
                 });
    Csr result{sources,
               n,
               Field::real,
               std::vector<std::uint64_t>(sources + 1),
               std::move(all.cols),
               {},
               std::move(all.values),
               {}};
    for (std::uint64_t s = 0; s <= sources; ++s) result.row_ptr[s] = s * n;
    distance = Matrix<double>::from_csr(A.context(), result);
}

} // namespace mergus::core
