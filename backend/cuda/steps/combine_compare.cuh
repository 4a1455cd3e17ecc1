// combine_compare.cuh: whether X and Y have entries in the same places, for which an operator is true.
//
// Bindings: those of combine.cuh; Z_value is bool.

#include "steps/combine_equal.cuh"

extern "C" __global__ void __launch_bounds__(256)
    combine_compare_values(mergus::CombineInput in, uint64_t count, mergus::CombineCounts* counts,
                           uint64_t* posted, uint32_t ticket) {
    mergus::compare<mergus::compared_at_once>(in, count, counts, posted, ticket, [&](uint64_t e) {
        return mergus::combination.of_both(in.x_val[e], in.y_val[e]);
    });
}
