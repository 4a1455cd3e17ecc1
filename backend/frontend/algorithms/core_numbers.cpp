/// \file core_numbers.cpp
/// Core numbers by peeling: the vertices of least degree are removed, all at once, until none is left. A
/// round works on the neighbours of the vertices that it removes. A new k reads the vertices that are left: a
/// vertex is read at most as often as it has edges.
#include <mergus/algorithms.hpp>
#include <mergus/ops.hpp>
#include <mergus/semirings/all.hpp>

#include "graph.hpp"
#include "reports.hpp"

namespace mergus {

Vector<std::int64_t> core_numbers(const AnyMatrix& A) {
    core::require_square(A, "core_numbers");
    const Matrix<bool> graph = core::simple_graph(A);
    // Of a vertex that is left: its edges to vertices that are left, which are more than k. Of a removed one:
    // its core number, which is at most k.
    Vector<std::int64_t> cores = core::out_degrees(graph);
    Vector<std::int64_t> lost(A.context(), A.nrows()), degrees(A.context(), A.nrows());
    core::Reports reports("core_numbers", "vertices", "round");
    std::int64_t k = -1;
    const auto left = [&] { return select<std::int64_t>(ops::valuegt<std::int64_t>, cores, k); };
    const auto known = [&] { return core::Known{cores.size() - left().nvals(), cores.size()}; };
    reports.report(known);
    for (auto above = left(); above.nvals() != 0;) {
        k = reduce(min_monoid<std::int64_t>, above);
        auto removed = select<std::int64_t>(ops::valueeq<std::int64_t>, above, k);
        for (std::int64_t round = 0; !core::counts_in_round(round) || removed.nvals() != 0; ++round) {
            vxm(lost, plus_pair<std::int64_t>, removed, graph);
            // The degrees of those neighbours that are left; none falls below k.
            ewise_mult(degrees, ops::first<std::int64_t>, cores, lost);
            select(degrees, ops::valuegt<std::int64_t>, degrees, k);
            ewise_mult(degrees, ops::minus<std::int64_t>, degrees, lost);
            apply(degrees, ops::max<std::int64_t>, degrees, k);
            assign(cores, degrees, {.mask = structure(degrees)});
            select(removed, ops::valueeq<std::int64_t>, degrees, k);
            reports.report(known);
        }
        ewise_mult(above, ops::second<std::int64_t>, above, cores);
        select(above, ops::valuegt<std::int64_t>, above, k);
    }
    return cores;
}

} // namespace mergus
