// scan_at_once.cuh: numbers that a kernel computes, and their scan, in one cooperative launch. A block has
// neighbouring numbers.

#include "primitives/scan_at_once.h"
#include "primitives/tile_offset.cuh"

namespace mergus {

constexpr unsigned scan_rounds = 8, scan_warps = scan_threads / 32;

// Replaces the numbers [begin, end) of a block by their scan, which begins with `base`. sums: of scan_warps.
__device__ __forceinline__ void scan_block(uint64_t* numbers, uint64_t begin, uint64_t end, uint64_t base,
                                           uint64_t* sums) {
    for (uint64_t tile = begin; tile < end; tile += scan_threads * scan_rounds) {
        const uint64_t first = tile + warp() * (32 * scan_rounds) + lane(); // those of a warp are neighbours
        uint64_t mine[scan_rounds], of_warp = 0;
#pragma unroll
        for (unsigned r = 0; r < scan_rounds; ++r)
            mine[r] = first + r * 32 < end ? numbers[first + r * 32] : 0;
#pragma unroll
        for (unsigned r = 0; r < scan_rounds; ++r) {
            const uint64_t inclusive = warp_inclusive_scan(mine[r], Plus());
            mine[r] = of_warp + inclusive - mine[r];
            of_warp += shuffle(full_mask, inclusive, 31);
        }
        __syncthreads(); // sums are free
        if (lane() == 0) sums[warp()] = of_warp;
        __syncthreads();
        uint64_t of_tile = 0, before = base;
        for (unsigned w = 0; w < scan_warps; ++w) {
            if (w < warp()) before += sums[w];
            of_tile += sums[w];
        }
#pragma unroll
        for (unsigned r = 0; r < scan_rounds; ++r)
            if (first + r * 32 < end) numbers[first + r * 32] = before + mine[r];
        base += of_tile;
    }
}

// offsets[i] = the sum of number(k) for k < i, for all i up to `count`; posts the sum of all. number(i) is
// called once for each i. All threads of a launch of scan_threads a block call this, last.
template <class Number>
__device__ __forceinline__ void scan_at_once(uint64_t count, const ScanOutput& out, const Number& number) {
    __shared__ uint64_t sums[scan_warps];
    const uint64_t each = div_up<uint64_t>(div_up<uint64_t>(count, scan_threads), gridDim.x) * scan_threads,
                   begin = min_of(blockIdx.x * each, count), end = min_of(begin + each, count);
    uint64_t sum = 0;
    for (uint64_t i = begin + threadIdx.x; i < end; i += scan_threads) {
        const uint64_t mine = number(i);
        out.offsets[i] = mine;
        sum += mine;
    }
    sum = block_sum(sum, sums);
    if (threadIdx.x == 0) out.totals[blockIdx.x] = sum;
    grid_barrier(out.barrier);
    const uint64_t base = tile_offset(out.totals, false, sums);
    if (blockIdx.x + 1 == gridDim.x && threadIdx.x == 0) {
        const uint64_t all = base + sum;
        out.offsets[count] = all;
        post_to_host(out.posted, out.ticket, 0, min_of(all, scan_most_posted));
        post_to_host(out.posted, out.ticket, 1, all & ((uint64_t(1) << scan_pair_shift) - 1));
        post_to_host(out.posted, out.ticket, 2, all >> scan_pair_shift);
    }
    scan_block(out.offsets, begin, end, base, sums);
}

} // namespace mergus
