/// \file components.cpp
/// Connected components by labels that spread along edges. A backend may provide connected_components of its
/// own.
#include <mergus/algorithms.hpp>
#include <mergus/ops.hpp>
#include <mergus/semirings/all.hpp>

#include "../objects/context_state.hpp"
#include "../operations/dispatch.hpp"

#include <fmt/format.h>

#include <utility>
#include <vector>

namespace mergus {

namespace {

/// Every vertex takes the least label of its neighbours, then the label of its label, which halves the way to
/// the least vertex of the component.
Matrix<std::int64_t> labels_by_algebra(const AnyMatrix& A) {
    const Matrix<bool> graph = undirected(A);
    Matrix<bool> everyone(A.context(), A.nrows(), 1);
    assign(everyone, true);
    auto labels = apply<std::int64_t>(ops::rowindex<std::int64_t>, everyone, std::int64_t{0});
    std::vector<std::uint64_t> of_vertex(A.nrows());
    for (bool changed = A.nrows() != 0; changed;) {
        Matrix<std::int64_t> next = labels.dup();
        mxm(next, min_second<std::int64_t>, graph, labels, {.accum = ops::min<std::int64_t>});
        next.extract_tuples(nullptr, nullptr, of_vertex.data(), type_of<std::uint64_t>());
        next = extract(next, of_vertex, all);
        changed = !isequal(next, labels);
        labels = std::move(next);
    }
    return labels;
}

} // namespace

Matrix<std::int64_t> connected_components(const AnyMatrix& A) {
    if (A.nrows() != A.ncols())
        throw Error(Code::dimension_mismatch,
                    fmt::format("connected_components: the adjacency matrix is {} x {}, not square",
                                A.nrows(), A.ncols()));
    if (const mergus_operation label = A.state()->context->plugin().connected_components.label) {
        Matrix<std::int64_t> labels(A.context(), A.nrows(), 1);
        try {
            core::dispatch_extension("connected_components", label, {&labels, nullptr, &A, nullptr},
                                     core::make_call(no_accum, {}));
            return labels;
        } catch (const Error& error) { // the generic method runs instead
            if (error.code() != Code::not_implemented) throw;
        }
    }
    return labels_by_algebra(A);
}

} // namespace mergus
