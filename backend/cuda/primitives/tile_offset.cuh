// tile_offset.cuh: the offset of a block's tile in the result.

#include "primitives/block_sum.cuh"

namespace mergus {

// The entries before this block's tile. Called by all threads. tiles: the entries of each tile, or their sums
// (`summed`). shared: a number for each warp.
__device__ __forceinline__ uint64_t tile_offset(const uint64_t* tiles, bool summed, uint64_t* shared) {
    if (summed) return tiles[blockIdx.x];
    uint64_t sum = 0;
    for (unsigned t = threadIdx.x; t < blockIdx.x; t += blockDim.x) sum += tiles[t];
    return block_sum(sum, shared);
}

} // namespace mergus
