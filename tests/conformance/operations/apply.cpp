/// \file apply.cpp
/// C<M> ⊙= f(A): unary operators, binary ones with a scalar as one argument, and index-unary ones.
#include "conformance/instance.hpp"
#include "conformance/operations/list.hpp"

namespace mergus::conformance {

const Operation apply_row = {
    .name = "apply",
    .matrices = roles(role_C, role_M, role_A),
    .algebra = AlgebraKind::unary,
    .tran_a = true,
    .call =
        [](const BackendCall& call) {
            apply(call.C, call.mask, call.accum, UnaryOp(call.algebra.op), call.A, call.descriptor);
        },
    .reference =
        [](const ReferenceCall& call) {
            return reference::apply(call.C, call.output, *call.algebra.op, call.A);
        },
};

const Operation apply_first_row = {
    .name = "apply_first",
    .matrices = roles(role_C, role_M, role_A),
    .algebra = AlgebraKind::binary,
    .scalar = ScalarUse::bound_first,
    .tran_b = true,
    .call =
        [](const BackendCall& call) {
            apply(call.C, call.mask, call.accum, BinaryOp(call.algebra.op), call.scalar(), call.A,
                  call.descriptor);
        },
    .reference =
        [](const ReferenceCall& call) {
            return reference::apply_first(call.C, call.output, *call.algebra.op, call.scalar, call.A);
        },
};

const Operation apply_second_row = {
    .name = "apply_second",
    .matrices = roles(role_C, role_M, role_A),
    .algebra = AlgebraKind::binary,
    .scalar = ScalarUse::bound_second,
    .tran_a = true,
    .call =
        [](const BackendCall& call) {
            apply(call.C, call.mask, call.accum, BinaryOp(call.algebra.op), call.A, call.scalar(),
                  call.descriptor);
        },
    .reference =
        [](const ReferenceCall& call) {
            return reference::apply_second(call.C, call.output, *call.algebra.op, call.A, call.scalar);
        },
};

const Operation apply_index_row = {
    .name = "apply_index",
    .matrices = roles(role_C, role_M, role_A),
    .algebra = AlgebraKind::index_unary,
    .scalar = ScalarUse::bound_second,
    .tran_a = true,
    .call =
        [](const BackendCall& call) {
            apply(call.C, call.mask, call.accum, IndexUnaryOp(call.algebra.op), call.A, call.scalar(),
                  call.descriptor);
        },
    .reference =
        [](const ReferenceCall& call) {
            return reference::apply_second(call.C, call.output, *call.algebra.op, call.A, call.scalar);
        },
};

} // namespace mergus::conformance
