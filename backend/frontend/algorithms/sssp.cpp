/// \file sssp.cpp
/// Shortest paths from one source or several, and widest paths: the Bellman–Ford algorithm over the semirings
/// min.plus and max.min. A backend may provide shortest paths from one source where no weight is negative.
#include <mergus/algorithms.hpp>
#include <mergus/ops.hpp>
#include <mergus/semirings/all.hpp>

#include "../objects/context_state.hpp"
#include "extension_call.hpp"
#include "graph.hpp"
#include "host_paths.hpp"
#include "on_host.hpp"
#include "relaxation.hpp"
#include "reports.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <vector>

namespace mergus {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// What a check of the weights finds.
struct Weights {
    double sum, least;
};

/// NaN is the one value that does not equal itself. A sum that is a number has no NaN; one that is not may
/// also come from infinities.
bool has_nan(const AnyMatrix& A, double sum) {
    if (!std::isnan(sum)) return false;
    Matrix<double> W(A.context(), A.nrows(), A.ncols());
    assign(W, A);
    return reduce(lor_monoid, ewise_mult<bool>(ops::ne<double>, W, W));
}

/// Whether no path without cycles has the length +∞.
bool all_paths_finite(const AnyMatrix& A) {
    return reduce(max_monoid<double>, A) * static_cast<double>(A.nrows()) < infinity;
}

template <class Object>
Object below_infinity(const Object& distance) {
    return select(ops::valuelt<double>, distance, infinity);
}

/// A distance of −∞ would hide negative cycles.
Weights check(const AnyMatrix& A, std::span<const std::uint64_t> sources, const char* algorithm) {
    core::require_square(A, algorithm);
    core::require_vertices(A, sources, algorithm);
    const Weights weights{reduce(plus_monoid<double>, A), reduce(min_monoid<double>, A)};
    if (has_nan(A, weights.sum))
        throw Error(Code::invalid_value, fmt::format("{}: a weight is NaN", algorithm));
    if (weights.least == -infinity)
        throw Error(Code::invalid_value, fmt::format("{}: a weight is -infinity", algorithm));
    return weights;
}

/// Distances from a few sources, a row for each. \param least weight
Matrix<double> distances_from(const AnyMatrix& A, std::span<const std::uint64_t> sources, double least) {
    Matrix<double> distance(A.context(), sources.size(), A.ncols());
    assign(distance, infinity); // not reached so far
    Matrix<double> changed(A.context(), sources.size(), A.ncols());
    for (std::size_t s = 0; s < sources.size(); ++s) changed.set_element(s, sources[s], 0.0);
    assign(distance, 0.0, {.mask = structure(changed)});
    const bool ends = core::relax(
        distance, std::move(changed), ops::lt<double>, A.nrows(),
        [&](auto& sums, const auto& changes) { mxm(sums, min_plus<double>, changes, A); },
        [&](std::int64_t round, const auto& changes) {
            if (least < 0 || !core::goes_on_on_host(round, A, sources.size())) return true;
            core::finish_shortest_paths(distance, changes, A);
            return false;
        });
    if (!ends)
        throw Error(Code::invalid_value,
                    "shortest_path_lengths: a source reaches a cycle of negative length");
    if (all_paths_finite(A)) return below_infinity(distance);
    assign(distance, distance, {.mask = structure(bfs_levels(A, sources)), .replace = true});
    return distance;
}

/// Distances by a backend that has a method for weights that are not negative, +∞ where nothing is reached.
/// \return whether it has filled them
bool settled_by_backend(Vector<double>& distance, const AnyMatrix& A, std::uint64_t from, double sum) {
    const mergus_operation extension = A.state()->context->plugin().shortest_paths.lengths;
    if (extension == nullptr) return false;
    std::optional<Matrix<double>> own;
    const AnyMatrix& weights = core::as_fp64(A, own);
    // About as many edges as a warp has threads lead from a vertex to those that are settled with it
    // (Davidson et al. 2014).
    constexpr double warp = 32;
    const auto nvals = static_cast<double>(weights.nvals());
    const double delta = warp * (sum / nvals) * (static_cast<double>(A.nrows()) / nvals);
    const double width = delta > 0 ? delta : infinity; // not a number for a graph without edges
    mergus_call call = core::make_call(no_accum, {});
    call.rows = &from;
    call.nrows = 1;
    call.scalar = &width;
    call.scalar_type = type_of<double>();
    core::Reports reports("shortest_paths", "vertices reached", "run");
    reports.report([&] { return core::Known{1, distance.size()}; });
    if (!core::run_extension("shortest_paths", extension, distance.state(), weights, call)) return false;
    reports.report([&] { return core::Known{below_infinity(distance).nvals(), distance.size()}; });
    return true;
}

/// Distances by the algorithm of Bellman and Ford, +∞ where nothing is reached. \param least weight
void relax_rounds(Vector<double>& distance, const AnyMatrix& A, std::uint64_t from, double least) {
    assign(distance, infinity); // not reached so far
    distance.set_element(from, 0.0);
    Vector<double> changed(A.context(), A.nrows());
    changed.set_element(from, 0.0);
    core::Reports reports("shortest_paths", "vertices reached", "round");
    const auto known = [&] { return core::Known{below_infinity(distance).nvals(), distance.size()}; };
    reports.report(known);
    const bool ends = core::relax(
        distance, std::move(changed), ops::lt<double>, A.nrows(),
        [&](auto& sums, const auto& changes) { vxm(sums, min_plus<double>, changes, A); },
        [&](std::int64_t round, const auto& changes) {
            reports.report(known);
            if (least < 0 || !core::goes_on_on_host(round, A)) return true;
            core::finish_shortest_paths(distance, changes, A, reports);
            return false;
        });
    if (!ends)
        throw Error(Code::invalid_value,
                    fmt::format("shortest_paths: vertex {} reaches a cycle of negative length", from));
}

} // namespace

Vector<double> shortest_paths(const AnyMatrix& A, Natural source) {
    const std::uint64_t from = source;
    const Weights weights = check(A, {&from, 1}, "shortest_paths");
    Vector<double> distance(A.context(), A.nrows());
    if (!(weights.least >= 0 && settled_by_backend(distance, A, from, weights.sum)))
        relax_rounds(distance, A, from, weights.least);
    if (all_paths_finite(A)) return below_infinity(distance);
    const auto reached = extract(bfs_levels(A, std::vector{from}), 0, all);
    assign(distance, distance, {.mask = structure(reached), .replace = true});
    return distance;
}

Matrix<double> shortest_path_lengths(const AnyMatrix& A, const IndexList& source_list) {
    const std::span<const std::uint64_t> sources = source_list.list();
    const Weights weights = check(A, sources, "shortest_path_lengths");
    constexpr std::size_t batch_size = 32; // each takes four matrices of batch_size × n
    Matrix<double> lengths(A.context(), sources.size(), A.ncols());
    core::Reports reports("shortest_path_lengths", "sources", "batch");
    std::size_t done = 0;
    const auto known = [&] { return core::Known{done, sources.size()}; };
    reports.report(known);
    while (done < sources.size()) {
        const auto batch = sources.subspan(done, std::min(batch_size, sources.size() - done));
        std::vector<std::uint64_t> rows(batch.size());
        std::iota(rows.begin(), rows.end(), done);
        assign(lengths, distances_from(A, batch, weights.least), rows, all);
        done += batch.size();
        reports.report(known);
    }
    return lengths;
}

Vector<double> widest_paths(const AnyMatrix& A, Natural source) {
    const std::uint64_t from = source;
    check(A, {&from, 1}, "widest_paths");
    Vector<double> width(A.context(), A.nrows());
    assign(width, -infinity); // not reached so far
    width.set_element(from, infinity);
    Vector<double> changed(A.context(), A.nrows());
    changed.set_element(from, infinity);
    core::Reports reports("widest_paths", "vertices reached", "round");
    const auto reached = [&] { return select(ops::valuegt<double>, width, -infinity); };
    const auto known = [&] { return core::Known{reached().nvals(), width.size()}; };
    reports.report(known);
    core::relax(
        width, std::move(changed), ops::gt<double>, A.nrows() + 1,
        [&](auto& sums, const auto& changes) { vxm(sums, max_min<double>, changes, A); },
        [&](std::int64_t round, const auto& changes) {
            reports.report(known);
            if (!core::goes_on_on_host(round, A)) return true;
            core::finish_widest_paths(width, changes, A, reports);
            return false;
        });
    return reached();
}

} // namespace mergus
