/// \file spanning_forest.cpp
/// Minimum spanning forest by Borůvka's algorithm: in each round every tree takes the first of the edges that
/// leave it, by weight and then by number, so that no cycle can arise.
#include <mergus/algorithms/components.hpp>
#include <mergus/define.hpp>
#include <mergus/ops.hpp>
#include <mergus/semirings/all.hpp>

#include "../objects/context_state.hpp"
#include "extension_call.hpp"
#include "graph.hpp"
#include "partition.hpp"
#include "reports.hpp"

#include <fmt/format.h>

#include <optional>

namespace mergus {

namespace {

// clang-format takes the definition for arguments of a function.
// clang-format off

/// The number of the edge between i and j: one for both directions.
MERGUS_INDEX_UNARY_OP(edge_number,
    static int64_t apply(double, int64_t i, int64_t j, int64_t n) { return i < j ? i * n + j : j * n + i; })

// clang-format on

/// The least value that each tree has at an edge, at all edges of its vertices. P has the trees of the
/// vertices.
template <class T>
Matrix<T> least_of_tree(const Matrix<T>& edges, const Matrix<double>& P) {
    const auto of_vertex = reduce_rows(min_monoid<T>, edges);
    const auto of_tree = vxm(min_first<T>, of_vertex, P);
    return mxm(any_first<T>, diag(mxv(any_second<T>, P, of_tree)), edges);
}

/// The edges whose value is the least of their tree.
template <class T>
Matrix<T> first_edges(const Matrix<T>& edges, const Matrix<double>& P) {
    const auto least = ewise_mult<bool>(ops::eq<T>, edges, least_of_tree(edges, P));
    Matrix<T> first(edges.context(), edges.nrows(), edges.ncols());
    assign(first, edges, {.mask = least});
    return first;
}

/// Both directions, of two opposite edges the lesser, without loops.
Matrix<double> symmetric_weights(const AnyMatrix& weights) {
    if (reduce(lor_monoid, apply<bool>(ops::isnan<double>, weights)))
        throw Error(Code::invalid_value, "minimum_spanning_forest: a weight is NaN");
    return select(ops::offdiag, ewise_add<double>(ops::min<double>, weights, weights, {.transpose_b = true}),
                  0);
}

/// \param forest without entries; the forest afterwards
void grow(Matrix<double>& forest, const AnyMatrix& weights, core::Reports& reports) {
    const std::uint64_t n = forest.nrows();
    const auto known = [&] { return core::Known{forest.nvals() / 2, n == 0 ? 0 : n - 1}; };
    Matrix<double> edges = symmetric_weights(weights);
    Matrix<double> P = core::membership(core::numbered(forest.context(), n), n);
    while (edges.nvals() != 0) {
        const auto lightest = first_edges(edges, P);
        const auto numbers = apply<std::int64_t>(edge_number, lightest, static_cast<std::int64_t>(n));
        const auto chosen = first_edges(numbers, P);
        assign(forest, edges, {.mask = structure(chosen), .accum = ops::min<double>});
        assign(forest, edges, {.mask = structure(transpose(chosen)), .accum = ops::min<double>});
        const auto trees = connected_components(forest);
        P = core::membership(trees, n);
        assign(edges, edges,
               {.mask = complement(structure(core::inner_edges(edges, trees))), .replace = true});
        reports.report(known);
    }
}

} // namespace

Matrix<double> minimum_spanning_forest(const AnyMatrix& A) {
    core::require_square(A, "minimum_spanning_forest");
    const std::uint64_t n = A.nrows();
    if (n > std::uint64_t{1} << 31) // the number of an edge has 63 bits
        throw Error(Code::invalid_value,
                    fmt::format("minimum_spanning_forest: {} vertices, more than 2^31", n));
    Matrix<double> forest(A.context(), n, n);
    const mergus_operation extension = A.state()->context->plugin().spanning_forest.forest;
    core::Reports reports("minimum_spanning_forest", "edges of the forest",
                          extension != nullptr ? "run" : "round");
    const auto known = [&] { return core::Known{forest.nvals() / 2, n == 0 ? 0 : n - 1}; };
    reports.report(known);
    std::optional<Matrix<double>> own;
    const AnyMatrix& weights = core::as_fp64(A, own);
    if (core::run_extension("minimum_spanning_forest", extension, forest.state(), weights)) {
        reports.report(known);
        return forest;
    }
    reports.in_units_of("round");
    grow(forest, weights, reports);
    return forest;
}

} // namespace mergus
