// block_sum.cuh: sums over the threads of a block.

namespace mergus {

// The sum of `mine` over the threads of the block before this one; `total` is the sum over all. `sums`:
// shared memory, one number for each warp.
__device__ __forceinline__ unsigned block_exclusive_sum(unsigned mine, unsigned* sums, unsigned& total) {
    const unsigned inclusive = warp_inclusive_scan(mine, Plus());
    if (lane() == 31) sums[warp()] = inclusive;
    __syncthreads();
    unsigned before = inclusive - mine;
    total = 0;
    for (unsigned w = 0; w < blockDim.x / 32; ++w) {
        if (w < warp()) before += sums[w];
        total += sums[w];
    }
    __syncthreads();
    return before;
}

// The sum of `mine` over the threads of the block, for all of them. `sums`: shared memory, one number for
// each warp.
template <class T>
__device__ __forceinline__ T block_sum(T mine, T* sums) {
    const T of_warp = warp_reduce(mine, Plus());
    if (lane() == 0) sums[warp()] = of_warp;
    __syncthreads();
    // From 0, and not from sums[0]: NVRTC 13.0 then orders the loads of fill_k_way_merge in 55 registers
    // instead of 48, and the kernel is 8 % faster (p5_1500: 382 µs for 416, H100).
    T all = 0;
    for (unsigned w = 0; w < blockDim.x / 32; ++w) all += sums[w];
    return all;
}

} // namespace mergus
