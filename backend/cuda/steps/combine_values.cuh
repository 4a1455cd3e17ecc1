// combine_values.cuh: what the kernels of combine.cuh and combine_full.cuh share: the operands, and the
// values of the result.
//
// Bindings: those of combine.cuh.

#include "steps/combine_input.h"
#include "steps/entry.cuh"

namespace mergus {

using CombineInput = CombineInputOf<Index, X_values, Y_values, M_values>;

constexpr CombinationRule<Z_value, intersection == 0, has_accum != 0> combination{};

} // namespace mergus
