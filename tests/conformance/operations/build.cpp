/// \file build.cpp
/// C from entries in any order, with duplicates.
#include "conformance/execute.hpp"
#include "conformance/operations/list.hpp"

namespace mergus::conformance {

const Operation build_row = {
    .name = "build",
    .operands = roles(role_C),
    .algebra = AlgebraKind::duplicates,
    .accumulates = false,
    .tuples = true,
    .reads_C = false,
    .call =
        [](const BackendCall& call) {
            const Instance& given = call.instance;
            const mergus_type* type = operand_types(given.words, given.algebra).A;
            Packed values(type, given.tuple_values);
            call.C.build(given.tuple_rows, given.tuple_cols, values.data(), type, BinaryOp(call.algebra.op));
        },
    .reference =
        [](const ReferenceCall& call) {
            const Instance& given = call.instance;
            return reference::build(call.C.type, call.C.nrows, call.C.ncols, given.tuple_rows,
                                    given.tuple_cols, given.tuple_values, call.algebra.op);
        },
};

const Operation vector_build_row = of_vectors(build_row, "vector_build", [](const BackendCall& call) {
    const Instance& given = call.instance;
    const mergus_type* type = operand_types(given.words, given.algebra).A;
    Packed values(type, given.tuple_values);
    call.w.build(given.tuple_rows, values.data(), type, BinaryOp(call.algebra.op));
});

} // namespace mergus::conformance
