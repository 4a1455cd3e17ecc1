/// \file similarity.cpp
/// Scores of pairs of vertices: products under the mask of the pairs.
#include <mergus/algorithms/similarity.hpp>
#include <mergus/ops.hpp>
#include <mergus/row_ops.hpp>
#include <mergus/semirings/all.hpp>

#include "graph.hpp"

#include <fmt/format.h>

namespace mergus {

namespace {

/// The sum of weight(k) over the common neighbours k of each pair.
Matrix<double> common(const Matrix<bool>& graph, const AnyMatrix& pairs, const Vector<double>& weight) {
    const auto weighted = mxm(any_second<double>, graph, diag(weight));
    return mxm(plus_first<double>, weighted, graph, {.mask = structure(pairs), .transpose_b = true});
}

/// op(degree(i), degree(j)) at the entries of a pattern.
Matrix<double> of_degrees(const BinaryOp& op, const AnyMatrix& pattern, const Vector<double>& degree) {
    const auto D = diag(degree);
    return ewise_mult<double>(op, mxm(any_first<double>, D, pattern), mxm(any_second<double>, pattern, D));
}

} // namespace

Matrix<double> similarity(const AnyMatrix& A, const AnyMatrix& pairs, Similarity score) {
    core::require_square(A, "similarity");
    if (pairs.nrows() != A.nrows() || pairs.ncols() != A.ncols())
        throw Error(Code::dimension_mismatch,
                    fmt::format("similarity: pairs are {} x {}, the adjacency matrix is {} x {}",
                                pairs.nrows(), pairs.ncols(), A.nrows(), A.ncols()));
    const Matrix<bool> graph = core::simple_graph(A);
    const Vector<double> degree = apply<double>(ops::identity<std::int64_t>, degrees(graph));
    if (score == Similarity::preferential_attachment) return of_degrees(ops::times<double>, pairs, degree);

    Vector<double> weight = degree.dup();
    if (score == Similarity::adamic_adar)
        apply(weight, ops::minv<double>, apply<double>(ops::log<double>, degree));
    else if (score == Similarity::resource_allocation)
        apply(weight, ops::minv<double>, degree);
    else
        assign(weight, 1.0);
    Matrix<double> found = common(graph, pairs, weight);
    if (score == Similarity::jaccard) {
        const auto joined =
            ewise_mult<double>(ops::minus<double>, of_degrees(ops::plus<double>, found, degree), found);
        ewise_mult(found, ops::div<double>, found, joined);
    } else if (score == Similarity::overlap) {
        ewise_mult(found, ops::div<double>, found, of_degrees(ops::min<double>, found, degree));
    } else if (score == Similarity::cosine) {
        const auto product = of_degrees(ops::times<double>, found, degree);
        ewise_mult(found, ops::div<double>, found, apply<double>(ops::sqrt<double>, product));
    }
    Matrix<double> scores(A.context(), A.nrows(), A.ncols());
    assign(scores, 0.0, {.mask = structure(pairs)});
    assign(scores, found, {.mask = structure(found)});
    return scores;
}

} // namespace mergus
