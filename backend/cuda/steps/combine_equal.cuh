// combine_equal.cuh: X, Y and the mask with entries in the same places: a comparison of the patterns, and the
// values.
//
// Bindings: those of combine.cuh.

#include "steps/combine_values.cuh"

namespace mergus {

// Posts whether offsets or columns differ, or same(e) is false for an entry e. Blocks that find a difference
// stop all.
template <class Same>
__device__ __forceinline__ void compare(const CombineInput& in, uint64_t count, CombineCounts* counts,
                                        uint64_t* posted, uint32_t ticket, const Same& same) {
    const uint64_t thread = grid_thread(), threads = grid_threads();
    const volatile uint64_t* const differ = &counts->entries;
    bool equal = true;
    for (uint64_t i = thread; i < in.nrows && equal && *differ == 0; i += threads)
        equal = in.x_ptr[i] == in.y_ptr[i] && (!has_mask || in.x_ptr[i] == in.m_ptr[i]);
    for (uint64_t e = thread; e < count && equal && *differ == 0; e += compared_at_once * threads) {
        bool equal_entries[compared_at_once]; // apart from each other, so that all loads overlap
#pragma unroll
        for (unsigned u = 0; u < compared_at_once; ++u) {
            const uint64_t f = min_of(e + u * threads, count - 1);
            equal_entries[u] = (in.x_col[f] == in.y_col[f]) & same(f);
            if (has_mask) equal_entries[u] &= in.x_col[f] == in.m_col[f];
        }
#pragma unroll
        for (unsigned u = 0; u < compared_at_once; ++u) equal = equal && equal_entries[u];
    }
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

} // namespace mergus

// Compares the patterns.
extern "C" __global__ void __launch_bounds__(256)
    combine_compare(mergus::CombineInput in, uint64_t count, mergus::CombineCounts* counts, uint64_t* posted,
                    uint32_t ticket) {
    mergus::compare(in, count, counts, posted, ticket, [](uint64_t) { return true; });
}

// val may be x_val.
extern "C" __global__ void combine_equal(mergus::CombineInput in, uint64_t count, Z_value* val) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads())
        val[e] = mergus::combination.of_both(in.x_val[e], in.y_val[e]);
}
