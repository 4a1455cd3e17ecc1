/// \file clustering.cpp
/// Triangles at each vertex, and local clustering coefficients.
#include <mergus/algorithms.hpp>
#include <mergus/ops.hpp>
#include <mergus/semirings/all.hpp>

#include "graph.hpp"

namespace mergus {

namespace {

/// d (d − 1): twice the number of pairs of neighbours.
Vector<double> ordered_pairs(const Vector<std::int64_t>& degrees) {
    return ewise_mult<double>(ops::times<std::int64_t>, degrees,
                              apply(ops::minus<std::int64_t>, degrees, std::int64_t{1}));
}

/// corners(i) = the number of (j, k) such that i, j, k is a triangle: each triangle at i is counted twice.
Vector<std::int64_t> corners(const Matrix<bool>& graph) {
    const auto C =
        mxm(plus_pair<std::int64_t>, graph, graph, {.mask = structure(graph), .transpose_b = true});
    Vector<std::int64_t> sums(graph.context(), graph.nrows());
    assign(sums, std::int64_t{0});
    reduce(sums, plus_monoid<std::int64_t>, C, {.accum = ops::plus<std::int64_t>});
    return sums;
}

} // namespace

Vector<std::int64_t> triangles(const AnyMatrix& A) {
    core::require_square(A, "triangles");
    return apply<std::int64_t>(ops::div<std::int64_t>, corners(core::simple_graph(A)), std::int64_t{2});
}

Vector<double> clustering_coefficients(const AnyMatrix& A) {
    core::require_square(A, "clustering_coefficients");
    const Matrix<bool> graph = core::simple_graph(A);
    Vector<double> coefficients(A.context(), A.nrows());
    assign(coefficients, 0.0);
    const Vector<std::int64_t> closed = select(ops::valuegt<std::int64_t>, corners(graph), std::int64_t{0});
    ewise_mult(coefficients, ops::div<double>, closed, ordered_pairs(core::out_degrees(graph)),
               {.mask = structure(closed)});
    return coefficients;
}

} // namespace mergus
