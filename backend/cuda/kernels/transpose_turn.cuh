// transpose_turn.cuh: the table of the first pass turned over, so that a bucket's runs stand beside each other.

#include "transpose_tile.cuh"

namespace mergus {

constexpr unsigned turned = 32; // buckets of a block, and tiles of a warp at a time
constexpr unsigned turning_warps = 16;

} // namespace mergus

// runs[bucket][tile] = where the run begins in the tile << 16 | its entries. A block has 32 buckets. Shared memory: turn_shared in
// transpose_plan.hpp.
extern "C" __global__ void __launch_bounds__(mergus::turning_warps * 32)
    transpose_turn(const uint16_t* table, uint32_t tiles, uint32_t buckets, uint32_t* runs) {
    using namespace mergus;
    extern __shared__ __align__(16) unsigned char shared[];
    let_next_kernel_start();
    await_earlier_kernels();
    unsigned* square = reinterpret_cast<unsigned*>(shared) + warp() * turned * (turned + 1);
    const unsigned first = blockIdx.x * turned, mine = first + lane();
    for (unsigned begin = (blockIdx.y * turning_warps + warp()) * turned; begin < tiles; begin += gridDim.y * turning_warps * turned) {
        const uint16_t* line = table + begin * uint64_t(buckets + 1) + mine;
#pragma unroll 8
        for (unsigned k = 0; k < turned; ++k, line += buckets + 1) {
            unsigned run = 0;
            if (begin + k < tiles && mine < buckets) run = unsigned(line[0]) << 16 | (unsigned(line[1]) - unsigned(line[0]));
            square[k * (turned + 1) + lane()] = run;
        }
        __syncwarp();
        for (unsigned k = 0; k < turned && first + k < buckets; ++k)
            if (begin + lane() < tiles) runs[(first + k) * uint64_t(tiles) + begin + lane()] = square[lane() * (turned + 1) + k];
        __syncwarp();
    }
}
