// transpose_count.cuh: how many entries of each tile go to each bucket of columns, and where they will begin.

#include "transpose_tile.cuh"

// table[tile][bucket]. A bucket is `width` columns; `magic` divides by it. Also finds the rows of the tiles, and makes the counter of the next
// kernel zero.
extern "C" __global__ void __launch_bounds__(mergus::tile_threads)
    transpose_count(const uint64_t* ptr, uint64_t rows, const uint32_t* col, uint64_t entries, uint32_t magic, uint32_t buckets,
                    uint16_t* table, uint32_t* tile_rows, uint32_t* done) {
    using namespace mergus;
    extern __shared__ __align__(16) unsigned char shared[];
    unsigned* counts = reinterpret_cast<unsigned*>(shared);
    const uint64_t begin = uint64_t(blockIdx.x) * tile_size;
    const unsigned count = unsigned(min_of(uint64_t(tile_size), entries - begin));
    unsigned digit[tile_items];
#pragma unroll
    for (unsigned i = 0; i < tile_items; ++i) digit[i] = item_at(i) < count ? __umulhi(col[begin + item_at(i)], magic) : none;
    for (unsigned b = threadIdx.x; b < buckets; b += tile_threads) counts[b] = 0;
    find_tile_rows(ptr, rows, entries, tile_rows);
    if (blockIdx.x == 0 && threadIdx.x == 0) *done = 0;
    __syncthreads();
#pragma unroll
    for (unsigned i = 0; i < tile_items; ++i) {
        const LaneRun run(digit[i]);
        if (run.leads() && digit[i] != none) atomicAdd(&counts[digit[i]], run.length);
    }
    __syncthreads();
    for (unsigned b = threadIdx.x; b < buckets; b += tile_threads) table[blockIdx.x * uint64_t(buckets) + b] = uint16_t(counts[b]);
}

namespace mergus {

// The entries of a bucket, and in the upper half the number of pieces that it is finished in.
__device__ __forceinline__ uint64_t with_pieces(unsigned size, unsigned piece) {
    return uint64_t(max_of(1u, div_up(size, piece))) << 32 | size;
}

// starts[b], piece_starts[b]: exclusive sums of the sizes, which stand in starts, and of the pieces; [buckets] the totals. One block of 1024.
__device__ __forceinline__ void scan_buckets(unsigned* starts, unsigned* piece_starts, unsigned buckets, unsigned piece, uint64_t* scratch) {
    uint64_t sum = 0;
    for (unsigned begin = 0; begin < buckets; begin += 1024) {
        const unsigned b = begin + threadIdx.x;
        const uint64_t mine = b < buckets ? with_pieces(reinterpret_cast<volatile unsigned*>(starts)[b], piece) : 0;
        const uint64_t inclusive = warp_inclusive_scan(mine, Plus());
        __syncthreads();
        if (lane() == 31) scratch[warp()] = inclusive;
        __syncthreads();
        uint64_t before = sum + inclusive - mine;
        for (unsigned w = 0; w < 32; ++w) {
            if (w < warp()) before += scratch[w];
            sum += scratch[w];
        }
        if (b < buckets) {
            starts[b] = unsigned(before);
            piece_starts[b] = unsigned(before >> 32);
        }
    }
    if (threadIdx.x == 0) {
        starts[buckets] = unsigned(sum);
        piece_starts[buckets] = unsigned(sum >> 32);
    }
}

} // namespace mergus

// before[tile][bucket]: entries of the bucket in earlier tiles. A block has 32 buckets and all tiles; the one that ends last scans the buckets.
extern "C" __global__ void __launch_bounds__(1024)
    transpose_starts(const uint16_t* table, uint32_t tiles, uint32_t buckets, uint32_t piece, uint32_t* before, uint32_t* starts,
                     uint32_t* piece_starts, uint32_t* done) {
    using namespace mergus;
    __shared__ unsigned part[32][33];
    __shared__ uint64_t scratch[32];
    __shared__ unsigned finished;
    constexpr unsigned ahead = 8; // loads under way
    const unsigned b = blockIdx.x * 32 + lane();
    const unsigned each = div_up(tiles, 32u), first = warp() * each, end = min_of(tiles, first + each);
    unsigned sum = 0;
    if (b < buckets)
        for (unsigned t = first; t < end; t += ahead) {
            unsigned count[ahead];
#pragma unroll
            for (unsigned k = 0; k < ahead; ++k) count[k] = t + k < end ? table[(t + k) * uint64_t(buckets) + b] : 0;
#pragma unroll
            for (unsigned k = 0; k < ahead; ++k) sum += count[k];
        }
    part[warp()][lane()] = sum;
    __syncthreads();
    unsigned earlier = 0, total = 0;
    for (unsigned w = 0; w < 32; ++w) {
        if (w < warp()) earlier += part[w][lane()];
        total += part[w][lane()];
    }
    if (b < buckets) {
        for (unsigned t = first; t < end; t += ahead) {
            unsigned count[ahead];
#pragma unroll
            for (unsigned k = 0; k < ahead; ++k) count[k] = t + k < end ? table[(t + k) * uint64_t(buckets) + b] : 0;
            for (unsigned k = 0; k < ahead && t + k < end; ++k) {
                before[(t + k) * uint64_t(buckets) + b] = earlier;
                earlier += count[k];
            }
        }
        if (warp() == 0) starts[b] = total;
    }
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) finished = atomicAdd(done, 1u) + 1;
    __syncthreads();
    if (finished != gridDim.x) return;
    __threadfence();
    scan_buckets(starts, piece_starts, buckets, piece, scratch);
}
