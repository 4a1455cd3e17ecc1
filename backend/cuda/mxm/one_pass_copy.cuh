// one_pass_copy.cuh: moves the rows of a product from temporary memory to the result. A block has a tile of
// rows.
//
// Bindings: Index, C_value; constant group_threads = 0.

#include "kernels/group.cuh"
#include "mxm/one_pass.h"

// Turns ptr from the sizes of rows to their offsets, and copies the rows, `lanes` threads each. tiles: entries
// of each tile; offsets: of the rows in temporary memory, or no_offset for rows that are written later.
extern "C" __global__ void __launch_bounds__(256)
    copy_rows(uint64_t* ptr, uint32_t nrows, const uint32_t* tiles, uint32_t tile_log2, uint32_t lanes,
              const uint32_t* offsets, const Index* held_cols, const C_value* held_vals, Index* cols,
              C_value* vals) {
    using namespace mergus;
    __shared__ uint64_t sums[8];
    __shared__ unsigned warp_sums[8], first[257];
    const unsigned row = blockIdx.x << tile_log2, rows = min_of(1u << tile_log2, nrows - row);
    uint64_t before = 0;
    for (unsigned t = threadIdx.x; t < blockIdx.x; t += blockDim.x) before += tiles[t];
    before = warp_reduce(before, Plus());
    if (lane() == 0) sums[warp()] = before;
    __syncthreads();
    before = 0;
    for (unsigned w = 0; w < blockDim.x / 32; ++w) before += sums[w];
    const unsigned size = threadIdx.x < rows ? unsigned(ptr[row + threadIdx.x]) : 0;
    unsigned total;
    const unsigned mine = block_exclusive_sum(size, warp_sums, total);
    if (threadIdx.x < rows) {
        ptr[row + threadIdx.x] = before + mine;
        first[threadIdx.x] = mine;
    }
    if (threadIdx.x == 0) first[rows] = total;
    if (threadIdx.x == 0 && row + rows == nrows) ptr[nrows] = before + total;
    __syncthreads();
    for (unsigned r = threadIdx.x / lanes; r < rows; r += blockDim.x / lanes) {
        const unsigned begin = first[r], count = first[r + 1] - begin;
        if (count == 0 || offsets[row + r] == no_offset) continue;
        const uint64_t from = offsets[row + r], to = before + begin;
        for (unsigned e = threadIdx.x % lanes; e < count; e += lanes) {
            cols[to + e] = held_cols[from + e];
            vals[to + e] = held_vals[from + e];
        }
    }
}
