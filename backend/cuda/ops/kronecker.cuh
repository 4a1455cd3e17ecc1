// kronecker.cuh: the Kronecker product. Row (ia, ib) of the result has length(ia) · length(ib) entries, and
// the rows before it have A_ptr[ia] · nvals(B) + length(ia) · B_ptr[ib].
//
// Bindings: A_index, B_index, Index, A_value, B_value, Z_value, f(a, b).

#include "kernels/search.cuh"

// Runs over nrows + 1.
extern "C" __global__ void kronecker_offsets(const uint64_t* a_ptr, const uint64_t* b_ptr, uint64_t b_rows,
                                             uint64_t nrows, uint64_t* ptr) {
    for (uint64_t i = mergus::grid_thread(); i <= nrows; i += mergus::grid_threads()) {
        const uint64_t ia = b_rows == 0 ? 0 : i / b_rows, ib = b_rows == 0 ? 0 : i % b_rows;
        const uint64_t length = i == nrows ? 0 : a_ptr[ia + 1] - a_ptr[ia];
        ptr[i] = a_ptr[ia] * b_ptr[b_rows] + length * b_ptr[ib];
    }
}

extern "C" __global__ void kronecker_entries(const uint64_t* a_ptr, const A_index* a_col,
                                             const A_value* a_val, const uint64_t* b_ptr,
                                             const B_index* b_col, const B_value* b_val, uint64_t b_rows,
                                             uint64_t b_cols, const uint64_t* ptr, uint64_t nrows,
                                             uint64_t count, Index* cols, Z_value* vals) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads()) {
        const uint64_t i = mergus::row_of(ptr, nrows, e);
        const uint64_t ib = i % b_rows, length = b_ptr[ib + 1] - b_ptr[ib], k = e - ptr[i];
        const uint64_t a = a_ptr[i / b_rows] + k / length, b = b_ptr[ib] + k % length;
        cols[e] = Index(uint64_t(a_col[a]) * b_cols + uint64_t(b_col[b]));
        vals[e] = f(a_val[a], b_val[b]);
    }
}
