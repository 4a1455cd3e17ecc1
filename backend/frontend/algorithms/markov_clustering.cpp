/// \file markov_clustering.cpp
/// Markov clustering (van Dongen 2000): random walks that strong edges attract.
#include <mergus/algorithms.hpp>
#include <mergus/define.hpp>
#include <mergus/ops.hpp>
#include <mergus/semirings/all.hpp>

#include "graph.hpp"

#include <fmt/format.h>

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

void check(const MarkovClusteringOptions& options) {
    if (!(options.inflation > 1))
        throw Error(Code::invalid_value,
                    fmt::format("markov_clustering: inflation is {}, not above 1", options.inflation));
    if (!(options.threshold >= 0 && options.threshold < 1))
        throw Error(Code::invalid_value,
                    fmt::format("markov_clustering: threshold is {}, not in [0, 1)", options.threshold));
}

/// The weights with a loop at every vertex, as in the original.
Matrix<double> walk_matrix(const AnyMatrix& A) {
    Matrix<double> M(A.context(), A.nrows(), A.ncols());
    assign(M, A);
    const Matrix<double> negative = select(ops::valuele<double>, M, 0.0);
    if (negative.nvals() != 0)
        throw Error(Code::invalid_value, "markov_clustering: a weight is zero or negative");
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
    while (!result.converged && result.iterations < options.max_iterations) {
        const auto expanded = mxm(plus_times<double>, M, M);
        const auto inflated = normalised(apply<double>(power, expanded, options.inflation));
        Matrix<double> next = normalised(select(ops::valuegt<double>, inflated, options.threshold));
        const auto change = apply<double>(ops::abs<double>, ewise_add<double>(ops::minus<double>, next, M));
        // ewise_add keeps a single entry of M with its sign, so that it counts as a change too.
        result.converged = reduce(max_monoid<double>, change) <= options.tolerance;
        M = std::move(next);
        ++result.iterations;
    }
    result.clusters = connected_components(M);
    return result;
}

} // namespace mergus
