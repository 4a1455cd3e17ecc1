/// \file select.cpp
/// select: the entries for which an index unary operator is true.
#include "host_test.hpp"
#include "operations.hpp"
#include "plugin_status.hpp"
#include "steps/compact.hpp"
#include "steps/entry.hpp"
#include "steps/row_parts.hpp"
#include "steps/write_result.hpp"
#include "transpose/transpose.hpp"

#include <cstring>

namespace mergus::cuda {

namespace {

/// The operator is a function of the host.
void select_on_host(Context& context, const mergus_call& call) {
    if (call.report != nullptr)
        core::write_text(call.report->method, "the function of the host, called by threads of the host");
    TransposedInput A(context, *call.A, (call.descriptor & MERGUS_DESC_TRAN0) != 0);
    const HostTest test(context, *A, *call.op, call.scalar);
    const SelectMarked select(context, *A);
    const WriteResult write(context, *call.C, A->type, OutputSpec::of(call));
    compile_kernels(context, A, test, select, write);
    A.run();
    write.run(select.run(*A, test.run(*A)));
}

/// The operator is tril or triu, and A is not a vector.
void select_triangle(Context& context, const mergus_call& call) {
    TransposedInput A(context, *call.A, (call.descriptor & MERGUS_DESC_TRAN0) != 0);
    const RowParts parts(context, *A, *A);
    const WriteResult write(context, *call.C, A->type, OutputSpec::of(call));
    compile_kernels(context, A, parts, write);
    A.run();
    std::int64_t y = 0;
    std::memcpy(&y, call.scalar, sizeof y);
    write.run(parts.triangle(*A, y, call.op->code == MERGUS_OP_TRIU));
}

/// Whether the operator may depend on the row. It is known of built-in operators only.
bool reads_row(const mergus_op& op) {
    if (op.code >= MERGUS_OP_VALUEEQ && op.code <= MERGUS_OP_VALUEGE) return false;
    return op.code != MERGUS_OP_COLLE && op.code != MERGUS_OP_COLGT && op.code != MERGUS_OP_COLINDEX;
}

} // namespace

void select(Context& context, const mergus_call& call) {
    if (call.op->callable == nullptr) return select_on_host(context, call);
    const bool triangle = call.op->code == MERGUS_OP_TRIL || call.op->code == MERGUS_OP_TRIU;
    if (triangle && !call.A->is_vector) return select_triangle(context, call);
    TransposedInput A(context, *call.A, (call.descriptor & MERGUS_DESC_TRAN0) != 0);
    EntryTest test;
    test.bindings.type("Y_value", call.scalar_type);
    bind_keep(test.bindings, call.op, A->type);
    test.needs_row = reads_row(*call.op);
    test.y = call.scalar;
    test.y_size = call.scalar_type->size;
    const SelectEntries select(context, *A, test, A->type);
    const WriteResult write(context, *call.C, A->type, OutputSpec::of(call));
    compile_kernels(context, A, select, write);
    A.run();
    write.run(select.run(*A));
}

} // namespace mergus::cuda
