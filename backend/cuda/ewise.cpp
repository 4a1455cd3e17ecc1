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
    Matrix T = merge(context, call.op, *A, *B, intersection);
    write(context, *call.C, std::move(T), Write::of(call));
}

} // namespace

void ewise_add(Context& context, const mergus_call& call) {
    ewise(context, call, false);
}
void ewise_mult(Context& context, const mergus_call& call) {
    ewise(context, call, true);
}

} // namespace mergus::cuda
