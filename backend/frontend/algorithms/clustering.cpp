/// \file clustering.cpp
/// Triangles at each vertex, and local clustering coefficients.
#include <mergus/algorithms.hpp>
#include <mergus/ops.hpp>
#include <mergus/semirings/all.hpp>

#include "graph.hpp"
#include "on_host.hpp"

#include <numeric>
#include <span>
#include <vector>

namespace mergus {

namespace {

/// d (d − 1) / 2: the number of pairs of neighbours.
Vector<double> pairs(const Vector<std::int64_t>& degrees) {
    const auto ordered = ewise_mult<double>(ops::times<std::int64_t>, degrees,
                                            apply(ops::minus<std::int64_t>, degrees, std::int64_t{1}));
    return apply<double>(ops::times<double>, ordered, 0.5);
}

/// Half the row sums of G⟨G⟩ = G plus.pair G', which has each triangle at i twice.
Vector<std::int64_t> triangles_of_all_edges(const Matrix<bool>& graph) {
    const auto C =
        mxm(plus_pair<std::int64_t>, graph, graph, {.mask = structure(graph), .transpose_b = true});
    Vector<std::int64_t> sums(graph.context(), graph.nrows());
    assign(sums, std::int64_t{0});
    reduce(sums, plus_monoid<std::int64_t>, C, {.accum = ops::plus<std::int64_t>});
    return apply<std::int64_t>(ops::div<std::int64_t>, sums, std::int64_t{2});
}

/// Whether orders by degree save more than they cost: the products of all edges, Σ degree², are many times
/// the entries. On one core R-MAT and social graphs (above 100 times) take 1/7 to 2/5 of the time, ca-CondMat
/// (22 times) 2/5, and meshes (4 to 6 times) 1.4 to 2.7 times as long.
bool is_skewed(std::span<const std::int64_t> degrees) {
    constexpr double factor = 16;
    double entries = 0, products = 0;
    for (const std::int64_t degree : degrees) {
        entries += static_cast<double>(degree);
        products += static_cast<double>(degree) * static_cast<double>(degree);
    }
    return products > factor * entries;
}

/// The vertices in the order of their degrees, then of their numbers.
std::vector<std::uint64_t> order_of(std::span<const std::int64_t> degrees) {
    std::vector<std::uint64_t> next(degrees.size() + 1), order(degrees.size());
    for (const std::int64_t degree : degrees) ++next[static_cast<std::size_t>(degree) + 1];
    std::partial_sum(next.begin(), next.end(), next.begin());
    for (std::size_t v = 0; v < degrees.size(); ++v) order[next[static_cast<std::size_t>(degrees[v])]++] = v;
    return order;
}

/// Products of H, the edges to vertices that come later in the order of degrees, find each triangle u, v, w
/// twice instead of six times, at the edges (u, v) and (u, w), and the rows of H are short.
Vector<std::int64_t> triangles_in_order(const Matrix<bool>& graph, std::span<const std::int64_t> degrees) {
    const std::vector<std::uint64_t> order = order_of(degrees);
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

/// The number of triangles at each vertex. On a GPU products of all edges are faster (R-MAT 16 .66 ms, in
/// order 3.6; H200, 2026-11-27).
Vector<std::int64_t> triangles_at(const Matrix<bool>& graph) {
    if (core::computes_on_host(graph.context())) {
        const std::vector<std::int64_t> degrees = core::out_degrees(graph).to_dense(0);
        if (is_skewed(degrees)) return triangles_in_order(graph, degrees);
    }
    return triangles_of_all_edges(graph);
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
