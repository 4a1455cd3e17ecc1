// combine.cuh: two matrices X and Y of one shape combined entry by entry: their union or intersection, and
// C<mask, replace> ⊙= T with X = C and Y = T.
//
// Each entry of X is flagged if it stays, each entry of Y if it is added where X has none. Scans of the flags
// give the offsets of the result's entries: an entry comes after all kept entries of its own matrix before
// it, and after those of the other matrix, which a binary search in the other row counts. The work is even,
// however long the rows are.
//
// Where X or Y is a full row, the result's pattern may be known: then one kernel maps values (the last
// three).
//
// Bindings: X_value, Y_value, Z_value, M_value, Index, Count (of offsets); truth(m); constants intersection,
// has_mask, y_is_masked, complement, replace, has_accum, has_row_list, has_col_list, keeps_x (every entry of
// X stays). both(x, y) if has_accum; only_x(x) and only_y(y) if not intersection.

#include "kernels/search.cuh"
#include "steps/combine_input.h"
#include "steps/region_lists.cuh"

namespace mergus {

using CombineInput = CombineInputOf<Index, X_value, Y_value, M_value>;

// The position in a row's entries [begin, end) of the first column that is not below j. A full row begins at
// 0.
__device__ __forceinline__ uint64_t position_of(const Index* col, uint64_t begin, uint64_t end, Index j,
                                                uint32_t full) {
    return full != 0 ? uint64_t(j) : lower_bound(col, begin, end, j);
}

// Whether the mask admits (i, j).
__device__ __forceinline__ bool admitted(const CombineInput& in, uint64_t i, Index j) {
    if (!has_mask) return true;
    const uint64_t end = in.m_ptr[i + 1];
    const uint64_t at = position_of(in.m_col, in.m_ptr[i], end, j, in.m_full);
    const bool marked = at < end && in.m_col[at] == j && truth(in.m_val[at]);
    return marked != bool(complement);
}

__device__ __forceinline__ bool x_stays(const CombineInput& in, uint64_t i, Index j, bool in_y) {
    if (intersection) return in_y;
    if (!admitted(in, i, j)) return !replace;
    return in_y || has_accum || !in_region(in.region, i, uint64_t(j));
}

// The number of entries of X before entry e that stay.
__device__ __forceinline__ uint64_t kept_before(const Count* x_offset, uint64_t e) {
    return keeps_x ? e : uint64_t(x_offset[e]);
}

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

// x_keep[e] = 1 if entry e of X has an entry in the result.
extern "C" __global__ void combine_flag_x(mergus::CombineInput in, uint64_t count, Count* x_keep) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads()) {
        const uint64_t i = mergus::row_of(in.x_ptr, in.nrows, e);
        const Index j = in.x_col[e];
        const uint64_t end = in.y_ptr[i + 1];
        const uint64_t at = mergus::position_of(in.y_col, in.y_ptr[i], end, j, in.y_full);
        x_keep[e] = mergus::x_stays(in, i, j, at < end && in.y_col[at] == j) ? 1 : 0;
    }
}

// y_keep[e] = 1 if entry e of Y adds an entry to the result: X has none there.
extern "C" __global__ void combine_flag_y(mergus::CombineInput in, uint64_t count, Count* y_keep) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads()) {
        const uint64_t i = mergus::row_of(in.y_ptr, in.nrows, e);
        const Index j = in.y_col[e];
        const uint64_t end = in.x_ptr[i + 1];
        const uint64_t at = mergus::position_of(in.x_col, in.x_ptr[i], end, j, in.x_full);
        const bool in_x = at < end && in.x_col[at] == j;
        y_keep[e] = !intersection && !in_x && (y_is_masked || mergus::admitted(in, i, j)) ? 1 : 0;
    }
}

// After the scans: the result's row offsets. Runs over nrows + 1.
extern "C" __global__ void combine_row_offsets(mergus::CombineInput in, const Count* x_offset,
                                               const Count* y_offset, uint64_t* ptr) {
    for (uint64_t i = mergus::grid_thread(); i <= in.nrows; i += mergus::grid_threads())
        ptr[i] = mergus::kept_before(x_offset, in.x_ptr[i]) + uint64_t(y_offset[in.y_ptr[i]]);
}

extern "C" __global__ void combine_write_x(mergus::CombineInput in, uint64_t count, const Count* x_offset,
                                           const Count* y_offset, Index* col, Z_value* val) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads()) {
        if (!keeps_x && x_offset[e + 1] == x_offset[e]) continue;
        const uint64_t i = mergus::row_of(in.x_ptr, in.nrows, e);
        const Index j = in.x_col[e];
        const uint64_t end = in.y_ptr[i + 1];
        const uint64_t at = mergus::position_of(in.y_col, in.y_ptr[i], end, j, in.y_full);
        const uint64_t offset = mergus::kept_before(x_offset, e) + uint64_t(y_offset[at]);
        const bool in_y = at < end && in.y_col[at] == j;
        col[offset] = j;
        if (in_y && (intersection || y_is_masked || mergus::admitted(in, i, j)))
            val[offset] = mergus::value_of_both(in.x_val[e], in.y_val[at]);
        else
            val[offset] = mergus::value_of_x(in.x_val[e]);
    }
}

extern "C" __global__ void combine_write_y(mergus::CombineInput in, uint64_t count, const Count* x_offset,
                                           const Count* y_offset, Index* col, Z_value* val) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads()) {
        if (y_offset[e + 1] == y_offset[e]) continue;
        const uint64_t i = mergus::row_of(in.y_ptr, in.nrows, e);
        const Index j = in.y_col[e];
        const uint64_t at = mergus::position_of(in.x_col, in.x_ptr[i], in.x_ptr[i + 1], j, in.x_full);
        const uint64_t offset = uint64_t(y_offset[e]) + mergus::kept_before(x_offset, at);
        col[offset] = j;
        val[offset] = mergus::value_of_y(in.y_val[e]);
    }
}

// The result has the pattern of Y if X is full, otherwise of X; the other one, or both, are full.
extern "C" __global__ void combine_intersect_full(mergus::CombineInput in, uint64_t count, Z_value* val) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads()) {
        const uint64_t x = in.x_full != 0 && in.y_full == 0 ? uint64_t(in.y_col[e]) : e;
        const uint64_t y = in.y_full != 0 && in.x_full == 0 ? uint64_t(in.x_col[e]) : e;
        val[e] = mergus::value_of_both(in.x_val[x], in.y_val[y]);
    }
}

// The result is full. Values at all columns, of X if it is full, otherwise of Y; combined if both are. val
// may be x_val, and the mask may be X: a thread reads and writes one column.
extern "C" __global__ void combine_full(mergus::CombineInput in, uint64_t count, Z_value* val) {
    for (uint64_t j = mergus::grid_thread(); j < count; j += mergus::grid_threads()) {
        if (in.x_full == 0)
            val[j] = mergus::value_of_y(in.y_val[j]);
        else if (in.y_full != 0 && (intersection || y_is_masked || mergus::admitted(in, 0, Index(j))))
            val[j] = mergus::value_of_both(in.x_val[j], in.y_val[j]);
        else
            val[j] = mergus::value_of_x(in.x_val[j]);
    }
}

// Combined values at the columns of the operand that is not full. val may be x_val.
extern "C" __global__ void combine_scatter(mergus::CombineInput in, uint64_t count, Z_value* val) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads()) {
        if (in.x_full != 0) {
            const Index j = in.y_col[e];
            if (intersection || y_is_masked || mergus::admitted(in, 0, j))
                val[j] = mergus::value_of_both(in.x_val[j], in.y_val[e]);
        } else {
            const Index j = in.x_col[e];
            val[j] = mergus::value_of_both(in.x_val[e], in.y_val[j]);
        }
    }
}
