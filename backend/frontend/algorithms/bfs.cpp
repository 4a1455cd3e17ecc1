/// \file bfs.cpp
/// Breadth-first search by masked products. The frontier F is a matrix of sources × n, and
///
///     F⟨¬L, replace⟩ = F ⊗ A
///
/// goes to the next level: L, the levels or parents found so far, masks the vertices that are visited. A
/// backend may provide the extension `bfs`, with the same results.
#include <mergus/algorithms.hpp>
#include <mergus/ops.hpp>
#include <mergus/semirings/all.hpp>

#include "../objects/context_state.hpp"
#include "extension_call.hpp"
#include "graph.hpp"
#include "host_search.hpp"
#include "on_host.hpp"
#include "reports.hpp"

#include <fmt/format.h>

#include <limits>
#include <numeric>
#include <vector>

namespace mergus {

namespace {

using Sources = std::span<const std::uint64_t>;

/// The entries found so far, of all there may be.
auto settled(const AnyMatrix& found) {
    return [&found] { return core::Known{found.nvals(), found.nrows() * found.ncols()}; };
}

// A level of an empty frontier changes nothing, so the frontier is not counted in every level.

/// L⟨F⟩ = d; F⟨¬L, replace⟩ = F any.pair A
void search_levels(Matrix<std::int32_t>& L, Matrix<bool>& F, const AnyMatrix& A, core::Reports& reports,
                   std::int64_t last = std::numeric_limits<std::int64_t>::max()) {
    for (std::int32_t d = 0; d <= last && (!core::counts_in_round(d) || F.nvals() != 0); ++d) {
        if (core::goes_on_on_host(d, A, L.nrows())) return core::finish_search(L, F, A, {d, last}, reports);
        assign(L, d, {.mask = structure(F)});
        mxm(F, any_pair<bool>, F, A, {.mask = complement(structure(L)), .replace = true});
        reports.report(settled(L));
    }
}

/// P⟨F⟩ = F; F⟨¬P, replace⟩ = F min.secondi A, where secondi is the row of A: the vertex that the edge
/// leaves.
void search_parents(Matrix<std::int64_t>& P, Matrix<std::int64_t>& F, const AnyMatrix& A,
                    core::Reports& reports) {
    for (std::int64_t d = 0; !core::counts_in_round(d) || F.nvals() != 0; ++d) {
        if (core::goes_on_on_host(d, A, P.nrows())) return core::finish_search(P, F, A, reports);
        assign(P, F, {.mask = structure(F)});
        mxm(F, min_secondi<std::int64_t>, F, A, {.mask = complement(structure(P)), .replace = true});
        reports.report(settled(P));
    }
}

/// The frontier of level 0: entry (s, sources[s]) for each s, with the given values.
template <class T, class Value>
Matrix<T> first_frontier(const AnyMatrix& A, Sources sources, const std::vector<Value>& values) {
    Matrix<T> F(A.context(), sources.size(), A.ncols());
    std::vector<std::uint64_t> rows(sources.size());
    std::iota(rows.begin(), rows.end(), std::uint64_t{0});
    F.build(rows, sources, values.data(), type_of<Value>());
    return F;
}

void check(const AnyMatrix& A, Sources sources, const char* algorithm) {
    core::require_square(A, algorithm);
    core::require_vertices(A, sources, algorithm);
}

/// \return whether the backend has filled C
bool searched_by_backend(const char* algorithm, mergus_operation search, AnyMatrix& C, const AnyMatrix& A,
                         Sources sources, core::Reports& reports) {
    reports.in_units_of(search != nullptr ? "run" : "level");
    reports.report(settled(C));
    if (search == nullptr) return false;
    mergus_call call = core::make_call(no_accum, {});
    call.rows = sources.data();
    call.nrows = sources.size();
    if (!core::run_extension(algorithm, search, C.state(), A, call)) {
        reports.in_units_of("level");
        return false;
    }
    reports.report(settled(C));
    return true;
}

Matrix<bool> first_frontier(const AnyMatrix& A, Sources sources) {
    return first_frontier<bool>(A, sources, std::vector<std::uint8_t>(sources.size(), 1));
}

} // namespace

Matrix<std::int32_t> bfs_levels(const AnyMatrix& A, const IndexList& source_list) {
    const Sources sources = source_list.list();
    check(A, sources, "bfs_levels");
    Matrix<std::int32_t> levels(A.context(), sources.size(), A.ncols());
    const mergus_bfs& extension = A.state()->context->plugin().bfs;
    core::Reports reports("bfs_levels", "vertices");
    if (sources.empty() || searched_by_backend("bfs_levels", extension.levels, levels, A, sources, reports))
        return levels;
    auto frontier = first_frontier(A, sources);
    search_levels(levels, frontier, A, reports);
    return levels;
}

Matrix<std::int32_t> neighbourhoods(const AnyMatrix& A, const IndexList& source_list, Integer hops) {
    const Sources sources = source_list.list();
    check(A, sources, "neighbourhoods");
    if (hops < 0)
        throw Error(Code::invalid_value, fmt::format("neighbourhoods: {} hops", std::int64_t{hops}));
    Matrix<std::int32_t> levels(A.context(), sources.size(), A.ncols());
    core::Reports reports("neighbourhoods", "vertices", "level");
    reports.report(settled(levels));
    if (sources.empty()) return levels;
    auto frontier = first_frontier(A, sources);
    search_levels(levels, frontier, A, reports, hops);
    return levels;
}

Matrix<std::int64_t> bfs_parents(const AnyMatrix& A, const IndexList& source_list) {
    const Sources sources = source_list.list();
    check(A, sources, "bfs_parents");
    Matrix<std::int64_t> parents(A.context(), sources.size(), A.ncols());
    const mergus_bfs& extension = A.state()->context->plugin().bfs;
    core::Reports reports("bfs_parents", "vertices");
    if (sources.empty() ||
        searched_by_backend("bfs_parents", extension.parents, parents, A, sources, reports))
        return parents;
    const std::vector<std::int64_t> own(sources.begin(), sources.end());
    auto frontier = first_frontier<std::int64_t>(A, sources, own);
    search_parents(parents, frontier, A, reports);
    return parents;
}

} // namespace mergus
