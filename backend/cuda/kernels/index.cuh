// index.cuh: index arrays made and converted. Bindings: From, To.

#include "search.cuh"

// rows[e] = the row of entry e.
extern "C" __global__ void expand_rows(const uint64_t* ptr, uint64_t nrows, uint64_t count, To* rows) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads())
        rows[e] = To(mergus::row_of(ptr, nrows, e));
}

// Another width of the same indices.
extern "C" __global__ void convert_index(const From* from, uint64_t count, To* to) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads()) to[e] = To(from[e]);
}
