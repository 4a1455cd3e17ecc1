// row_parts.cuh: contiguous parts of rows, copied to a matrix: find and scan, copy by tiles.
//
// Bindings: Index (columns of the input), T_index (of the result), Value; constant has_values.

#include "kernels/search.cuh"
#include "primitives/scan_at_once.cuh"
#include "steps/block_tile.cuh"
#include "steps/column_map.h"

namespace mergus {

// The first position in [begin, end) whose column is not below `wanted`.
__device__ __forceinline__ uint64_t first_column(const Index* col, uint64_t begin, uint64_t end,
                                                 int64_t wanted) {
    if (wanted <= 0) return begin;
    if (uint64_t(wanted) > uint64_t(Index(~Index(0)))) return end;
    return lower_bound(col, begin, end, Index(wanted));
}

__device__ __forceinline__ uint64_t new_column(const ColumnMap& map, uint64_t j) {
    if (map.list != nullptr) return map.list[j];
    if (map.narrow != nullptr) return map.narrow[j];
    return (j & map.keep) + map.shift;
}

// The part of row i with j >= i + y (upper), or j <= i + y: its begin, and the length. y is at most one above
// the number of a diagonal.
__device__ __forceinline__ uint64_t triangle_part(const uint64_t* ptr, const Index* col, uint64_t i,
                                                  int64_t y, uint32_t upper, uint64_t* begins) {
    const uint64_t begin = ptr[i], end = ptr[i + 1];
    const uint64_t cut = first_column(col, begin, end, int64_t(i) + y + (upper != 0 ? 0 : 1));
    begins[i] = upper != 0 ? cut : begin;
    return upper != 0 ? end - cut : cut - begin;
}

} // namespace mergus

// The triangle's parts: where they begin in the matrix and in the result.
extern "C" __global__ void __launch_bounds__(256, mergus::scan_resident)
    triangle_parts(const uint64_t* ptr, const Index* col, uint64_t rows, int64_t y, uint32_t upper,
                   uint64_t* begins, mergus::ScanOutput out) {
    mergus::scan_at_once(rows, out,
                         [&](uint64_t i) { return mergus::triangle_part(ptr, col, i, y, upper, begins); });
}

// Copies the parts: offset has their offsets in the result.
extern "C" __global__ void __launch_bounds__(256)
    copy_parts(mergus::RowTileList tiles, const uint64_t* begins, const uint64_t* offset,
               mergus::ColumnMap map, const Index* __restrict__ col, const Value* __restrict__ val,
               T_index* __restrict__ col_out, Value* __restrict__ val_out) {
    using namespace mergus;
    __shared__ uint16_t start[tile_items + 2];
    const BlockTile tile(tiles, offset, start);
    uint64_t from[tile_rounds];
#pragma unroll
    for (unsigned r = 0; r < tile_rounds; ++r) {
        const unsigned e = r * tile_threads + threadIdx.x;
        from[r] = e < tile.count ? tile.source(begins, e) : 0;
    }
    // Columns first, then values: the loads of each loop overlap.
#pragma unroll
    for (unsigned r = 0; r < tile_rounds; ++r) {
        const unsigned e = r * tile_threads + threadIdx.x;
        if (e >= tile.count) continue;
        col_out[tile.begin.entry + e] = T_index(new_column(map, uint64_t(col[from[r]])));
    }
    if constexpr (has_values != 0) {
#pragma unroll
        for (unsigned r = 0; r < tile_rounds; ++r) {
            const unsigned e = r * tile_threads + threadIdx.x;
            if (e < tile.count) val_out[tile.begin.entry + e] = val[from[r]];
        }
    }
}
