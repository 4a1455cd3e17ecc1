/// \file motif_products.cpp
#include "motif_products.hpp"

#include <mergus/row_ops.hpp>

#include "graph.hpp"

#include <algorithm>
#include <numeric>

namespace mergus::core {

DegreeOrdered::DegreeOrdered(const AnyMatrix& A) : order(A.nrows()) {
    const Matrix<bool> given = simple_graph(A);
    const std::vector<std::int64_t> degree_of = degrees(given).to_dense(0);
    std::iota(order.begin(), order.end(), std::uint64_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint64_t a, std::uint64_t b) { return degree_of[a] < degree_of[b]; });
    graph = extract<bool>(given, order, order);
    L = select(ops::tril, graph, -1);
    U = select(ops::triu, graph, 1);
    degree = degrees(graph);
    work = sums_over(L, degree);
    support = mxm(plus_pair<std::int64_t>, graph, graph, {.mask = structure(graph), .transpose_b = true});
}

std::vector<std::int64_t> row_sums(const Matrix<std::int64_t>& counts) {
    return reduce_rows(plus_monoid<std::int64_t>, counts).to_dense(0);
}

std::vector<std::int64_t> sums_over(const Matrix<bool>& graph, const Vector<std::int64_t>& values) {
    return mxv(plus_second<std::int64_t>, graph, values).to_dense(0);
}

Matrix<std::int64_t> pairs_of(const Matrix<std::int64_t>& counts) {
    const auto ordered = ewise_mult<std::int64_t>(ops::times<std::int64_t>, counts,
                                                  apply(ops::minus<std::int64_t>, counts, std::int64_t{1}));
    return apply(ops::div<std::int64_t>, ordered, std::int64_t{2});
}

Matrix<std::int64_t> joined_twice(const DegreeOrdered& ordered, std::uint64_t first, std::uint64_t end) {
    const auto paths = mxm(plus_pair<std::int64_t>, rows_between(ordered.L, first, end), ordered.graph);
    const auto before = select(ops::tril, paths, static_cast<std::int64_t>(first) - 1);
    return select(ops::valuegt<std::int64_t>, before, std::int64_t{1});
}

std::vector<std::int64_t> squares_at(const DegreeOrdered& ordered, Reports& reports) {
    // A cycle is found at its last vertex v; w is the one opposite, u one of the two between.
    std::vector<std::int64_t> found;
    Vector<std::int64_t> at_others(ordered.graph.context(), ordered.work.size());
    assign(at_others, std::int64_t{0});
    const auto add_columns = [&](const Matrix<std::int64_t>& counts) {
        reduce(at_others, plus_monoid<std::int64_t>, counts,
               {.accum = ops::plus<std::int64_t>, .transpose_a = true});
    };
    in_blocks(ordered.work, [&](std::uint64_t first, std::uint64_t end) {
        const auto joined = joined_twice(ordered, first, end);
        const auto pairs = pairs_of(joined);
        const auto at_v = row_sums(pairs);
        found.insert(found.end(), at_v.begin(), at_v.end());
        add_columns(pairs);
        const auto others = apply(ops::minus<std::int64_t>, joined, std::int64_t{1});
        add_columns(mxm(plus_first<std::int64_t>, others, ordered.graph,
                        {.mask = structure(rows_between(ordered.L, first, end))}));
        reports.report([&] { return Known{end, ordered.work.size()}; });
    });
    const std::vector<std::int64_t> more = at_others.to_dense();
    for (std::size_t v = 0; v < found.size(); ++v) found[v] += more[v];
    return found;
}

FirstEdges::FirstEdges(const Matrix<bool>& U) {
    // Two vertices are after both ends.
    std::vector<std::int64_t> counts;
    const auto shared = mxm(plus_pair<std::int64_t>, U, U, {.mask = structure(U), .transpose_b = true});
    select(ops::valuegt<std::int64_t>, shared, std::int64_t{1}).extract_tuples(rows, cols, counts);
    const std::vector<std::int64_t> after = degrees(U).to_dense(0);
    work.resize(rows.size());
    for (std::size_t e = 0; e < rows.size(); ++e) work[e] = after[rows[e]] + after[cols[e]];
}

Matrix<std::int64_t> joined_after(const Matrix<bool>& U, const Matrix<bool>& B, const FirstEdges& edges,
                                  std::uint64_t first, std::uint64_t end) {
    const auto part = [&](const std::vector<std::uint64_t>& ends) {
        return extract<bool>(U, std::span(ends).subspan(first, end - first), all);
    };
    const auto common = ewise_mult<bool>(ops::land<bool>, part(edges.rows), part(edges.cols));
    return mxm(plus_pair<std::int64_t>, common, B, {.mask = structure(common), .transpose_b = true});
}

} // namespace mergus::core
