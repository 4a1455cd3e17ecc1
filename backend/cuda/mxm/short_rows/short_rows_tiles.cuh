// short_rows_tiles.cuh: the rows of a product in tiles, one for each block: the counting kernel finds the
// entries of each tile and posts the number of all to the host, and the filling kernel finds its offset
// (tile_offset.cuh).

#include "mxm/short_rows/short_rows_size.h"
#include "primitives/block_sum.cuh"
#include "primitives/tile_offset.cuh"

namespace mergus {

// The end of the counting kernel, called by all threads. entries, products: of this thread; warp_entries: of
// its warp. `products_sum` may be null. The last block posts the size and clears it for the next launch.
__device__ __forceinline__ void end_count(unsigned entries, uint64_t products, unsigned warp_entries,
                                          uint64_t* tiles, ShortRowsSize* size, uint64_t* products_sum,
                                          uint64_t* posted, uint32_t ticket) {
    __shared__ unsigned tile_entries, most;
    __shared__ uint64_t tile_products;
    if (threadIdx.x == 0) {
        tile_entries = most = 0;
        tile_products = 0;
    }
    __syncthreads();
    entries = warp_reduce(entries, Plus());
    if (products_sum != nullptr) products = warp_reduce(products, Plus());
    if (lane() == 0) {
        atomicAdd(&tile_entries, entries);
        atomicMax(&most, warp_entries);
        if (products_sum != nullptr) atomicAdd(&tile_products, products);
    }
    __syncthreads();
    if (threadIdx.x != 0) return;
    tiles[blockIdx.x] = tile_entries;
    if (products_sum != nullptr) atomicAdd(products_sum, tile_products);
    atomicAdd(&size->entries, uint64_t(tile_entries));
    atomicMax(&size->warp_entries, uint64_t(most));
    __threadfence();
    if (atomicAdd(&size->tiles, uint64_t(1)) + 1 != gridDim.x) return;
    __threadfence();
    const uint64_t all = atomicExch(&size->entries, uint64_t(0)), // both in flight at the same time
        most_of_warp = atomicExch(&size->warp_entries, uint64_t(0));
    post_to_host(posted, ticket, posted_entries, all);
    post_to_host(posted, ticket, posted_warp_entries, most_of_warp);
    atomicExch(&size->tiles, uint64_t(0));
}

} // namespace mergus
