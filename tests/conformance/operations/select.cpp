/// \file select.cpp
/// C<M> ⊙= the entries of A for which the operator is true.
#include "conformance/instance.hpp"
#include "conformance/operations/list.hpp"

namespace mergus::conformance {

const Operation select_row = {
    .name = "select",
    .operands = roles(role_C, role_M, role_A),
    .algebra = AlgebraKind::predicate,
    .scalar = ScalarUse::bound_second,
    .tran_a = true,
    .keeps_type = true,
    .call =
        [](const BackendCall& call) {
            select(call.C, call.mask, call.accum, IndexUnaryOp(call.algebra.op), call.A, call.scalar(),
                   call.descriptor);
        },
    .reference =
        [](const ReferenceCall& call) {
            return reference::select(call.C, call.output, *call.algebra.op, call.A, call.scalar);
        },
};

const Operation vector_select_row = of_vectors(select_row, "vector_select", [](const BackendCall& call) {
    select(call.w, call.mask, call.accum, IndexUnaryOp(call.algebra.op), call.u, call.scalar(),
           call.descriptor);
});

} // namespace mergus::conformance
