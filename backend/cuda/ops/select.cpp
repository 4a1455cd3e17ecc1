/// \file select.cpp
/// select: the entries for which an index unary operator is true.
#include "operations.hpp"

#include "mxm/compact.hpp"
#include "transpose/transpose.hpp"
#include "write_result.hpp"

namespace mergus::cuda {

void select(Context& context, const mergus_call& call) {
    TransposedInput A(context, *call.A, (call.descriptor & MERGUS_DESC_TRAN0) != 0);
    static const mergus_type boolean{sizeof(mergus_type), MERGUS_BOOL, 1, 1, "bool", nullptr};
    Compaction how;
    how.bindings.type("Y_value", call.scalar_type)
        .constant("needs_row", 1)
        .index_unary("keep", call.op, A->type, &boolean);
    how.scalar = call.scalar;
    how.scalar_size = call.scalar_type->size;
    how.z_type = A->type;
    const OutputSpec into = OutputSpec::of(call);
    KernelRequests requests;
    A.kernels(requests);
    request_compact(requests, *A, how);
    request_write_result(requests, context, *call.C, A->type, into);
    context.jit.compile(requests);
    A.run();
    write_result(context, *call.C, compact(context, *A, how), into);
}

} // namespace mergus::cuda
