// edge_list.cuh: lists of edges between vertices of 32 bits, to which blocks append. The order in a list
// depends on the order of the blocks.

#include "kernels/search.cuh"
#include "primitives/block_sum.cuh"

namespace mergus {

constexpr unsigned edges_per_thread = 8; // in a tile of a block

// Two vertices, the first in the high bits.
__device__ __forceinline__ uint64_t edge_of(uint32_t u, uint32_t v) {
    return uint64_t(u) << 32 | v;
}
__device__ __forceinline__ uint32_t first_end(uint64_t edge) {
    return uint32_t(edge >> 32);
}
__device__ __forceinline__ uint32_t second_end(uint64_t edge) {
    return uint32_t(edge);
}

// A value that other threads change during the kernel, from the L2 cache: one from the L1 cache would be
// correct too, but older, and cause more atomics.
template <class T>
__device__ __forceinline__ T latest(const T* value) {
    return *static_cast<const volatile T*>(value);
}
__device__ __forceinline__ void lower(uint32_t* to, uint32_t value) {
    if (value < latest(to)) atomicMin(to, value);
}
__device__ __forceinline__ void lower(uint64_t* to, uint64_t value) {
    if (value < latest(to)) atomicMin(to, value);
}

struct AppendShared {
    unsigned sums[32];
    uint64_t first;
};

// Makes room for `mine` edges of this thread in a list of `count` edges. All threads of the block take part.
// Returns the place of the first.
__device__ __forceinline__ uint64_t append(uint64_t* count, unsigned mine, AppendShared& shared) {
    unsigned total;
    const unsigned before = block_exclusive_sum(mine, shared.sums, total);
    if (threadIdx.x == 0) shared.first = atomicAdd(count, uint64_t(total));
    __syncthreads();
    return shared.first + before;
}

} // namespace mergus
