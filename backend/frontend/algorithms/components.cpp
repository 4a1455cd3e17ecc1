/// \file components.cpp
/// Connected components by labels that spread along edges. A backend may provide connected_components of its
/// own.
#include <mergus/algorithms.hpp>
#include <mergus/ops.hpp>
#include <mergus/semirings/all.hpp>

#include "../objects/context_state.hpp"
#include "../support/memory_errors.hpp"
#include "extension_call.hpp"
#include "graph.hpp"
#include "reports.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace mergus {

namespace {

constexpr auto nothing = [] { return core::Known{}; };

/// Labels are vertices, each with itself as label. In a round such a vertex takes the least label of all
/// neighbours of the vertices that have its label, and these take the label that it ends at: groups of
/// vertices join as in FastSV (Zhang, Azad, Buluç 2020), so a path takes few rounds too.
Vector<std::int64_t> labels_by_algebra(const AnyMatrix& A, core::Reports& reports) {
    const Matrix<bool> graph = undirected(A);
    std::vector<std::int64_t> label(A.nrows());
    std::iota(label.begin(), label.end(), std::int64_t{0});
    auto labels = Vector<std::int64_t>::from_dense(A.context(), label);
    for (bool changed = true; changed;) {
        Vector<std::int64_t> least = labels.dup();
        mxv(least, min_second<std::int64_t>, graph, labels, {.accum = ops::min<std::int64_t>});
        std::vector<std::int64_t> next = label;
        const std::vector<std::int64_t> found = least.to_dense();
        for (std::size_t v = 0; v < label.size(); ++v) {
            std::int64_t& of_label = next[static_cast<std::size_t>(label[v])];
            of_label = std::min(of_label, found[v]);
        }
        // No label is greater than its vertex, so those before are complete.
        for (std::int64_t& one : next) one = next[static_cast<std::size_t>(one)];
        changed = next != label;
        label = std::move(next);
        labels = Vector<std::int64_t>::from_dense(A.context(), label);
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
    return core::with_memory_errors("connected_components", [&] { return labels_by_algebra(A, reports); });
}

} // namespace mergus
