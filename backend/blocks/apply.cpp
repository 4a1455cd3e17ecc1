/// \file apply.cpp
#include "positional.hpp"

namespace mergus::blocks {

void apply(mergus_context& context, const mergus_call& call) {
    if (call.op->kind == MERGUS_INDEX_UNARY) {
        run_positional(context, call, &mergus_backend::apply, "apply");
        return;
    }
    const mergus_matrix& input = call.A != nullptr ? *call.A : *call.B;
    const bool transposed = has(call, call.A != nullptr ? MERGUS_DESC_TRAN0 : MERGUS_DESC_TRAN1);
    compute(context, call, cuts_like({{&input, transposed}}), false, [&](Region& region) {
        const LocalPtr part = region.operand(input, transposed);
        mergus_call inputs = inputs_of(call);
        (call.A != nullptr ? inputs.A : inputs.B) = part->handle();
        region.run(&mergus_backend::apply, "apply", inputs);
    });
}

} // namespace mergus::blocks
