// combine.cuh: two matrices X and Y of one shape combined entry by entry: their union or intersection, and
// C<mask, replace> ⊙= T with X = C and Y = T.
//
// A block takes a tile of the merged sequence (combine_split.cuh). It has the columns of its entries in
// shared memory, and finds the row of an entry, and the entry of the same column in the other matrix and in
// the mask, by binary searches there. A bit for each entry says whether it comes into the result: an entry of
// X that stays, or an entry of Y where X has none. The place of an entry in the result is the number of bits
// of either matrix before it. Two passes: the first counts, the second writes.
//
// Bindings: X_value, Y_value, Z_value, M_value, X_values, Y_values, M_values, Index; truth(m); constants
// intersection, has_mask, y_is_masked, complement, replace, has_accum, has_row_list, has_col_list, keeps_x
// (every entry of X stays). both(x, y) if has_accum; only_x(x) and only_y(y) if not intersection.

#include "steps/combine_equal.cuh"
#include "steps/combine_full.cuh"
#include "steps/combine_split.cuh"
#include "steps/region_lists.cuh"

namespace mergus {

constexpr unsigned combine_words = combine_threads * combine_rounds / 32;

// The columns of one operand in a tile, and where its rows begin there.
struct TileRows {
    const Index* col;
    const uint16_t* start; // for each row of the tile, and the end

    // The row, of the tile's, that has an entry.
    __device__ __forceinline__ unsigned row(unsigned rows, unsigned entry) const {
        unsigned low = 0, high = rows; // start[low] <= entry < start[high]
        while (high - low > 1) {
            const unsigned middle = (low + high) / 2;
            if (start[middle] <= entry)
                low = middle;
            else
                high = middle;
        }
        return low;
    }
    // The first entry of a row whose column is not below j.
    __device__ __forceinline__ unsigned find(unsigned row, Index j) const {
        return lower_bound(col, unsigned(start[row]), unsigned(start[row + 1]), j);
    }
    __device__ __forceinline__ bool has(unsigned row, unsigned at, Index j) const {
        return at < start[row + 1] && col[at] == j;
    }
};

struct CombineShared {
    Index col[combine_threads * combine_rounds];
    uint16_t x_start[combine_threads * combine_rounds], y_start[combine_threads * combine_rounds];
    uint16_t m_start[has_mask ? combine_threads * combine_rounds : 1];
    uint32_t bits[combine_words + 1]; // of X, from a whole word on of Y
    uint32_t before[combine_words + 1];

    // The number of bits before bit k.
    __device__ __forceinline__ unsigned rank(unsigned k) const {
        return before[k / 32] + unsigned(__popc(bits[k / 32] & ((1u << (k % 32)) - 1u)));
    }
};

// What becomes of an entry.
struct CombinedEntry {
    unsigned other; // entries of the other matrix before it in the tile
    bool stays, both;
};

__device__ __forceinline__ void load_rows(const uint64_t* ptr, uint64_t row, unsigned rows, uint64_t begin,
                                          unsigned count, uint16_t* start) {
    for (unsigned l = threadIdx.x; l <= rows; l += combine_threads)
        start[l] = uint16_t(l == 0 ? 0 : l == rows ? count : unsigned(ptr[row + l] - begin));
}
__device__ __forceinline__ void load_columns(const Index* from, unsigned count, Index* to) {
    for (unsigned e = threadIdx.x; e < count; e += combine_threads) to[e] = from[e];
}

// A tile, and its entries by rounds of the block: those of X, and from a whole word on (y_first) those of Y.
struct CombineBlock {
    const CombineInput& in;
    CombineShared& shared;
    CombineTile begin;
    unsigned rows, x_count, y_count, y_first;
    TileRows x, y, m;

    __device__ __forceinline__ CombineBlock(const CombineInput& in, CombineShared& shared,
                                            const CombineTile* tile)
        : in(in), shared(shared), begin(tile[0]) {
        const CombineTile end = tile[1];
        rows = unsigned(end.row - begin.row) + 1;
        x_count = unsigned(end.x - begin.x);
        y_count = unsigned(end.y - begin.y);
        y_first = (x_count + 31) & ~31u;
        Index* const y_col = shared.col + y_first;
        load_columns(in.x_col + begin.x, x_count, shared.col);
        load_columns(in.y_col + begin.y, y_count, y_col);
        load_rows(in.x_ptr, begin.row, rows, begin.x, x_count, shared.x_start);
        load_rows(in.y_ptr, begin.row, rows, begin.y, y_count, shared.y_start);
        x = {shared.col, shared.x_start};
        y = {y_col, shared.y_start};
        if constexpr (has_mask != 0) {
            const unsigned m_count = unsigned(end.m - begin.m);
            load_columns(in.m_col + begin.m, m_count, y_col + y_count);
            load_rows(in.m_ptr, begin.row, rows, begin.m, m_count, shared.m_start);
            m = {y_col + y_count, shared.m_start};
        }
        __syncthreads();
    }

    __device__ __forceinline__ bool admits(unsigned row, Index j) const {
        if constexpr (has_mask == 0) {
            return true;
        } else {
            const unsigned at = m.find(row, j);
            const bool marked = m.has(row, at, j) && truth(in.m_val[begin.m + at]);
            return marked != bool(complement);
        }
    }
    __device__ __forceinline__ CombinedEntry entry_of_x(unsigned e) const {
        const unsigned row = x.row(rows, e);
        const Index j = x.col[e];
        const unsigned at = y.find(row, j);
        const bool in_y = y.has(row, at, j);
        if (intersection) return {at, in_y, true};
        if (!admits(row, j)) return {at, !replace, false};
        const bool stays =
            in_y || has_accum || keeps_x || !in_region(in.region, begin.row + row, uint64_t(j));
        return {at, stays, in_y};
    }
    __device__ __forceinline__ CombinedEntry entry_of_y(unsigned k) const {
        if (intersection) return {0, false, false};
        const unsigned row = y.row(rows, k - y_first);
        const Index j = shared.col[k];
        const unsigned at = x.find(row, j);
        return {at, !x.has(row, at, j) && (y_is_masked || admits(row, j)), false};
    }
    // Entry k of the rounds, whose column is col[k].
    __device__ __forceinline__ CombinedEntry entry(unsigned k) const {
        if (k < x_count) return entry_of_x(k);
        if (k >= y_first && k - y_first < y_count) return entry_of_y(k);
        return {0, false, false};
    }
    // Counts the bits of the words. \return those of the tile
    __device__ __forceinline__ unsigned rank_bits() const {
        __syncthreads();
        if (warp() == 0) {
            constexpr unsigned each = combine_words / 32;
            unsigned mine = 0;
            for (unsigned w = 0; w < each; ++w) mine += unsigned(__popc(shared.bits[lane() * each + w]));
            unsigned sum = warp_inclusive_scan(mine, Plus()) - mine;
            for (unsigned w = 0; w < each; ++w) {
                shared.before[lane() * each + w] = sum;
                sum += unsigned(__popc(shared.bits[lane() * each + w]));
            }
            if (lane() == 31) {
                shared.before[combine_words] = sum;
                shared.bits[combine_words] = 0;
            }
        }
        __syncthreads();
        return shared.before[combine_words];
    }
    // The entries of the result before entry x of X and entry y of Y, of the tile's.
    __device__ __forceinline__ unsigned before(unsigned x_entries, unsigned y_entries) const {
        return shared.rank(x_entries) + shared.rank(y_first + y_entries) - shared.before[y_first / 32];
    }
};

} // namespace mergus

// count[t] = the number of entries of the result in tile t.
extern "C" __global__ void __launch_bounds__(256)
    combine_count(mergus::CombineInput in, const mergus::CombineTile* tiles, uint64_t* count) {
    using namespace mergus;
    __shared__ CombineShared shared;
    const CombineBlock block(in, shared, tiles + blockIdx.x);
#pragma unroll
    for (unsigned r = 0; r < combine_rounds; ++r) {
        const unsigned k = r * combine_threads + threadIdx.x;
        const unsigned word = __ballot_sync(full_mask, block.entry(k).stays);
        if (lane() == 0) shared.bits[k / 32] = word;
    }
    const unsigned all = block.rank_bits();
    if (threadIdx.x == 0) count[blockIdx.x] = all;
}

// The entries of the result, and its row offsets. offset: the scan of count.
extern "C" __global__ void __launch_bounds__(256)
    combine_write(mergus::CombineInput in, const mergus::CombineTile* tiles, const uint64_t* offset,
                  uint64_t* ptr, Index* col, Z_value* val) {
    using namespace mergus;
    __shared__ CombineShared shared;
    const CombineBlock block(in, shared, tiles + blockIdx.x);
    CombinedEntry entry[combine_rounds];
#pragma unroll
    for (unsigned r = 0; r < combine_rounds; ++r) {
        const unsigned k = r * combine_threads + threadIdx.x;
        entry[r] = block.entry(k);
        const unsigned word = __ballot_sync(full_mask, entry[r].stays);
        if (lane() == 0) shared.bits[k / 32] = word;
    }
    static_cast<void>(block.rank_bits());
    const uint64_t base = offset[blockIdx.x];
#pragma unroll
    for (unsigned r = 0; r < combine_rounds; ++r) {
        if (!entry[r].stays) continue;
        const unsigned k = r * combine_threads + threadIdx.x;
        if (k < block.x_count) {
            const uint64_t at = base + block.before(k, entry[r].other);
            const uint64_t x = block.begin.x + k, y = block.begin.y + entry[r].other;
            col[at] = shared.col[k];
            val[at] = entry[r].both ? value_of_both(in.x_val[x], in.y_val[y]) : value_of_x(in.x_val[x]);
        } else {
            const unsigned e = k - block.y_first;
            const uint64_t at = base + block.before(entry[r].other, e);
            col[at] = shared.col[k];
            // In 64 bits: NVRTC 13 takes the addresses of all rounds from that of an earlier one, in which
            // the 32-bit difference may be negative.
            val[at] = value_of_y(in.y_val[block.begin.y + k - block.y_first]);
        }
    }
    for (unsigned l = 1 + threadIdx.x; l < block.rows; l += combine_threads)
        ptr[block.begin.row + l] = base + block.before(shared.x_start[l], shared.y_start[l]);
    if (blockIdx.x == 0 && threadIdx.x == 0) ptr[0] = 0;
}

// The values of the result, in place of those of X, whose entries are those of the result.
extern "C" __global__ void __launch_bounds__(256)
    combine_update(mergus::CombineInput in, const mergus::CombineTile* tiles, Z_value* val) {
    using namespace mergus;
    __shared__ CombineShared shared;
    const CombineBlock block(in, shared, tiles + blockIdx.x);
    for (unsigned e = threadIdx.x; e < block.x_count; e += combine_threads) {
        const CombinedEntry entry = block.entry_of_x(e);
        const uint64_t x = block.begin.x + e;
        if (entry.both) val[x] = value_of_both(in.x_val[x], in.y_val[block.begin.y + entry.other]);
    }
}
