// fold_bitmap.cuh: the values of all entries folded by a commutative monoid, in one launch. Warps fold their
// cells; the last block folds the results of the warps, in a fixed order.
//
// Bindings: as monoid.cuh; X_value, convert(x) → Monoid_value, identity().

#include "bitmap/bitmap_counter.h"
#include "steps/monoid.cuh"

namespace mergus {

// A value, or none.
struct Folded {
    Monoid_value value;
    unsigned filled;

    __device__ __forceinline__ void add_value(const Monoid_value& other) {
        value = filled != 0 ? combine(value, other) : other;
        filled = 1;
    }
};

// The fold of the lanes' values, in all lanes that matter: lane 0.
__device__ __forceinline__ void fold_warp(Folded& mine) {
    for (unsigned distance = 16; distance > 0; distance /= 2) {
        const Monoid_value other = shuffle_down(full_mask, mine.value, distance);
        const unsigned filled = __shfl_down_sync(full_mask, mine.filled, distance);
        if (lane() < distance && filled != 0) mine.add_value(other);
    }
}

} // namespace mergus

// `values` and `filled` have room for every warp of the grid; the result goes to values[0].
extern "C" __global__ void fold_bitmap(const uint32_t* bits, const X_value* val, uint64_t words,
                                       mergus::BitmapCounter* counter, Monoid_value* values,
                                       unsigned* filled) {
    __shared__ unsigned last;
    const uint64_t me = mergus::grid_thread() / 32, warps = mergus::grid_threads() / 32;
    mergus::Folded mine{};
    for (uint64_t w = me; w < words; w += warps)
        if ((bits[w] >> mergus::lane() & 1u) != 0) mine.add_value(convert(val[w * 32 + mergus::lane()]));
    mergus::fold_warp(mine);
    if (mergus::lane() == 0) {
        values[me] = mine.value;
        filled[me] = mine.filled;
    }
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) last = atomicAdd(&counter->ended, uint64_t(1)) + 1 == gridDim.x ? 1 : 0;
    __syncthreads();
    if (last == 0 || mergus::warp() != 0) return;
    __threadfence();
    mergus::Folded sum{};
    for (uint64_t w = mergus::lane(); w < warps; w += 32)
        if (filled[w] != 0) sum.add_value(values[w]);
    __syncwarp();
    mergus::fold_warp(sum);
    if (mergus::lane() != 0) return;
    counter->ended = 0;
    values[0] = sum.filled != 0 ? sum.value : identity();
}
