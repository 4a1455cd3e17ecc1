// padded.cuh: arrays in shared memory with one unused item after every 32 items, against bank conflicts.

namespace mergus {

// The index of item i in such an array. Items whose numbers differ by a multiple of 32, or by a smaller power
// of two, are in different banks. Not constexpr: NVRTC then compiles transpose_gather to code other than the
// measured one.
__device__ __forceinline__ unsigned padded(unsigned i) {
    return i + i / 32;
}

} // namespace mergus
