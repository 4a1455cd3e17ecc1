// find_groups.cuh: the columns of A that groups of consecutive rows name, and the part of the group's tile
// that each of their rows of B covers (mxm/register_band/band_tile.cuh). A tile begins at the first column of
// its rows of C.
//
// Bindings: A_index, Index; constants measured_rows, group_rows, tile_blocks.

#include "kernels/smaller.cuh"
#include "mxm/numeric_reuse/find_positions.cuh"
#include "mxm/register_band/band_column.cuh"

namespace mergus {

// The columns of the rows of A of a group, by ascending column: a lane has a row.
struct GroupUnion {
    const A_index* col;
    uint64_t at, end;
    __device__ __forceinline__ GroupUnion(const ReusedPattern& in, uint64_t first, uint64_t nrows)
        : col(in.a_col), at(0), end(0) {
        if (lane() >= unsigned(group_rows) || first + lane() >= nrows) return;
        at = in.a_ptr[first + lane()];
        end = in.a_ptr[first + lane() + 1];
    }
    // The next column k, and a bit for each row that has it. All lanes of the warp; false: there is none.
    __device__ __forceinline__ bool next(uint64_t& k, unsigned& rows) {
        const uint64_t mine = at < end ? uint64_t(col[at]) : ~uint64_t(0);
        k = warp_reduce(mine, Smaller());
        const bool has = at < end && mine == k;
        rows = __ballot_sync(full_mask, has);
        at += has ? 1 : 0;
        return rows != 0;
    }
};

} // namespace mergus

// The columns of C that a group of measured_rows rows spans, at most. width: 0. A thread has a group.
extern "C" __global__ void measure_reused_groups(const uint64_t* c_ptr, const Index* c_col, uint64_t nrows,
                                                 uint64_t* width) {
    for (uint64_t g = mergus::grid_thread(); g * measured_rows < nrows; g += mergus::grid_threads()) {
        Index low = ~Index(0), high = 0;
        for (uint64_t i = g * measured_rows; i < mergus::min_of(nrows, (g + 1) * measured_rows); ++i) {
            if (c_ptr[i] == c_ptr[i + 1]) continue;
            low = mergus::min_of(low, c_col[c_ptr[i]]);
            high = mergus::max_of(high, c_col[c_ptr[i + 1] - 1]);
        }
        if (low <= high) atomicMax(width, uint64_t(high - low) + 1);
    }
}

// counts[g] = columns of group g. A warp has a group.
extern "C" __global__ void count_band_columns(mergus::ReusedPattern in, uint64_t nrows, uint64_t* counts) {
    for (uint64_t g = mergus::grid_thread() / 32; g * group_rows < nrows; g += mergus::grid_threads() / 32) {
        mergus::GroupUnion columns(in, g * group_rows, nrows);
        uint64_t count = 0, k;
        unsigned rows;
        while (columns.next(k, rows)) ++count;
        if (mergus::lane() == 0) counts[g] = count;
    }
}

// The columns of each group from firsts[g] on, without their rows of B, and the tiles' first columns.
extern "C" __global__ void list_band_columns(mergus::ReusedPattern in, uint64_t nrows, const uint64_t* firsts,
                                             mergus::GroupColumn* columns, A_index* numbers, Index* lows) {
    for (uint64_t g = mergus::grid_thread() / 32; g * group_rows < nrows; g += mergus::grid_threads() / 32) {
        mergus::GroupUnion of_group(in, g * group_rows, nrows);
        uint64_t at = firsts[g], k;
        unsigned rows;
        while (of_group.next(k, rows)) {
            if (mergus::lane() == 0) {
                columns[at].rows = rows;
                numbers[at] = A_index(k);
            }
            ++at;
        }
        if (mergus::lane() != 0) continue;
        Index low = ~Index(0);
        for (uint64_t i = g * group_rows; i < mergus::min_of(nrows, (g + 1) * group_rows); ++i)
            if (in.c_ptr[i] < in.c_ptr[i + 1]) low = mergus::min_of(low, in.c_col[in.c_ptr[i]]);
        lows[g] = low;
    }
}

// The rows of B. A thread has a column.
extern "C" __global__ void find_column_entries(mergus::ReusedPattern in, uint64_t groups,
                                               const uint64_t* firsts, uint64_t count, const A_index* numbers,
                                               const Index* lows, mergus::GroupColumn* columns) {
    for (uint64_t n = mergus::grid_thread(); n < count; n += mergus::grid_threads()) {
        const uint64_t k = numbers[n], begin = in.b_ptr[k], end = in.b_ptr[k + 1];
        const Index low = lows[mergus::row_of(firsts, groups, n)];
        mergus::GroupColumn column;
        column.rows = columns[n].rows;
        column.run = begin < end && uint64_t(in.b_col[end - 1] - in.b_col[begin]) == end - begin - 1;
        column.start = begin - (column.run != 0 ? uint64_t(in.b_col[begin] - low) : 0);
        for (int t = 0; t < tile_blocks; ++t) column.masks[t] = 0;
        for (uint64_t f = begin; f < end; ++f) {
            const unsigned at = unsigned(in.b_col[f] - low);
            column.masks[at / 32] |= 1u << (at % 32);
        }
        columns[n] = column;
    }
}
