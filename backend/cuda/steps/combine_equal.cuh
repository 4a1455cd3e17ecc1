// combine_equal.cuh: X and Y with entries in the same places: a comparison of the patterns, and the values.
//
// Bindings: those of combine.cuh.

#include "steps/combine_values.cuh"

// Posts whether offsets or columns differ. Blocks that find a difference stop all.
extern "C" __global__ void combine_compare(mergus::CombineInput in, uint64_t count,
                                           mergus::CombineCounts* counts, uint64_t* posted, uint32_t ticket) {
    using namespace mergus;
    const uint64_t thread = grid_thread(), threads = grid_threads();
    const volatile uint64_t* const differ = &counts->entries;
    bool equal = true;
    for (uint64_t i = thread; i < in.nrows && equal && *differ == 0; i += threads)
        equal = in.x_ptr[i] == in.y_ptr[i];
    for (uint64_t e = thread; e < count && equal && *differ == 0; e += 4 * threads)
        for (uint64_t f = e; f < min_of<uint64_t>(e + 4 * threads, count); f += threads)
            equal = equal && in.x_col[f] == in.y_col[f];
    // One atomic a block: of those of all threads, which find differences at the same time, each waits for
    // the others.
    const bool all_equal = __syncthreads_and(equal) != 0;
    if (threadIdx.x != 0) return;
    if (!all_equal) atomicExch(&counts->entries, uint64_t(1));
    __threadfence();
    if (atomicAdd(&counts->tiles, uint64_t(1)) + 1 != gridDim.x) return;
    __threadfence();
    post_to_host(posted, ticket, 0, atomicExch(&counts->entries, uint64_t(0)));
    atomicExch(&counts->tiles, uint64_t(0));
}

// val may be x_val.
extern "C" __global__ void combine_equal(mergus::CombineInput in, uint64_t count, Z_value* val) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads())
        val[e] = mergus::combination.of_both(in.x_val[e], in.y_val[e]);
}
