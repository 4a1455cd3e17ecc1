/// \file assign.cpp
/// C(rows, cols)<M> ⊙= A, and a scalar in place of A.
#include "conformance/instance.hpp"
#include "conformance/operations/list.hpp"

namespace mergus::conformance {

const Operation assign_row = {
    .name = "assign",
    .matrices = roles(role_C, role_M, role_A),
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
    .matrices = roles(role_C, role_M),
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

} // namespace mergus::conformance
