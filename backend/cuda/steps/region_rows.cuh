// region_rows.cuh: the rows of A(rows, cols), and of A as a region of another matrix. Where every entry of a
// part of a row comes into the result once, copy_parts copies it. Otherwise two passes over equal parts of
// the entries of the listed rows: the first counts the copies of each entry, the second writes them.
//
// Bindings: those of row_parts.cuh.

#include "primitives/block_sum.cuh"
#include "steps/index_sets.cuh"
#include "steps/row_parts.cuh"

namespace mergus {

__device__ __forceinline__ uint64_t first_copy(const ColumnLookup& look, uint64_t j) {
    return look.starts != nullptr ? uint64_t(look.starts[j]) : count_below(look.cols, j);
}

// The part of a row of A that row r of the result gets: its begin in A, and the length.
__device__ __forceinline__ uint64_t region_part(const RegionSource& from, const uint64_t* ptr,
                                                const Index* col, uint64_t r, uint64_t* begins) {
    uint64_t i = r;
    bool has_row = true;
    if (from.inverse == 0) {
        i = index_at(from.rows, r);
    } else {
        const uint64_t at = count_below(from.rows, r);
        has_row = at < from.rows.count && index_at(from.rows, at) == r;
        i = has_row && from.positions != nullptr ? from.positions[at] : at;
    }
    uint64_t begin = 0, end = 0;
    if (has_row && from.element != 0) {
        begin = lower_bound(col, ptr[0], ptr[1], Index(i));
        end = begin + (begin < ptr[1] && col[begin] == Index(i) ? 1 : 0);
    } else if (has_row) {
        begin = ptr[i];
        end = ptr[i + 1];
        if (from.slice != 0) {
            begin = first_column(col, begin, end, int64_t(from.cols.first));
            end = first_column(col, begin, end, int64_t(from.cols.first + from.cols.count));
        }
    }
    begins[r] = begin;
    return end - begin;
}

} // namespace mergus

// Where the parts begin in A and in the result.
extern "C" __global__ void __launch_bounds__(256, mergus::scan_resident)
    region_parts(mergus::RegionSource from, const uint64_t* ptr, const Index* col, uint64_t rows,
                 uint64_t* begins, mergus::ScanOutput out) {
    mergus::scan_at_once(rows, out,
                         [&](uint64_t r) { return mergus::region_part(from, ptr, col, r, begins); });
}

// starts[j] = the number of sorted columns below j. Runs over ncols + 1.
extern "C" __global__ void column_starts(const uint64_t* sorted, uint64_t count, uint64_t ncols,
                                         uint32_t* starts) {
    for (uint64_t j = mergus::grid_thread(); j <= ncols; j += mergus::grid_threads())
        starts[j] = uint32_t(mergus::lower_bound(sorted, uint64_t(0), count, j));
}

// position[list[k]] = k; of a column that is listed twice, any of its positions.
extern "C" __global__ void invert_columns(const uint64_t* list, uint64_t count, uint32_t* position) {
    for (uint64_t k = mergus::grid_thread(); k < count; k += mergus::grid_threads())
        position[list[k]] = uint32_t(k);
}

// After that: posts whether a column is listed twice.
extern "C" __global__ void find_repetitions(const uint64_t* list, uint64_t count, const uint32_t* position,
                                            mergus::Repetitions* found, uint64_t* posted, uint32_t ticket) {
    using namespace mergus;
    bool repeats = false;
    for (uint64_t k = grid_thread(); k < count && !repeats; k += grid_threads())
        repeats = position[list[k]] != uint32_t(k);
    const bool any = __syncthreads_or(repeats) != 0;
    if (threadIdx.x != 0) return;
    if (any) atomicExch(&found->any, 1u);
    __threadfence();
    if (atomicAdd(&found->blocks, 1u) + 1 != gridDim.x) return;
    __threadfence();
    post_to_host(posted, ticket, 0, atomicExch(&found->any, 0u));
    atomicExch(&found->blocks, 0u);
}

// count[t] = the number of copies in tile t.
extern "C" __global__ void __launch_bounds__(256)
    count_copies(mergus::RowTileList tiles, const uint64_t* begins, const uint64_t* offset,
                 mergus::ColumnLookup look, const Index* col, uint64_t* count) {
    using namespace mergus;
    __shared__ uint16_t start[tile_items + 2];
    __shared__ uint64_t sums[tile_threads / 32];
    const BlockTile tile(tiles, offset, start);
    uint64_t sum = 0;
#pragma unroll
    for (unsigned r = 0; r < tile_rounds; ++r) {
        const unsigned e = r * tile_threads + threadIdx.x;
        if (e >= tile.count) continue;
        const uint64_t j = uint64_t(col[tile.source(begins, e)]);
        sum += first_copy(look, j + 1) - first_copy(look, j);
    }
    sum = block_sum(sum, sums);
    if (threadIdx.x == 0) count[blockIdx.x] = sum;
}

// The copies, and the row offsets of the result. base: the scan of count.
extern "C" __global__ void __launch_bounds__(256)
    write_copies(mergus::RowTileList tiles, const uint64_t* begins, const uint64_t* offset,
                 mergus::ColumnLookup look, const Index* col, const Value* val, const uint64_t* base,
                 uint64_t* ptr_out, T_index* col_out, Value* val_out) {
    using namespace mergus;
    __shared__ uint16_t start[tile_items + 2];
    __shared__ uint64_t before[tile_items + 1]; // the copies before each entry
    __shared__ uint64_t sums[tile_items / 32];
    const BlockTile tile(tiles, offset, start);
    uint64_t sum[tile_rounds], copies[tile_rounds];
#pragma unroll
    for (unsigned r = 0; r < tile_rounds; ++r) {
        const unsigned e = r * tile_threads + threadIdx.x;
        copies[r] = 0;
        if (e < tile.count) {
            const uint64_t j = uint64_t(col[tile.source(begins, e)]);
            copies[r] = first_copy(look, j + 1) - first_copy(look, j);
        }
        sum[r] = warp_inclusive_scan(copies[r], Plus());
        if (lane() == 31) sums[e / 32] = sum[r];
    }
    __syncthreads();
    if (warp() == 0) {
        const uint64_t first = sums[2 * lane()], second = sums[2 * lane() + 1];
        const uint64_t both = warp_inclusive_scan(first + second, Plus());
        sums[2 * lane()] = both - second - first;
        sums[2 * lane() + 1] = both - second;
        if (lane() == 31) before[tile_items] = both;
    }
    __syncthreads();
#pragma unroll
    for (unsigned r = 0; r < tile_rounds; ++r) {
        const unsigned e = r * tile_threads + threadIdx.x;
        before[e] = sums[e / 32] + sum[r] - copies[r];
    }
    __syncthreads();
    const uint64_t all = before[tile_items], first = base[blockIdx.x];
    for (uint64_t p = threadIdx.x; p < all; p += tile_threads) {
        const unsigned e = unsigned(row_of(before, tile.count, p));
        const uint64_t from = tile.source(begins, e);
        const uint64_t at = first_copy(look, uint64_t(col[from])) + (p - before[e]);
        col_out[first + p] = T_index(look.positions != nullptr ? look.positions[at] : at);
        if (has_values != 0) val_out[first + p] = val[from];
    }
    for (unsigned l = 1 + threadIdx.x; l < tile.rows; l += tile_threads)
        ptr_out[tile.begin.row + l] = first + before[start[l]];
    if (blockIdx.x == 0 && threadIdx.x == 0) ptr_out[0] = 0;
}
