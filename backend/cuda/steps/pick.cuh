// pick.cuh: entries of a matrix at given positions as a vector, and rows that have a value. Two passes over
// tiles of positions: the first counts, the second searches again, in tiles that have entries.
//
// Bindings: Index (columns of the matrix), T_index (of the vector), Value, X_value, X_values (through which
// the values of the matrix are read).

#include "primitives/bit_ranks.cuh"
#include "steps/index_sets.cuh"
#include "steps/row_tiles.h"

namespace mergus {

// Position t is (rows[t], column + step · t). Finds its entry.
__device__ __forceinline__ uint64_t find_entry(const IndexSet& rows, uint64_t column, uint64_t step,
                                               const uint64_t* ptr, const Index* col, uint64_t t,
                                               bool& found) {
    found = false;
    if (t >= rows.count) return 0;
    const uint64_t i = index_at(rows, t), end = ptr[i + 1];
    const Index j = Index(column + step * t);
    const uint64_t at = lower_bound(col, ptr[i], end, j);
    found = at < end && col[at] == j;
    return at;
}

} // namespace mergus

// count[b] = the number of entries at the positions of tile b.
extern "C" __global__ void __launch_bounds__(256)
    count_found(mergus::IndexSet rows, uint64_t column, uint64_t step, const uint64_t* ptr, const Index* col,
                uint64_t* count) {
    using namespace mergus;
    __shared__ unsigned sums[tile_threads / 32];
    unsigned sum = 0;
#pragma unroll
    for (unsigned r = 0; r < tile_rounds; ++r) {
        bool found;
        const uint64_t t = uint64_t(blockIdx.x) * tile_items + r * tile_threads + threadIdx.x;
        static_cast<void>(find_entry(rows, column, step, ptr, col, t, found));
        if (found) ++sum;
    }
    sum = block_sum(sum, sums);
    if (threadIdx.x == 0) count[blockIdx.x] = sum;
}

// The entries. base: the scan of count.
extern "C" __global__ void __launch_bounds__(256)
    write_found(mergus::IndexSet rows, uint64_t column, uint64_t step, const uint64_t* ptr, const Index* col,
                X_values values, const uint64_t* base, T_index* indices, Value* out) {
    using namespace mergus;
    __shared__ unsigned before[tile_items / 32]; // entries of the words of positions
    const uint64_t first = base[blockIdx.x];
    if (base[blockIdx.x + 1] == first) return;
    const uint64_t begin = uint64_t(blockIdx.x) * tile_items;
    uint64_t entry[tile_rounds];
    unsigned word[tile_rounds];
#pragma unroll
    for (unsigned r = 0; r < tile_rounds; ++r) {
        bool found;
        const unsigned t = r * tile_threads + threadIdx.x;
        entry[r] = find_entry(rows, column, step, ptr, col, begin + t, found);
        word[r] = __ballot_sync(full_mask, found);
        if (lane() == 0) before[t / 32] = unsigned(__popc(word[r]));
    }
    __syncthreads();
    if (warp() == 0)
        rank_bits<false>(
            tile_items / 32, 32, nullptr, [&](unsigned w) { return before[w]; },
            [&](unsigned w, unsigned rank) { before[w] = rank; });
    __syncthreads();
#pragma unroll
    for (unsigned r = 0; r < tile_rounds; ++r) {
        if ((word[r] >> lane() & 1u) == 0) continue;
        const unsigned t = r * tile_threads + threadIdx.x;
        const uint64_t at = first + before[t / 32] + unsigned(__popc(word[r] & lanes_below()));
        indices[at] = T_index(begin + t);
        out[at] = values[entry[r]];
    }
}

// The rows of a matrix whose rows have at most one entry, at the offset of that entry.
extern "C" __global__ void rows_with_value(const uint64_t* ptr, uint64_t nrows, T_index* indices) {
    for (uint64_t i = mergus::grid_thread(); i < nrows; i += mergus::grid_threads())
        if (ptr[i + 1] != ptr[i]) indices[ptr[i]] = T_index(i);
}
