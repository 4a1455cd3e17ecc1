// compact.cuh: the entries of a matrix that stay, moved together: flag, scan (a primitive), move.
//
// Bindings: Index, Place, X_value, Y_value, Z_value, keep(x, i, j, y), convert(x), constant needs_row.

#include "kernels/search.cuh"

// place[e] = 1 if entry e stays.
extern "C" __global__ void flag_entries(const uint64_t* ptr, uint64_t nrows, const Index* col,
                                        const X_value* in, uint64_t count, Y_value y, Place* place) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads()) {
        const int64_t i = needs_row ? int64_t(mergus::row_of(ptr, nrows, e)) : 0;
        place[e] = keep(in[e], i, int64_t(col[e]), y) ? 1 : 0;
    }
}

// After the scan of place: where the rows of what stays begin. Runs over nrows + 1.
extern "C" __global__ void compact_offsets(const uint64_t* ptr, uint64_t nrows, const Place* place,
                                           uint64_t* out) {
    for (uint64_t i = mergus::grid_thread(); i <= nrows; i += mergus::grid_threads()) out[i] = place[ptr[i]];
}

// What stays, moved together; the values cast.
extern "C" __global__ void compact_entries(const Index* col, const X_value* val, uint64_t count,
                                           const Place* place, Index* col_out, Z_value* val_out) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads()) {
        const Place at = place[e];
        if (place[e + 1] == at) continue;
        col_out[at] = col[e];
        val_out[at] = convert(val[e]);
    }
}

// The same with one value for all.
extern "C" __global__ void compact_scalar(const Index* col, uint64_t count, const Place* place, Z_value value,
                                          Index* col_out, Z_value* val_out) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads()) {
        const Place at = place[e];
        if (place[e + 1] == at) continue;
        col_out[at] = col[e];
        val_out[at] = value;
    }
}
