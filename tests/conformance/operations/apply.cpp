/// \file apply.cpp
/// C<M> ⊙= f(A): unary operators, binary ones with a scalar as one argument, and index-unary ones.
#include "conformance/instance.hpp"
#include "conformance/operations/list.hpp"

namespace mergus::conformance {

const Operation apply_row = {
    .name = "apply",
    .operands = roles(role_C, role_M, role_A),
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
    .operands = roles(role_C, role_M, role_A),
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
    .operands = roles(role_C, role_M, role_A),
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
    .operands = roles(role_C, role_M, role_A),
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

const Operation vector_apply_row = of_vectors(apply_row, "vector_apply", [](const BackendCall& call) {
    apply(call.w, call.mask, call.accum, UnaryOp(call.algebra.op), call.u, call.descriptor);
});

const Operation vector_apply_first_row =
    of_vectors(apply_first_row, "vector_apply_first", [](const BackendCall& call) {
        apply(call.w, call.mask, call.accum, BinaryOp(call.algebra.op), call.scalar(), call.u,
              call.descriptor);
    });

const Operation vector_apply_second_row =
    of_vectors(apply_second_row, "vector_apply_second", [](const BackendCall& call) {
        apply(call.w, call.mask, call.accum, BinaryOp(call.algebra.op), call.u, call.scalar(),
              call.descriptor);
    });

const Operation vector_apply_index_row =
    of_vectors(apply_index_row, "vector_apply_index", [](const BackendCall& call) {
        apply(call.w, call.mask, call.accum, IndexUnaryOp(call.algebra.op), call.u, call.scalar(),
              call.descriptor);
    });

} // namespace mergus::conformance
