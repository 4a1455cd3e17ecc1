// one_pass_copy.cuh: moves the rows of a product from temporary memory to the result. A column of
// blocks (gridDim.y) has a tile of rows.
//
// Bindings: Index, C_value; constant group_threads = 0.

#include "kernels/group.cuh"
#include "mxm/one_pass.h"

// Sets ptr from the sizes of rows, and copies the rows. tiles: entries of each tile; offsets: of the rows in
// temporary memory, not set for empty ones.
extern "C" __global__ void __launch_bounds__(256)
    copy_rows(uint64_t* ptr, uint32_t nrows, const uint32_t* sizes, const uint32_t* tiles, uint32_t tile_log2,
              const uint32_t* offsets, const Index* held_cols, const C_value* held_vals, Index* cols,
              C_value* vals) {
    using namespace mergus;
    __shared__ uint64_t sums[8];
    __shared__ unsigned warp_sums[8], first[257], from[256];
    const unsigned row = blockIdx.x << tile_log2, rows = min_of(1u << tile_log2, nrows - row);
    uint64_t before = 0;
    for (unsigned t = threadIdx.x; t < blockIdx.x; t += blockDim.x) before += tiles[t];
    before = warp_reduce(before, Plus());
    if (lane() == 0) sums[warp()] = before;
    __syncthreads();
    before = 0;
    for (unsigned w = 0; w < blockDim.x / 32; ++w) before += sums[w];
    const unsigned size = threadIdx.x < rows ? sizes[row + threadIdx.x] : 0;
    unsigned total;
    const unsigned mine = block_exclusive_sum(size, warp_sums, total);
    if (threadIdx.x < rows) {
        if (blockIdx.y == 0) ptr[row + threadIdx.x] = before + mine;
        first[threadIdx.x] = mine;
        from[threadIdx.x] = size == 0 ? 0 : offsets[row + threadIdx.x];
    }
    if (threadIdx.x == 0) first[rows] = total;
    if (threadIdx.x == 0 && blockIdx.y == 0 && row + rows == nrows) ptr[nrows] = before + total;
    __syncthreads();
    constexpr unsigned unroll = 4; // loads in flight
    const unsigned step = blockDim.x * gridDim.y;
    for (unsigned x0 = blockIdx.y * blockDim.x + threadIdx.x; x0 < total; x0 += unroll * step) {
        Index col[unroll];
        C_value val[unroll];
        for (unsigned u = 0; u < unroll; ++u) {
            const unsigned x = x0 + u * step;
            if (x >= total) continue;
            unsigned r = 0; // the last row that begins at x or before, which is not empty
            for (unsigned half = 1u << tile_log2 >> 1; half > 0; half /= 2)
                if (r + half < rows && first[r + half] <= x) r += half;
            const uint64_t source = uint64_t(from[r]) + (x - first[r]);
            col[u] = held_cols[source];
            val[u] = held_vals[source];
        }
        for (unsigned u = 0; u < unroll; ++u) {
            if (x0 + u * step >= total) continue;
            cols[before + x0 + u * step] = col[u];
            vals[before + x0 + u * step] = val[u];
        }
    }
}
