// transpose_tile.cuh: shared by the passes of the transpose: a block orders a tile of consecutive entries by
// a digit on chip. Entries of equal digit keep their order.
//
// Bindings: Key (column of the bucket << row_bits | row; the whole column if another pass follows before the
// last), constants threads, items (of a thread) and resident (blocks on a multiprocessor).
//
// Order: each warp has its own counters for its part of the tile and takes 32 entries at a time; an atomic
// addition to a counter gives each entry its rank. All tested GPUs serve lanes that add to the same counter
// at once in the order of lanes, but this is not documented. So the order is checked afterwards, and restored
// if it is wrong (before the entries are written; by transpose_gather.cuh after that).

#include "kernels/padded.cuh"
#include "kernels/search.cuh"

namespace mergus {

constexpr unsigned tile_threads = unsigned(threads), tile_items = unsigned(items),
                   tile_size = tile_threads * tile_items;
constexpr unsigned tile_warps = tile_threads / 32, warp_part = tile_items * 32;
constexpr unsigned none = 0xffffffffu;

// Whether a thread loads the values of its items as soon as their entries are known, so that they have
// arrived when they are staged. Only where they take few registers; otherwise they are loaded when they are
// staged.
template <class Value>
constexpr bool early_values = sizeof(Value) * tile_items <= 32;

// A tile is divided in two ways. By warps: entries are in the order of (warp, item, lane).
__device__ __forceinline__ unsigned item_at(unsigned i) {
    return warp() * warp_part + lane() + i * 32;
}
// By the block, for writing: the position of this thread's item i, and its position in a padded array. Staged
// arrays are padded, because the entries of a row of a banded matrix go to positions that are a multiple of
// 32 apart.
__device__ __forceinline__ unsigned position_at(unsigned i) {
    return threadIdx.x + i * tile_threads;
}
__device__ __forceinline__ unsigned padded_position_at(unsigned i) {
    return padded(threadIdx.x) + i * padded(tile_threads);
}

// The last x with offsets[x] <= wanted, by a whole warp: a search in 33 parts.
template <class Offset>
__device__ __forceinline__ unsigned warp_find(const Offset* offsets, unsigned count, Offset wanted) {
    unsigned low = 0, high = count;
    while (high - low > 1) {
        const unsigned step = (high - low + 32) / 33, at = low + (lane() + 1) * step;
        const unsigned steps = unsigned(__popc(__ballot_sync(full_mask, at < high && offsets[at] <= wanted)));
        high = min_of(high, low + (steps + 1) * step);
        low += steps * step;
    }
    return low;
}

// The last x with offsets[x] <= wanted, by a whole block: a search in tile_threads + 1 parts.
template <class Offset>
__device__ __forceinline__ unsigned block_find(const Offset* offsets, unsigned count, Offset wanted) {
    unsigned low = 0, high = count;
    while (high - low > 1) {
        const unsigned step = (high - low + tile_threads) / (tile_threads + 1),
                       at = low + (threadIdx.x + 1) * step;
        const unsigned steps = unsigned(__syncthreads_count(at < high && offsets[at] <= wanted));
        high = min_of(high, low + (steps + 1) * step);
        low += steps * step;
    }
    return low;
}

// Runs of equal digits in neighbouring lanes: the first lane of a run counts for all of its lanes.
struct LaneRun {
    unsigned first;  // lane
    unsigned length; // valid in the first lane
    __device__ __forceinline__ explicit LaneRun(unsigned digit) {
        const unsigned before = __shfl_up_sync(full_mask, digit, 1);
        const unsigned heads = __ballot_sync(full_mask, lane() == 0 || before != digit);
        first = 31 - unsigned(__clz(int(heads & (lanes_below() | 1u << lane()))));
        const unsigned later = heads >> lane() >> 1;
        length = later == 0 ? 32 - lane() : unsigned(__ffs(int(later)));
    }
    __device__ __forceinline__ bool leads() const { return first == lane(); }
};

// Counters of 16 bits, two to a word. No half overflows: a tile has fewer than 2^16 entries.
__device__ __forceinline__ constexpr unsigned counter_words(unsigned digits) {
    return digits / 2 + 1;
}
__device__ __forceinline__ unsigned half_of(unsigned word, unsigned digit) {
    return word >> (digit & 1) * 16 & 0xffff;
}
__device__ __forceinline__ unsigned counted(const unsigned* counters, unsigned digit) {
    return half_of(counters[digit / 2], digit);
}
__device__ __forceinline__ unsigned add_to(unsigned* counters, unsigned digit, unsigned count) {
    return half_of(atomicAdd(&counters[digit / 2], count << (digit & 1) * 16), digit);
}
// The rank of an entry: the number of entries of its digit that the warp has counted before. For neighbours
// that often have the same digit. By all lanes of the warp.
__device__ __forceinline__ unsigned rank_in_runs(unsigned* counters, unsigned digit) {
    const LaneRun run(digit);
    unsigned rank = 0;
    if (run.leads()) rank = add_to(counters, digit, run.length);
    return __shfl_sync(full_mask, rank, int(run.first)) + lane() - run.first;
}
// The same for neighbours that rarely have the same digit.
__device__ __forceinline__ unsigned rank_in_few_runs(unsigned* counters, unsigned digit) {
    const unsigned before = __shfl_up_sync(full_mask, digit, 1);
    if (!__any_sync(full_mask, lane() != 0 && digit == before)) return add_to(counters, digit, 1);
    return rank_in_runs(counters, digit);
}
// The same for warps whose lanes may all have the same digit: one addition instead of 32 serialized ones.
__device__ __forceinline__ unsigned rank_alike(unsigned* counters, unsigned digit) {
    if (!__all_sync(full_mask, digit == __shfl_sync(full_mask, digit, 0))) return add_to(counters, digit, 1);
    unsigned rank = 0;
    if (lane() == 0) rank = add_to(counters, digit, 32);
    return __shfl_sync(full_mask, rank, 0) + lane();
}

// Turns the counters of the warps into sums over the previous warps; sums[digit] is the sum over all, for an
// even number of digits.
__device__ __forceinline__ void scan_warps(unsigned* counters, unsigned words, unsigned* sums) {
    for (unsigned i = threadIdx.x; i < words; i += tile_threads) {
        unsigned sum = 0;
#pragma unroll
        for (unsigned w = 0; w < tile_warps; ++w) {
            const unsigned count = counters[w * words + i];
            counters[w * words + i] = sum;
            sum += count;
        }
        sums[2 * i] = sum & 0xffff;
        sums[2 * i + 1] = sum >> 16;
    }
}

// Exclusive scan in place, by all threads, with barriers before and after; x[count] is the sum. `scratch`: a
// word for each warp.
__device__ __forceinline__ void block_scan(unsigned* x, unsigned count, unsigned* scratch) {
    constexpr unsigned each = 4;
    unsigned sum = 0;
    for (unsigned begin = 0; begin < count; begin += tile_threads * each) {
        __syncthreads();
        const unsigned at = begin + threadIdx.x * each;
        unsigned mine[each], total = 0;
#pragma unroll
        for (unsigned k = 0; k < each; ++k) total += mine[k] = at + k < count ? x[at + k] : 0;
        const unsigned inclusive = warp_inclusive_scan(total, Plus());
        if (lane() == 31) scratch[warp()] = inclusive;
        __syncthreads();
        unsigned before = sum + inclusive - total;
#pragma unroll
        for (unsigned w = 0; w < tile_warps; ++w) {
            if (w < warp()) before += scratch[w];
            sum += scratch[w];
        }
#pragma unroll
        for (unsigned k = 0; k < each; ++k)
            if (at + k < count) {
                x[at + k] = before;
                before += mine[k];
            }
    }
    __syncthreads();
    if (threadIdx.x == 0) x[count] = sum;
    __syncthreads();
}

// Sorts tile_size different words by a bitonic network: slower than counting, for any input. Its loops are
// not unrolled: it hardly ever runs, and hundreds of copies of its body took longer to compile than the rest.
__device__ __forceinline__ void block_sort(uint64_t* x) {
#pragma unroll 1
    for (unsigned k = 2; k <= tile_size; k *= 2)
#pragma unroll 1
        for (unsigned j = k / 2; j > 0; j /= 2) {
            __syncthreads();
#pragma unroll 1
            for (unsigned t = threadIdx.x; t < tile_size / 2; t += tile_threads) {
                const unsigned i = 2 * j * (t / j) + t % j;
                const uint64_t a = x[i], b = x[i + j];
                if ((a > b) == ((i & k) == 0)) {
                    x[i] = b;
                    x[i + j] = a;
                }
            }
        }
    __syncthreads();
}

// The positions of the items of a tile that was found out of order: by digit, then by item. `x` and `at` have
// room for tile_size elements.
__device__ __forceinline__ void sorted_positions(const unsigned* digits, unsigned* positions, uint64_t* x,
                                                 unsigned* at) {
    __syncthreads();
#pragma unroll
    for (unsigned i = 0; i < tile_items; ++i) x[item_at(i)] = uint64_t(digits[i]) << 32 | item_at(i);
    block_sort(x);
#pragma unroll
    for (unsigned i = 0; i < tile_items; ++i) at[unsigned(x[position_at(i)])] = position_at(i);
    __syncthreads();
#pragma unroll
    for (unsigned i = 0; i < tile_items; ++i) positions[i] = at[item_at(i)];
    __syncthreads();
}

} // namespace mergus
