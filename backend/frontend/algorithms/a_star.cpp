/// \file a_star.cpp
/// A shortest path by the rule of A* (Hart, Nilsson, Raphael 1968), many vertices at a time: those whose
/// distance plus bound is at most a threshold relax their edges; when none is left, the threshold becomes the
/// least sum that waits, plus the mean weight. host_a_star.cpp has the method of backends without kernels.
#include <mergus/algorithms/paths.hpp>
#include <mergus/ops.hpp>
#include <mergus/semirings/all.hpp>

#include "graph.hpp"
#include "host_a_star.hpp"
#include "on_host.hpp"
#include "reports.hpp"
#include "weighted_betweenness.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace mergus {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The edges, without those of infinite length. \throws Error invalid_value
Matrix<double> lengths_of(const AnyMatrix& A) {
    Matrix<double> weights(A.context(), A.nrows(), A.ncols());
    assign(weights, A);
    if (select(ops::valuege<double>, weights, 0.0).nvals() != weights.nvals()) // NaN is not
        throw Error(Code::invalid_value, "a_star: a weight is negative or NaN");
    return select(ops::valuelt<double>, weights, infinity);
}

/// A bound for every vertex. \throws Error dimension_mismatch, invalid_value
Vector<double> checked(const Vector<double>& bounds, std::uint64_t vertices, const Context& context) {
    if (bounds.context() != context)
        throw Error(Code::invalid_value, "a_star: the bounds belong to another context");
    if (bounds.size() != vertices)
        throw Error(Code::dimension_mismatch,
                    fmt::format("a_star: {} bounds for {} vertices", bounds.size(), vertices));
    if (select(ops::valuege<double>, bounds, 0.0).nvals() != bounds.nvals())
        throw Error(Code::invalid_value, "a_star: a bound is negative or NaN");
    Vector<double> full(bounds.context(), vertices);
    assign(full, 0.0);
    assign(full, bounds, {.mask = structure(bounds)});
    return full;
}

/// The path along edges (u, v) with distance(u) + A(u, v) = distance(v).
std::vector<std::uint64_t> path_along(const Matrix<double>& edges, const Vector<double>& distance,
                                      std::uint64_t from, std::uint64_t to) {
    const auto around = mxm(any_second<double>, diag(distance), edges); // of the vertices that are reached
    const auto parents = bfs_parents(core::tight_edges(around, distance), std::vector{from});
    return path_to(extract(parents, 0, all), to);
}

} // namespace

ShortestPath a_star(const AnyMatrix& A, Natural source, Natural target, const Vector<double>& bounds) {
    core::require_square(A, "a_star");
    const std::uint64_t ends[2] = {source, target}, n = A.nrows();
    core::require_vertices(A, ends, "a_star");
    const Vector<double> rest = checked(bounds, n, A.context());
    core::Reports reports("a_star", "vertices reached", "round");
    if (core::computes_on_host(A.context())) {
        reports.in_units_of("step");
        return core::host_a_star(A, ends[0], ends[1], rest.to_dense(), reports);
    }
    const Matrix<double> edges = lengths_of(A);
    const auto count = static_cast<double>(std::max<std::uint64_t>(1, edges.nvals()));
    const double step = reduce(plus_monoid<double>, edges) / count;

    Vector<double> distance(A.context(), n), frontier(A.context(), n), waiting(A.context(), n);
    assign(distance, infinity);
    distance.set_element(ends[0], 0.0);
    waiting.set_element(ends[0], rest.extract_element(ends[0]).value()); // distance + bound
    double found = ends[0] == ends[1] ? 0 : infinity, threshold = 0;
    const auto reached = [&] { return select(ops::valuelt<double>, distance, infinity); };
    const auto known = [&] { return core::Known{reached().nvals(), n}; };
    reports.report(known);
    // A sum may be above the length of the path by the rounding of the bound.
    constexpr double rounding = 1 + 1e-9;
    for (;;) {
        auto near = select(ops::valuele<double>, waiting, threshold);
        if (near.nvals() == 0) {
            const double least = reduce(min_monoid<double>, waiting); // infinity if none waits
            if (least == infinity || least > found * rounding) break;
            threshold = std::min(least + step, std::max(least, found * rounding));
            near = select(ops::valuele<double>, waiting, threshold);
        }
        assign(waiting, waiting, {.mask = complement(structure(near)), .replace = true});
        assign(frontier, distance, {.mask = structure(near), .replace = true});
        const auto sums = vxm(min_plus<double>, frontier, edges);
        const auto improved = ewise_mult<bool>(ops::lt<double>, sums, distance);
        Vector<double> changed(A.context(), n);
        assign(changed, sums, {.mask = improved});
        assign(distance, changed, {.mask = structure(changed)});
        const auto through = ewise_mult<double>(ops::plus<double>, changed, rest);
        assign(waiting, through, {.mask = structure(through)});
        found = *distance.extract_element(ends[1]);
        threshold = std::min(threshold, found * rounding);
        reports.report(known);
    }
    ShortestPath result;
    result.distance = found;
    const Vector<double> lengths = reached();
    result.reached = lengths.nvals();
    if (found == infinity) return result;
    result.path = path_along(edges, lengths, ends[0], ends[1]);
    if (result.path.empty())
        throw Error(Code::invalid_value, "a_star: a bound is greater than the length of a path");
    return result;
}

} // namespace mergus
