/// \file simrank.cpp
/// SimRank: S = decay · W'·S·W with 1 on the diagonal, where the columns of W, the edges into each vertex,
/// have a sum of 1.
#include <mergus/algorithms/similarity.hpp>
#include <mergus/ops.hpp>
#include <mergus/row_ops.hpp>
#include <mergus/semirings/all.hpp>

#include "graph.hpp"
#include "partition.hpp"
#include "reports.hpp"

#include <fmt/format.h>

#include <utility>

namespace mergus {

SimRank simrank(const AnyMatrix& A, const SimRankOptions& options) {
    core::require_square(A, "simrank");
    if (!(options.decay > 0 && options.decay < 1))
        throw Error(Code::invalid_value, fmt::format("simrank: decay is {}, not in (0, 1)", options.decay));
    if (!(options.tolerance >= 0))
        throw Error(Code::invalid_value, fmt::format("simrank: tolerance is {}", options.tolerance));
    const Vector<double> incoming = apply<double>(ops::identity<std::int64_t>, degrees(A, {.columns = true}));
    const auto W =
        mxm(any_second<double>, core::pattern_of(A), diag(apply<double>(ops::minv<double>, incoming)));
    const Matrix<double> ones = diag(core::filled(A.context(), A.nrows(), 1));
    SimRank result;
    result.scores = ones.dup();
    result.converged = A.nrows() == 0;
    core::Reports reports("simrank", "iterations", "iteration");
    const auto known = [&] {
        core::Known found{result.iterations, options.max_iterations, {}, options.tolerance};
        if (result.iterations > 0) found.residual = result.residual;
        return found;
    };
    while (reports.proceed(known) && !result.converged && result.iterations < options.max_iterations) {
        const auto before = mxm(plus_times<double>, result.scores, W);
        auto next = mxm(plus_times<double>, W, before, {.transpose_a = true});
        apply(next, ops::times<double>, next, options.decay);
        assign(next, ones, {.mask = structure(ones)});
        const auto change =
            apply<double>(ops::abs<double>, ewise_add<double>(ops::minus<double>, next, result.scores));
        result.residual = reduce(max_monoid<double>, change);
        result.scores = std::move(next);
        ++result.iterations;
        result.converged = result.residual <= options.tolerance;
    }
    return result;
}

} // namespace mergus
