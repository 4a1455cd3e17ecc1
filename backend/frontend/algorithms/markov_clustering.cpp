/// \file markov_clustering.cpp
/// Markov clustering (van Dongen 2000): random walks that strong edges attract.
#include <mergus/algorithms.hpp>
#include <mergus/define.hpp>
#include <mergus/ops.hpp>
#include <mergus/semirings/all.hpp>
#include <mergus/serialize.hpp>

#include "checkpoint.hpp"
#include "graph.hpp"
#include "reports.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace mergus {

namespace {

// clang-format takes the definition for arguments of a function.
// clang-format off

MERGUS_BINARY_OP(power, static double apply(double x, double y) { return pow(x, y); })

// clang-format on

/// M with columns of sum 1.
Matrix<double> normalised(const Matrix<double>& M) {
    const auto sums = reduce_columns(plus_monoid<double>, M);
    return mxm(plus_times<double>, M, diag(apply<double>(ops::minv<double>, sums)));
}

/// M(i, j) · factors(j)
Matrix<double> scaled_columns(const Matrix<double>& M, const Vector<double>& factors) {
    return mxm(plus_times<double>, M, diag(factors));
}

/// Each entry to the power of the inflation, in columns of sum 1. The largest entry of a column becomes 1
/// first, so that no column vanishes.
Matrix<double> inflated(const Matrix<double>& M, double inflation) {
    const auto largest = reduce_columns(max_monoid<double>, M);
    const auto scaled = scaled_columns(M, apply<double>(ops::minv<double>, largest));
    return normalised(apply<double>(power, scaled, inflation));
}

/// Without entries up to the threshold, unless they are among the largest of their column: a column never
/// becomes empty.
Matrix<double> pruned(const Matrix<double>& M, double threshold) {
    constexpr double nearly = 0.999;
    const auto largest = reduce_columns(max_monoid<double>, M);
    const auto limits =
        apply<double>(ops::min<double>, apply<double>(ops::times<double>, largest, nearly), threshold);
    const auto limit = mxm(plus_second<double>, M, diag(limits)); // at every entry of M
    Matrix<double> kept(M.context(), M.nrows(), M.ncols());
    assign(kept, M, {.mask = ewise_mult<bool>(ops::gt<double>, M, limit)});
    return kept;
}

void check(const MarkovClusteringOptions& options) {
    if (!(options.inflation > 1 && std::isfinite(options.inflation)))
        throw Error(
            Code::invalid_value,
            fmt::format("markov_clustering: inflation is {}, not a number above 1", options.inflation));
    if (!(options.threshold >= 0 && options.threshold < 1))
        throw Error(Code::invalid_value,
                    fmt::format("markov_clustering: threshold is {}, not in [0, 1)", options.threshold));
}

/// The weights with a loop at every vertex, as in the original.
Matrix<double> walk_matrix(const AnyMatrix& A) {
    Matrix<double> M(A.context(), A.nrows(), A.ncols());
    assign(M, A);
    const Matrix<double> positive = select(ops::valuegt<double>, M, 0.0); // NaN is not
    const Matrix<double> finite = select(ops::valuele<double>, positive, std::numeric_limits<double>::max());
    if (finite.nvals() != M.nvals())
        throw Error(Code::invalid_value, "markov_clustering: a weight is not a positive number");
    Vector<double> loops(A.context(), A.nrows());
    assign(loops, 1.0);
    assign(M, diag(loops), {.accum = ops::max<double>});
    return normalised(M);
}

} // namespace

MarkovClustering markov_clustering(const AnyMatrix& A, const MarkovClusteringOptions& options) {
    core::require_square(A, "markov_clustering");
    check(options);
    MarkovClustering result;
    Matrix<double> M = walk_matrix(A);
    core::Checkpoint checkpoint(
        options.checkpoints, "markov_clustering", A, &M,
        {core::Progress::of_real(options.inflation), core::Progress::of_real(options.threshold)});
    core::Reports reports("markov_clustering", "iterations", "iteration");
    std::optional<double> residual;
    if (const auto saved = checkpoint.load()) {
        result.iterations = saved->numbers.at(0);
        residual = saved->real(1);
        result.converged = *residual <= options.tolerance;
        M = deserialize_matrix<double>(A.context(), saved->object);
    }
    const auto known = [&] {
        return core::Known{result.iterations, options.max_iterations, residual, options.tolerance};
    };
    while (reports.proceed(known) && !result.converged && result.iterations < options.max_iterations) {
        const auto expanded = mxm(plus_times<double>, M, M);
        Matrix<double> next = normalised(pruned(inflated(expanded, options.inflation), options.threshold));
        const auto change = apply<double>(ops::abs<double>, ewise_add<double>(ops::minus<double>, next, M));
        // ewise_add keeps a single entry of M with its sign, so that it counts as a change too.
        residual = reduce(max_monoid<double>, change);
        result.converged = *residual <= options.tolerance;
        M = std::move(next);
        ++result.iterations;
        checkpoint.save([&] {
            return core::Progress{{result.iterations, core::Progress::of_real(*residual)}, serialize(M)};
        });
    }
    if (result.converged) checkpoint.remove();
    result.clusters = connected_components(M);
    return result;
}

} // namespace mergus
