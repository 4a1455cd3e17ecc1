/// \file components.cpp
/// Connected components by labels that spread along edges. A backend may provide connected_components of its
/// own.
#include <mergus/algorithms.hpp>
#include <mergus/ops.hpp>
#include <mergus/semirings/all.hpp>

#include "../objects/context_state.hpp"
#include "extension_call.hpp"
#include "graph.hpp"
#include "reports.hpp"

#include <utility>

namespace mergus {

namespace {

constexpr auto nothing = [] { return core::Known{}; };

/// Every vertex takes the least label of its neighbours, then the label of its label, which halves the way to
/// the least vertex of the component.
Vector<std::int64_t> labels_by_algebra(const AnyMatrix& A, core::Reports& reports) {
    const Matrix<bool> graph = undirected(A);
    Vector<bool> everyone(A.context(), A.nrows());
    assign(everyone, true);
    auto labels = apply<std::int64_t>(ops::rowindex<std::int64_t>, everyone, std::int64_t{0});
    for (bool changed = true; changed;) {
        Vector<std::int64_t> next = labels.dup();
        mxv(next, min_second<std::int64_t>, graph, labels, {.accum = ops::min<std::int64_t>});
        next = extract(next, next.to_dense());
        changed = !isequal(next, labels);
        labels = std::move(next);
        reports.report(nothing);
    }
    return labels;
}

} // namespace

Vector<std::int64_t> connected_components(const AnyMatrix& A) {
    core::require_square(A, "connected_components");
    const mergus_operation extension = A.state()->context->plugin().connected_components.label;
    core::Reports reports("connected_components", "", extension != nullptr ? "run" : "round");
    reports.report(nothing);
    Vector<std::int64_t> labels(A.context(), A.nrows());
    if (core::run_extension("connected_components", extension, labels.state(), A)) {
        reports.report(nothing);
        return labels;
    }
    reports.in_units_of("round");
    return labels_by_algebra(A, reports);
}

} // namespace mergus
