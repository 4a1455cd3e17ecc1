// combine_equal.cuh: X and Y with entries in the same places: a comparison of the patterns, and the values.
//
// Bindings: those of combine.cuh.

#include "steps/combine_values.cuh"

// Sets *differ if offsets or columns differ. Blocks that find it set stop.
extern "C" __global__ void combine_compare(mergus::CombineInput in, uint64_t count,
                                           volatile uint32_t* differ) {
    const uint64_t thread = mergus::grid_thread(), threads = mergus::grid_threads();
    bool equal = true;
    for (uint64_t i = thread; i < in.nrows && equal && *differ == 0; i += threads)
        equal = in.x_ptr[i] == in.y_ptr[i];
    for (uint64_t e = thread; e < count && equal && *differ == 0; e += 4 * threads)
        for (uint64_t f = e; f < mergus::min_of<uint64_t>(e + 4 * threads, count); f += threads)
            equal = equal && in.x_col[f] == in.y_col[f];
    if (!equal) *differ = 1;
}

// val may be x_val.
extern "C" __global__ void combine_equal(mergus::CombineInput in, uint64_t count, Z_value* val) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads())
        val[e] = mergus::value_of_both(in.x_val[e], in.y_val[e]);
}
