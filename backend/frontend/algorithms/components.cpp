/// \file components.cpp
/// Connected components: labels spread along edges, and each label is replaced by its own label.
#include <mergus/algorithms.hpp>
#include <mergus/ops.hpp>
#include <mergus/semirings/all.hpp>

#include "graph.hpp"

namespace mergus {

Vector<std::int64_t> connected_components(const AnyMatrix& A) {
    core::require_square(A, "connected_components");
    const Matrix<bool> graph = undirected(A);
    Vector<bool> everyone(A.context(), A.nrows());
    assign(everyone, true);
    auto labels = apply<std::int64_t>(ops::rowindex<std::int64_t>, everyone, std::int64_t{0});
    for (bool changed = true; changed;) {
        Vector<std::int64_t> next = labels.dup();
        mxv(next, min_second<std::int64_t>, graph, labels, {.accum = ops::min<std::int64_t>});
        // A label is a vertex of the component, so its label is too; this halves the way to the least one.
        next = extract(next, next.to_dense());
        changed = !isequal(next, labels);
        labels = std::move(next);
    }
    return labels;
}

} // namespace mergus
