// join_columns.cuh: the rows of matrices side by side become rows of one.
//
// `place` has for each row where its entries of the next part go.
//
// Bindings: From and To, columns of the part and of the result; Value.

#include "kernels/search.cuh"

// A block has a run of neighbouring entries of the part, so long rows are shared.
extern "C" __global__ void copy_part(const uint64_t* ptr, const From* col, const Value* val, uint64_t rows,
                                     uint64_t count, uint64_t first_col, const uint64_t* place, To* to_col,
                                     Value* to_val) {
    constexpr unsigned each = 8;
    __shared__ uint64_t found[2];
    const uint64_t tile = uint64_t(blockDim.x) * each;
    for (uint64_t e0 = blockIdx.x * tile; e0 < count; e0 += gridDim.x * tile) {
        const mergus::RowsOfTile of_tile =
            mergus::rows_of_tile(ptr, rows, e0, mergus::min_of(e0 + tile, count), found);
        for (unsigned u = 0; u < each; ++u) {
            const uint64_t e = e0 + u * blockDim.x + threadIdx.x;
            if (e >= count) break;
            const uint64_t row = of_tile.row(e), to = place[row] + (e - ptr[row]);
            to_col[to] = To(first_col + col[e]);
            to_val[to] = val[e];
        }
        __syncthreads();
    }
}

// sum[r] += ptr[r]: offsets of the result, from those of the parts.
extern "C" __global__ void add_offsets(const uint64_t* ptr, uint64_t count, uint64_t* sum) {
    for (uint64_t r = mergus::grid_thread(); r < count; r += mergus::grid_threads()) sum[r] += ptr[r];
}

// Behind the entries of a part.
extern "C" __global__ void advance(const uint64_t* ptr, uint64_t rows, uint64_t* place) {
    for (uint64_t r = mergus::grid_thread(); r < rows; r += mergus::grid_threads())
        place[r] += ptr[r + 1] - ptr[r];
}
