/// \file coloring.cpp
/// Colours of vertices: one maximal independent set after another.
#include <mergus/algorithms/structure.hpp>
#include <mergus/ops.hpp>
#include <mergus/semirings/all.hpp>

#include "graph.hpp"
#include "reports.hpp"

namespace mergus {

Vector<std::int64_t> coloring(const AnyMatrix& A, std::uint64_t seed) {
    core::require_square(A, "coloring");
    Matrix<bool> graph = core::simple_graph(A);
    Vector<std::int64_t> colours(A.context(), A.nrows());
    Vector<bool> left(A.context(), A.nrows());
    assign(left, true);
    core::Reports reports("coloring", "vertices", "color");
    const auto known = [&] { return core::Known{colours.nvals(), colours.size()}; };
    reports.report(known);
    for (std::int64_t colour = 0; left.nvals() != 0; ++colour) {
        // Vertices that have a colour are isolated, and so in the set.
        const auto chosen = maximal_independent_set(graph, seed + static_cast<std::uint64_t>(colour));
        assign(colours, colour, {.mask = structure(ewise_mult<bool>(ops::pair<bool>, chosen, left))});
        assign(left, left, {.mask = complement(structure(chosen)), .replace = true});
        const auto inside = diag(left);
        graph = mxm(any_pair<bool>, mxm(any_pair<bool>, inside, graph), inside);
        reports.report(known);
    }
    return colours;
}

} // namespace mergus
