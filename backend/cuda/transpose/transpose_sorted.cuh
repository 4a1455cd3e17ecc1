// transpose_sorted.cuh: the kernels before and after a stable sort of (column, entry number). A CSR is in row
// order, so the sorted entries of a column are too.
//
// Bindings: Index (columns of A), T_index (columns of the transpose), EntryIndex (numbers of entries), Value.

#include "kernels/search.cuh"

extern "C" __global__ void transpose_keys(const Index* col, uint64_t count, Index* keys,
                                          EntryIndex* entries) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads()) {
        keys[e] = col[e];
        entries[e] = EntryIndex(e);
    }
}

extern "C" __global__ void transpose_offsets(const Index* sorted, uint64_t count, uint64_t rows,
                                             uint64_t* ptr) {
    for (uint64_t i = mergus::grid_thread(); i <= rows; i += mergus::grid_threads())
        ptr[i] = i == rows ? count : mergus::lower_bound(sorted, uint64_t(0), count, Index(i));
}

extern "C" __global__ void transpose_permute(const T_index* rows, const Value* val, const EntryIndex* entries,
                                             uint64_t count, T_index* col_out, Value* val_out) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads()) {
        const EntryIndex from = entries[e];
        col_out[e] = rows[from];
        val_out[e] = val[from];
    }
}
