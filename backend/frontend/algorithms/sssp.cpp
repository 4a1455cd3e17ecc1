/// \file sssp.cpp
/// Single-source shortest paths: the Bellman–Ford algorithm over the min.plus semiring.
#include <mergus/algorithms.hpp>
#include <mergus/ops.hpp>
#include <mergus/semirings/all.hpp>

#include "graph.hpp"
#include "reports.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <vector>

namespace mergus {

namespace {

/// NaN is the one value that does not equal itself. A sum that is a number has no NaN; one that is not may
/// also come from infinities.
bool has_nan(const AnyMatrix& A) {
    if (!std::isnan(reduce(plus_monoid<double>, A))) return false;
    Matrix<double> W(A.context(), A.nrows(), A.ncols());
    assign(W, A);
    return reduce(lor_monoid, ewise_mult<bool>(ops::ne<double>, W, W));
}

constexpr double infinity = std::numeric_limits<double>::infinity();

/// A distance of −∞ would hide negative cycles.
bool has_minus_infinity(const AnyMatrix& A) {
    return reduce(min_monoid<double>, A) == -infinity;
}

/// Whether no path without cycles has the length +∞.
bool all_paths_finite(const AnyMatrix& A) {
    return reduce(max_monoid<double>, A) * static_cast<double>(A.nrows()) < infinity;
}

Vector<double> below_infinity(const Vector<double>& distance) {
    return select<double>(ops::valuelt<double>, distance, infinity);
}

} // namespace

Vector<double> shortest_paths(const AnyMatrix& A, Natural source) {
    core::require_square(A, "shortest_paths");
    const std::uint64_t from = source;
    core::require_vertices(A, {&from, 1}, "shortest_paths");
    if (has_nan(A)) throw Error(Code::invalid_value, "shortest_paths: a weight is NaN");
    if (has_minus_infinity(A)) throw Error(Code::invalid_value, "shortest_paths: a weight is -infinity");

    // +infinity: not reached so far.
    Vector<double> distance(A.context(), A.nrows());
    assign(distance, infinity);
    distance.set_element(from, 0.0);
    Vector<double> changed(A.context(), A.nrows()), sums(A.context(), A.nrows());
    changed.set_element(from, 0.0);
    Vector<bool> shorter(A.context(), A.nrows());
    core::Reports reports("shortest_paths", "vertices reached", "round");
    const auto known = [&] { return core::Known{below_infinity(distance).nvals(), distance.size()}; };
    reports.report(known);
    // A round without changes changes nothing, so the changes are not counted in every round.
    const auto vertices = static_cast<std::int64_t>(A.nrows());
    for (std::int64_t round = 0; !core::counts_in_round(round) || changed.nvals() != 0; ++round) {
        if (round == vertices && changed.nvals() != 0)
            throw Error(Code::invalid_value,
                        fmt::format("shortest_paths: vertex {} reaches a cycle of negative length", from));
        vxm(sums, min_plus<double>, changed, A);
        ewise_mult(shorter, ops::lt<double>, sums, distance);
        assign(changed, sums, {.mask = shorter, .replace = true});
        assign(distance, changed, {.mask = structure(changed)});
        reports.report(known);
    }
    if (all_paths_finite(A)) return below_infinity(distance);
    const auto reached = extract(bfs_levels(A, std::vector{from}), 0, all);
    assign(distance, distance, {.mask = structure(reached), .replace = true});
    return distance;
}

} // namespace mergus
