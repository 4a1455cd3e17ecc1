// row_tiles.cuh: the rows of a tile, which a block has, in the order in which it takes them: rows for the
// whole block, then those of a warp or less. Warps take the longest class first.

#include "mxm/row_tiles.h"

namespace mergus {

constexpr unsigned tile_threads = 256, tile_warps = tile_threads / 32;

// In shared memory.
struct TileRows {
    unsigned count[row_tiles_classes];
    unsigned row[row_tiles_classes][most_tile_rows]; // of each class, from the first row of the tile
    unsigned next;                                   // task of a warp

    // Called by all threads, as the first of this tile.
    __device__ __forceinline__ void clear() {
        if (threadIdx.x < row_tiles_classes) count[threadIdx.x] = 0;
        if (threadIdx.x == row_tiles_classes) next = 0;
        __syncthreads();
    }
    __device__ __forceinline__ void add(unsigned row_class, unsigned r) {
        row[row_class][atomicAdd(&count[row_class], 1u)] = r;
    }
    // The next rows for this warp: row[row_class][n] and those behind it that the warp has threads for.
    __device__ __forceinline__ bool take(unsigned& row_class, unsigned& n) {
        unsigned task = 0;
        if (lane() == 0) task = atomicAdd(&next, 1u);
        task = shuffle(full_mask, task, 0);
        for (unsigned c = dense_by_warp + 1; c-- > 0;) {
            const unsigned together = c >= sorted_by_32 ? 1 : 4u >> c;
            const unsigned tasks = (count[c] + together - 1) / together;
            row_class = c;
            n = task * together;
            if (task < tasks) return true;
            task -= tasks;
        }
        return false;
    }
};

// Does the work of all rows that were added. Work has: block_row(r), called by all threads; warp_row(r),
// called by a warp; sorted_row<threads>(r, has_row), called by a warp whose groups of `threads` have a row
// each.
template <class Work>
__device__ __forceinline__ void take_rows(TileRows& tile, const Work& work) {
    __syncthreads();
    for (unsigned n = 0; n < tile.count[dense_by_block]; ++n) work.block_row(tile.row[dense_by_block][n]);
    __syncthreads();
    unsigned c, n;
    while (tile.take(c, n)) {
        if (c == dense_by_warp) {
            work.warp_row(tile.row[c][n]);
        } else {
            n += lane() / (8u << c);
            const bool has_row = n < tile.count[c];
            const unsigned r = has_row ? tile.row[c][n] : 0;
            if (c == sorted_by_32)
                work.template sorted_row<32>(r, has_row);
            else if (c == sorted_by_16)
                work.template sorted_row<16>(r, has_row);
            else
                work.template sorted_row<8>(r, has_row);
        }
        __syncwarp();
    }
}

} // namespace mergus
