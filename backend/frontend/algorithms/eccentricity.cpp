/// \file eccentricity.cpp
/// Eccentricities by bounds (Takes, Kosters 2013): a search from vertex v of eccentricity e finds the
/// distance d to each vertex w of its component, and then max(d, e − d) ≤ eccentricity(w) ≤ e + d.
#include <mergus/algorithms.hpp>
#include <mergus/ops.hpp>
#include <mergus/row_ops.hpp>
#include <mergus/semirings/all.hpp>

#include "graph.hpp"
#include "partition.hpp"
#include "reports.hpp"

#include <limits>
#include <string_view>

namespace mergus {

namespace {

/// Bounds of all vertices, which become equal, or, if only the diameter is asked for, until no upper bound is
/// above every lower one. \return the lower bounds
Vector<std::int64_t> lower_bounds(const AnyMatrix& A, bool diameter_only, std::string_view algorithm) {
    core::require_square(A, algorithm);
    const Matrix<bool> graph = core::simple_graph(A);
    const std::uint64_t n = A.nrows();
    Vector<std::int64_t> lower(A.context(), n), upper(A.context(), n);
    assign(lower, std::int64_t{0});
    assign(upper, static_cast<std::int64_t>(n));
    // A vertex without neighbours needs no search; of equal bounds a vertex of many neighbours comes first.
    const Vector<std::int64_t> degree = degrees(graph);
    assign(upper, std::int64_t{0},
           {.mask = structure(select(ops::valueeq<std::int64_t>, degree, std::int64_t{0}))});
    core::Reports reports(algorithm, "vertices", "search");
    Vector<std::int64_t> open(A.context(), n);
    const auto find_open = [&] {
        const auto gap = ewise_mult<std::int64_t>(ops::minus<std::int64_t>, upper, lower);
        const auto undecided = select(ops::valuegt<std::int64_t>, gap, std::int64_t{0});
        assign(open, upper, {.mask = structure(undecided), .replace = true});
        if (diameter_only && n != 0)
            select(open, ops::valuegt<std::int64_t>, open, reduce(max_monoid<std::int64_t>, lower));
        return open.nvals();
    };
    std::uint64_t left = find_open();
    const auto known = [&] { return core::Known{n - left, n}; };
    reports.report(known);
    for (bool from_far = true; left != 0; from_far = !from_far) {
        // In turn a vertex that may be far from all, and one that may be near to all.
        Vector<std::int64_t> keys(A.context(), n);
        if (from_far)
            assign(keys, open);
        else
            apply(keys, ops::ainv<std::int64_t>, lower, {.mask = structure(open)});
        const auto best = select(ops::valueeq<std::int64_t>, keys, reduce(max_monoid<std::int64_t>, keys));
        const std::uint64_t v =
            core::place_of_greatest(ewise_mult<std::int64_t>(ops::second<std::int64_t>, best, degree));
        const auto distance = extract<std::int64_t>(bfs_levels(graph, std::vector{v}), 0, all);
        const auto e = reduce(max_monoid<std::int64_t>, distance);
        assign(lower, distance, {.mask = structure(distance), .accum = ops::max<std::int64_t>});
        assign(lower, apply<std::int64_t>(ops::minus<std::int64_t>, e, distance),
               {.mask = structure(distance), .accum = ops::max<std::int64_t>});
        assign(upper, apply<std::int64_t>(ops::plus<std::int64_t>, distance, e),
               {.mask = structure(distance), .accum = ops::min<std::int64_t>});
        left = find_open();
        reports.report(known);
    }
    return lower;
}

} // namespace

Vector<std::int64_t> eccentricities(const AnyMatrix& A) {
    return lower_bounds(A, false, "eccentricities");
}

std::int64_t diameter(const AnyMatrix& A) {
    const auto lower = lower_bounds(A, true, "diameter");
    return lower.size() == 0 ? 0 : reduce(max_monoid<std::int64_t>, lower);
}

} // namespace mergus
