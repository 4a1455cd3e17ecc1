// index_arrays.cuh: arrays of row or column indices. Bindings: From, To.

#include "kernels/search.cuh"

// rows[e] = the row of entry e. A block has a range of neighbouring entries and searches among the rows of
// these only.
extern "C" __global__ void expand_rows(const uint64_t* ptr, uint64_t nrows, uint64_t count, To* rows) {
    constexpr unsigned each = 8;
    __shared__ uint64_t found[2];
    const uint64_t tile = uint64_t(blockDim.x) * each;
    for (uint64_t e0 = blockIdx.x * tile; e0 < count; e0 += gridDim.x * tile) {
        const mergus::RowsOfTile tile_rows =
            mergus::rows_of_tile(ptr, nrows, e0, mergus::min_of(e0 + tile, count), found);
        for (unsigned u = 0; u < each; ++u) {
            const uint64_t e = e0 + u * blockDim.x + threadIdx.x;
            if (e < count) rows[e] = To(tile_rows.row(e));
        }
        __syncthreads();
    }
}

// to[e] = from[e], in another width.
extern "C" __global__ void convert_index(const From* from, uint64_t count, To* to) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads()) to[e] = To(from[e]);
}
