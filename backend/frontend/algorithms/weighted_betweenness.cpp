/// \file weighted_betweenness.cpp
/// The algorithm of Brandes (2001) along tight edges. These have no cycle, because weights are positive, so
/// levels of Kahn's peeling take the place of the levels of a breadth-first search.
#include "weighted_betweenness.hpp"

#include <mergus/algorithms/paths.hpp>
#include <mergus/ops.hpp>
#include <mergus/row_ops.hpp>
#include <mergus/semirings/all.hpp>

#include "graph.hpp"

#include <fmt/format.h>

#include <limits>
#include <vector>

namespace mergus::core {

Matrix<bool> tight_edges(const AnyMatrix& A, const Vector<double>& distance) {
    const auto D = diag(distance);
    const auto sums = mxm(min_plus<double>, D, A);
    return select(ops::valueeq<bool>, ewise_mult<bool>(ops::eq<double>, sums, mxm(any_second<double>, A, D)),
                  true);
}

Matrix<double> positive_weights(const AnyMatrix& A, const char* algorithm) {
    Matrix<double> weights(A.context(), A.nrows(), A.ncols());
    assign(weights, A);
    const auto usable = select(ops::valuele<double>, select(ops::valuegt<double>, weights, 0.0),
                               std::numeric_limits<double>::max()); // NaN is not
    if (usable.nvals() != weights.nvals())
        throw Error(Code::invalid_value,
                    fmt::format("{}: a weight is not a positive, finite number", algorithm));
    return weights;
}

void add_weighted_dependencies(Vector<double>& centrality, const Matrix<double>& A, std::uint64_t source) {
    const std::uint64_t n = A.nrows();
    const Matrix<bool> edges = tight_edges(A, shortest_paths(A, source));
    // Forwards: the paths to each vertex, when all tight edges into it have been counted.
    Vector<std::int64_t> incoming = degrees(edges, {.columns = true});
    Vector<double> paths(A.context(), n);
    std::vector<Vector<double>> levels;
    levels.emplace_back(A.context(), n).set_element(source, 1.0);
    for (std::int64_t round = 0; !counts_in_round(round) || levels.back().nvals() != 0; ++round) {
        const Vector<double>& level = levels.back();
        vxm(paths, plus_first<double>, level, edges, {.accum = ops::plus<double>});
        const auto lost = vxm(plus_pair<std::int64_t>, level, edges);
        const auto rest = ewise_mult<std::int64_t>(ops::minus<std::int64_t>, incoming, lost);
        assign(incoming, rest, {.mask = structure(rest)});
        const auto complete = select(ops::valueeq<std::int64_t>, rest, std::int64_t{0});
        levels.push_back(ewise_mult<double>(ops::first<double>, paths, complete));
    }
    if (reduce(max_monoid<double>, paths) == std::numeric_limits<double>::infinity())
        throw Error(Code::invalid_value, "betweenness: more than 1.8e308 shortest paths to one vertex");
    // Backwards: sums(v) = the sum over the successors w of v of (1 + dependency(w)) / paths(w), and
    // dependency(v) = paths(v) · sums(v).
    Vector<double> sums(A.context(), n);
    for (std::size_t k = levels.size() - 1; k > 0; --k) {
        auto per_path = apply<double>(ops::minv<double>, levels[k]);
        assign(per_path, sums, {.mask = structure(levels[k]), .accum = ops::plus<double>});
        const auto dependency = ewise_mult<double>(ops::times<double>, levels[k], sums);
        assign(centrality, dependency, {.mask = structure(dependency), .accum = ops::plus<double>});
        mxv(sums, plus_second<double>, edges, per_path, {.accum = ops::plus<double>});
    }
}

} // namespace mergus::core
