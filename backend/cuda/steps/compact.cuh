// compact.cuh: some entries of a matrix, copied to a smaller one: flag, scan (a primitive), copy.
//
// Bindings: Index, Offset, X_value, X_values (through which they are read), Y_value, Z_value; constants
// needs_row, is_vector (columns are the indices of a vector), entry_test and has_fill; convert(x) unless
// has_fill. entry_test: 0 none, 1 keep(x, i, j, y), 2 truth(x) and (i, j) in the region of the lists y, with
// the bindings of region_lists.cuh.

#include "kernels/search.cuh"
#include "steps/region_lists.cuh"

namespace mergus {

// Templates, because the functions of the bindings exist only where they are used.
template <class X, class Y>
__device__ __forceinline__ bool passes(const X& x, int64_t i, int64_t j, const Y& y) {
    if constexpr (entry_test == 1)
        return keep(x, i, j, y);
    else if constexpr (entry_test == 2)
        return truth(x) && in_region(y, uint64_t(i), uint64_t(j));
    else
        return true;
}
template <class X>
__device__ __forceinline__ Z_value converted(const X& x) {
    if constexpr (has_fill != 0)
        return Z_value();
    else
        return convert(x);
}

} // namespace mergus

// keeps[e] = 1 if entry e passes the test.
extern "C" __global__ void flag_entries(const uint64_t* ptr, uint64_t nrows, const Index* col, X_values in,
                                        uint64_t count, Y_value y, Offset* keeps) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads()) {
        const int64_t index = int64_t(col[e]);
        const int64_t i = is_vector ? index : needs_row ? int64_t(mergus::row_of(ptr, nrows, e)) : 0;
        keeps[e] = mergus::passes(in[e], i, is_vector ? 0 : index, y) ? 1 : 0;
    }
}

// The same where bit e of the words says whether entry e passes.
extern "C" __global__ void flag_marked(const uint64_t* bits, uint64_t count, Offset* keeps) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads())
        keeps[e] = Offset(bits[e / 64] >> (e % 64) & 1);
}

// After the scan of the flags, which gives each kept entry its offset: the row offsets, and the number of
// kept entries, posted to the host. Runs over nrows + 1.
extern "C" __global__ void compact_offsets(const uint64_t* ptr, uint64_t nrows, const Offset* offset,
                                           uint64_t* out, uint64_t* posted, uint32_t ticket) {
    for (uint64_t i = mergus::grid_thread(); i <= nrows; i += mergus::grid_threads()) {
        const uint64_t kept = offset[ptr[i]];
        out[i] = kept;
        if (i == nrows) mergus::post_to_host(posted, ticket, 0, kept);
    }
}

// The kept entries with their values, cast.
extern "C" __global__ void compact_entries(const Index* col, X_values val, uint64_t count,
                                           const Offset* offset, Index* col_out, Z_value* val_out) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads()) {
        const Offset at = offset[e];
        if (offset[e + 1] == at) continue;
        col_out[at] = col[e];
        val_out[at] = mergus::converted(val[e]);
    }
}

// The kept entries, all with one value.
extern "C" __global__ void compact_scalar(const Index* col, uint64_t count, const Offset* offset,
                                          Z_value value, Index* col_out, Z_value* val_out) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads()) {
        const Offset at = offset[e];
        if (offset[e + 1] == at) continue;
        col_out[at] = col[e];
        val_out[at] = value;
    }
}
