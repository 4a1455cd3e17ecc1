/// \file betweenness.cpp
/// Betweenness centrality: the algorithm of Brandes (2001) for several sources at once, as in Buluç and
/// Gilbert (2011).
#include <mergus/algorithms.hpp>
#include <mergus/ops.hpp>
#include <mergus/semirings/all.hpp>

#include "graph.hpp"
#include "reports.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace mergus {

namespace {

/// Sources of one batch. More need more memory: six matrices of sources × n.
constexpr std::size_t batch_size = 32;

using Sources = std::span<const std::uint64_t>;

Matrix<double> source_rows(const AnyMatrix& A, Sources sources) {
    std::vector<std::uint64_t> rows(sources.size());
    std::iota(rows.begin(), rows.end(), std::uint64_t{0});
    return Matrix<double>::from_tuples(A.context(), sources.size(), A.ncols(), rows, sources,
                                       std::vector<double>(sources.size(), 1.0));
}

/// Adds to `centrality` the dependencies of all shortest paths from these sources.
void add_dependencies(Vector<double>& centrality, const Matrix<bool>& A, Sources sources) {
    // paths(s, v) = the number of shortest paths from source s to v; depth(s, v) = their edges, if v is not
    // s. `deepest` may be more than the deepest level: such levels are empty.
    Matrix<double> paths = source_rows(A, sources);
    Matrix<double> frontier = paths.dup();
    Matrix<std::int32_t> depth(A.context(), paths.nrows(), paths.ncols());
    std::int32_t deepest = 0;
    for (;; ++deepest) {
        mxm(frontier, plus_first<double>, frontier, A,
            {.mask = complement(structure(paths)), .replace = true});
        if (core::counts_in_round(deepest) && frontier.nvals() == 0) break;
        assign(depth, deepest + 1, {.mask = structure(frontier)});
        assign(paths, frontier, {.accum = ops::plus<double>});
    }
    if (std::isinf(reduce(max_monoid<double>, paths)))
        throw Error(Code::invalid_value, "betweenness: more than 1.8e308 shortest paths to one vertex");

    // dependency(s, v) = 1 + the sum over the successors w of v of paths(s,v) / paths(s,w) · dependency(s,w)
    Matrix<double> dependency(A.context(), paths.nrows(), paths.ncols());
    assign(dependency, 1.0, {.mask = structure(paths)});
    Matrix<double> per_path(A.context(), paths.nrows(), paths.ncols());
    Matrix<std::int32_t> level(A.context(), paths.nrows(), paths.ncols());
    select(level, ops::valueeq<std::int32_t>, depth, deepest);
    for (std::int32_t d = deepest; d > 1; --d) {
        ewise_mult(per_path, ops::div<double>, dependency, paths,
                   {.mask = structure(level), .replace = true});
        select(level, ops::valueeq<std::int32_t>, depth, d - 1);
        mxm(per_path, plus_first<double>, per_path, A,
            {.mask = structure(level), .replace = true, .transpose_b = true});
        ewise_mult(dependency, ops::times<double>, per_path, paths, {.accum = ops::plus<double>});
    }

    const auto inner = apply<double>(ops::minus<double>, dependency, 1.0,
                                     {.mask = complement(structure(source_rows(A, sources)))});
    reduce(centrality, plus_monoid<double>, inner, {.accum = ops::plus<double>, .transpose_a = true});
}

} // namespace

Vector<double> betweenness(const AnyMatrix& A, const IndexList& source_list) {
    core::require_square(A, "betweenness");
    const Sources sources = source_list.list();
    core::require_vertices(A, sources, "betweenness");
    const Matrix<bool> graph = core::simple_graph(A);
    Vector<double> centrality(A.context(), A.nrows());
    assign(centrality, 0.0);
    core::Reports reports("betweenness", "sources", "batch");
    std::size_t done = 0;
    const auto known = [&] { return core::Known{done, sources.size()}; };
    reports.report(known);
    while (done < sources.size()) {
        const Sources batch = sources.subspan(done, std::min(batch_size, sources.size() - done));
        add_dependencies(centrality, graph, batch);
        done += batch.size();
        reports.report(known);
    }
    return centrality;
}

} // namespace mergus
