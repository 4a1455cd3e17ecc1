// padded.cuh: arrays in shared memory with an item left out after every 32.

namespace mergus {

// Where item i of such an array stands: items whose numbers differ by a multiple of 32, or of a power of two
// below it, are not all in a few banks. Not constexpr: with it transpose_gather is compiled to other code
// than what was measured.
__device__ __forceinline__ unsigned padded(unsigned i) {
    return i + i / 32;
}

} // namespace mergus
