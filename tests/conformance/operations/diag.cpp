/// \file diag.cpp
/// C<M> ⊙= the matrix with a vector on a diagonal; w<m> ⊙= a diagonal of a matrix.
#include "conformance/instance.hpp"
#include "conformance/operations/data.hpp"
#include "conformance/operations/list.hpp"

#include <algorithm>

namespace mergus::conformance {

std::int64_t diagonal_of(const Dimensions& d) {
    return static_cast<std::int64_t>(d.k % 9) - 4;
}

const Operation diag_row = {
    .name = "diag",
    .operands = roles(role_C, role_M, role_A),
    .vectors = roles(role_A),
    .has_n = false,
    .keeps_type = true,
    .lay_out =
        [](Layout& layout) {
            const std::int64_t k = diagonal_of(layout.dimensions);
            const std::uint64_t m = layout.dimensions.m, n = m + static_cast<std::uint64_t>(k < 0 ? -k : k);
            layout.extents[role_A] = Extent{m, 1};
            layout.extents[role_C] = Extent{n, n};
        },
    .call =
        [](const BackendCall& call) {
            diag(call.C, call.mask, call.accum, call.u, diagonal_of(call.instance.layout.dimensions),
                 call.descriptor);
        },
    .reference =
        [](const ReferenceCall& call) {
            return reference::diag(call.C, call.output, call.A, diagonal_of(call.instance.layout.dimensions));
        },
};

const Operation extract_diag_row = {
    .name = "extract_diag",
    .operands = roles(role_C, role_M, role_A),
    .vectors = roles(role_C, role_M),
    .keeps_type = true,
    .lay_out =
        [](Layout& layout) {
            const auto m = static_cast<std::int64_t>(layout.dimensions.m),
                       n = static_cast<std::int64_t>(layout.dimensions.n), k = diagonal_of(layout.dimensions);
            const std::int64_t length = k >= 0 ? std::min(m, n - k) : std::min(m + k, n);
            layout.extents[role_C] = Extent{static_cast<std::uint64_t>(std::max<std::int64_t>(0, length)), 1};
        },
    .call =
        [](const BackendCall& call) {
            diag(call.w, call.mask, call.accum, call.A, diagonal_of(call.instance.layout.dimensions),
                 call.descriptor);
        },
    .reference =
        [](const ReferenceCall& call) {
            return reference::extract_diag(call.C, call.output, call.A,
                                           diagonal_of(call.instance.layout.dimensions));
        },
};

} // namespace mergus::conformance
