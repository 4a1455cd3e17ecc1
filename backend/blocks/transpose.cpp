/// \file transpose.cpp
#include "operations.hpp"

namespace mergus::blocks {

void transpose(mergus_context& context, const mergus_call& call) {
    const bool straight = has(call, MERGUS_DESC_TRAN0); // A' transposed is A
    compute(context, call, cuts_like({{call.A, !straight}}), false, [&](Region& region) {
        const LocalPtr A = region.operand(*call.A, !straight);
        mergus_call inputs = inputs_of(call);
        inputs.A = A->handle();
        region.run(&mergus_backend::transpose, "transpose", inputs);
    });
}

} // namespace mergus::blocks
