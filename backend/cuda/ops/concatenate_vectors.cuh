// concatenate_vectors.cuh: the entries of a range of indices, and their move to other indices.
//
// Bindings: From and To, the columns of the part and of the result.

#include "kernels/search.cuh"

// span[0] = the first entry at or after index `first`, span[1] = the first one at or after `last`.
extern "C" __global__ void find_span(const From* col, uint64_t count, uint64_t first, uint64_t last,
                                     uint64_t* span) {
    const uint64_t wanted = threadIdx.x == 0 ? first : last;
    // An index that does not fit into a column is greater than all columns.
    if (threadIdx.x < 2)
        span[threadIdx.x] = wanted > uint64_t(From(~From(0)))
                                ? count
                                : mergus::lower_bound(col, uint64_t(0), count, From(wanted));
}

extern "C" __global__ void move_columns(const From* col, uint64_t count, uint64_t first, uint64_t place,
                                        To* to) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads())
        to[e] = To(uint64_t(col[e]) - first + place);
}
