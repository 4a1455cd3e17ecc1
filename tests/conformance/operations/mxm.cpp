/// \file mxm.cpp
/// C<M> ⊙= A B; mxv: w<m> ⊙= A v; vxm: w'<m'> ⊙= u' B.
#include "conformance/instance.hpp"
#include "conformance/operations/list.hpp"

namespace mergus::conformance {

const Operation mxm_row = {
    .name = "mxm",
    .operands = roles(role_C, role_M, role_A, role_B),
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

const Operation mxv_row = {
    .name = "mxv",
    .operands = roles(role_C, role_M, role_A, role_B),
    .vectors = roles(role_C, role_M, role_B),
    .algebra = AlgebraKind::semiring,
    .tran_a = true,
    .has_n = false,
    .inner = true,
    .lay_out =
        [](Layout& layout) {
            const Dimensions& d = layout.dimensions;
            layout.extents[role_C] = Extent{d.m, 1};
            layout.extents[role_A] = Extent{d.m, d.k};
            layout.extents[role_B] = Extent{d.k, 1};
        },
    .call =
        [](const BackendCall& call) {
            mxv(call.w, call.mask, call.accum, AnySemiring(call.algebra.semiring), call.A, call.v,
                call.descriptor);
        },
    .reference = mxm_row.reference,
};

const Operation vxm_row = {
    .name = "vxm",
    .operands = roles(role_C, role_M, role_A, role_B),
    .vectors = roles(role_C, role_M, role_A),
    .algebra = AlgebraKind::semiring,
    .tran_b = true,
    .has_m = false,
    .inner = true,
    .lay_out =
        [](Layout& layout) {
            const Dimensions& d = layout.dimensions;
            layout.extents[role_C] = Extent{d.n, 1};
            layout.extents[role_A] = Extent{d.k, 1};
            layout.extents[role_B] = Extent{d.k, d.n};
        },
    .call =
        [](const BackendCall& call) {
            vxm(call.w, call.mask, call.accum, AnySemiring(call.algebra.semiring), call.u, call.B,
                call.descriptor);
        },
    .reference =
        [](const ReferenceCall& call) {
            return reference::vxm(call.C, call.output, *call.algebra.semiring, call.A, call.B);
        },
};

} // namespace mergus::conformance
