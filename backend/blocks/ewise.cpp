/// \file ewise.cpp
/// ewise_add and ewise_mult: each block of C reads the same part of A and B.
#include "operations.hpp"

namespace mergus::blocks {

namespace {

using Entry = mergus_operation mergus_backend::*;

void ewise(mergus_context& context, const mergus_call& call, Entry entry, const char* name) {
    const bool a_transposed = has(call, MERGUS_DESC_TRAN0), b_transposed = has(call, MERGUS_DESC_TRAN1);
    compute(context, call, cuts_like({{call.A, a_transposed}, {call.B, b_transposed}}), false,
            [&](Region& region) {
                const LocalPtr A = region.operand(*call.A, a_transposed);
                const LocalPtr B = call.A == call.B && a_transposed == b_transposed
                                       ? A
                                       : region.operand(*call.B, b_transposed);
                mergus_call inputs = inputs_of(call);
                inputs.A = A->handle();
                inputs.B = B->handle();
                region.run(entry, name, inputs);
            });
}

} // namespace

void ewise_add(mergus_context& context, const mergus_call& call) {
    ewise(context, call, &mergus_backend::ewise_add, "ewise_add");
}

void ewise_mult(mergus_context& context, const mergus_call& call) {
    ewise(context, call, &mergus_backend::ewise_mult, "ewise_mult");
}

} // namespace mergus::blocks
