// product_work.cuh: the multiplications of a product, by ranges of rows.
//
// Bindings: Index, the columns of A.

#include "kernels/search.cuh"

// A block has a run of neighbouring entries of A, which are mostly of one range.
extern "C" __global__ void sum_products(const uint64_t* ptr, const Index* col, uint64_t rows, uint64_t count,
                                        const uint64_t* b_ptr, uint64_t ranges, uint64_t* sums) {
    using namespace mergus;
    constexpr unsigned each = 8;
    __shared__ uint64_t found[2];
    const uint64_t tile = uint64_t(blockDim.x) * each;
    for (uint64_t e0 = blockIdx.x * tile; e0 < count; e0 += gridDim.x * tile) {
        const RowsOfTile of_tile = rows_of_tile(ptr, rows, e0, min_of(e0 + tile, count), found);
        for (unsigned u = 0; u < each; ++u) {
            const uint64_t e = e0 + u * blockDim.x + threadIdx.x;
            uint64_t range = 0, products = 0;
            if (e < count) {
                // The range of a row r is the last one whose first row, ⌊rows·b/ranges⌋, is not after r.
                const uint64_t row = of_tile.row(e);
                range = ((row + 1) * ranges - 1) / rows;
                products = b_ptr[uint64_t(col[e]) + 1] - b_ptr[col[e]];
            }
            const uint64_t first = __shfl_sync(full_mask, range, 0);
            if (__all_sync(full_mask, e >= count || range == first)) {
                products = warp_reduce(products, Plus());
                if (lane() == 0 && products != 0) atomicAdd(&sums[first], products);
            } else if (products != 0) {
                atomicAdd(&sums[range], products);
            }
        }
        __syncthreads();
    }
}
