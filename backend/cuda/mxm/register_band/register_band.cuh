// register_band.cuh: a product by groups of consecutive rows whose columns lie close together: bands.
//
// A warp has `group_rows` rows. Their columns span at most `group_blocks` blocks of 32. A tile has
// `tile_blocks` of them: a lane has the sums of one column of each block in registers, for every row:
// group_rows x tile_blocks. Sums of wide values are made one tile after the other. Neighbouring rows
// mostly have the same columns k, so each row k of B is loaded once for the group. The patterns of A and B
// are blocks with a bit for each column (pattern_blocks.h), so nothing is searched and no column is read: a
// lane's entry of row k is found by counting the bits before its own, or by its column where row k has no
// gaps. The products of an entry are combined in the order of k by one thread, so every monoid costs about
// the same, and the bits are the same in every run.
//
// Under a normal mask the tile has the mask's columns only, and nothing is counted first. There, and where a
// group has several tiles, entries of B before and behind a tile are skipped.
//
// Bindings: as band_tile.cuh, where group_rows is a power of two that divides measured_rows; constants
// measured_rows, group_blocks, and resident_blocks, of a multiprocessor.

#include "kernels/smaller.cuh"
#include "mxm/pattern_blocks.h"
#include "mxm/register_band/band_tile.cuh"

namespace mergus {

// The patterns of A and B: row i has the blocks [offsets[i], offsets[i + 1]).
struct GroupPatterns {
    const unsigned* a_offsets;
    const PatternBlock* a_blocks;
    const unsigned* b_offsets;
    const PatternBlock* b_blocks;
};

// The blocks of the group's rows of A by ascending column: lane r has row r. A step takes 32 columns k.
struct GroupColumns {
    unsigned at, end;   // the blocks of the lane's row that are left
    PatternBlock next;  // the first of them; none: all ones
    unsigned id, mine;  // of the step: its block of columns, and those that the lane's row has
    uint64_t entry;     // of A, the lane's first in the step
    unsigned taken = 0; // entries of the lane's row in the step

    __device__ __forceinline__ GroupColumns(const Operands& in, const GroupPatterns& patterns, uint64_t first,
                                            uint64_t nrows) {
        at = end = 0;
        entry = 0;
        if (lane() < unsigned(group_rows) && first + lane() < nrows) {
            at = patterns.a_offsets[first + lane()];
            end = patterns.a_offsets[first + lane() + 1];
            entry = in.a_ptr[first + lane()];
        }
        load(patterns);
    }
    __device__ __forceinline__ void load(const GroupPatterns& patterns) {
        next = {~0u, 0};
        if (at < end) next = patterns.a_blocks[at];
    }
    // Whether there are columns left. All lanes of the warp.
    __device__ __forceinline__ bool step(const GroupPatterns& patterns) {
        id = warp_reduce(next.id, Smaller());
        entry += taken;
        mine = next.id == id ? next.mask : 0;
        taken = unsigned(__popc(mine));
        if (mine != 0) {
            ++at;
            load(patterns);
        }
        return id != ~0u;
    }
};

// Whether a row of B may have entries before and behind the tile.
constexpr bool cuts_rows = mask_kind != 0 || group_blocks > tile_blocks;

// Differences of columns: those of a row may lie far from the tile. Registers are scarce if none do.
template <bool far>
struct DistanceOf {
    typedef unsigned type;
};
template <>
struct DistanceOf<true> {
    typedef int64_t type;
};

// Takes the part of row k in the tile, which begins with block `low`.
__device__ __forceinline__ void load_column(GroupColumn& column, const Operands& in,
                                            const GroupPatterns& patterns, uint64_t k, unsigned low) {
    typedef DistanceOf<cuts_rows>::type Distance;
    column.start = in.b_ptr[k];
    const unsigned length = unsigned(in.b_ptr[k + 1] - column.start);
    unsigned at = patterns.b_offsets[k];
    const unsigned end = patterns.b_offsets[k + 1];
    column.run = 0;
    for (int t = 0; t < tile_blocks; ++t) column.masks[t] = 0;
    if (at == end) return;
    PatternBlock block = patterns.b_blocks[at];
    const Distance first = (Distance(block.id) - Distance(low)) * 32 + Distance(__ffs(int(block.mask)) - 1);
    unsigned skipped = 0; // entries before the tile
    for (;;) {
        const unsigned t = block.id - low; // large before the tile
        if (!cuts_rows || t < unsigned(tile_blocks))
            column.masks[t] = block.mask;
        else if (block.id < low)
            skipped += unsigned(__popc(block.mask));
        if (++at == end) break;
        block = patterns.b_blocks[at];
    }
    const Distance behind = (Distance(block.id) - Distance(low)) * 32 + Distance(32 - __clz(int(block.mask)));
    if (behind - first != Distance(length)) {
        column.start += skipped;
        return;
    }
    column.run = 1;
    column.start -= uint64_t(first); // may be below zero: used together with a column of the row
}

// Whether columns without entries in the tile are skipped, of which there are many if a tile is one block.
constexpr bool skips_columns = cuts_rows && tile_blocks == 1;

// Memory of a warp for a wide value of each lane: values of B on their way to registers, then those of C on
// their way to the result.
constexpr unsigned wide_bytes(unsigned b, unsigned c) {
    return b > c ? b : c;
}
constexpr unsigned held_bytes = 32 * wide_bytes(loads_words ? unsigned(sizeof(Spread<B_value>)) : 0u,
                                                stores_words ? unsigned(sizeof(Spread<C_value>)) : 0u);

// The products of columns `k0` + bit for the bits of `left`, whose values of B are read by words, those of
// the next column early. Arguments as multiply_group() has them.
template <class Value>
__device__ __forceinline__ void add_by_words(const Operands& in, const Value* b_values, unsigned left,
                                             const GroupColumn* held, const A_value* values, uint64_t k0,
                                             uint64_t first, unsigned low, unsigned char* memory,
                                             GroupTile& tile) {
    auto* const shared = reinterpret_cast<Spread<Value>*>(memory);
    LoadedValues<Value, 32> loaded;
    const auto load = [&] {
        const GroupColumn& column = held[unsigned(__ffs(int(left))) - 1];
        const unsigned mask = column.masks[0], skipped = column.run != 0 ? unsigned(__ffs(int(mask))) - 1 : 0;
        loaded.load(b_values + (column.start + skipped), unsigned(__popc(mask)), lane());
    };
    if (left != 0) load();
    while (left != 0) {
        const unsigned bit = unsigned(__ffs(int(left))) - 1;
        const GroupColumn& column = held[bit];
        loaded.store(shared, unsigned(__popc(column.masks[0])), lane());
        __syncwarp();
        left &= left - 1;
        if (left != 0) load();
        B_value b[1];
        if (((column.masks[0] >> lane()) & 1u) != 0)
            b[0] = shared[__popc(column.masks[0] & lanes_below())].value;
        tile.add(column, values + bit * unsigned(padded_rows), b, first, k0 + bit,
                 [&](int t) { return (int64_t(low) + t) * 32 + lane(); });
        __syncwarp();
    }
}

// The products of columns `k0` + bit for the bits of `left`. Arguments as multiply_group() has them; Values
// is the type of the array of B's values, or of the one value of an iso B.
template <class Values>
__device__ __forceinline__ void add_products(const Operands& in, const Values& b_values, unsigned left,
                                             const GroupColumn* held, const A_value* values, uint64_t k0,
                                             uint64_t first, unsigned low, unsigned char* memory,
                                             GroupTile& tile) {
    if constexpr (loads_words) {
        add_by_words(in, b_values, left, held, values, k0, first, low, memory, tile);
    } else {
        for (; left != 0; left &= left - 1) {
            const unsigned bit = unsigned(__ffs(int(left))) - 1;
            const GroupColumn column = held[bit];
            B_value b[tile_blocks];
            load_values(column, in, b);
            tile.add(column, values + bit * unsigned(padded_rows), b, first, k0 + bit,
                     [&](int t) { return (int64_t(low) + t) * 32 + lane(); });
        }
    }
}

// The sums of the rows from `first` on in the tile that begins with block `low`. wide_values: held_bytes of
// the warp. Called by a warp.
__device__ __forceinline__ void multiply_group(const Operands& in, const GroupPatterns& patterns,
                                               uint64_t first, uint64_t nrows, unsigned low,
                                               unsigned char* wide_values, GroupTile& tile) {
    __shared__ __align__(16) unsigned char held_values[band_warps][32 * padded_rows * sizeof(A_value)];
    __shared__ __align__(16) unsigned char held_columns[band_warps][32 * sizeof(GroupColumn)];
    A_value* const values = reinterpret_cast<A_value*>(held_values[warp()]);
    GroupColumn* const held = reinterpret_cast<GroupColumn*>(held_columns[warp()]);
    tile.clear();
    GroupColumns columns(in, patterns, first, nrows);
    while (columns.step(patterns)) {
        unsigned mine = 0;
#pragma unroll
        for (int r = 0; r < group_rows; ++r) {
            const unsigned mask = shuffle(full_mask, columns.mine, r);
            const uint64_t entry = shuffle(full_mask, columns.entry, r);
            if (((mask >> lane()) & 1u) == 0) continue;
            mine |= 1u << r;
            if (!skips_columns)
                values[lane() * padded_rows + unsigned(r)] =
                    in.a_val[entry + unsigned(__popc(mask & lanes_below()))];
        }
        held[lane()].rows = mine;
        if (mine != 0) load_column(held[lane()], in, patterns, uint64_t(columns.id) * 32 + lane(), low);
            // Values of A are read once for each tile.
#pragma unroll
        for (int r = 0; skips_columns && r < group_rows; ++r) {
            const unsigned mask = shuffle(full_mask, columns.mine, r);
            const uint64_t entry = shuffle(full_mask, columns.entry, r);
            if (((mask >> lane()) & 1u) != 0 && held[lane()].masks[0] != 0)
                values[lane() * padded_rows + unsigned(r)] =
                    in.a_val[entry + unsigned(__popc(mask & lanes_below()))];
        }
        const bool has_products = mine != 0 && (!skips_columns || held[lane()].masks[0] != 0);
        unsigned left = __ballot_sync(full_mask, has_products);
        __syncwarp();
        add_products(in, in.b_val, left, held, values, uint64_t(columns.id) * 32, in.first_row + first, low,
                     wide_values, tile);
        __syncwarp();
    }
}

} // namespace mergus

// sizes[i] = entries of row i of the product. Lane l has the mask of row l % group_rows in every block
// l / group_rows + n * 32 / group_rows.
extern "C" __global__ void __launch_bounds__(128)
    count_register_band(mergus::Operands in, mergus::GroupPatterns patterns, uint64_t nrows,
                        const unsigned* lows, uint64_t* sizes) {
    constexpr int words = (group_rows * group_blocks + 31) / 32, teams = 32 / group_rows;
    __shared__ unsigned held_masks[mergus::band_warps][32 * group_blocks], held_rows[mergus::band_warps][32];
    unsigned* const masks = held_masks[mergus::warp()];
    unsigned* const rows = held_rows[mergus::warp()];
    const unsigned lane = mergus::lane(), row = lane % unsigned(group_rows), team = lane / group_rows;
    for (uint64_t g = mergus::grid_thread() / 32; g * group_rows < nrows; g += mergus::grid_threads() / 32) {
        const uint64_t first = g * group_rows;
        unsigned found[words] = {};
        mergus::GroupColumns columns(in, patterns, first, nrows);
        while (columns.step(patterns)) {
            unsigned mine = 0;
#pragma unroll
            for (int r = 0; r < group_rows; ++r)
                mine |= ((mergus::shuffle(mergus::full_mask, columns.mine, r) >> lane) & 1u) << r;
            rows[lane] = mine;
            unsigned* const own = masks + lane * unsigned(group_blocks);
            for (int t = 0; t < group_blocks; ++t) own[t] = 0;
            if (mine != 0) {
                const uint64_t k = uint64_t(columns.id) * 32 + lane;
                const unsigned end = patterns.b_offsets[k + 1];
                for (unsigned at = patterns.b_offsets[k]; at < end; ++at) {
                    const mergus::PatternBlock block = patterns.b_blocks[at];
                    own[block.id - lows[first / measured_rows]] = block.mask;
                }
            }
            __syncwarp();
#pragma unroll 4
            for (unsigned bit = 0; bit < 32; ++bit) {
                if (((rows[bit] >> row) & 1u) == 0) continue;
#pragma unroll
                for (int n = 0; n < words; ++n) {
                    const unsigned t = unsigned(n * teams) + team;
                    if (t < unsigned(group_blocks)) found[n] |= masks[bit * unsigned(group_blocks) + t];
                }
            }
            __syncwarp();
        }
        unsigned count = 0;
#pragma unroll
        for (int n = 0; n < words; ++n) count += unsigned(__popc(found[n]));
        for (int bits = 16; bits >= group_rows; bits /= 2)
            count += mergus::shuffle_xor(mergus::full_mask, count, bits);
        if (lane < unsigned(group_rows) && first + lane < nrows) sizes[first + lane] = count;
    }
}

// Fills in the product's rows from ptr[i] on. Without a loop over groups, which would take registers.
extern "C" __global__ void __launch_bounds__(128, resident_blocks)
    fill_register_band(mergus::Operands in, mergus::GroupPatterns patterns, uint64_t nrows,
                       const unsigned* lows, const uint64_t* ptr, Index* cols, C_value* vals) {
    const uint64_t first = mergus::grid_thread() / 32 * group_rows, i = first + mergus::lane();
    if (first >= nrows) return; // whole warps
    const unsigned low = lows[first / measured_rows];
    __shared__ __align__(16) unsigned char held_bytes[mergus::band_warps][mergus::held_bytes + 16];
    unsigned char* const wide_values = held_bytes[mergus::warp()];
    uint64_t to = mergus::lane() < unsigned(group_rows) && i < nrows ? ptr[i] : 0;
#pragma unroll 1
    for (unsigned t = 0; t < unsigned(group_blocks); t += unsigned(tile_blocks)) {
        mergus::GroupTile tile;
        mergus::multiply_group(in, patterns, first, nrows, low + t, wide_values, tile);
        tile.write(to, Index(low + t) * 32, cols, vals,
                   reinterpret_cast<mergus::Spread<C_value>*>(wide_values));
        __syncwarp();
    }
}

// Under a normal mask without values: writes vals[e] and present[e] for each entry e of the mask.
extern "C" __global__ void __launch_bounds__(128, resident_blocks)
    fill_masked_groups(mergus::Operands in, mergus::GroupPatterns patterns, uint64_t nrows,
                       const unsigned* lows, C_value* vals, uint8_t* present) {
    __shared__ unsigned held_bits[mergus::band_warps][group_rows * tile_blocks];
    unsigned* const bits = held_bits[mergus::warp()];
    const uint64_t first = mergus::grid_thread() / 32 * group_rows;
    if (first >= nrows) return; // whole warps
    const unsigned low = lows[first / measured_rows];
    if (low == ~0u) return; // the rows of the mask are empty
    for (unsigned w = mergus::lane(); w < unsigned(group_rows * tile_blocks); w += 32) bits[w] = 0;
    __syncwarp();
    for (unsigned r = 0; r < unsigned(group_rows) && first + r < nrows; ++r)
        for (uint64_t e = in.m_ptr[first + r] + mergus::lane(); e < in.m_ptr[first + r + 1]; e += 32) {
            const Index j = in.m_col[e];
            atomicOr(&bits[r * unsigned(tile_blocks) + unsigned(j / 32) - low], 1u << unsigned(j % 32));
        }
    mergus::GroupTile tile;
    mergus::multiply_group(in, patterns, first, nrows, low, nullptr, tile);
    __syncwarp();
#pragma unroll
    for (int r = 0; r < group_rows; ++r) {
        uint64_t to = first + unsigned(r) < nrows ? in.m_ptr[first + unsigned(r)] : 0;
#pragma unroll
        for (int t = 0; t < tile_blocks; ++t) {
            const unsigned word = bits[r * tile_blocks + t];
            if (((word >> mergus::lane()) & 1u) != 0) {
                const uint64_t e = to + unsigned(__popc(word & mergus::lanes_below()));
                const bool has_value = ((tile.present[t] >> r) & 1u) != 0;
                present[e] = has_value ? 1 : 0;
                if (has_value) vals[e] = tile.sum[r][t];
            }
            to += unsigned(__popc(word));
        }
    }
}
