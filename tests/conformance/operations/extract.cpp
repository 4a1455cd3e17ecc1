/// \file extract.cpp
/// C<M> ⊙= A(rows, cols); a row or column of A as a vector.
#include "conformance/instance.hpp"
#include "conformance/operations/list.hpp"

namespace mergus::conformance {

const Operation extract_row = {
    .name = "extract",
    .operands = roles(role_C, role_M, role_A),
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

const Operation vector_extract_row = of_vectors(extract_row, "vector_extract", [](const BackendCall& call) {
    extract(call.w, call.mask, call.accum, call.u, call.rows(), call.descriptor);
});

const Operation extract_from_row_row = {
    .name = "extract_from_row",
    .operands = roles(role_C, role_M, role_A),
    .vectors = roles(role_C, role_M),
    .lists = ListUse::from_A,
    .line = Line::row,
    .tran_a = true,
    .keeps_type = true,
    .call =
        [](const BackendCall& call) {
            extract(call.w, call.mask, call.accum, call.A, call.instance.rows.front(), call.cols(),
                    call.descriptor);
        },
    .reference =
        [](const ReferenceCall& call) { // A(row, cols) is A'(cols, row) as a column
            reference::Output output = call.output;
            output.descriptor ^= MERGUS_DESC_TRAN0;
            return reference::extract(call.C, output, call.A, call.cols, call.rows);
        },
};

const Operation extract_from_column_row = {
    .name = "extract_from_column",
    .operands = roles(role_C, role_M, role_A),
    .vectors = roles(role_C, role_M),
    .lists = ListUse::from_A,
    .line = Line::column,
    .tran_a = true,
    .keeps_type = true,
    .call =
        [](const BackendCall& call) {
            extract(call.w, call.mask, call.accum, call.A, call.rows(), call.instance.cols.front(),
                    call.descriptor);
        },
    .reference = extract_row.reference,
};

} // namespace mergus::conformance
