// symmetry.cuh: a fingerprint of the difference between a pattern and its transpose.
//
// Each entry (i, j) adds h(i, j) − h(j, i), for two hashes h of 64 bits. The sums are zero if the pattern is
// symmetric. Otherwise both are zero with a probability of about 2⁻¹²⁸.
//
// Bindings: Index.

#include "kernels/search.cuh"

namespace mergus {

// splitmix64's finaliser.
__device__ __forceinline__ uint64_t mix(uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
    return x ^ (x >> 31);
}

} // namespace mergus

// sums begin as zeros. A block has a run of neighbouring entries.
extern "C" __global__ void __launch_bounds__(256)
    fingerprint_asymmetry(const uint64_t* ptr, const Index* col, uint64_t nrows, uint64_t nvals,
                          uint64_t* sums) {
    constexpr unsigned each = 8;
    constexpr uint64_t first = 0x9e3779b97f4a7c15ull, second = 0xd1342543de82ef95ull;
    __shared__ uint64_t found[2];
    const uint64_t tile = uint64_t(blockDim.x) * each;
    uint64_t one = 0, two = 0;
    for (uint64_t e0 = blockIdx.x * tile; e0 < nvals; e0 += gridDim.x * tile) {
        const mergus::RowsOfTile rows =
            mergus::rows_of_tile(ptr, nrows, e0, mergus::min_of(e0 + tile, nvals), found);
        for (unsigned u = 0; u < each; ++u) {
            const uint64_t e = e0 + u * blockDim.x + threadIdx.x;
            if (e >= nvals) break;
            const uint64_t i = rows.row(e), j = col[e];
            one += mergus::mix(i * first + j * second) - mergus::mix(j * first + i * second);
            two += mergus::mix((i + 1) * second ^ (j * first)) - mergus::mix((j + 1) * second ^ (i * first));
        }
        __syncthreads();
    }
    one = mergus::warp_reduce(one, mergus::Plus());
    two = mergus::warp_reduce(two, mergus::Plus());
    if (mergus::lane() != 0) return;
    atomicAdd(&sums[0], one);
    atomicAdd(&sums[1], two);
}
