/// \file edge_support.cpp
/// Triangles of edges, the share of closed pairs of edges, cores and trusses of all sizes.
#include <mergus/algorithms/structure.hpp>
#include <mergus/ops.hpp>
#include <mergus/row_ops.hpp>
#include <mergus/semirings/all.hpp>

#include "../objects/context_state.hpp"
#include "extension_call.hpp"
#include "graph.hpp"
#include "reports.hpp"

#include <fmt/format.h>

namespace mergus {

Matrix<std::int64_t> edge_support(const AnyMatrix& A) {
    core::require_square(A, "edge_support");
    const Matrix<bool> graph = core::simple_graph(A);
    return mxm(plus_pair<std::int64_t>, graph, graph, {.mask = structure(graph), .transpose_b = true});
}

double transitivity(const AnyMatrix& A) {
    core::require_square(A, "transitivity");
    // Ordered pairs of neighbours of each vertex; each triangle closes six.
    const Vector<double> degree = apply<double>(ops::identity<std::int64_t>, degrees(core::simple_graph(A)));
    const double pairs = reduce(plus_monoid<double>, ewise_mult<double>(ops::times<double>, degree, degree)) -
                         reduce(plus_monoid<double>, degree);
    return pairs == 0 ? 0 : 6 * static_cast<double>(triangle_count(A)) / pairs;
}

Matrix<bool> k_core(const AnyMatrix& A, Integer k) {
    core::require_square(A, "k_core");
    if (k < 0) throw Error(Code::invalid_value, fmt::format("k_core: k is {}", std::int64_t{k}));
    const auto inside = diag(select(ops::valuege<std::int64_t>, core_numbers(A), std::int64_t{k}));
    return mxm(any_pair<bool>, mxm(any_pair<bool>, inside, core::simple_graph(A)), inside);
}

Matrix<std::int64_t> truss_numbers(const AnyMatrix& A) {
    core::require_square(A, "truss_numbers");
    AnyMatrix truss = core::simple_graph(A);
    Matrix<std::int64_t> numbers(A.context(), A.nrows(), A.ncols());
    const mergus_operation extension = A.state()->context->plugin().truss_numbers.number;
    core::Reports reports("truss_numbers", "entries left", extension != nullptr ? "run" : "truss");
    const auto known = [&] { return core::Known{truss.nvals()}; };
    reports.report(known);
    if (core::run_extension("truss_numbers", extension, numbers.state(), truss)) {
        reports.report([] { return core::Known{0}; });
        return numbers;
    }
    reports.in_units_of("truss");
    for (std::int64_t k = 2; truss.nvals() != 0; ++k) {
        assign(numbers, k, {.mask = structure(truss)});
        truss = k_truss(truss, k + 1);
        reports.report(known);
    }
    return numbers;
}

} // namespace mergus
