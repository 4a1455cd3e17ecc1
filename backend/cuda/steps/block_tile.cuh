// block_tile.cuh: a tile of rows and their entries (steps/row_tiles.h) as the work of a block: one of
// split_rows(), not of those that are kept with a matrix, which may have more rows.

#include "kernels/search.cuh"
#include "steps/row_tiles.h"

namespace mergus {

// The tile of a block: its entries are numbered from 0, as are its rows, of which the first and the last may
// be parts.
struct BlockTile {
    const uint64_t* offset; // of all rows
    RowTile begin;
    unsigned rows, count;
    uint16_t* start; // in shared memory: tile_items + 2

    __device__ __forceinline__ BlockTile(const RowTile* tiles, const uint64_t* offset, uint16_t* start)
        : offset(offset), begin(tiles[blockIdx.x]), start(start) {
        const RowTile end = tiles[blockIdx.x + 1];
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
