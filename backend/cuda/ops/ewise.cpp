/// \file ewise.cpp
/// ewise_add and ewise_mult: two patterns merged.
#include "operations.hpp"

#include "transpose/transpose.hpp"
#include "write_result.hpp"

namespace mergus::cuda {

namespace {

void ewise(Context& context, const mergus_call& call, bool intersection) {
    TransposedInput A(context, *call.A, (call.descriptor & MERGUS_DESC_TRAN0) != 0);
    TransposedInput B(context, *call.B, (call.descriptor & MERGUS_DESC_TRAN1) != 0);
    const OutputSpec how = OutputSpec::of(call);
    KernelRequests requests;
    A.kernels(requests);
    B.kernels(requests);
    request_merge(requests, context, call.op, *A, *B, intersection);
    request_write_result(requests, context, *call.C, context.intern(call.op->z_type), how);
    context.jit.compile(requests);
    A.run();
    B.run();
    Matrix T = merge(context, call.op, *A, *B, intersection);
    write_result(context, *call.C, std::move(T), how);
}

} // namespace

void ewise_add(Context& context, const mergus_call& call) {
    ewise(context, call, false);
}
void ewise_mult(Context& context, const mergus_call& call) {
    ewise(context, call, true);
}

} // namespace mergus::cuda
