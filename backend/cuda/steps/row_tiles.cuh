// row_tiles.cuh: equal parts of rows and their entries, in which the end of each row counts as an item too
// (merge path: Merrill and Garland 2016). So the work of a block is bounded for any lengths of rows.

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
    // Where entry e is in a matrix whose rows begin at begins[].
    __device__ __forceinline__ uint64_t source(const uint64_t* begins, unsigned e) const {
        unsigned low = 0, high = rows; // start[low] <= e < start[high]
        while (high - low > 1) {
            const unsigned middle = (low + high) / 2;
            if (start[middle] <= e)
                low = middle;
            else
                high = middle;
        }
        const uint64_t row = begin.row + low;
        return begins[row] + (begin.entry + e - offset[row]);
    }
};

} // namespace mergus

// begin[t] for the tiles, and where the last one ends.
extern "C" __global__ void split_rows(const uint64_t* offset, uint64_t rows, uint64_t tiles,
                                      mergus::RowTile* begin) {
    for (uint64_t t = mergus::grid_thread(); t <= tiles; t += mergus::grid_threads()) {
        const uint64_t item = t * mergus::tile_items;
        uint64_t low = 0, high = rows + 1; // offset[low] + low <= item
        while (high - low > 1) {
            const uint64_t middle = low + (high - low) / 2;
            if (offset[middle] + middle <= item)
                low = middle;
            else
                high = middle;
        }
        begin[t] = {low, low == rows ? offset[rows] : item - low};
    }
}
