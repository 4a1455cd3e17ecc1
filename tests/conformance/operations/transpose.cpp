/// \file transpose.cpp
/// C<M> ⊙= A'.
#include "conformance/instance.hpp"
#include "conformance/operations/list.hpp"

namespace mergus::conformance {

const Operation transpose_row = {
    .name = "transpose",
    .operands = roles(role_C, role_M, role_A),
    .tran_a = true,
    .keeps_type = true,
    .lay_out =
        [](Layout& layout) {
            layout.extents[role_A] = Extent{layout.dimensions.n, layout.dimensions.m};
        },
    .call =
        [](const BackendCall& call) { transpose(call.C, call.mask, call.accum, call.A, call.descriptor); },
    .reference = [](const ReferenceCall& call) { return reference::transpose(call.C, call.output, call.A); },
};

} // namespace mergus::conformance
