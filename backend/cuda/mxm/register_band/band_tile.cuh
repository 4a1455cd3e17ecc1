// band_tile.cuh: a warp's sums of group_rows consecutive rows of a product in tile_blocks blocks of 32
// columns (register_band.cuh).
//
// Bindings: as row_loop.cuh; combine(x, y), neutral(); constants has_neutral, group_rows, tile_blocks,
// writes_columns.

#include "mxm/register_band/band_column.cuh"
#include "mxm/register_band/register_band_size.h"
#include "mxm/row_loop.cuh"

namespace mergus {

// Values of A in a column: with fewer bank conflicts, where shared memory suffices.
constexpr int padded_rows = sizeof(A_value) > 16 ? group_rows : group_rows + 2;
// Wide values of B go through shared memory, and those of A stay there.
constexpr bool loads_words =
    sizeof(B_value) > 16 && tile_blocks == 1 && is_wide<B_value>&& is_array<B_values>;
constexpr bool stores_words = sizeof(C_value) > 16 && is_wide<C_value>;
constexpr bool keeps_a = sizeof(A_value) <= 16;

// The lane's entries of a column's row of B.
__device__ __forceinline__ void load_values(const GroupColumn& column, const Operands& in, B_value* b) {
    uint64_t from = column.start + (column.run != 0 ? lane() : 0u);
    if (column.run != 0) {
#pragma unroll
        for (int t = 0; t < tile_blocks; ++t)
            if ((column.masks[t] >> lane()) & 1u) b[t] = in.b_val[from + unsigned(t) * 32];
        return;
    }
#pragma unroll
    for (int t = 0; t < tile_blocks; ++t) {
        if ((column.masks[t] >> lane()) & 1u)
            b[t] = in.b_val[from + unsigned(__popc(column.masks[t] & lanes_below()))];
        from += unsigned(__popc(column.masks[t]));
    }
}

// The sums of a lane's columns.
struct GroupTile {
    static constexpr unsigned all_rows = (1u << group_rows) - 1;
    C_value sum[group_rows][tile_blocks];
    unsigned present[tile_blocks]; // bit r: row r has an entry in the lane's column

    __device__ __forceinline__ void clear() {
#pragma unroll
        for (int t = 0; t < tile_blocks; ++t) {
            present[t] = 0;
#pragma unroll
            for (int r = 0; has_neutral != 0 && r < group_rows; ++r) sum[r][t] = neutral();
        }
    }

    // The products with row k of B, whose entries are b. `a`: the entries of A in column k, by rows; `first`:
    // the number of the first row in the caller's A; column_of(t): the lane's column in block t. Sums that
    // begin with a neutral value need no test for the first product. Without one: in a band almost all
    // columns are those of all rows, and have all their entries or none.
    template <class ColumnOf>
    __device__ __forceinline__ void add(const GroupColumn& column, const A_value* a, const B_value* b,
                                        uint64_t first, uint64_t k, const ColumnOf& column_of) {
        A_value kept[keeps_a ? group_rows : 1];
#pragma unroll
        for (int r = 0; keeps_a && r < group_rows; ++r) kept[r] = a[r];
        const A_value* const x = keeps_a ? kept : a;
#pragma unroll
        for (int t = 0; t < tile_blocks; ++t) {
            if (((column.masks[t] >> lane()) & 1u) == 0) continue;
            const int64_t i = int64_t(first), j = column_of(t);
            if (has_neutral != 0) {
                // All lanes take the same branch. One test for all rows, not one a row.
                if (column.rows == all_rows) {
#pragma unroll
                    for (int r = 0; r < group_rows; ++r)
                        sum[r][t] = combine(sum[r][t], multiply(x[r], b[t], i + r, int64_t(k), j));
                } else {
#pragma unroll
                    for (int r = 0; r < group_rows; ++r)
                        if (((column.rows >> r) & 1u) != 0)
                            sum[r][t] = combine(sum[r][t], multiply(x[r], b[t], i + r, int64_t(k), j));
                }
            } else if (column.rows == all_rows && present[t] == all_rows) {
#pragma unroll
                for (int r = 0; r < group_rows; ++r)
                    sum[r][t] = combine(sum[r][t], multiply(x[r], b[t], i + r, int64_t(k), j));
            } else if (column.rows == all_rows && present[t] == 0) {
#pragma unroll
                for (int r = 0; r < group_rows; ++r) sum[r][t] = multiply(x[r], b[t], i + r, int64_t(k), j);
            } else {
#pragma unroll
                for (int r = 0; r < group_rows; ++r) {
                    if (((column.rows >> r) & 1u) == 0) continue;
                    const C_value product = multiply(x[r], b[t], i + r, int64_t(k), j);
                    sum[r][t] = ((present[t] >> r) & 1u) != 0 ? combine(sum[r][t], product) : product;
                }
            }
            present[t] |= column.rows;
        }
    }

    // Writes the rows, or their values only, in the columns of the tile; lane r has the offset of row r in
    // the product, which becomes that behind the tile. held: memory for a value of each lane if values are
    // wide.
    __device__ __forceinline__ void write(uint64_t& offset, Index low, Index* cols, C_value* vals,
                                          Spread<C_value>* held) const {
#pragma unroll
        for (int r = 0; r < group_rows; ++r) {
            uint64_t to = shuffle(full_mask, offset, r);
#pragma unroll
            for (int t = 0; t < tile_blocks; ++t) {
                const bool has = (present[t] >> r) & 1u;
                const unsigned all = __ballot_sync(full_mask, has);
                const uint64_t at = to + unsigned(__popc(all & lanes_below()));
                if (has && writes_columns != 0) cols[at] = low + Index(t) * 32 + Index(lane());
                if constexpr (stores_words)
                    store_values(has ? vals + at : nullptr, sum[r][t], held);
                else if (has)
                    vals[at] = sum[r][t];
                to += unsigned(__popc(all));
            }
            if (lane() == unsigned(r)) offset = to;
        }
    }
};

} // namespace mergus
