/// \file core_numbers.cpp
/// Core numbers: the vertices of least degree are removed, all at once, until none is left.
#include <mergus/algorithms.hpp>
#include <mergus/ops.hpp>
#include <mergus/semirings/all.hpp>

#include "graph.hpp"
#include "reports.hpp"

#include <algorithm>

namespace mergus {

Vector<std::int64_t> core_numbers(const AnyMatrix& A) {
    core::require_square(A, "core_numbers");
    const Matrix<bool> graph = core::simple_graph(A);
    Vector<std::int64_t> cores(A.context(), A.nrows());
    // The degrees of the vertices that are left, counting only the edges among them.
    Vector<std::int64_t> degrees = core::out_degrees(graph);
    core::Reports reports("core_numbers", "vertices", "round");
    const auto known = [&] { return core::Known{degrees.size() - degrees.nvals(), degrees.size()}; };
    reports.report(known);
    for (std::int64_t k = 0; degrees.nvals() != 0;) {
        k = std::max(k, reduce(min_monoid<std::int64_t>, degrees));
        const Vector<std::int64_t> removed = select(ops::valuele<std::int64_t>, degrees, k);
        assign(cores, k, {.mask = structure(removed)});
        assign(degrees, degrees, {.mask = complement(structure(removed)), .replace = true});
        const auto lost = mxv(plus_pair<std::int64_t>, graph, removed, {.mask = structure(degrees)});
        assign(degrees, lost, {.accum = ops::minus<std::int64_t>});
        reports.report(known);
    }
    return cores;
}

} // namespace mergus
