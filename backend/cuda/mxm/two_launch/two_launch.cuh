// two_launch.cuh: the rows of a tile, which a block has, in the order in which it takes them: rows for the
// whole block, then those of a warp or less. Warps take the longest class first.

#include "mxm/two_launch/two_launch.h"

namespace mergus {

constexpr unsigned two_launch_warps = two_launch_threads / 32;

// In shared memory.
struct TileRows {
    unsigned count[two_launch_classes];
    unsigned row[two_launch_classes][most_tile_rows]; // of each class, from the first row of the tile

    // Called by all threads, before the first add().
    __device__ __forceinline__ void clear() {
        if (threadIdx.x < two_launch_classes) count[threadIdx.x] = 0;
        __syncthreads();
    }
    __device__ __forceinline__ void add(unsigned row_class, unsigned r) {
        row[row_class][atomicAdd(&count[row_class], 1u)] = r;
    }
    // Rows of a class that a warp takes at a time.
    static __device__ __forceinline__ unsigned together(unsigned row_class) {
        return row_class >= sorted_by_32 ? 1 : 4u >> row_class;
    }
    // The number of warps that have rows.
    __device__ __forceinline__ unsigned tasks() const {
        unsigned tasks = 0;
        for (unsigned c = 0; c <= dense_by_warp; ++c) tasks += div_up(count[c], together(c));
        return tasks;
    }
    // The rows of a task: row[row_class][n] and those behind it that the warp has threads for; behind the
    // last task there are none.
    __device__ __forceinline__ void find(unsigned task, unsigned& row_class, unsigned& n) const {
        for (unsigned c = dense_by_warp + 1; c-- > 0;) {
            const unsigned tasks = div_up(count[c], together(c));
            row_class = c;
            n = task * together(c);
            if (task < tasks) return;
            task -= tasks;
        }
    }
};

// Does the work of all rows that were added. Work has: block_row(r), called by all threads; warp_row(r),
// called by a warp; esc_row<threads>(r, has_row), called by a warp whose groups of `threads` have a row
// each.
template <class Work>
__device__ __forceinline__ void take_rows(const TileRows& tile, const Work& work) {
    __syncthreads();
    for (unsigned n = 0; n < tile.count[dense_by_block]; ++n) work.block_row(tile.row[dense_by_block][n]);
    // The shuffle and the barrier tell the compiler that all threads of a warp take a branch together: code
    // for threads that may not is twice as large.
    const unsigned tasks = tile.tasks(), own_warp = shuffle(full_mask, warp(), 0);
    for (unsigned first = 0; first < tasks; first += two_launch_warps) {
        unsigned c, n;
        tile.find(first + own_warp, c, n);
        const bool has_task = n < tile.count[c];
        n += c >= sorted_by_32 ? 0 : lane() / (8u << c);
        const bool has_row = n < tile.count[c];
        const unsigned r = has_row ? tile.row[c][n] : 0;
        if (!has_task) {
            // Memory of a warp has the size for the classes that there are.
        } else if (c == dense_by_warp) {
            work.warp_row(r);
        } else if (c == sorted_by_32) {
            work.template esc_row<32>(r, has_row);
        } else if (c == sorted_by_16) {
            work.template esc_row<16>(r, has_row);
        } else {
            work.template esc_row<8>(r, has_row);
        }
        __syncthreads();
    }
}

} // namespace mergus
