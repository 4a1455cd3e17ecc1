// kronecker.cuh: the Kronecker product. Row (ia, ib) of the result has length(ia) · length(ib) entries, and
// the rows before it have A_ptr[ia] · nvals(B) + length(ia) · B_ptr[ib].
//
// Bindings: A_index, B_index, Index, A_value, B_value, Z_value, f(a, b).

#include "steps/block_tile.cuh"

namespace mergus {

// Divisions of 64 bits take several times as long.
__device__ __forceinline__ uint64_t quotient(uint64_t a, uint64_t b) {
    return (a | b) >> 32 == 0 ? uint64_t(uint32_t(a) / uint32_t(b)) : a / b;
}

} // namespace mergus

// Runs over nrows + 1.
extern "C" __global__ void kronecker_offsets(const uint64_t* a_ptr, const uint64_t* b_ptr, uint64_t b_rows,
                                             uint64_t nrows, uint64_t* ptr) {
    for (uint64_t i = mergus::grid_thread(); i <= nrows; i += mergus::grid_threads()) {
        const uint64_t ia = b_rows == 0 ? 0 : i / b_rows, ib = b_rows == 0 ? 0 : i % b_rows;
        const uint64_t length = i == nrows ? 0 : a_ptr[ia + 1] - a_ptr[ia];
        ptr[i] = a_ptr[ia] * b_ptr[b_rows] + length * b_ptr[ib];
    }
}

// A block has a tile of the result's rows.
extern "C" __global__ void __launch_bounds__(256)
    kronecker_entries(mergus::RowTileList tiles, const uint64_t* __restrict__ a_ptr,
                      const A_index* __restrict__ a_col, const A_value* __restrict__ a_val,
                      const uint64_t* __restrict__ b_ptr, const B_index* __restrict__ b_col,
                      const B_value* __restrict__ b_val, uint64_t b_rows, uint64_t b_cols,
                      const uint64_t* __restrict__ ptr, Index* __restrict__ cols,
                      Z_value* __restrict__ vals) {
    using namespace mergus;
    __shared__ uint16_t start[tile_items + 2];
    const BlockTile tile(tiles, ptr, start);
    // The loads of several entries overlap.
#pragma unroll 4
    for (unsigned e = threadIdx.x; e < tile.count; e += tile_threads) {
        const uint64_t i = tile.row_of_entry(e), at = tile.begin.entry + e;
        const uint64_t ia = quotient(i, b_rows), ib = i - ia * b_rows;
        const uint64_t length = b_ptr[ib + 1] - b_ptr[ib], k = at - ptr[i], ka = quotient(k, length);
        const uint64_t a = a_ptr[ia] + ka, b = b_ptr[ib] + (k - ka * length);
        cols[at] = Index(uint64_t(a_col[a]) * b_cols + uint64_t(b_col[b]));
        vals[at] = f(a_val[a], b_val[b]);
    }
}
