// combine_equal.cuh: X, Y and the mask with entries in the same places: a comparison of the patterns, and the
// values.
//
// Bindings: those of combine.cuh.

#include "steps/combine_values.cuh"

namespace mergus {

// Calls same(i) for all i below count, those of each_time numbers together, so that their loads overlap with
// that of `stop`. \return whether all that were called are true. Ends early where one is not, or *stop is not
// 0.
template <unsigned each_time, class Same>
__device__ __forceinline__ bool all_same(uint64_t count, const volatile uint64_t* stop, const Same& same) {
    const uint64_t threads = grid_threads();
    bool equal = true, goes_on = true;
    for (uint64_t i = grid_thread(); i < count && goes_on; i += each_time * threads) {
        bool each[each_time];
        const uint64_t stopped = *stop;
#pragma unroll
        for (unsigned u = 0; u < each_time; ++u) each[u] = same(min_of(i + u * threads, count - 1));
#pragma unroll
        for (unsigned u = 0; u < each_time; ++u) equal = equal && each[u];
        goes_on = equal && stopped == 0;
    }
    return equal;
}

// Posts whether offsets or columns differ, or same(e) is false for an entry e. Blocks that find a difference
// stop all.
template <unsigned each_time, class Same>
__device__ __forceinline__ void compare(const CombineInput& in, uint64_t count, CombineCounts* counts,
                                        uint64_t* posted, uint32_t ticket, const Same& same) {
    const bool equal =
        all_same<compared_at_once>(in.nrows, &counts->entries,
                                   [&](uint64_t i) {
                                       return in.x_ptr[i] == in.y_ptr[i] &&
                                              (!has_mask || in.x_ptr[i] == in.m_ptr[i]);
                                   }) &&
        all_same<each_time>(count, &counts->entries, [&](uint64_t e) {
            return (in.x_col[e] == in.y_col[e]) & (!has_mask || in.x_col[e] == in.m_col[e]) & same(e);
        });
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
    using namespace mergus;
    compare<2 * compared_at_once>(in, count, counts, posted, ticket, [](uint64_t) { return true; });
}

// val may be x_val.
extern "C" __global__ void __launch_bounds__(256)
    combine_equal(mergus::CombineInput in, uint64_t count, Z_value* val) {
    using namespace mergus;
    constexpr unsigned each = sizeof(Z_value) <= 8 ? 4 : 1; // large values would need too many registers
    const uint64_t threads = grid_threads();
    for (uint64_t first = grid_thread(); first < count; first += each * threads) {
        Z_value z[each];
#pragma unroll
        for (unsigned u = 0; u < each; ++u) {
            const uint64_t e = first + u * threads;
            if (e < count) z[u] = combination.of_both(in.x_val[e], in.y_val[e]);
        }
#pragma unroll
        for (unsigned u = 0; u < each; ++u)
            if (first + u * threads < count) val[first + u * threads] = z[u];
    }
}
