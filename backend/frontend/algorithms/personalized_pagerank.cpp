/// \file personalized_pagerank.cpp
/// PageRank of several seeds: R = flow + (1 − sum of the flow) · seeds, where flow = damping · (R /
/// outdegree) · A. What does not flow, from vertices without outgoing edges too, returns to the seed.
#include <mergus/algorithms/centrality.hpp>
#include <mergus/ops.hpp>
#include <mergus/row_ops.hpp>
#include <mergus/semirings/all.hpp>

#include "graph.hpp"
#include "reports.hpp"

#include <fmt/format.h>

#include <numeric>
#include <utility>
#include <vector>

namespace mergus {

PersonalizedPageRank personalized_pagerank(const AnyMatrix& A, const IndexList& seed_list,
                                           const PageRankOptions& options) {
    core::require_square(A, "personalized_pagerank");
    const std::span<const std::uint64_t> seeds = seed_list.list();
    core::require_vertices(A, seeds, "personalized_pagerank");
    if (!(options.damping >= 0 && options.damping < 1)) // NaN too
        throw Error(Code::invalid_value,
                    fmt::format("personalized_pagerank: damping is {}, not in [0, 1)", options.damping));
    if (!(options.tolerance >= 0))
        throw Error(Code::invalid_value,
                    fmt::format("personalized_pagerank: tolerance is {}", options.tolerance));
    std::vector<std::uint64_t> rows(seeds.size());
    std::iota(rows.begin(), rows.end(), std::uint64_t{0});
    const auto start = Matrix<double>::from_tuples(A.context(), seeds.size(), A.ncols(), rows, seeds,
                                                   std::vector<double>(seeds.size(), 1.0));
    // A(i, j) = damping / outdegree(i)
    const Vector<double> degree = apply<double>(ops::identity<std::int64_t>, degrees(A));
    const auto share = apply<double>(ops::div<double>, options.damping, degree);
    const auto walk = mxm(any_first<double>, diag(share), core::pattern_of(A));

    PersonalizedPageRank result;
    result.rank = start.dup();
    result.converged = seeds.empty();
    core::Reports reports("personalized_pagerank", "iterations", "iteration");
    const auto known = [&] {
        core::Known found{result.iterations, options.max_iterations, {}, options.tolerance};
        if (result.iterations > 0) found.residual = result.residual;
        return found;
    };
    Vector<double> back(A.context(), seeds.size());
    while (reports.proceed(known) && !result.converged && result.iterations < options.max_iterations) {
        auto next = mxm(plus_times<double>, result.rank, walk);
        assign(back, 1.0);
        assign(back, reduce_rows(plus_monoid<double>, next), {.accum = ops::minus<double>});
        ewise_add(next, ops::plus<double>, next, mxm(any_first<double>, diag(back), start));
        const auto change =
            apply<double>(ops::abs<double>, ewise_add<double>(ops::minus<double>, next, result.rank));
        result.residual = reduce(max_monoid<double>, reduce_rows(plus_monoid<double>, change));
        result.rank = std::move(next);
        ++result.iterations;
        result.converged = result.residual <= options.tolerance;
    }
    return result;
}

} // namespace mergus
