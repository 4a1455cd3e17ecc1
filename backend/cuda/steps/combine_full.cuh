// combine_full.cuh: X and Y combined where one of them is a full row, and so is the result or its pattern is
// that of the other: a kernel maps values.
//
// Bindings: those of combine.cuh.

#include "kernels/search.cuh"
#include "steps/combine_values.cuh"

namespace mergus {

// Whether the mask, a row, admits column j.
__device__ __forceinline__ bool row_admits(const CombineInput& in, Index j) {
    if (!has_mask) return true;
    const uint64_t end = in.m_ptr[1];
    const uint64_t at = in.m_full != 0 ? uint64_t(j) : lower_bound(in.m_col, uint64_t(0), end, j);
    return admits<complement != 0>(view_of(in.m_val, at, at < end && in.m_col[at] == j));
}

} // namespace mergus

// The result has the pattern of Y if X is full, otherwise of X; the other one, or both, are full.
extern "C" __global__ void combine_intersect_full(mergus::CombineInput in, uint64_t count, Z_value* val) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads()) {
        const uint64_t x = in.x_full != 0 && in.y_full == 0 ? uint64_t(in.y_col[e]) : e;
        const uint64_t y = in.y_full != 0 && in.x_full == 0 ? uint64_t(in.x_col[e]) : e;
        val[e] = mergus::combination.of_both(in.x_val[x], in.y_val[y]);
    }
}

// The result is full. Values at all columns, of X if it is full, otherwise of Y; combined if both are. val
// may be x_val, and the mask may be X: a thread reads and writes one column.
extern "C" __global__ void combine_full(mergus::CombineInput in, uint64_t count, Z_value* val) {
    for (uint64_t j = mergus::grid_thread(); j < count; j += mergus::grid_threads()) {
        if (in.x_full == 0)
            val[j] = mergus::combination.of_y(in.y_val[j]);
        else if (in.y_full != 0 && (intersection || y_is_masked || mergus::row_admits(in, Index(j))))
            val[j] = mergus::combination.of_both(in.x_val[j], in.y_val[j]);
        else
            val[j] = mergus::combination.of_x(in.x_val[j]);
    }
}

// Combined values at the columns of the operand that is not full. val may be x_val.
extern "C" __global__ void combine_scatter(mergus::CombineInput in, uint64_t count, Z_value* val) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads()) {
        if (in.x_full != 0) {
            const Index j = in.y_col[e];
            if (intersection || y_is_masked || mergus::row_admits(in, j))
                val[j] = mergus::combination.of_both(in.x_val[j], in.y_val[e]);
        } else {
            const Index j = in.x_col[e];
            val[j] = mergus::combination.of_both(in.x_val[e], in.y_val[j]);
        }
    }
}
