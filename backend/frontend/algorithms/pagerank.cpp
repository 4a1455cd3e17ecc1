/// \file pagerank.cpp
/// PageRank by power iteration.
#include <mergus/algorithms.hpp>
#include <mergus/graph.hpp>
#include <mergus/ops.hpp>
#include <mergus/semirings/all.hpp>
#include <mergus/serialize.hpp>

#include "checkpoint.hpp"
#include "graph.hpp"
#include "reports.hpp"

#include <fmt/format.h>

#include <utility>

namespace mergus {

namespace {

void check(const PageRankOptions& options) {
    // The negations refuse NaN too.
    if (!(options.damping >= 0 && options.damping < 1))
        throw Error(Code::invalid_value,
                    fmt::format("pagerank: damping is {}, not in [0, 1)", options.damping));
    if (!(options.tolerance >= 0))
        throw Error(Code::invalid_value, fmt::format("pagerank: tolerance is {}", options.tolerance));
}

/// \param incoming the transpose of A; its values are ignored
PageRank iterate(const AnyMatrix& A, const AnyMatrix& incoming, const Vector<std::int64_t>& degrees,
                 const PageRankOptions& options) {
    const std::uint64_t n = A.nrows();
    PageRank result;
    result.rank = Vector<double>(A.context(), n);
    const Vector<std::int64_t> dangling = select(ops::valueeq<std::int64_t>, degrees, std::int64_t{0});
    // share(v) = damping / outdegree(v), and 0 without outgoing edges: products with full vectors are faster.
    Vector<double> divisor(A.context(), n);
    assign(divisor, degrees, {.mask = complement(structure(dangling))});
    Vector<double> share =
        apply<double>(ops::times<double>, options.damping, apply<double>(ops::minv<double>, divisor));
    assign(share, 0.0, {.mask = structure(dangling)});

    const auto vertices = static_cast<double>(n);
    assign(result.rank, 1 / vertices);
    const bool has_dangling = dangling.nvals() != 0;
    // 1 for vertices without outgoing edges, else 0: the ranks that flow nowhere, again as a full vector.
    Vector<double> kept(A.context(), n);
    assign(kept, 0.0);
    assign(kept, 1.0, {.mask = structure(dangling)});
    Vector<double> lost(A.context(), n), flow(A.context(), n), next(A.context(), n), change(A.context(), n);
    core::Checkpoint checkpoint(options.checkpoints, "pagerank", A, nullptr,
                                {core::Progress::of_real(options.damping)});
    if (const auto saved = checkpoint.load()) {
        result.iterations = saved->numbers.at(0);
        result.residual = saved->real(1);
        result.converged = result.residual <= options.tolerance;
        result.rank = deserialize_vector<double>(A.context(), saved->object);
    }
    core::Reports reports("pagerank", "iterations", "iteration");
    const auto known = [&] {
        core::Known found{result.iterations, options.max_iterations, {}, options.tolerance};
        if (result.iterations > 0) found.residual = result.residual;
        return found;
    };
    while (reports.proceed(known) && !result.converged && result.iterations < options.max_iterations) {
        double spread = 0;
        if (has_dangling) {
            ewise_mult(lost, ops::times<double>, result.rank, kept);
            spread = options.damping * reduce(plus_monoid<double>, lost) / vertices;
        }

        assign(next, (1 - options.damping) / vertices + spread);
        ewise_mult(flow, ops::times<double>, result.rank, share);
        mxv(next, plus_second<double>, incoming, flow, {.accum = ops::plus<double>});

        ewise_add(change, ops::minus<double>, next, result.rank);
        apply(change, ops::abs<double>, change);
        result.residual = reduce(plus_monoid<double>, change);
        std::swap(result.rank, next);
        ++result.iterations;
        result.converged = result.residual <= options.tolerance;
        checkpoint.save([&] {
            return core::Progress{{result.iterations, core::Progress::of_real(result.residual)},
                                  serialize(result.rank)};
        });
    }
    if (result.converged) checkpoint.remove();
    return result;
}

PageRank of_no_vertices(const Context& context) {
    PageRank result;
    result.rank = Vector<double>(context, 0);
    result.converged = true;
    return result;
}

} // namespace

PageRank pagerank(const AnyMatrix& A, const PageRankOptions& options) {
    core::require_square(A, "pagerank");
    check(options);
    if (A.nrows() == 0) return of_no_vertices(A.context());
    return iterate(A, transpose(core::pattern_of(A)), core::out_degrees(A), options);
}

PageRank pagerank(const Graph& graph, const PageRankOptions& options) {
    check(options);
    const AnyMatrix& A = graph.adjacency();
    if (A.nrows() == 0) return of_no_vertices(A.context());
    return iterate(A, graph.transposed(), graph.out_degrees(), options);
}

} // namespace mergus
