/// \file mxm.cpp
/// C<M> ⊙= A B.
#include "conformance/instance.hpp"
#include "conformance/operations/list.hpp"

namespace mergus::conformance {

const Operation mxm_row = {
    .name = "mxm",
    .matrices = roles(role_C, role_M, role_A, role_B),
    .algebra = AlgebraKind::semiring,
    .tran_a = true,
    .tran_b = true,
    .inner = true,
    .lay_out =
        [](Layout& layout) {
            const Dimensions& d = layout.dimensions;
            layout.extents[role_A] = Extent{d.m, d.k};
            layout.extents[role_B] = Extent{d.k, d.n};
        },
    .call =
        [](const BackendCall& call) {
            mxm(call.C, call.mask, call.accum, AnySemiring(call.algebra.semiring), call.A, call.B,
                call.descriptor);
        },
    .reference =
        [](const ReferenceCall& call) {
            return reference::mxm(call.C, call.output, *call.algebra.semiring, call.A, call.B);
        },
};

} // namespace mergus::conformance
