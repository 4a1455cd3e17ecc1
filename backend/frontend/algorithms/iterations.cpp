/// \file iterations.cpp
/// Centralities by power iteration: eigenvector, Katz, hubs and authorities.
#include <mergus/algorithms/centrality.hpp>
#include <mergus/ops.hpp>
#include <mergus/semirings/all.hpp>

#include "graph.hpp"
#include "partition.hpp"
#include "reports.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string_view>
#include <utility>

namespace mergus {

namespace {

void check(const AnyMatrix& A, double tolerance, std::string_view algorithm) {
    core::require_square(A, algorithm);
    if (!(tolerance >= 0)) // NaN too
        throw Error(Code::invalid_value, fmt::format("{}: tolerance is {}", algorithm, tolerance));
}

Matrix<double> weights_of(const AnyMatrix& A) {
    Matrix<double> weights(A.context(), A.nrows(), A.ncols());
    assign(weights, A);
    return weights;
}

/// x divided by its Euclidean norm, or by its sum; 0 stays.
void normalise(Vector<double>& x, bool euclidean) {
    double norm = euclidean
                      ? std::sqrt(reduce(plus_monoid<double>, ewise_mult<double>(ops::times<double>, x, x)))
                      : reduce(plus_monoid<double>, x);
    if (norm != 0) apply(x, ops::div<double>, x, norm);
}

/// w = M u, with an entry everywhere.
void full_product(Vector<double>& w, const Matrix<double>& M, const Vector<double>& u) {
    assign(w, 0.0);
    mxv(w, plus_times<double>, M, u, {.accum = ops::plus<double>});
}

/// Repeats x = step(x) until the sum of the changes is at most the tolerance. Result has the members
/// iterations, residual and converged.
template <class Result, class Step>
void iterate(Result& result, Vector<double>& x, double tolerance, std::uint64_t max_iterations,
             std::string_view algorithm, Step step) {
    core::Reports reports(algorithm, "iterations", "iteration");
    const auto known = [&] {
        core::Known found{result.iterations, max_iterations, {}, tolerance};
        if (result.iterations > 0) found.residual = result.residual;
        return found;
    };
    result.converged = x.size() == 0;
    Vector<double> next(x.context(), x.size()), change(x.context(), x.size());
    while (reports.proceed(known) && !result.converged && result.iterations < max_iterations) {
        step(next, x);
        ewise_add(change, ops::minus<double>, next, x);
        apply(change, ops::abs<double>, change);
        result.residual = reduce(plus_monoid<double>, change);
        std::swap(x, next);
        ++result.iterations;
        result.converged = result.residual <= tolerance;
    }
}

} // namespace

IteratedCentrality eigenvector_centrality(const AnyMatrix& A, const IterationOptions& options) {
    check(A, options.tolerance, "eigenvector_centrality");
    const Matrix<double> incoming = transpose(weights_of(A));
    IteratedCentrality result;
    result.values = core::filled(A.context(), A.nrows(), 1);
    normalise(result.values, true);
    iterate(result, result.values, options.tolerance, options.max_iterations, "eigenvector_centrality",
            [&](Vector<double>& next, const Vector<double>& x) {
                full_product(next, incoming, x);
                ewise_add(next, ops::plus<double>, next, x);
                normalise(next, true);
            });
    return result;
}

IteratedCentrality katz_centrality(const AnyMatrix& A, const KatzOptions& options) {
    check(A, options.tolerance, "katz_centrality");
    if (!std::isfinite(options.alpha) || !std::isfinite(options.beta))
        throw Error(Code::invalid_value,
                    fmt::format("katz_centrality: alpha is {}, beta is {}", options.alpha, options.beta));
    const Matrix<double> incoming = transpose(weights_of(A));
    IteratedCentrality result;
    result.values = core::filled(A.context(), A.nrows(), 0);
    iterate(result, result.values, options.tolerance, options.max_iterations, "katz_centrality",
            [&](Vector<double>& next, const Vector<double>& x) {
                full_product(next, incoming, x);
                apply(next, ops::times<double>, next, options.alpha);
                apply(next, ops::plus<double>, next, options.beta);
            });
    if (options.normalized) normalise(result.values, true);
    return result;
}

Hits hits(const AnyMatrix& A, const IterationOptions& options) {
    check(A, options.tolerance, "hits");
    const Matrix<double> outgoing = weights_of(A), incoming = transpose(outgoing);
    Hits result;
    result.authorities = core::filled(A.context(), A.nrows(), 0);
    result.hubs = core::filled(A.context(), A.nrows(), 1);
    normalise(result.hubs, false);
    iterate(result, result.hubs, options.tolerance, options.max_iterations, "hits",
            [&](Vector<double>& next, const Vector<double>& hubs) {
                full_product(result.authorities, incoming, hubs);
                normalise(result.authorities, false);
                full_product(next, outgoing, result.authorities);
                normalise(next, false);
            });
    return result;
}

} // namespace mergus
