// map.cuh: each value by itself. Bindings: Index, X_value, Y_value, Z_value, map(x, i, j, y), constant
// needs_row.

#include "kernels/search.cuh"

// out[e] = map(in[e], i, j, y). The search for i goes away when map does not look at it. Values that belong
// to no matrix have no columns: col is null.
extern "C" __global__ void map_entries(const uint64_t* ptr, uint64_t nrows, const Index* col,
                                       const X_value* in, uint64_t count, Y_value y, Z_value* out) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads()) {
        const int64_t i = needs_row ? int64_t(mergus::row_of(ptr, nrows, e)) : 0;
        out[e] = map(in[e], i, col == nullptr ? 0 : int64_t(col[e]), y);
    }
}
