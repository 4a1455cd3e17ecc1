/// \file extract.cpp
/// C<M> ⊙= A(rows, cols).
#include "conformance/instance.hpp"
#include "conformance/operations/list.hpp"

namespace mergus::conformance {

const Operation extract_row = {
    .name = "extract",
    .matrices = roles(role_C, role_M, role_A),
    .lists = ListUse::from_A,
    .tran_a = true,
    .keeps_type = true,
    .call =
        [](const BackendCall& call) {
            extract(call.C, call.mask, call.accum, call.A, call.rows(), call.cols(), call.descriptor);
        },
    .reference =
        [](const ReferenceCall& call) {
            return reference::extract(call.C, call.output, call.A, call.rows, call.cols);
        },
};

} // namespace mergus::conformance
