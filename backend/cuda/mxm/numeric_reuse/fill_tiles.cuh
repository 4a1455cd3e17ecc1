// fill_tiles.cuh: the values of a product whose rows are alike in groups (tiles.h): systems of equations with
// several unknowns at each point of a mesh.
//
// A warp has a tile: reuse_tile_rows rows of C, and columns that are neighbours in the union of these rows.
// It reads a row of B once for all rows, and adds in registers. The products of an entry are combined in the
// order of k: every monoid, and the same bits in every run. No mask.
//
// Bindings: as mxm/register_band/band_tile.cuh; constant ahead: rows of B that are loaded at the same time.

#include "mxm/numeric_reuse/tiles.h"
#include "mxm/register_band/band_tile.cuh"

extern "C" __global__ void __launch_bounds__(128, resident_blocks)
    fill_tiles(mergus::Operands in, const mergus::ReuseTile* tiles, uint64_t tile_count,
               const mergus::GroupColumn* columns, const A_index* numbers, const Index* unions,
               uint64_t nrows, const uint64_t* ptr, C_value* vals) {
    constexpr unsigned room = 32 + ahead; // columns that a warp holds
    __shared__ __align__(
        16) unsigned char held_values[mergus::band_warps][room * mergus::padded_rows * sizeof(A_value)];
    __shared__ __align__(
        16) unsigned char held_columns[mergus::band_warps][room * sizeof(mergus::GroupColumn)];
    __shared__ unsigned char held_lanes[mergus::band_warps][room];
    A_value* const values = reinterpret_cast<A_value*>(held_values[mergus::warp()]);
    mergus::GroupColumn* const held = reinterpret_cast<mergus::GroupColumn*>(held_columns[mergus::warp()]);
    unsigned char* const lanes = held_lanes[mergus::warp()];
    const unsigned lane = mergus::lane();
    const uint64_t number = mergus::grid_thread() / 32;
    if (number >= tile_count) return; // whole warps
    const mergus::ReuseTile tile = tiles[number];
    const uint64_t first = tile.group * group_rows, i = first + lane;
    const bool has_row = lane < unsigned(group_rows) && i < nrows;
    uint64_t entry = has_row ? in.a_ptr[i] : 0; // of A, the next of the lane's row
    mergus::GroupTile sums;
    sums.clear();
    for (unsigned round = 0; round < tile.count; round += 32) {
        mergus::GroupColumn mine{};
        if (round + lane < tile.count) mine = columns[tile.columns + round + lane];
        unsigned covered = 0;
#pragma unroll
        for (int t = 0; t < tile_blocks; ++t) covered |= mine.masks[t];
        // Columns that cover nothing of the tile are left out.
        const unsigned used = __ballot_sync(mergus::full_mask, covered != 0);
        const unsigned at = unsigned(__popc(used & mergus::lanes_below())), step = unsigned(__popc(used));
        if (covered != 0) {
            held[at] = mine;
            lanes[at] = static_cast<unsigned char>(lane);
        }
#pragma unroll
        for (int r = 0; r < group_rows; ++r) {
            const unsigned mask = __ballot_sync(mergus::full_mask, ((mine.rows >> r) & 1u) != 0);
            const uint64_t from = mergus::shuffle(mergus::full_mask, entry, r);
            if (covered != 0 && ((mask >> lane) & 1u) != 0)
                values[at * mergus::padded_rows + unsigned(r)] =
                    in.a_val[from + unsigned(__popc(mask & mergus::lanes_below()))];
            if (lane == unsigned(r)) entry += unsigned(__popc(mask));
        }
        if (lane < unsigned(ahead)) {
            held[step + lane] = mergus::GroupColumn{};
            lanes[step + lane] = 0;
        }
        __syncwarp();
        for (unsigned n = 0; n < step; n += ahead) {
            B_value b[ahead][tile_blocks];
#pragma unroll
            for (unsigned u = 0; u < ahead; ++u) mergus::load_values(held[n + u], in, b[u]);
#pragma unroll
            for (unsigned u = 0; u < ahead; ++u)
                sums.add(held[n + u], values + (n + u) * mergus::padded_rows, b[u], in.first_row + first,
                         uint64_t(numbers[tile.numbers + round + lanes[n + u]]),
                         [&](int t) { return int64_t(unions[tile.unions + unsigned(t) * 32 + lane]); });
        }
        __syncwarp();
    }
    uint64_t offset = 0;
#pragma unroll
    for (int r = 0; r < group_rows; ++r)
        if (has_row && lane == unsigned(r)) offset = ptr[i] + tile.offsets[r];
    sums.write(offset, 0, nullptr, vals, nullptr);
}
