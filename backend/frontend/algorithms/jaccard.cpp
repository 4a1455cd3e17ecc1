/// \file jaccard.cpp
/// Jaccard similarity of adjacent vertices.
#include <mergus/algorithms.hpp>
#include <mergus/ops.hpp>
#include <mergus/semirings/all.hpp>

#include "graph.hpp"

namespace mergus {

Matrix<double> jaccard(const AnyMatrix& A) {
    core::require_square(A, "jaccard");
    const Matrix<bool> graph = core::simple_graph(A);
    const auto common =
        mxm(plus_pair<std::int64_t>, graph, graph, {.mask = structure(graph), .transpose_b = true});
    // degree(i) and degree(j) at every entry (i, j) of the graph.
    const auto D = diag(core::out_degrees(graph));
    const auto of_row = mxm(plus_first<std::int64_t>, D, graph);
    const auto of_column = mxm(plus_second<std::int64_t>, graph, D);
    const auto both =
        ewise_mult<std::int64_t>(ops::plus<std::int64_t>, of_row, of_column, {.mask = structure(common)});
    const auto joined = ewise_mult<std::int64_t>(ops::minus<std::int64_t>, both, common);
    return ewise_mult<double>(ops::div<double>, common, joined);
}

} // namespace mergus
