/// \file peeling.hpp
/// Vertices without incoming edges are removed, all at once, until every vertex that is left has one (Kahn
/// 1962).
#pragma once

#include "graph.hpp"

#include <mergus/ops.hpp>
#include <mergus/row_ops.hpp>
#include <mergus/semirings/all.hpp>

namespace mergus::core {

/// The levels of the vertices that no cycle reaches: the most edges of a path to the vertex. \param outgoing
/// edges lead from j to i instead \param report called before the first level and after each one, with the
/// levels so far
template <class Report>
Vector<std::int64_t> peeled(const Matrix<bool>& graph, bool outgoing, Report report) {
    // The edges into each vertex that come from vertices that are left.
    Vector<std::int64_t> incoming = degrees(graph, {.columns = !outgoing});
    Vector<std::int64_t> levels(graph.context(), graph.nrows()), lost(graph.context(), graph.nrows());
    report(levels);
    Vector<std::int64_t> removed = select(ops::valueeq<std::int64_t>, incoming, std::int64_t{0});
    for (std::int64_t level = 0; !counts_in_round(level) || removed.nvals() != 0; ++level) {
        assign(levels, level, {.mask = structure(removed)});
        vxm(lost, plus_pair<std::int64_t>, removed, graph, {.transpose_a = outgoing});
        ewise_mult(removed, ops::minus<std::int64_t>, incoming, lost);
        assign(incoming, removed, {.mask = structure(removed)});
        select(removed, ops::valueeq<std::int64_t>, removed, std::int64_t{0});
        report(levels);
    }
    return levels;
}

} // namespace mergus::core
