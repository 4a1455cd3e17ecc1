// fold_rows.cuh: the entries of each row folded to one value, by tiles of equal numbers of entries and ends
// of rows (steps/row_tiles.h), for any lengths of rows. An entry's value is its own, or its product with a
// full vector.
//
// A block computes the values of its tile's entries and keeps them in shared memory. If no row of the tile is
// long, a thread folds a row. Otherwise each thread folds the same number of entries, and a segmented scan of
// the block joins the parts of rows. Values are folded in the order of the entries, by a tree that depends on
// positions only: so the operator need not commute, and the bits do not depend on the launch. It must be
// associative.
//
// A segment is a row of the tile, or its part of the row that goes on in the next tile. join_rows adds these
// parts.
//
// Bindings: as monoid.cuh, whose Monoid_value is Z_value; A_index, A_value, A_values, U_value;
// entry_value(a, u); constants reads_a and reads_u: its arguments that are used.

#include "steps/monoid.cuh"
#include "vectors/fold_rows_input.h"

namespace mergus {

using FoldRowsInput = FoldRowsInputOf<A_index, A_values, U_value, Z_value>;

constexpr unsigned fold_rounds = tile_capacity / fold_threads; // odd, against bank conflicts
static_assert(fold_rounds * fold_threads == tile_capacity && fold_rounds % 2 == 1, "whole rounds");
// Rows of more entries are not folded by one thread.
constexpr unsigned fold_short_row = 32;

// Wider values are read from memory where they are used: a value is one or several whole sectors.
constexpr bool is_staged = sizeof(Z_value) <= 16;
// Values at a distance of a power of two are in different banks.
constexpr unsigned pad_every = sizeof(Z_value) <= 4 ? 32 : 16;
__device__ __forceinline__ unsigned staged_at(unsigned e) {
    return e + e / pad_every;
}
// Blocks on a multiprocessor that the compiler leaves registers for. So few, because with more registers a
// thread has all its loads under way, and because their shared memory is taken from the L1 cache, which holds
// the lines that the loads of u wait for. For fp64: 48 registers, 5 blocks with 132 KB, 124 KB of L1 (of 256
// KB on sm_90); in 32 registers, 8 blocks with 206 KB, 28 KB of L1: 224 lines. Without u, values of 4 bytes
// take few registers.
constexpr int fold_blocks = sizeof(Z_value) <= 4 && reads_u == 0 ? 8 : sizeof(Z_value) <= 8 ? 5 : 3;
constexpr unsigned staged_values = is_staged ? tile_capacity + tile_capacity / pad_every : 1;

// A value that may be absent, and whether a row ends in the items that it belongs to.
struct FoldPart {
    Z_value value;
    bool filled, ended;

    __device__ __forceinline__ void add(const Z_value& next) {
        value = filled ? combine(value, next) : next;
        filled = true;
    }
    // The items before these.
    __device__ __forceinline__ void prepend(const Z_value& before) {
        value = filled ? combine(before, value) : before;
        filled = true;
    }
};

__device__ __forceinline__ Z_value value_of_entry(const FoldRowsInput& in, uint64_t e) {
    A_value a{};
    U_value u{};
    if constexpr (reads_a != 0) a = in.val[e];
    if constexpr (reads_u != 0) u = in.u_val[in.col[e]];
    return entry_value(a, u);
}

struct FoldShared {
    __align__(16) unsigned char values[staged_values * sizeof(Z_value)];
    __align__(16) unsigned char warp_values[fold_threads / 32 * sizeof(Z_value)];
    uint8_t warp_filled[fold_threads / 32], warp_ended[fold_threads / 32];
    uint16_t end[tile_capacity]; // of the segments, in entries of the tile
    unsigned segments;
};

struct FoldBlock {
    const FoldRowsInput& in;
    FoldShared& shared;
    RowTile begin;
    unsigned rows, count;

    __device__ __forceinline__ FoldBlock(const FoldRowsInput& in, FoldShared& shared)
        : in(in), shared(shared), begin(in.tile[blockIdx.x]) {
        const RowTile end = in.tile[blockIdx.x + 1];
        rows = unsigned(end.row - begin.row);
        count = unsigned(end.entry - begin.entry);
    }

    __device__ __forceinline__ Z_value* staged() const { return reinterpret_cast<Z_value*>(shared.values); }
    __device__ __forceinline__ Z_value value(unsigned e) const {
        if constexpr (is_staged)
            return staged()[staged_at(e)];
        else
            return value_of_entry(in, begin.entry + e);
    }
    __device__ __forceinline__ void store(unsigned segment, const Z_value& value) const {
        if (segment < rows)
            in.out[begin.row + segment] = value;
        else
            in.carry[blockIdx.x] = value;
    }

    // The values of the thread's entries; where it has fewer, that of the tile's last entry. All columns are
    // loaded, then all that they lead to, because a load at a time would wait for the memory each time.
    __device__ __forceinline__ void load_values(Z_value* held) const {
        uint64_t at[fold_rounds];
        A_value a[fold_rounds]{};
#pragma unroll
        for (unsigned r = 0; r < fold_rounds; ++r)
            at[r] = begin.entry + min_of(r * fold_threads + threadIdx.x, count - 1);
        A_index k[fold_rounds]{};
        if constexpr (reads_u != 0) {
#pragma unroll
            for (unsigned r = 0; r < fold_rounds; ++r) k[r] = load_streaming(in.col, at[r]);
        }
        if constexpr (reads_a != 0) {
#pragma unroll
            for (unsigned r = 0; r < fold_rounds; ++r) a[r] = load_streaming(in.val, at[r]);
        }
        U_value u[fold_rounds]{};
        if constexpr (reads_u != 0) {
#pragma unroll
            for (unsigned r = 0; r < fold_rounds; ++r) u[r] = load_kept(in.u_val, k[r]);
        }
#pragma unroll
        for (unsigned r = 0; r < fold_rounds; ++r) held[r] = entry_value(a[r], u[r]);
    }

    // The values and the ends of the segments. \return whether a segment is long
    __device__ __forceinline__ bool load() const {
        Z_value held[is_staged ? fold_rounds : 1];
        if (is_staged && count != 0) load_values(held);
        bool is_long = false;
        for (unsigned s = threadIdx.x; s <= rows; s += fold_threads) {
            const unsigned from = s == 0 ? 0 : unsigned(in.ptr[begin.row + s] - begin.entry);
            const unsigned to = s == rows ? count : unsigned(in.ptr[begin.row + s + 1] - begin.entry);
            if (s < rows || from < to) shared.end[s] = uint16_t(to);
            if (s == rows) shared.segments = rows + (from < to ? 1 : 0);
            is_long = is_long || to - from > fold_short_row;
        }
        if constexpr (is_staged) {
#pragma unroll
            for (unsigned r = 0; r < fold_rounds; ++r) {
                const unsigned e = r * fold_threads + threadIdx.x;
                if (e < count) staged()[staged_at(e)] = held[r];
            }
        }
        return __syncthreads_or(is_long) != 0;
    }

    // A thread folds a segment.
    __device__ __forceinline__ void fold_segments() const {
        const unsigned segments = shared.segments;
        for (unsigned s = threadIdx.x; s < segments; s += fold_threads) {
            const unsigned from = s == 0 ? 0 : shared.end[s - 1], to = shared.end[s];
            if (from == to) continue;
            Z_value sum = value(from);
            for (unsigned e = from + 1; e < to; ++e) sum = combine(sum, value(e));
            store(s, sum);
        }
    }

    // The segment of entry e.
    __device__ __forceinline__ unsigned segment_of(unsigned e) const {
        unsigned low = 0, high = shared.segments;
        while (low < high) {
            const unsigned middle = (low + high) / 2;
            if (shared.end[middle] <= e)
                low = middle + 1;
            else
                high = middle;
        }
        return low;
    }

    // A thread folds fold_rounds neighbours.
    __device__ __forceinline__ void fold_neighbours() const {
        const unsigned first = threadIdx.x * fold_rounds;
        Z_value held[is_staged ? fold_rounds : 1];
        if constexpr (is_staged) {
#pragma unroll
            for (unsigned r = 0; r < fold_rounds; ++r) held[r] = value(min_of(first + r, count - 1));
        }
        unsigned segment = segment_of(first), end = first < count ? shared.end[segment] : 0;
        FoldPart mine{}, head{}; // since the last end of a segment, and before the first one
        unsigned head_segment = 0;
#pragma unroll
        for (unsigned r = 0; r < fold_rounds; ++r) {
            const unsigned e = first + r;
            if (e >= count) continue;
            if constexpr (is_staged)
                mine.add(held[r]);
            else
                mine.add(value(e));
            if (e + 1 != end) continue;
            if (mine.ended) {
                store(segment, mine.value);
            } else {
                head = mine;
                head_segment = segment;
            }
            mine.filled = false;
            mine.ended = true;
            if (end == count) continue;
            if (shared.end[++segment] == end) segment = segment_of(end); // past rows without entries
            end = shared.end[segment];
        }
        const bool has_head = mine.ended;
        const FoldPart before = parts_before(mine);
        if (!has_head) return;
        if (before.filled) head.prepend(before.value);
        if (head.filled) store(head_segment, head.value);
    }

    // What the items of the threads before this one leave of a segment that has not ended there.
    __device__ __forceinline__ FoldPart parts_before(FoldPart mine) const {
        for (unsigned distance = 1; distance < 32; distance *= 2) {
            const FoldPart other = shuffled_up(mine, distance);
            if (lane() < distance || mine.ended) continue;
            if (other.filled) mine.prepend(other.value);
            mine.ended = other.ended;
        }
        Z_value* const warp_values = reinterpret_cast<Z_value*>(shared.warp_values);
        if (lane() == 31) {
            warp_values[warp()] = mine.value;
            shared.warp_filled[warp()] = mine.filled ? 1 : 0;
            shared.warp_ended[warp()] = mine.ended ? 1 : 0;
        }
        FoldPart before = shuffled_up(mine, 1);
        if (lane() == 0) before.filled = before.ended = false;
        __syncthreads();
        for (unsigned w = warp(); w > 0 && !before.ended; --w) {
            if (shared.warp_filled[w - 1] != 0) before.prepend(warp_values[w - 1]);
            before.ended = shared.warp_ended[w - 1] != 0;
        }
        return before;
    }

    static __device__ __forceinline__ FoldPart shuffled_up(const FoldPart& part, unsigned distance) {
        const unsigned flags =
            __shfl_up_sync(full_mask, (part.filled ? 1u : 0u) | (part.ended ? 2u : 0u), distance);
        return {shuffle_up(full_mask, part.value, distance), (flags & 1u) != 0, (flags & 2u) != 0};
    }
};

} // namespace mergus

// A block for each tile.
extern "C" __global__ void __launch_bounds__(256, mergus::fold_blocks) fold_rows(mergus::FoldRowsInput in) {
    using namespace mergus;
    __shared__ FoldShared shared;
    trigger_dependents();
    const FoldBlock block(in, shared);
    if (block.load())
        block.fold_neighbours();
    else
        block.fold_segments();
    for (uint64_t w = grid_thread(); w < in.words; w += grid_threads()) in.bits[w] = in.present[w];
}

// Adds the parts of the rows that are split. A warp has a tile in which such a row ends.
extern "C" __global__ void join_rows(mergus::FoldRowsInput in) {
    using namespace mergus;
    wait_for_dependency();
    for (uint64_t t = grid_thread() / 32; t < in.tiles; t += grid_threads() / 32) {
        const RowTile begin = in.tile[t];
        if (begin.row == in.tile[t + 1].row || begin.entry == in.ptr[begin.row]) continue;
        const uint64_t first = (in.ptr[begin.row] + begin.row) / tile_items;
        const uint64_t parts = t - first, each = div_up<uint64_t>(parts, 32);
        FoldPart sum{};
        for (uint64_t p = lane() * each; p < min_of((lane() + 1) * each, parts); ++p)
            sum.add(in.carry[first + p]);
        __syncwarp();
        // Lanes without a part are the last ones.
        for (unsigned distance = 1; distance < 32; distance *= 2) {
            const Z_value other = shuffle_down(full_mask, sum.value, distance);
            const bool filled = __shfl_down_sync(full_mask, sum.filled ? 1u : 0u, distance) != 0;
            if (filled && (lane() & (2 * distance - 1)) == 0) sum.add(other);
        }
        if (lane() == 0) in.out[begin.row] = combine(sum.value, in.out[begin.row]);
    }
}
