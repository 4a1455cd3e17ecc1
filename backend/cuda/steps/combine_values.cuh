// combine_values.cuh: what the kernels of combine.cuh and combine_full.cuh share: the operands, and the values
// of the result.
//
// Bindings: those of combine.cuh.

#include "steps/combine_input.h"

namespace mergus {

using CombineInput = CombineInputOf<Index, X_values, Y_values, M_values>;

// Templates, because the functions of the bindings exist only where they are used.
template <class X, class Y>
__device__ __forceinline__ Z_value value_of_both(X x, Y y) {
    if constexpr (has_accum != 0)
        return both(x, y);
    else
        return only_y(y);
}
template <class X>
__device__ __forceinline__ Z_value value_of_x(X x) {
    if constexpr (intersection != 0)
        return Z_value();
    else
        return only_x(x);
}
template <class Y>
__device__ __forceinline__ Z_value value_of_y(Y y) {
    if constexpr (intersection != 0)
        return Z_value();
    else
        return only_y(y);
}

} // namespace mergus
