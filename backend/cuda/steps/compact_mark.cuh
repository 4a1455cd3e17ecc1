// compact_mark.cuh: marks the entries of a matrix that stay: a bit for each, with ranks (compact.h). The last
// block that ends sums up the tiles and posts the number of kept entries to the host.

#include "primitives/bit_ranks.cuh"
#include "steps/compact.h"

namespace mergus {

// The number of entry `e`, or of the last one: threads behind the end load what exists.
__device__ __forceinline__ uint64_t clamped(uint64_t e, uint64_t count) {
    return min_of(e, count - 1);
}

// Ends a tile. bits: of the block's threads by rounds, in shared memory, free again after the next barrier.
__device__ __forceinline__ void rank_tile(const MarkOutput& out, uint64_t tile, const uint32_t* bits) {
    __syncthreads();
    if (warp() != 0) return;
    const auto bits_in = [&](unsigned w) { return unsigned(__popc(bits[w])); };
    uint64_t* const words = out.kept.words + tile * compact_words;
    const unsigned all =
        rank_bits<false>(compact_words, 32, nullptr, bits_in,
                         [&](unsigned w, unsigned before) { words[w] = uint64_t(before) << 32 | bits[w]; });
    if (lane() == 0) out.kept.before[tile] = all;
}

// All threads of the grid call this once, last. The last block replaces the numbers of the tiles by their
// scan.
__device__ __forceinline__ void end_marks(const MarkOutput& out) {
    constexpr unsigned each = 8; // neighbouring tiles of a thread, loaded at once
    __shared__ unsigned sums[compact_threads / 32];
    __shared__ bool is_last;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) is_last = atomicAdd(&out.counter->ended, 1u) + 1 == gridDim.x;
    __syncthreads();
    if (!is_last) return;
    __threadfence();
    const uint64_t tiles = out.kept.tiles;
    uint64_t base = 0;
    for (uint64_t first = 0; first < tiles; first += compact_threads * each) {
        const uint64_t begin = first + threadIdx.x * each;
        unsigned kept[each], mine = 0, total = 0;
#pragma unroll
        for (unsigned u = 0; u < each; ++u) {
            kept[u] = begin + u < tiles ? unsigned(out.kept.before[begin + u]) : 0;
            mine += kept[u];
        }
        uint64_t before = base + block_exclusive_sum(mine, sums, total);
#pragma unroll
        for (unsigned u = 0; u < each; ++u) {
            if (begin + u < tiles) out.kept.before[begin + u] = before;
            before += kept[u];
        }
        base += total;
    }
    if (threadIdx.x != 0) return;
    out.kept.before[tiles] = base;
    out.counter->ended = 0;
    post_to_host(out.posted, out.ticket, 0, base);
}

// Marks the entries for which stays(e) is true. For tests that load little for each entry.
template <class Stays>
__device__ __forceinline__ void mark_tiles(const MarkOutput& out, const Stays& stays) {
    __shared__ uint32_t bits[compact_words];
    const uint64_t count = out.kept.count;
    for (uint64_t tile = blockIdx.x; tile < out.kept.tiles; tile += gridDim.x) {
#pragma unroll
        for (unsigned r = 0; r < compact_rounds; ++r) {
            const unsigned k = r * compact_threads + threadIdx.x;
            const uint64_t e = tile * compact_tile + k;
            const bool stay = stays(clamped(e, count)) && e < count;
            const unsigned word = __ballot_sync(full_mask, stay);
            if (lane() == 0) bits[k / 32] = word;
        }
        rank_tile(out, tile, bits);
        __syncthreads();
    }
    end_marks(out);
}

} // namespace mergus
