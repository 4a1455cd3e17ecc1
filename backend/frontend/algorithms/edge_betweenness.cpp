/// \file edge_betweenness.cpp
/// Edge betweenness: with P the numbers of paths of a level and W those of the dependencies per path of the
/// next one, P'·W has the share of the paths that use each edge between the two levels.
#include <mergus/algorithms/centrality.hpp>
#include <mergus/ops.hpp>
#include <mergus/semirings/all.hpp>

#include "graph.hpp"
#include "path_counts.hpp"
#include "reports.hpp"

#include <algorithm>

namespace mergus {

namespace {

constexpr std::size_t batch_size = 32;

/// Adds to `edges` the shares of all shortest paths from these sources.
void add_shares(Matrix<double>& edges, const Matrix<bool>& A, std::span<const std::uint64_t> sources) {
    const auto paths = core::path_counts(A, sources, "edge_betweenness");
    // per_path(s, w) = (1 + the dependency on w) / paths(s, w) = 1 / paths(s, w) + the sum of per_path over
    // the successors of w.
    Matrix<double> sums(A.context(), sources.size(), A.ncols());
    for (std::size_t depth = paths.size() - 1; depth > 0; --depth) {
        auto per_path = apply<double>(ops::minv<double>, paths[depth]);
        assign(per_path, sums, {.accum = ops::plus<double>});
        const Matrix<double>& level = paths[depth - 1];
        // With a row for each vertex in both factors the entries of the mask are dot products of 32 terms;
        // from P and W as they are, a backend may make all products of two vertices of a source.
        mxm(edges, plus_times<double>, transpose(level), transpose(per_path),
            {.mask = structure(A), .accum = ops::plus<double>, .transpose_b = true});
        mxm(sums, plus_first<double>, per_path, A,
            {.mask = structure(level), .replace = true, .transpose_b = true});
    }
}

} // namespace

Matrix<double> edge_betweenness(const AnyMatrix& A, const IndexList& source_list,
                                const BetweennessOptions& options) {
    core::require_square(A, "edge_betweenness");
    const std::span<const std::uint64_t> sources = source_list.list();
    core::require_vertices(A, sources, "edge_betweenness");
    const Matrix<bool> graph = core::simple_graph(A);
    Matrix<double> edges(A.context(), A.nrows(), A.ncols());
    assign(edges, 0.0, {.mask = structure(graph)});
    core::Reports reports("edge_betweenness", "sources", "batch");
    std::size_t done = 0;
    const auto known = [&] { return core::Known{done, sources.size()}; };
    reports.report(known);
    while (done < sources.size()) {
        const auto batch = sources.subspan(done, std::min(batch_size, sources.size() - done));
        add_shares(edges, graph, batch);
        done += batch.size();
        reports.report(known);
    }
    if (options.undirected) ewise_mult(edges, ops::plus<double>, edges, edges, {.transpose_b = true});
    const auto n = static_cast<double>(A.nrows());
    const double factor = core::betweenness_factor(options.estimate, options.undirected, options.normalized,
                                                   n * (n - 1), n, sources.size());
    if (factor != 1) apply(edges, ops::times<double>, edges, factor);
    return edges;
}

} // namespace mergus
