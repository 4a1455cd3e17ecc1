// map.cuh: a function applied to each value. Bindings: Index, X_value, Y_value, Z_value, constants map_form
// and is_vector (columns are the indices of a vector), and f, whose arguments depend on the form: 0 f(x), 1
// f(x, y), 2 f(y, x), 3 f(x, i, j, y).

#include "kernels/search.cuh"

namespace mergus {

// A template, because f has the arguments of one form only.
template <class X, class Y>
__device__ __forceinline__ Z_value map_value(X x, int64_t i, int64_t j, Y y) {
    if constexpr (map_form == 0)
        return f(x);
    else if constexpr (map_form == 1)
        return f(x, y);
    else if constexpr (map_form == 2)
        return f(y, x);
    else
        return f(x, i, j, y);
}

} // namespace mergus

// out[e] = f of in[e]. Values that belong to no matrix have neither ptr nor col.
extern "C" __global__ void map_values(const uint64_t* ptr, uint64_t nrows, const Index* col,
                                      const X_value* in, uint64_t count, Y_value y, Z_value* out) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads()) {
        const int64_t index = col == nullptr ? 0 : int64_t(col[e]);
        const int64_t i = map_form != 3 ? 0 : is_vector ? index : int64_t(mergus::row_of(ptr, nrows, e));
        out[e] = mergus::map_value(in[e], i, is_vector ? 0 : index, y);
    }
}
