/// \file ewise.cpp
/// C<M> ⊙= A ⊕ B on the union, and A ⊗ B on the intersection of the patterns.
#include "conformance/instance.hpp"
#include "conformance/operations/list.hpp"

namespace mergus::conformance {

const Operation ewise_add_row = {
    .name = "ewise_add",
    .operands = roles(role_C, role_M, role_A, role_B),
    .algebra = AlgebraKind::binary,
    .tran_a = true,
    .tran_b = true,
    .keeps_lone_entries = true,
    .call =
        [](const BackendCall& call) {
            ewise_add(call.C, call.mask, call.accum, BinaryOp(call.algebra.op), call.A, call.B,
                      call.descriptor);
        },
    .reference =
        [](const ReferenceCall& call) {
            return reference::ewise_add(call.C, call.output, *call.algebra.op, call.A, call.B);
        },
};

const Operation ewise_mult_row = {
    .name = "ewise_mult",
    .operands = roles(role_C, role_M, role_A, role_B),
    .algebra = AlgebraKind::binary,
    .tran_a = true,
    .tran_b = true,
    .call =
        [](const BackendCall& call) {
            ewise_mult(call.C, call.mask, call.accum, BinaryOp(call.algebra.op), call.A, call.B,
                       call.descriptor);
        },
    .reference =
        [](const ReferenceCall& call) {
            return reference::ewise_mult(call.C, call.output, *call.algebra.op, call.A, call.B);
        },
};

const Operation vector_ewise_add_row =
    of_vectors(ewise_add_row, "vector_ewise_add", [](const BackendCall& call) {
        ewise_add(call.w, call.mask, call.accum, BinaryOp(call.algebra.op), call.u, call.v, call.descriptor);
    });

const Operation vector_ewise_mult_row =
    of_vectors(ewise_mult_row, "vector_ewise_mult", [](const BackendCall& call) {
        ewise_mult(call.w, call.mask, call.accum, BinaryOp(call.algebra.op), call.u, call.v, call.descriptor);
    });

} // namespace mergus::conformance
