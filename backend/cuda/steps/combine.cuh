// combine.cuh: two matrices X and Y of one shape combined entry by entry: their union or intersection, and
// C<mask, replace> ⊙= T with X = C and Y = T.
//
// A block takes a tile of the merged sequence (combine_split.cuh) and has the columns of its entries in
// shared memory. A thread walks through neighbouring entries of one matrix, and beside them through those of
// the same rows of the other matrix and of the mask. A bit for each entry says whether it comes into the
// result: an entry of X that stays, or an entry of Y where X has none. The place of an entry in the result is
// the number of bits of both matrices before it. Two passes: the first counts, the second writes. If all
// tiles have a block at the same time, one launch does both, into memory for the most entries.
//
// Bindings: X_value, Y_value, Z_value, M_value, X_values, Y_values, M_values, Index; truth(m); constants
// intersection, has_mask, y_is_masked, complement, replace, has_accum, has_row_list, has_col_list, keeps_x
// (every entry of X stays). both(x, y) if has_accum; only_x(x) and only_y(y) if not intersection.

#include "kernels/padded.cuh"
#include "primitives/block_sum.cuh"
#include "primitives/tile_offset.cuh"
#include "steps/combine_equal.cuh"
#include "steps/combine_full.cuh"
#include "steps/combine_split.cuh"
#include "steps/region_lists.cuh"

namespace mergus {

// Steps from one entry to the next are tried so often before a binary search.
constexpr unsigned combine_steps = 4;
constexpr unsigned no_entry = 0xffff;
// Loads of a thread that overlap; large values would need too many registers.
constexpr unsigned combine_overlap = 4, overlapping_values = sizeof(Z_value) <= 8 ? combine_overlap : 1;

// The entries of one operand in a tile.
struct TileRows {
    const Index* col;      // of the tile, padded
    unsigned first;        // the index of the operand's first entry there
    const uint16_t* start; // for each row of the tile, and the end

    __device__ __forceinline__ Index column(unsigned entry) const { return col[padded(first + entry)]; }
    // The row of an entry that is not in a row before `row`.
    __device__ __forceinline__ unsigned next_row(unsigned row, unsigned rows, unsigned entry) const {
        for (unsigned step = 0; step < combine_steps; ++step) {
            if (entry < start[row + 1]) return row;
            ++row;
        }
        return row_among(start, row, rows, entry);
    }
    // The first of the entries [at, end) whose column is not below j.
    __device__ __forceinline__ unsigned find(unsigned at, unsigned end, Index j) const {
        for (unsigned step = 0; step < combine_steps; ++step) {
            if (at >= end || column(at) >= j) return at;
            ++at;
        }
        while (at < end) {
            const unsigned middle = (at + end) / 2;
            if (column(middle) < j)
                at = middle + 1;
            else
                end = middle;
        }
        return at;
    }
};

// A place in the entries of one operand that moves forward with the entries of another.
struct RowWalk {
    const TileRows& in;
    unsigned at, end;

    // Moves to the first entry of the row whose column is not below j. \return whether it has column j
    __device__ __forceinline__ bool move(bool new_row, unsigned row, Index j) {
        if (new_row) {
            at = in.start[row];
            end = in.start[row + 1];
        }
        at = in.find(at, end, j);
        return at < end && in.column(at) == j;
    }
};

struct CombineShared {
    Index col[combine_capacity + combine_capacity / 32];
    uint16_t x_start[combine_capacity], y_start[combine_capacity];
    uint16_t m_start[has_mask ? combine_capacity : 1];
    uint16_t before[combine_threads + 1]; // bits before those of a thread
    uint8_t bits[combine_threads + 1];
    unsigned sums[combine_threads / 32];
};

// The entries of the result in a tile.
struct TileResult {
    uint16_t from_x[combine_capacity], from_y[combine_capacity]; // where they come from, or no_entry
    uint16_t other_before[combine_capacity]; // by entries of X and Y: those of the other matrix before each
};

__device__ __forceinline__ void load_rows(const uint64_t* ptr, uint64_t row, unsigned rows, uint64_t begin,
                                          unsigned count, uint16_t* start) {
    for (unsigned l = threadIdx.x; l <= rows; l += combine_threads)
        start[l] = uint16_t(l == 0 ? 0 : l == rows ? count : unsigned(ptr[row + l] - begin));
}
__device__ __forceinline__ void load_columns(const Index* from, unsigned count, unsigned first, Index* to) {
    for (unsigned e = threadIdx.x; e < count; e += combine_overlap * combine_threads) {
        Index j[combine_overlap];
#pragma unroll
        for (unsigned u = 0; u < combine_overlap; ++u)
            if (e + u * combine_threads < count) j[u] = from[e + u * combine_threads];
#pragma unroll
        for (unsigned u = 0; u < combine_overlap; ++u)
            if (e + u * combine_threads < count) to[padded(first + e + u * combine_threads)] = j[u];
    }
}

// A tile. Its entries are numbered: those of X, and from y_first on, the first of a thread, those of Y.
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
        y_first = (x_count + combine_each - 1) / combine_each * combine_each;
        load_columns(in.x_col + begin.x, x_count, 0, shared.col);
        load_columns(in.y_col + begin.y, y_count, y_first, shared.col);
        load_rows(in.x_ptr, begin.row, rows, begin.x, x_count, shared.x_start);
        load_rows(in.y_ptr, begin.row, rows, begin.y, y_count, shared.y_start);
        x = {shared.col, 0, shared.x_start};
        y = {shared.col, y_first, shared.y_start};
        m = {shared.col, y_first + y_count, shared.m_start};
        if constexpr (has_mask != 0) {
            const unsigned m_count = unsigned(end.m - begin.m);
            load_columns(in.m_col + begin.m, m_count, m.first, shared.col);
            load_rows(in.m_ptr, begin.row, rows, begin.m, m_count, shared.m_start);
        }
        __syncthreads();
    }

    // Whether the thread has entries of X.
    [[nodiscard]] __device__ __forceinline__ bool has_x() const {
        return threadIdx.x * combine_each < y_first;
    }
    // Calls visit(n, stays, both, other) for the thread's entries.
    template <bool of_x, class Visit>
    __device__ __forceinline__ void walk(const Visit& visit) const {
        const TileRows& mine = of_x ? x : y;
        const unsigned first = threadIdx.x * combine_each - (of_x ? 0 : y_first),
                       count = of_x ? x_count : y_count;
        if (first >= count) return;
        unsigned row = row_among(mine.start, 0u, rows, first);
        RowWalk other{of_x ? y : x, 0, 0}, mask{m, 0, 0};
        bool new_row = true;
#pragma unroll 1
        for (unsigned n = 0; n < combine_each; ++n) {
            const unsigned e = first + n;
            if (e >= count) return;
            if (e >= mine.start[row + 1]) {
                row = mine.next_row(row + 1, rows, e);
                new_row = true;
            }
            const Index j = mine.column(e);
            const bool in_other = other.move(new_row, row, j);
            bool admitted = true;
            if constexpr (has_mask != 0) {
                const bool present = mask.move(new_row, row, j);
                admitted = admits<complement != 0>(view_of(in.m_val, begin.m + mask.at, present));
            }
            new_row = false;
            visit(n, of_x ? x_stays(row, j, in_other, admitted) : !in_other && (y_is_masked != 0 || admitted),
                  in_other && (intersection != 0 || admitted), other.at);
        }
    }
    __device__ __forceinline__ bool x_stays(unsigned row, Index j, bool in_y, bool admitted) const {
        if (intersection) return in_y;
        if (!admitted) return !replace;
        return in_y || has_accum || keeps_x || !in_region(in.region, begin.row + row, uint64_t(j));
    }
    template <class Visit>
    __device__ __forceinline__ void walk_any(const Visit& visit) const {
        if (has_x())
            walk<true>(visit);
        else if constexpr (intersection == 0)
            walk<false>(visit);
    }

    // The bits of all threads and their ranks. \return the number of all bits
    __device__ __forceinline__ unsigned rank_bits(unsigned mine) const {
        unsigned all;
        const unsigned sum = block_exclusive_sum(unsigned(__popc(mine)), shared.sums, all);
        shared.bits[threadIdx.x] = uint8_t(mine);
        shared.before[threadIdx.x] = uint16_t(sum);
        if (threadIdx.x == 0) {
            shared.bits[combine_threads] = 0;
            shared.before[combine_threads] = uint16_t(all);
        }
        __syncthreads();
        return all;
    }
    // The number of bits before entry k.
    __device__ __forceinline__ unsigned rank(unsigned k) const {
        const unsigned thread = k / combine_each;
        return shared.before[thread] +
               unsigned(__popc(unsigned(shared.bits[thread]) & ((1u << (k % combine_each)) - 1u)));
    }
    // The entries of the result before an entry of X and one of Y.
    __device__ __forceinline__ unsigned before(unsigned x_entry, unsigned y_entry) const {
        return rank(x_entry) + rank(y_first + y_entry) - rank(y_first);
    }

    // The result's entries in the tile, and ranks for before(). \return their number
    __device__ __forceinline__ unsigned collect(TileResult& result) const {
        const unsigned first = threadIdx.x * combine_each;
        unsigned kept = 0, paired = 0; // bits of the thread's entries
        walk_any([&](unsigned n, bool stays, bool both, unsigned other) {
            result.other_before[first + n] = uint16_t(other);
            kept |= (stays ? 1u : 0u) << n;
            paired |= (both ? 1u : 0u) << n;
        });
        const unsigned all = rank_bits(kept);
        for (unsigned n = 0; n < combine_each; ++n) {
            if ((kept >> n & 1u) == 0) continue;
            const unsigned other = result.other_before[first + n];
            if (has_x()) {
                const unsigned at = before(first + n, other);
                result.from_x[at] = uint16_t(first + n);
                result.from_y[at] = uint16_t((paired >> n & 1u) != 0 ? other : no_entry);
            } else {
                const unsigned e = first + n - y_first, at = before(other, e);
                result.from_x[at] = no_entry;
                result.from_y[at] = uint16_t(e);
            }
        }
        return all;
    }
    // After that: writes the entries, and the offsets of the rows that end in the tile. base: the entries of
    // the result before the tile.
    __device__ __forceinline__ void write(const TileResult& result, unsigned all, uint64_t base,
                                          uint64_t* ptr, Index* col, Z_value* val) const {
        __syncthreads();
        for (unsigned first = threadIdx.x; first < all; first += overlapping_values * combine_threads) {
            Z_value z[overlapping_values];
#pragma unroll
            for (unsigned u = 0; u < overlapping_values; ++u) {
                const unsigned at = first + u * combine_threads;
                if (at >= all) continue;
                const unsigned from_x = result.from_x[at], from_y = result.from_y[at];
                z[u] = combination(view_of(in.x_val, begin.x + from_x, from_x != no_entry),
                                   view_of(in.y_val, begin.y + from_y, from_y != no_entry));
            }
#pragma unroll
            for (unsigned u = 0; u < overlapping_values; ++u) {
                const unsigned at = first + u * combine_threads;
                if (at >= all) continue;
                const unsigned from_x = result.from_x[at];
                col[base + at] = from_x != no_entry ? x.column(from_x) : y.column(result.from_y[at]);
                val[base + at] = z[u];
            }
        }
        for (unsigned l = 1 + threadIdx.x; l < rows; l += combine_threads)
            ptr[begin.row + l] = base + before(shared.x_start[l], shared.y_start[l]);
        if (blockIdx.x == 0 && threadIdx.x == 0) ptr[0] = 0;
    }
};

} // namespace mergus

// count[t] = the number of entries of the result in tile t. Posts the number of all.
extern "C" __global__ void __launch_bounds__(256)
    combine_count(mergus::CombineInput in, const mergus::CombineTile* tiles, uint64_t* count,
                  mergus::CombineCounts* counts, uint64_t* posted, uint32_t ticket) {
    using namespace mergus;
    __shared__ CombineShared shared;
    wait_for_dependency();
    const CombineBlock block(in, shared, tiles + blockIdx.x);
    unsigned mine = 0;
    block.walk_any([&](unsigned, bool stays, bool, unsigned) { mine += stays ? 1 : 0; });
    const unsigned all = block_sum(mine, shared.sums);
    if (threadIdx.x != 0) return;
    count[blockIdx.x] = all;
    atomicAdd(&counts->entries, uint64_t(all));
    __threadfence();
    if (atomicAdd(&counts->tiles, uint64_t(1)) + 1 != gridDim.x) return;
    __threadfence();
    post_to_host(posted, ticket, 0, atomicExch(&counts->entries, uint64_t(0)));
    atomicExch(&counts->tiles, uint64_t(0));
}

// The entries of the result, and its row offsets. count: the scan of count, if `summed`.
extern "C" __global__ void __launch_bounds__(256)
    combine_write(mergus::CombineInput in, const mergus::CombineTile* tiles, const uint64_t* count,
                  bool summed, uint64_t* ptr, Index* col, Z_value* val) {
    using namespace mergus;
    __shared__ CombineShared shared;
    __shared__ TileResult result;
    __shared__ uint64_t sums[combine_threads / 32];
    const CombineBlock block(in, shared, tiles + blockIdx.x);
    const unsigned all = block.collect(result);
    block.write(result, all, tile_offset(count, summed, sums), ptr, col, val);
}

// All of it, in a cooperative launch of a block for each tile: the tiles, the entries, and their number,
// which is posted. count: one number for each block.
extern "C" __global__ void __launch_bounds__(256, mergus::combine_resident)
    combine_at_once(mergus::CombineInput in, uint64_t* count, uint32_t* barrier, uint64_t* posted,
                    uint32_t ticket, uint64_t* ptr, Index* col, Z_value* val) {
    using namespace mergus;
    __shared__ CombineShared shared;
    __shared__ TileResult result;
    __shared__ uint64_t sums[combine_threads / 32];
    __shared__ CombineTile ends[2];
    if (warp() < 2) {
        const CombineTile end = tile_at<32>(in, (uint64_t(blockIdx.x) + warp()) * combine_items);
        if (lane() == 0) ends[warp()] = end;
    }
    __syncthreads();
    const CombineBlock block(in, shared, ends);
    const unsigned all = block.collect(result);
    if (threadIdx.x == 0) count[blockIdx.x] = all;
    grid_barrier(barrier);
    const uint64_t base = tile_offset(count, false, sums);
    if (blockIdx.x + 1 == gridDim.x && threadIdx.x == 0) post_to_host(posted, ticket, 0, base + all);
    block.write(result, all, base, ptr, col, val);
}

// The values of the result, in place of those of X, whose entries are those of the result.
extern "C" __global__ void __launch_bounds__(256)
    combine_update(mergus::CombineInput in, const mergus::CombineTile* tiles, Z_value* val) {
    using namespace mergus;
    __shared__ CombineShared shared;
    const CombineBlock block(in, shared, tiles + blockIdx.x);
    if (!block.has_x()) return;
    const uint64_t first = block.begin.x + threadIdx.x * combine_each;
    block.walk<true>([&](unsigned n, bool, bool both, unsigned other) {
        if (both) val[first + n] = combination.of_both(in.x_val[first + n], in.y_val[block.begin.y + other]);
    });
}
