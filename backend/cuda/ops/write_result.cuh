// write_result.cuh: two matrices X and Y of one shape into one, entry by entry: union, intersection, and the
// last step of every operation, C<mask, replace> ⊙= T, with X = C and Y = T.
//
// Each entry of X asks whether it stays, each entry of Y whether it comes in where X has none; scans of the
// answers give every survivor its place, since its rank in the other matrix's row is a binary search away.
// Work is even whatever the rows' lengths are.
//
// Bindings: X_value, Y_value, Z_value, M_value, Index, Count; both(x, y), only_x(x), only_y(y), truth(m);
// constants intersection, has_mask, y_is_masked, complement, replace, has_accum, has_row_list, has_col_list,
// keeps_x (every entry of X stays).

#include "kernels/search.cuh"

namespace mergus {

struct MergeInput {
    const uint64_t* x_ptr;
    const Index* x_col;
    const X_value* x_val;
    const uint64_t* y_ptr;
    const Index* y_col;
    const Y_value* y_val;
    const uint64_t* m_ptr;
    const Index* m_col;
    const M_value* m_val;
    const uint64_t* row_list; // sorted: the rows of an assignment's region
    const uint64_t* col_list;
    uint64_t row_count;
    uint64_t col_count;
    uint64_t nrows;
};

__device__ __forceinline__ bool listed(const uint64_t* list, uint64_t count, uint64_t wanted) {
    const uint64_t at = lower_bound(list, uint64_t(0), count, wanted);
    return at < count && list[at] == wanted;
}

// Whether the mask admits (i, j).
__device__ __forceinline__ bool admitted(const MergeInput& in, uint64_t i, Index j) {
    if (!has_mask) return true;
    const uint64_t end = in.m_ptr[i + 1];
    const uint64_t at = lower_bound(in.m_col, in.m_ptr[i], end, j);
    const bool marked = at < end && in.m_col[at] == j && truth(in.m_val[at]);
    return marked != bool(complement);
}

// Whether an assignment reaches (i, j); every other operation reaches everything.
__device__ __forceinline__ bool in_region(const MergeInput& in, uint64_t i, Index j) {
    if (has_row_list && !listed(in.row_list, in.row_count, i)) return false;
    if (has_col_list && !listed(in.col_list, in.col_count, uint64_t(j))) return false;
    return true;
}

__device__ __forceinline__ bool x_stays(const MergeInput& in, uint64_t i, Index j, bool in_y) {
    if (intersection) return in_y;
    if (!admitted(in, i, j)) return !replace;
    return in_y || has_accum || !in_region(in, i, j);
}

// Where entry e of X goes among those of X that stay.
__device__ __forceinline__ uint64_t place_of_x(const Count* x_place, uint64_t e) {
    return keeps_x ? e : uint64_t(x_place[e]);
}

} // namespace mergus

// x_keep[e] = 1 if entry e of X has a place in the result.
extern "C" __global__ void merge_count_x(mergus::MergeInput in, uint64_t count, Count* x_keep) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads()) {
        const uint64_t i = mergus::row_of(in.x_ptr, in.nrows, e);
        const Index j = in.x_col[e];
        const uint64_t end = in.y_ptr[i + 1];
        const uint64_t at = mergus::lower_bound(in.y_col, in.y_ptr[i], end, j);
        x_keep[e] = mergus::x_stays(in, i, j, at < end && in.y_col[at] == j) ? 1 : 0;
    }
}

// y_keep[e] = 1 if entry e of Y has a place of its own: where X has an entry, the two share X's.
extern "C" __global__ void merge_count_y(mergus::MergeInput in, uint64_t count, Count* y_keep) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads()) {
        const uint64_t i = mergus::row_of(in.y_ptr, in.nrows, e);
        const Index j = in.y_col[e];
        const uint64_t end = in.x_ptr[i + 1];
        const uint64_t at = mergus::lower_bound(in.x_col, in.x_ptr[i], end, j);
        const bool in_x = at < end && in.x_col[at] == j;
        y_keep[e] = !intersection && !in_x && (y_is_masked || mergus::admitted(in, i, j)) ? 1 : 0;
    }
}

// After the scans: where the result's rows begin. Runs over nrows + 1.
extern "C" __global__ void merge_offsets(mergus::MergeInput in, const Count* x_place, const Count* y_place,
                                         uint64_t* ptr) {
    for (uint64_t i = mergus::grid_thread(); i <= in.nrows; i += mergus::grid_threads())
        ptr[i] = mergus::place_of_x(x_place, in.x_ptr[i]) + uint64_t(y_place[in.y_ptr[i]]);
}

extern "C" __global__ void merge_fill_x(mergus::MergeInput in, uint64_t count, const Count* x_place,
                                        const Count* y_place, Index* col, Z_value* val) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads()) {
        if (!keeps_x && x_place[e + 1] == x_place[e]) continue;
        const uint64_t i = mergus::row_of(in.x_ptr, in.nrows, e);
        const Index j = in.x_col[e];
        const uint64_t end = in.y_ptr[i + 1];
        const uint64_t at = mergus::lower_bound(in.y_col, in.y_ptr[i], end, j);
        const uint64_t place = mergus::place_of_x(x_place, e) + uint64_t(y_place[at]);
        const bool in_y = at < end && in.y_col[at] == j;
        col[place] = j;
        if (in_y && (intersection || y_is_masked || mergus::admitted(in, i, j)))
            val[place] = both(in.x_val[e], in.y_val[at]);
        else
            val[place] = only_x(in.x_val[e]);
    }
}

extern "C" __global__ void merge_fill_y(mergus::MergeInput in, uint64_t count, const Count* x_place,
                                        const Count* y_place, Index* col, Z_value* val) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads()) {
        if (y_place[e + 1] == y_place[e]) continue;
        const uint64_t i = mergus::row_of(in.y_ptr, in.nrows, e);
        const Index j = in.y_col[e];
        const uint64_t at = mergus::lower_bound(in.x_col, in.x_ptr[i], in.x_ptr[i + 1], j);
        const uint64_t place = uint64_t(y_place[e]) + mergus::place_of_x(x_place, at);
        col[place] = j;
        val[place] = only_y(in.y_val[e]);
    }
}
