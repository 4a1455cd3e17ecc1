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

/// A distance of −∞ would hide negative cycles.
bool has_minus_infinity(const AnyMatrix& A) {
    return reduce(min_monoid<double>, A) == -std::numeric_limits<double>::infinity();
}

} // namespace

Vector<double> shortest_paths(const AnyMatrix& A, Natural source) {
    core::require_square(A, "shortest_paths");
    const std::uint64_t from = source;
    core::require_vertices(A, {&from, 1}, "shortest_paths");
    if (has_nan(A)) throw Error(Code::invalid_value, "shortest_paths: a weight is NaN");
    if (has_minus_infinity(A)) throw Error(Code::invalid_value, "shortest_paths: a weight is -infinity");

    Vector<double> distance(A.context(), A.nrows());
    distance.set_element(from, 0.0);
    Vector<double> changed = distance.dup(), longer(A.context(), A.nrows());
    Vector<bool> useless(A.context(), A.nrows());
    core::Reports reports("shortest_paths", "vertices reached", "round");
    const auto known = [&] { return core::Known{distance.nvals(), distance.size()}; };
    reports.report(known);
    // A round without changes changes nothing, so the changes are not counted in every round.
    const auto vertices = static_cast<std::int64_t>(A.nrows());
    for (std::int64_t round = 0; !core::counts_in_round(round) || changed.nvals() != 0; ++round) {
        if (round == vertices && changed.nvals() != 0)
            throw Error(Code::invalid_value,
                        fmt::format("shortest_paths: vertex {} reaches a cycle of negative length", from));
        vxm(longer, min_plus<double>, changed, A);
        // `changed` becomes the part of `longer` that is shorter than the distance so far, or new.
        ewise_mult(useless, ops::ge<double>, longer, distance);
        assign(changed, longer, {.mask = complement(useless), .replace = true});
        assign(distance, changed, {.accum = ops::min<double>});
        reports.report(known);
    }
    return distance;
}

} // namespace mergus
