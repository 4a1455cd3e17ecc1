/// \file assign.cpp
/// C(rows, cols)<M> ⊙= A, and a scalar in place of A; a vector into a row or column of C.
#include "conformance/instance.hpp"
#include "conformance/operations/list.hpp"

namespace mergus::conformance {

const Operation assign_row = {
    .name = "assign",
    .operands = roles(role_C, role_M, role_A),
    .lists = ListUse::into_C,
    .tran_a = true,
    .keeps_type = true,
    .call =
        [](const BackendCall& call) {
            assign(call.C, call.mask, call.accum, call.A, call.rows(), call.cols(), call.descriptor);
        },
    .reference =
        [](const ReferenceCall& call) {
            return reference::assign(call.C, call.output, call.A, call.rows, call.cols);
        },
};

const Operation assign_scalar_row = {
    .name = "assign_scalar",
    .operands = roles(role_C, role_M),
    .scalar = ScalarUse::assigned,
    .lists = ListUse::into_C,
    .keeps_type = true,
    .call =
        [](const BackendCall& call) {
            assign(call.C, call.mask, call.accum, call.scalar(), call.rows(), call.cols(), call.descriptor);
        },
    .reference =
        [](const ReferenceCall& call) {
            return reference::assign_scalar(call.C, call.output, call.scalar, call.rows, call.cols);
        },
};

const Operation vector_assign_row = of_vectors(assign_row, "vector_assign", [](const BackendCall& call) {
    assign(call.w, call.mask, call.accum, call.u, call.rows(), call.descriptor);
});

const Operation vector_assign_scalar_row =
    of_vectors(assign_scalar_row, "vector_assign_scalar", [](const BackendCall& call) {
        assign(call.w, call.mask, call.accum, call.scalar(), call.rows(), call.descriptor);
    });

const Operation assign_to_row_row = {
    .name = "assign_to_row",
    .operands = roles(role_C, role_M, role_A),
    .vectors = roles(role_M, role_A),
    .lists = ListUse::into_C,
    .line = Line::row,
    .keeps_type = true,
    .call =
        [](const BackendCall& call) {
            assign(call.C, call.mask, call.accum, call.u, call.instance.rows.front(), call.cols(),
                   call.descriptor);
        },
    .reference =
        [](const ReferenceCall& call) {
            return reference::assign_to_row(call.C, call.output, call.A, call.rows->front(), call.cols);
        },
};

const Operation assign_to_column_row = {
    .name = "assign_to_column",
    .operands = roles(role_C, role_M, role_A),
    .vectors = roles(role_M, role_A),
    .lists = ListUse::into_C,
    .line = Line::column,
    .keeps_type = true,
    .call =
        [](const BackendCall& call) {
            assign(call.C, call.mask, call.accum, call.u, call.rows(), call.instance.cols.front(),
                   call.descriptor);
        },
    .reference =
        [](const ReferenceCall& call) {
            return reference::assign_to_column(call.C, call.output, call.A, call.rows, call.cols->front());
        },
};

} // namespace mergus::conformance
