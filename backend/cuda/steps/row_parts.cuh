// row_parts.cuh: contiguous parts of rows, copied to a matrix: find, scan (a primitive), copy.
//
// Bindings: Index, Value; constants upper, has_values.

#include "kernels/search.cuh"

namespace mergus {

// The first position in [begin, end) whose column is not below `wanted`.
__device__ __forceinline__ uint64_t first_column(const Index* col, uint64_t begin, uint64_t end,
                                                 int64_t wanted) {
    if (wanted <= 0) return begin;
    if (uint64_t(wanted) > uint64_t(Index(~Index(0)))) return end;
    return lower_bound(col, begin, end, Index(wanted));
}

constexpr uint32_t tile_entries = 2048;

} // namespace mergus

// The rows of the list: begin and length of each in A.
extern "C" __global__ void listed_parts(const uint64_t* ptr, const uint64_t* list, uint64_t rows,
                                        uint64_t* begins, uint64_t* lengths) {
    for (uint64_t r = mergus::grid_thread(); r < rows; r += mergus::grid_threads()) {
        const uint64_t i = list[r];
        begins[r] = ptr[i];
        lengths[r] = ptr[i + 1] - ptr[i];
    }
}

// The part of each row with j >= i + y (upper), or j <= i + y. y is at most one above the number of a
// diagonal.
extern "C" __global__ void triangle_parts(const uint64_t* ptr, const Index* col, uint64_t rows, int64_t y,
                                          uint64_t* begins, uint64_t* lengths) {
    for (uint64_t i = mergus::grid_thread(); i < rows; i += mergus::grid_threads()) {
        const uint64_t begin = ptr[i], end = ptr[i + 1];
        const uint64_t cut = mergus::first_column(col, begin, end, int64_t(i) + y + (upper ? 0 : 1));
        begins[i] = upper ? cut : begin;
        lengths[i] = upper ? end - cut : cut - begin;
    }
}

// Copies `count` entries: ptr_out has the offsets of the parts in the result. A block copies a tile at a
// time.
extern "C" __global__ void copy_parts(const uint64_t* begins, const uint64_t* ptr_out, uint64_t rows,
                                      uint64_t count, const Index* col, const Value* val, Index* col_out,
                                      Value* val_out) {
    __shared__ uint64_t found[2];
    const uint64_t tiles = (count + mergus::tile_entries - 1) / mergus::tile_entries;
    for (uint64_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        const uint64_t begin = tile * mergus::tile_entries;
        const uint64_t end = count - begin < mergus::tile_entries ? count : begin + mergus::tile_entries;
        const mergus::RowsOfTile parts = mergus::rows_of_tile(ptr_out, rows, begin, end, found);
        for (uint64_t e = begin + threadIdx.x; e < end; e += blockDim.x) {
            const uint64_t r = parts.row(e), from = begins[r] + (e - ptr_out[r]);
            col_out[e] = col[from];
            if (has_values) val_out[e] = val[from];
        }
        __syncthreads(); // `found` is written again
    }
}
