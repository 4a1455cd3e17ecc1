/// \file algorithms.cpp
/// Graph algorithms, written with the public operations. A backend may provide count_triangles of its own.
#include <mergus/algorithms.hpp>
#include <mergus/ops.hpp>
#include <mergus/semirings/all.hpp>

#include "../objects/context_state.hpp"
#include "../operations/dispatch.hpp"
#include "graph.hpp"

namespace mergus {

using core::pattern_of;
using core::require_square;

Matrix<bool> undirected(const AnyMatrix& A) {
    core::require_square(A, "undirected");
    const Matrix<bool> pattern = pattern_of(A);
    return select(ops::offdiag, ewise_add<bool>(ops::pair<bool>, pattern, pattern, {.transpose_b = true}), 0);
}

std::uint64_t triangle_count(const AnyMatrix& A) {
    core::require_square(A, "triangle_count");
    if (const mergus_operation count = A.state()->context->plugin().count_triangles.count) {
        std::uint64_t triangles = 0;
        mergus_call call = core::make_call(no_accum, {});
        call.result = &triangles;
        try {
            core::dispatch_extension("triangle_count", count,
                                     {nullptr, nullptr, &core::state_of(A, "triangle_count", "A"), nullptr},
                                     call);
            return triangles;
        } catch (const Error& error) { // the generic method runs instead
            if (error.code() != Code::not_implemented) throw;
        }
    }
    const Matrix<bool> L = select(ops::tril, pattern_of(A), -1);
    const auto C = mxm(plus_pair<std::uint64_t>, L, L, {.mask = structure(L), .transpose_b = true});
    return reduce(plus_monoid<std::uint64_t>, C);
}

} // namespace mergus
