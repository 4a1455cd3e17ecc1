// find_tiles.cuh: the tiles of groups of reuse_tile_rows consecutive rows (tiles.h), and the part of each
// that a row of B covers. The columns of a tile are neighbours in the union of the group's rows of C.
//
// Bindings: as find_positions.cuh; constant tile_blocks.

#include "kernels/smaller.cuh"
#include "mxm/numeric_reuse/find_positions.cuh"
#include "mxm/numeric_reuse/tiles.h"
#include "mxm/register_band/band_column.cuh"

namespace mergus {

constexpr unsigned reuse_tile_width = reuse_tile_blocks * 32;

// The columns of a group of rows, ascending: a lane has a row.
template <class Column>
struct RowsUnion {
    const Column* col;
    uint64_t begin, at, end;
    __device__ __forceinline__ RowsUnion(const uint64_t* ptr, const Column* cols, uint64_t group,
                                         uint64_t nrows)
        : col(cols), begin(0), at(0), end(0) {
        const uint64_t i = group * reuse_tile_rows + lane();
        if (lane() >= reuse_tile_rows || i >= nrows) return;
        begin = at = ptr[i];
        end = ptr[i + 1];
    }
    // The next column, and a bit for each row that has it. All lanes of the warp; false: there is none.
    __device__ __forceinline__ bool next(uint64_t& column, unsigned& rows) {
        const uint64_t mine = at < end ? uint64_t(col[at]) : ~uint64_t(0);
        column = warp_reduce(mine, Smaller());
        const bool has = at < end && mine == column;
        rows = __ballot_sync(full_mask, has);
        at += has ? 1 : 0;
        return rows != 0;
    }
};

template <class Column>
__device__ __forceinline__ void count_unions(const uint64_t* ptr, const Column* cols, uint64_t nrows,
                                             uint64_t* counts) {
    const uint64_t groups = div_up(nrows, uint64_t(reuse_tile_rows));
    for (uint64_t g = grid_thread() / 32; g < groups; g += grid_threads() / 32) {
        RowsUnion<Column> columns(ptr, cols, g, nrows);
        uint64_t count = 0, column;
        unsigned rows;
        while (columns.next(column, rows)) ++count;
        if (lane() == 0) counts[g] = count;
    }
}

} // namespace mergus

// counts[g] = columns of group g in A, or in C. A warp has a group.
extern "C" __global__ void count_a_unions(mergus::ReusedPattern in, uint64_t nrows, uint64_t* counts) {
    mergus::count_unions(in.a_ptr, in.a_col, nrows, counts);
}
extern "C" __global__ void count_c_unions(mergus::ReusedPattern in, uint64_t nrows, uint64_t* counts) {
    mergus::count_unions(in.c_ptr, in.c_col, nrows, counts);
}

// The tiles of each group, and their columns of A.
extern "C" __global__ void count_tiles(const uint64_t* numbers, const uint64_t* unions, uint64_t groups,
                                       uint64_t* tiles, uint64_t* columns) {
    for (uint64_t g = mergus::grid_thread(); g < groups; g += mergus::grid_threads()) {
        tiles[g] = mergus::div_up(unions[g], uint64_t(mergus::reuse_tile_width));
        columns[g] = tiles[g] * numbers[g];
    }
}

// What list_tiles writes: for each group, the offsets of its columns of A and of C, of its tiles and of their
// columns, then the lists.
struct TileLists {
    const uint64_t *first_number, *first_union, *first_tile, *first_column;
    A_index* numbers;
    Index* unions;
    mergus::ReuseTile* tiles;
    mergus::GroupColumn* columns;
};

// Columns have no rows of B yet. A warp has a group.
extern "C" __global__ void list_tiles(mergus::ReusedPattern in, uint64_t nrows, TileLists lists) {
    const uint64_t groups = mergus::div_up(nrows, uint64_t(mergus::reuse_tile_rows));
    for (uint64_t g = mergus::grid_thread() / 32; g < groups; g += mergus::grid_threads() / 32) {
        const uint64_t tiles = lists.first_tile[g + 1] - lists.first_tile[g],
                       count = lists.first_number[g + 1] - lists.first_number[g];
        mergus::ReuseTile* const tile = lists.tiles + lists.first_tile[g];
        mergus::RowsUnion<Index> of_c(in.c_ptr, in.c_col, g, nrows);
        const uint64_t width = lists.first_union[g + 1] - lists.first_union[g];
        uint64_t column;
        unsigned rows;
        for (uint64_t n = 0; n < width; ++n) {
            const uint64_t t = n / mergus::reuse_tile_width;
            if (n % mergus::reuse_tile_width == 0) {
                if (mergus::lane() < mergus::reuse_tile_rows)
                    tile[t].offsets[mergus::lane()] = of_c.at - of_c.begin;
                if (mergus::lane() == 0) {
                    tile[t].group = g;
                    tile[t].columns = lists.first_column[g] + t * count;
                    tile[t].numbers = lists.first_number[g];
                    tile[t].unions = lists.first_union[g] + n;
                    tile[t].count = unsigned(count);
                    tile[t].width = unsigned(mergus::min_of(width - n, uint64_t(mergus::reuse_tile_width)));
                }
            }
            of_c.next(column, rows);
            if (mergus::lane() == 0) lists.unions[lists.first_union[g] + n] = Index(column);
        }
        mergus::RowsUnion<A_index> of_a(in.a_ptr, in.a_col, g, nrows);
        for (uint64_t n = 0; n < count; ++n) {
            of_a.next(column, rows);
            if (mergus::lane() == 0) lists.numbers[lists.first_number[g] + n] = A_index(column);
            for (uint64_t t = mergus::lane(); t < tiles; t += 32)
                lists.columns[lists.first_column[g] + t * count + n].rows = rows;
        }
    }
}

// The rows of B. A warp has a tile, a lane a column of A.
extern "C" __global__ void find_tile_entries(mergus::ReusedPattern in, uint64_t count,
                                             const mergus::ReuseTile* tiles, const A_index* numbers,
                                             const Index* unions, mergus::GroupColumn* columns) {
    for (uint64_t t = mergus::grid_thread() / 32; t < count; t += mergus::grid_threads() / 32) {
        const mergus::ReuseTile tile = tiles[t];
        const Index* const of_tile = unions + tile.unions;
        for (unsigned n = mergus::lane(); n < tile.count; n += 32) {
            const uint64_t k = numbers[tile.numbers + n], end = in.b_ptr[k + 1];
            mergus::GroupColumn column;
            column.rows = columns[tile.columns + n].rows;
            for (int b = 0; b < tile_blocks; ++b) column.masks[b] = 0;
            const uint64_t begin = mergus::lower_bound(in.b_col, in.b_ptr[k], end, of_tile[0]);
            unsigned first = 0, last = 0; // offsets in the tile
            uint64_t f = begin;
            for (unsigned at = 0; at < tile.width && f < end; ++at) {
                if (in.b_col[f] != of_tile[at]) continue;
                if (f == begin) first = at;
                last = at;
                column.masks[at / 32] |= 1u << (at % 32);
                ++f;
            }
            column.run = f > begin && last - first == f - begin - 1;
            column.start = begin - (column.run != 0 ? first : 0);
            columns[tile.columns + n] = column;
        }
    }
}
