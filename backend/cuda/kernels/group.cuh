// group.cuh: a group of threads that work on one row: a part of a warp, or the whole block.
//
// Bindings: constant group_threads: a power of two up to 32, or 0 for the whole block.

namespace mergus {

struct Group {
    static constexpr bool whole_block = group_threads == 0;
    unsigned rank, size;

    __device__ __forceinline__ Group()
        : rank(group_threads == 0 ? threadIdx.x
                                  : threadIdx.x % unsigned(group_threads == 0 ? 1 : group_threads)),
          size(group_threads == 0 ? blockDim.x : unsigned(group_threads)) {}

    // The index of this group in its block, and the number of groups.
    static __device__ __forceinline__ unsigned index() {
        return group_threads == 0 ? 0 : threadIdx.x / unsigned(group_threads == 0 ? 1 : group_threads);
    }
    static __device__ __forceinline__ unsigned count() {
        return group_threads == 0 ? 1 : blockDim.x / unsigned(group_threads == 0 ? 1 : group_threads);
    }

    __device__ __forceinline__ void sync() const {
        if (group_threads == 0) {
            __syncthreads();
        } else {
            constexpr unsigned ones = group_threads == 32 ? 0xffffffffu : (1u << (group_threads % 32)) - 1u;
            __syncwarp(ones << (lane() - lane() % unsigned(group_threads == 0 ? 1 : group_threads)));
        }
    }
};

} // namespace mergus
