// block_tile.cuh: a tile of rows and their entries (steps/row_tiles.h) as the work of a block: one of
// split_rows(), not of those that are kept with a matrix, which may have more rows.

#include "kernels/search.cuh"
#include "steps/row_tiles.h"

namespace mergus {

// Where the tile of an item begins (row_tiles.cuh), searched by a warp.
__device__ __forceinline__ RowTile tile_by_warp(const uint64_t* offset, uint64_t rows, uint64_t item) {
    if (item >= offset[rows] + rows) return {rows, offset[rows]};
    uint64_t low = 0, high = rows; // row `low` has the item
    while (high - low > 1) {
        const uint64_t step = div_up<uint64_t>(high - low, 32), at = low + (lane() + 1) * step;
        const bool begins = at < high && offset[at] + at <= item;
        low += unsigned(__popc(__ballot_sync(full_mask, begins))) * step;
        high = min_of(low + step, high);
    }
    const uint64_t entry = item - low;
    const bool is_end = entry == offset[low + 1] && entry != offset[low];
    return {is_end ? low + 1 : low, entry};
}

// The tile of a block: its entries are numbered from 0, as are its rows, of which the first and the last may
// be parts.
struct BlockTile {
    const uint64_t* offset; // of all rows
    RowTile begin;
    unsigned rows, count;
    uint16_t* start; // in shared memory: tile_items + 2

    __device__ __forceinline__ BlockTile(const RowTileList& tiles, const uint64_t* offset, uint16_t* start)
        : offset(offset), start(start) {
        __shared__ RowTile ends[2]; // the tile's begin, and that of the next one
        if (warp() < 2) {
            const uint64_t t = uint64_t(blockIdx.x) + warp();
            const RowTile tile =
                tiles.begin != nullptr ? tiles.begin[t] : tile_by_warp(offset, tiles.rows, t * tile_items);
            if (lane() == 0) ends[warp()] = tile;
        }
        __syncthreads();
        begin = ends[0];
        const RowTile end = ends[1];
        rows = unsigned(end.row - begin.row) + 1;
        count = unsigned(end.entry - begin.entry);
        for (unsigned l = threadIdx.x; l <= rows; l += tile_threads)
            start[l] = uint16_t(l == 0      ? 0
                                : l == rows ? count
                                            : unsigned(offset[begin.row + l] - begin.entry));
        __syncthreads();
    }
    // The row of entry e.
    __device__ __forceinline__ uint64_t row_of_entry(unsigned e) const {
        return begin.row + row_among(start, 0u, rows, e);
    }
    // Where entry e is in a matrix whose rows begin at begins[].
    __device__ __forceinline__ uint64_t source(const uint64_t* begins, unsigned e) const {
        const uint64_t row = row_of_entry(e);
        return begins[row] + (begin.entry + e - offset[row]);
    }
};

} // namespace mergus
