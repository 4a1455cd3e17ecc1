// region.cuh: the full block that a scalar becomes. Bindings: Index.

#include "steps/index_sets.cuh"

// Offsets and columns: every row of the sorted rows has all columns of the sorted columns.
extern "C" __global__ void block_offsets(mergus::IndexSet rows, uint64_t nrows, uint64_t width,
                                         uint64_t* ptr) {
    for (uint64_t i = mergus::grid_thread(); i <= nrows; i += mergus::grid_threads())
        ptr[i] = width * mergus::count_below(rows, i);
}
extern "C" __global__ void block_columns(mergus::IndexSet cols, uint64_t count, Index* out) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads())
        out[e] = Index(mergus::index_at(cols, e % cols.count));
}
