/// \file degree_mixing.cpp
/// How vertices of high degree are joined: assortativity and the rich club. Sums of n numbers are made on the
/// host.
#include <mergus/algorithms/structure.hpp>
#include <mergus/ops.hpp>
#include <mergus/row_ops.hpp>
#include <mergus/semirings/all.hpp>

#include "graph.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace mergus {

double assortativity(const AnyMatrix& A) {
    core::require_square(A, "assortativity");
    const Matrix<bool> graph = core::pattern_of(A);
    const Vector<double> out = apply<double>(ops::identity<std::int64_t>, degrees(graph));
    const Vector<double> in = apply<double>(ops::identity<std::int64_t>, degrees(graph, {.columns = true}));
    const std::vector<double> x = out.to_dense(), y = in.to_dense(),
                              across = mxv(plus_second<double>, graph, in).to_dense(0);
    // Means over the edges: x(i) edges have the value x(i) at their source.
    const auto edges = static_cast<double>(graph.nvals());
    double mean_x = 0, mean_y = 0;
    for (std::size_t v = 0; v < x.size(); ++v) {
        mean_x += x[v] * x[v]; // integers: exact, so equal degrees have no variance
        mean_y += y[v] * y[v];
    }
    mean_x /= edges;
    mean_y /= edges;
    double square_x = 0, square_y = 0, product = 0;
    for (std::size_t v = 0; v < x.size(); ++v) {
        square_x += x[v] * (x[v] - mean_x) * (x[v] - mean_x);
        square_y += y[v] * (y[v] - mean_y) * (y[v] - mean_y);
        product += (x[v] - mean_x) * (across[v] - x[v] * mean_y);
    }
    return product / std::sqrt(square_x * square_y);
}

Vector<double> rich_club(const AnyMatrix& A) {
    core::require_square(A, "rich_club");
    const Matrix<bool> graph = core::simple_graph(A);
    const Vector<std::int64_t> degree = degrees(graph);
    // The neighbours of each vertex that come after it in the order of degree, then of number: an edge counts
    // at its first end.
    const auto D = diag(degree);
    const auto own = mxm(any_first<std::int64_t>, D, graph);
    const auto other = mxm(any_second<std::int64_t>, graph, D);
    const auto later = select(ops::triu, ewise_mult<bool>(ops::eq<std::int64_t>, own, other), 1);
    const auto higher =
        ewise_add<bool>(ops::lor<bool>, ewise_mult<bool>(ops::lt<std::int64_t>, own, other), later);
    const std::vector<std::int64_t> degrees_of = degree.to_dense(),
                                    edges_of = reduce_rows(plus_monoid<std::int64_t>, higher).to_dense();
    std::size_t most = 0;
    for (const std::int64_t d : degrees_of) most = std::max(most, static_cast<std::size_t>(d));
    // With degree d: vertices, and edges whose lower end has it.
    std::vector<double> vertices(most + 1), edges(most + 1);
    for (std::size_t v = 0; v < degrees_of.size(); ++v) {
        vertices[static_cast<std::size_t>(degrees_of[v])] += 1;
        edges[static_cast<std::size_t>(degrees_of[v])] += static_cast<double>(edges_of[v]);
    }
    std::vector<double> shares(most);
    double above = 0, joined = 0;
    std::size_t size = 0;
    for (std::size_t k = most; k-- > 0;) {
        above += vertices[k + 1];
        joined += edges[k + 1];
        if (above < 2) continue;
        shares[k] = 2 * joined / (above * (above - 1));
        size = std::max(size, k + 1);
    }
    shares.resize(size);
    return Vector<double>::from_dense(A.context(), shares);
}

} // namespace mergus
