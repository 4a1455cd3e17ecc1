// fill_groups.cuh: the values of a product by groups of consecutive rows
// (mxm/register_band/register_band.cuh), whose columns and tiles are known (find_groups.cuh): no pattern is
// read, and the rows of B of several columns are loaded at the same time.
//
// Bindings: as mxm/register_band/band_tile.cuh; constant ahead: columns that are loaded at the same time, a
// divisor of 32.

#include "mxm/register_band/band_tile.cuh"

// A warp has a group, whose columns of A are columns[firsts[g]] to columns[firsts[g + 1]].
extern "C" __global__ void __launch_bounds__(128, resident_blocks)
    fill_reused_groups(mergus::Operands in, const mergus::GroupColumn* columns, const uint64_t* firsts,
                       const A_index* numbers, uint64_t nrows, const Index* lows, const uint64_t* ptr,
                       C_value* vals) {
    __shared__ __align__(
        16) unsigned char held_values[mergus::band_warps][32 * mergus::padded_rows * sizeof(A_value)];
    __shared__ __align__(16) unsigned char held_columns[mergus::band_warps][32 * sizeof(mergus::GroupColumn)];
    A_value* const values = reinterpret_cast<A_value*>(held_values[mergus::warp()]);
    mergus::GroupColumn* const held = reinterpret_cast<mergus::GroupColumn*>(held_columns[mergus::warp()]);
    const unsigned lane = mergus::lane();
    const uint64_t g = mergus::grid_thread() / 32, first = g * group_rows;
    if (first >= nrows) return; // whole warps
    const uint64_t begin = firsts[g];
    const unsigned count = unsigned(firsts[g + 1] - begin);
    const Index low = lows[g];
    const uint64_t i = first + lane;
    const bool has_row = lane < unsigned(group_rows) && i < nrows;
    uint64_t entry = has_row ? in.a_ptr[i] : 0; // of A, the next of the lane's row
    mergus::GroupTile tile;
    tile.clear();
    for (unsigned round = 0; round < count; round += 32) {
        mergus::GroupColumn mine{}; // beyond the last column: covers nothing
        if (round + lane < count) mine = columns[begin + round + lane];
        held[lane] = mine;
        const unsigned rows = mine.rows;
#pragma unroll
        for (int r = 0; r < group_rows; ++r) {
            const unsigned mask = __ballot_sync(mergus::full_mask, ((rows >> r) & 1u) != 0);
            const uint64_t from = mergus::shuffle(mergus::full_mask, entry, r);
            if (((mask >> lane) & 1u) != 0)
                values[lane * mergus::padded_rows + unsigned(r)] =
                    in.a_val[from + unsigned(__popc(mask & mergus::lanes_below()))];
            if (lane == unsigned(r)) entry += unsigned(__popc(mask));
        }
        __syncwarp();
        const unsigned step = mergus::min_of(32u, count - round);
        for (unsigned n = 0; n < step; n += ahead) {
            B_value b[ahead][tile_blocks];
#pragma unroll
            for (unsigned u = 0; u < ahead; ++u) mergus::load_values(held[n + u], in, b[u]);
#pragma unroll
            for (unsigned u = 0; u < ahead; ++u)
                tile.add(held[n + u], values + (n + u) * mergus::padded_rows, b[u], in.first_row + first,
                         uint64_t(numbers[begin + round + mergus::min_of(n + u, step - 1)]),
                         [&](int t) { return int64_t(low) + int64_t(t) * 32 + lane; });
        }
        __syncwarp();
    }
    uint64_t to = has_row ? ptr[i] : 0;
    tile.write(to, low, nullptr, vals, nullptr);
}
