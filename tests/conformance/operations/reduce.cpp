/// \file reduce.cpp
/// The monoid over the rows of A, into a matrix or a vector, and over all entries.
#include "conformance/instance.hpp"
#include "conformance/operations/list.hpp"

namespace mergus::conformance {

const Operation reduce_rows_row = {
    .name = "reduce_rows",
    .operands = roles(role_C, role_M, role_A),
    .algebra = AlgebraKind::monoid,
    .tran_a = true,
    .lay_out =
        [](Layout& layout) {
            layout.extents[role_C] = Extent{layout.dimensions.m, 1};
        },
    .call =
        [](const BackendCall& call) {
            reduce(call.C, call.mask, call.accum, AnyMonoid(call.algebra.monoid), call.A, call.descriptor);
        },
    .reference =
        [](const ReferenceCall& call) {
            return reference::reduce_rows(call.C, call.output, *call.algebra.monoid, call.A);
        },
};

const Operation reduce_scalar_row = {
    .name = "reduce_scalar",
    .operands = roles(role_A),
    .algebra = AlgebraKind::monoid,
    .scalar = ScalarUse::result,
    .call =
        [](const BackendCall& call) {
            reduce(call.result.data(), call.result.type, call.accum, AnyMonoid(call.algebra.monoid), call.A);
        },
    .reference =
        [](const ReferenceCall& call) {
            reference::Matrix result{call.scalar.type, 1, 1, {}};
            result.entries[{0, 0}] =
                reference::reduce_scalar(call.scalar, call.output.accum, *call.algebra.monoid, call.A);
            return result;
        },
};

const Operation reduce_to_vector_row = [] {
    Operation row = reduce_rows_row;
    row.name = "reduce_to_vector";
    row.vectors = roles(role_C, role_M);
    row.call = [](const BackendCall& call) {
        reduce(call.w, call.mask, call.accum, AnyMonoid(call.algebra.monoid), call.A, call.descriptor);
    };
    return row;
}();

const Operation vector_reduce_row =
    of_vectors(reduce_scalar_row, "vector_reduce", [](const BackendCall& call) {
        reduce(call.result.data(), call.result.type, call.accum, AnyMonoid(call.algebra.monoid), call.u);
    });

} // namespace mergus::conformance
