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
#include <limits>
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

/// The same for a backend that launches no kernels: a matrix for each level, so each step works on the
/// entries of one level. What all levels write is full, so that such a backend writes the entries of a level
/// in place. A device scans all of them in one launch, while the sizes of such matrices take a wait each.
void add_dependencies_by_level(Vector<double>& centrality, const Matrix<bool>& A, Sources sources) {
    const Context context = A.context();
    // paths[d](s, v) = the number of shortest paths from source s to v, of d edges. The last levels may be
    // empty.
    std::vector<Matrix<double>> paths;
    paths.push_back(source_rows(A, sources));
    Matrix<bool> visited(context, sources.size(), A.ncols());
    assign(visited, false);
    assign(visited, true, {.mask = structure(paths.front())});
    Vector<double> most(context, sources.size());
    for (std::int64_t depth = 0;; ++depth) {
        auto next = mxm(plus_first<double>, paths.back(), A, {.mask = complement(visited)});
        if (core::counts_in_round(depth) && next.nvals() == 0) break;
        assign(visited, true, {.mask = structure(next)});
        reduce(most, max_monoid<double>, next, {.accum = ops::max<double>});
        paths.push_back(std::move(next));
    }
    if (reduce(max_monoid<double>, most) == std::numeric_limits<double>::infinity())
        throw Error(Code::invalid_value, "betweenness: more than 1.8e308 shortest paths to one vertex");

    // dependency(s, v) = paths(s, v) · the sum of per_path(s, w) over the successors w of v, where
    // per_path(s, w) = (1 + dependency(s, w)) / paths(s, w) = 1 / paths(s, w) + the same sum for w.
    Matrix<double> dependencies(context, sources.size(), A.ncols()), sums(dependencies.dup());
    assign(dependencies, 0.0);
    for (std::size_t depth = paths.size() - 1; depth > 1; --depth) {
        auto per_path = apply<double>(ops::minv<double>, paths[depth]);
        assign(per_path, sums, {.accum = ops::plus<double>});
        const Matrix<double>& level = paths[depth - 1];
        mxm(sums, plus_first<double>, per_path, A,
            {.mask = structure(level), .replace = true, .transpose_b = true});
        const auto dependency = ewise_mult<double>(ops::times<double>, sums, level);
        assign(dependencies, dependency, {.mask = structure(dependency)});
    }
    reduce(centrality, plus_monoid<double>, dependencies, {.accum = ops::plus<double>, .transpose_a = true});
}

/// What the sums over the sources are multiplied by.
double factor(const BetweennessOptions& options, std::uint64_t vertices, std::size_t sources) {
    const auto n = static_cast<double>(vertices);
    double factor = options.undirected ? 0.5 : 1;
    if (options.estimate && sources != 0) factor *= n / static_cast<double>(sources);
    if (options.normalized && vertices > 2) // of fewer vertices none is between others
        factor /= (n - 1) * (n - 2) * (options.undirected ? 0.5 : 1);
    return factor;
}

} // namespace

Vector<double> betweenness(const AnyMatrix& A, const IndexList& source_list,
                           const BetweennessOptions& options) {
    core::require_square(A, "betweenness");
    const Sources sources = source_list.list();
    core::require_vertices(A, sources, "betweenness");
    const Matrix<bool> graph = core::simple_graph(A);
    Vector<double> centrality(A.context(), A.nrows());
    assign(centrality, 0.0);
    core::Reports reports("betweenness", "sources", "batch");
    const bool by_level = A.context().counters().launches == 0; // the pattern was made without a device
    std::size_t done = 0;
    const auto known = [&] { return core::Known{done, sources.size()}; };
    reports.report(known);
    while (done < sources.size()) {
        const Sources batch = sources.subspan(done, std::min(batch_size, sources.size() - done));
        (by_level ? add_dependencies_by_level : add_dependencies)(centrality, graph, batch);
        done += batch.size();
        reports.report(known);
    }
    if (const double scale = factor(options, A.nrows(), sources.size()); scale != 1)
        apply(centrality, ops::times<double>, centrality, scale);
    return centrality;
}

} // namespace mergus
