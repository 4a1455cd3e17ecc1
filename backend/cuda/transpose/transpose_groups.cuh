// transpose_groups.cuh: computes where groups of buckets begin, and the tiles that each is cut into
// (transpose_regroup.cuh).
//
// Bindings: those of transpose_tile.cuh, with one item for each thread and a thread for each group, and
// constant run_tile (entries of a tile of the passes).

#include "transpose/transpose_partition.h"
#include "transpose/transpose_tile.cuh"

// One block. runs: see BucketGroups; the last element is the number of entries. begins and first_tiles have
// groups + 1 elements.
extern "C" __global__ void __launch_bounds__(mergus::tile_threads)
    transpose_groups(const uint32_t* runs, uint32_t tiles, uint32_t groups, uint32_t* begins,
                     uint32_t* first_tiles, mergus::BucketGroupStatus* status) {
    using namespace mergus;
    __shared__ unsigned sums[tile_size + 1], scratch[tile_warps], largest;
    const unsigned g = threadIdx.x;
    const unsigned begin = g <= groups ? runs[g * uint64_t(tiles)] : 0;
    const unsigned mine =
        g < groups ? div_up(runs[(g + 1) * uint64_t(tiles)] - begin, unsigned(run_tile)) : 0;
    sums[g] = mine;
    if (g == 0) largest = 0;
    block_scan(sums, groups, scratch);
    atomicMax(&largest, mine);
    __syncthreads();
    if (g <= groups) {
        begins[g] = begin;
        first_tiles[g] = sums[g];
    }
    if (g == 0) *status = {sums[groups], largest};
}
