/// \file ewise.cpp
/// ewise_add and ewise_mult: two patterns merged.
#include "operations.hpp"

#include "merge.hpp"
#include "transpose.hpp"

namespace mergus::cuda {

namespace {

void ewise(Context& context, const mergus_call& call, bool intersection) {
    const Effective A(context, *call.A, (call.descriptor & MERGUS_DESC_TRAN0) != 0);
    const Effective B(context, *call.B, (call.descriptor & MERGUS_DESC_TRAN1) != 0);
    const Write how = Write::of(call);
    std::vector<Wanted> wanted;
    want_merge(wanted, context, call.op, *A, *B, intersection);
    want_write(wanted, context, *call.C, context.intern(call.op->z_type), how);
    context.jit.prepare(wanted);
    Matrix T = merge(context, call.op, *A, *B, intersection);
    write(context, *call.C, std::move(T), how);
}

} // namespace

void ewise_add(Context& context, const mergus_call& call) {
    ewise(context, call, false);
}
void ewise_mult(Context& context, const mergus_call& call) {
    ewise(context, call, true);
}

} // namespace mergus::cuda
