// transpose_groups.cuh: where groups of buckets begin, and the tiles that each is cut into
// (transpose_regroup.cuh).
//
// Bindings: those of transpose_tile.cuh, in which a tile is one entry a thread and holds all groups, and
// constant run_tile (entries of a tile of the passes).

#include "transpose/transpose_tile.cuh"

namespace mergus {

// What the host wants to know before it goes on.
struct GroupStatus {
    uint32_t tiles, most_tiles; // of all groups, and of the largest
};

} // namespace mergus

// runs[group][tile]: entries before that run, of all groups; behind the last all entries. begins[groups + 1],
// first_tiles[groups + 1]. One block.
extern "C" __global__ void __launch_bounds__(mergus::tile_threads)
    transpose_groups(const uint32_t* runs, uint32_t tiles, uint32_t groups, uint32_t* begins,
                     uint32_t* first_tiles, mergus::GroupStatus* status) {
    using namespace mergus;
    __shared__ unsigned sums[tile_size + 1], scratch[tile_warps], most;
    const unsigned g = threadIdx.x;
    const unsigned begin = g <= groups ? runs[g * uint64_t(tiles)] : 0;
    const unsigned mine =
        g < groups ? div_up(runs[(g + 1) * uint64_t(tiles)] - begin, unsigned(run_tile)) : 0;
    sums[g] = mine;
    if (g == 0) most = 0;
    block_scan(sums, groups, scratch);
    atomicMax(&most, mine);
    __syncthreads();
    if (g <= groups) {
        begins[g] = begin;
        first_tiles[g] = sums[g];
    }
    if (g == 0) *status = {sums[groups], most};
}
