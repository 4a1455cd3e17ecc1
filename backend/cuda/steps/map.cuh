// map.cuh: a function applied to each value. Bindings: Index, X_value, Y_value, Z_value, constants map_form
// and is_vector (columns are the indices of a vector), and f, whose arguments depend on the form (entry.cuh).

#include "kernels/search.cuh"
#include "steps/entry.cuh"

// out[e] = f of in[e]. Values that belong to no matrix have neither ptr nor col.
extern "C" __global__ void map_values(const uint64_t* ptr, uint64_t nrows, const Index* col,
                                      const X_value* in, uint64_t count, Y_value y, Z_value* out) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads()) {
        const int64_t index = col == nullptr ? 0 : int64_t(col[e]);
        const uint64_t row = map_form != 3 || is_vector ? 0 : mergus::row_of(ptr, nrows, e);
        out[e] = mergus::mapped<map_form>(mergus::view_of(in, e, true),
                                          mergus::position_of<is_vector != 0>(row, index), y);
    }
}
