/// \file betweenness.cpp
/// Betweenness centrality: the algorithm of Brandes (2001) for several sources at once, as in Buluç and
/// Gilbert (2011).
#include <mergus/algorithms.hpp>
#include <mergus/ops.hpp>
#include <mergus/semirings/all.hpp>

#include "../objects/context_state.hpp"
#include "extension_call.hpp"
#include "graph.hpp"
#include "path_counts.hpp"
#include "reports.hpp"
#include "weighted_betweenness.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

namespace mergus {

namespace {

/// Sources of one batch. More need more memory: six matrices of sources × n.
constexpr std::size_t search_batch = 32;
/// Of a backend's own method, which divides a batch by its memory. A call takes about 0.1 ms beside the
/// searches.
constexpr std::size_t backend_batch = 4096;

using Sources = std::span<const std::uint64_t>;

/// Adds to `centrality` the dependencies of all shortest paths from these sources.
void add_dependencies(Vector<double>& centrality, const Matrix<bool>& A, Sources sources) {
    // paths(s, v) = the number of shortest paths from source s to v; depth(s, v) = their edges, if v is not
    // s. `deepest` may be more than the deepest level: such levels are empty.
    Matrix<double> paths = core::source_rows(A, sources);
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
                                     {.mask = complement(structure(core::source_rows(A, sources)))});
    reduce(centrality, plus_monoid<double>, inner, {.accum = ops::plus<double>, .transpose_a = true});
}

/// The same for a backend that launches no kernels: a matrix for each level, so each step works on the
/// entries of one level. What all levels write is full, so that such a backend writes the entries of a level
/// in place. A device scans all of them in one launch, while the sizes of such matrices take a wait each.
void add_dependencies_by_level(Vector<double>& centrality, const Matrix<bool>& A, Sources sources) {
    const Context context = A.context();
    const std::vector<Matrix<double>> paths = core::path_counts(A, sources, "betweenness");

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

/// Adds the dependencies by the backend's own method. \return false if it has none for this graph
bool add_by_backend(Vector<double>& centrality, const AnyMatrix& A, Sources sources) {
    mergus_call call = core::make_call(no_accum, {});
    call.rows = sources.data();
    call.nrows = sources.size();
    Vector<double> sums(A.context(), A.nrows());
    if (!core::run_extension("betweenness", A.state()->context->plugin().betweenness.sum, sums.state(), A,
                             call))
        return false;
    assign(centrality, sums, {.accum = ops::plus<double>});
    return true;
}

/// Calls add(batch) for batches of the sources from `done` on, and reports each. \return the sources that are
/// done: fewer than all if add() returned false
template <class Add>
std::size_t add_batches(Sources sources, std::size_t done, std::size_t size, core::Reports& reports,
                        Add add) {
    while (done < sources.size()) {
        const Sources batch = sources.subspan(done, std::min(size, sources.size() - done));
        if (!add(batch)) break;
        done += batch.size();
        reports.report([&] { return core::Known{done, sources.size()}; });
    }
    return done;
}

/// The sums of the dependencies of the sources.
void add_all(Vector<double>& centrality, const AnyMatrix& A, Sources sources, bool weighted) {
    core::Reports reports("betweenness", "sources", "batch");
    reports.report([&] { return core::Known{0, sources.size()}; });
    if (weighted) {
        const auto weights = core::positive_weights(select(ops::offdiag, A, 0), "betweenness");
        add_batches(sources, 0, 1, reports, [&](Sources batch) {
            core::add_weighted_dependencies(centrality, weights, batch.front());
            return true;
        });
        return;
    }
    const std::size_t done = add_batches(sources, 0, backend_batch, reports,
                                         [&](Sources batch) { return add_by_backend(centrality, A, batch); });
    if (done == sources.size()) return;
    const Matrix<bool> graph = core::simple_graph(A);
    const bool by_level = A.context().counters().launches == 0; // the pattern was made without a device
    add_batches(sources, done, search_batch, reports, [&](Sources batch) {
        (by_level ? add_dependencies_by_level : add_dependencies)(centrality, graph, batch);
        return true;
    });
}

} // namespace

Vector<double> betweenness(const AnyMatrix& A, const IndexList& source_list,
                           const BetweennessOptions& options) {
    core::require_square(A, "betweenness");
    const Sources sources = source_list.list();
    core::require_vertices(A, sources, "betweenness");
    Vector<double> centrality(A.context(), A.nrows());
    assign(centrality, 0.0);
    add_all(centrality, A, sources, options.weighted);
    const auto n = static_cast<double>(A.nrows());
    if (const double scale = core::betweenness_factor(
            options.estimate, options.undirected, options.normalized, (n - 1) * (n - 2), n, sources.size());
        scale != 1)
        apply(centrality, ops::times<double>, centrality, scale);
    return centrality;
}

} // namespace mergus
