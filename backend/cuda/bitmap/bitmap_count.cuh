// bitmap_count.cuh: the number of entries that a kernel writes into bitmaps: stored with them, and posted
// to the host, which may never read it.

#include "bitmap/bitmap_counter.h"

namespace mergus {

// All threads of all blocks call this once, last. `mine`: entries that this thread wrote. The last block
// stores and posts the sum, and leaves the counter zero. Also a __syncthreads().
__device__ __forceinline__ void end_count(unsigned mine, BitmapCounter* counter, uint64_t* count,
                                          uint64_t* posted, uint32_t ticket) {
    __shared__ unsigned entries;
    if (threadIdx.x == 0) entries = 0;
    __syncthreads();
    const unsigned of_warp = warp_reduce(mine, Plus());
    if (lane() == 0 && of_warp != 0) atomicAdd(&entries, of_warp);
    __syncthreads();
    if (threadIdx.x != 0) return;
    const uint64_t own = uint64_t(entries) << bitmap_counter_shift | 1;
    const uint64_t ended = atomicAdd(&counter->ended, own) + own;
    if ((ended & ((uint64_t(1) << bitmap_counter_shift) - 1)) != gridDim.x) return;
    const uint64_t sum = ended >> bitmap_counter_shift;
    counter->ended = 0;
    *count = sum;
    post_to_host(posted, ticket, 0, sum);
}

} // namespace mergus
