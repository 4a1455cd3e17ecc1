/// \file clustering.cpp
/// Triangles at each vertex, and local clustering coefficients.
#include <mergus/algorithms.hpp>
#include <mergus/ops.hpp>
#include <mergus/semirings/all.hpp>

#include "graph.hpp"

#include <numeric>
#include <vector>

namespace mergus {

namespace {

/// d (d − 1) / 2: the number of pairs of neighbours.
Vector<double> pairs(const Vector<std::int64_t>& degrees) {
    const auto ordered = ewise_mult<double>(ops::times<std::int64_t>, degrees,
                                            apply(ops::minus<std::int64_t>, degrees, std::int64_t{1}));
    return apply<double>(ops::times<double>, ordered, 0.5);
}

/// The vertices in the order of their degrees, then of their numbers.
std::vector<std::uint64_t> order_of_degrees(const Matrix<bool>& graph) {
    const std::vector<std::int64_t> degrees = core::out_degrees(graph).to_dense(0);
    std::vector<std::uint64_t> next(degrees.size() + 1), order(degrees.size());
    for (const std::int64_t degree : degrees) ++next[static_cast<std::size_t>(degree) + 1];
    std::partial_sum(next.begin(), next.end(), next.begin());
    for (std::size_t v = 0; v < degrees.size(); ++v) order[next[static_cast<std::size_t>(degrees[v])]++] = v;
    return order;
}

/// The number of triangles at each vertex. Products of H, the edges to vertices that come later in the order
/// of degrees, find each triangle u, v, w twice instead of six times, at the edges (u, v) and (u, w), and the
/// rows of H are short.
Vector<std::int64_t> triangles_at(const Matrix<bool>& graph) {
    const std::vector<std::uint64_t> order = order_of_degrees(graph);
    const Matrix<bool> H = select(ops::triu, extract<bool>(graph, order, order), 1);
    const auto by_v = mxm(plus_pair<std::int64_t>, H, H, {.mask = structure(H), .transpose_b = true});
    const auto by_w = mxm(plus_pair<std::int64_t>, H, H, {.mask = structure(H)});
    Vector<std::int64_t> sums(graph.context(), graph.nrows()), found(graph.context(), graph.nrows());
    assign(sums, std::int64_t{0});
    reduce(sums, plus_monoid<std::int64_t>, by_v, {.accum = ops::plus<std::int64_t>});
    for (const auto* const counts : {&by_v, &by_w})
        reduce(sums, plus_monoid<std::int64_t>, *counts,
               {.accum = ops::plus<std::int64_t>, .transpose_a = true});
    assign(found, sums, order);
    return found;
}

} // namespace

Vector<std::int64_t> triangles(const AnyMatrix& A) {
    core::require_square(A, "triangles");
    return triangles_at(core::simple_graph(A));
}

Vector<double> clustering_coefficients(const AnyMatrix& A) {
    core::require_square(A, "clustering_coefficients");
    const Matrix<bool> graph = core::simple_graph(A);
    Vector<double> coefficients(A.context(), A.nrows());
    assign(coefficients, 0.0);
    const Vector<std::int64_t> closed =
        select(ops::valuegt<std::int64_t>, triangles_at(graph), std::int64_t{0});
    ewise_mult(coefficients, ops::div<double>, closed, pairs(core::out_degrees(graph)),
               {.mask = structure(closed)});
    return coefficients;
}

} // namespace mergus
