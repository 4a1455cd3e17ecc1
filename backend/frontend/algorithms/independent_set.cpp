/// \file independent_set.cpp
/// A maximal independent set, by Luby's algorithm (1986).
#include <mergus/algorithms.hpp>
#include <mergus/define.hpp>
#include <mergus/ops.hpp>
#include <mergus/semirings/all.hpp>

#include "graph.hpp"
#include "reports.hpp"

namespace mergus {

namespace {

// clang-format takes the definition for arguments of a function.
// clang-format off

/// A different pseudo-random number for every vertex: the steps are invertible (the finalizer of SplitMix64).
MERGUS_INDEX_UNARY_OP(vertex_score,
    static uint64_t apply(bool, int64_t i, int64_t, uint64_t seed) {
        uint64_t z = uint64_t(i) + seed * 0x9e3779b97f4a7c15u;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    })

// clang-format on

} // namespace

Vector<bool> maximal_independent_set(const AnyMatrix& A, std::uint64_t seed) {
    core::require_square(A, "maximal_independent_set");
    const Matrix<bool> graph = core::simple_graph(A);
    Vector<bool> chosen(A.context(), A.nrows());
    Vector<bool> everyone(A.context(), A.nrows());
    assign(everyone, true);
    // The scores of the candidates: vertices neither chosen nor adjacent to one that is.
    auto candidates = apply<std::uint64_t>(vertex_score, everyone, seed);
    core::Reports reports("maximal_independent_set", "vertices", "round");
    const auto known = [&] { return core::Known{candidates.size() - candidates.nvals(), candidates.size()}; };
    reports.report(known);
    while (candidates.nvals() != 0) {
        const auto best = mxv(max_second<std::uint64_t>, graph, candidates, {.mask = structure(candidates)});
        const auto beaten = ewise_mult<bool>(ops::lt<std::uint64_t>, candidates, best);
        Vector<std::uint64_t> winners(A.context(), A.nrows());
        assign(winners, candidates, {.mask = complement(beaten)});
        assign(chosen, true, {.mask = structure(winners)});
        assign(candidates, candidates, {.mask = complement(structure(winners)), .replace = true});
        const auto neighbours = mxv(any_pair<bool>, graph, winners, {.mask = structure(candidates)});
        assign(candidates, candidates, {.mask = complement(structure(neighbours)), .replace = true});
        reports.report(known);
    }
    return chosen;
}

} // namespace mergus
