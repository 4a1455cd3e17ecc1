// pull_fold.cuh: the fold of a row, or of a chunk of a long row, by a group of lanes.
//
// The tree of a fold depends on positions only, so the bits do not depend on the launch. Where the operator
// does not commute, one lane folds a row, and a lane folds neighbouring entries of a chunk. A fold ends at
// the first value that decides it (stops).
//
// u is a vector, or several rows on bitmaps (one_row is 0), each of which is folded with every row of A.
//
// Bindings: as monoid.cuh, whose Monoid_value is Z_value; A_index, A_value, A_values (through
// which they are read), U_value, M_index, M_value;
// pull_multiply(a, u, s, i, k), s being the row of u; constants
//  one_row     u has one row
//  lanes       of a group: a power of two up to 32
//  ordered     the operator does not commute; lanes is 1
//  stops       0 never, 1 at the first value, 2 at the terminal value
//  reads_a, reads_u  the multiply operator's arguments
//  u_form      0 full, 1 bits and values at all indices, 2 a list
//  long_row    entries of a row that is not deferred; 0: no row is deferred
//  chunk       entries of a chunk

#include "kernels/search.cuh"
#include "steps/monoid.cuh"
#include "vectors/pull_input.h"

namespace mergus {

using PullInput = PullInputOf<A_index, A_values, U_value, M_index, M_value>;
using LongRows = LongRowsOf<Z_value>;

// Entries of a lane that are loaded together, and between two tests of `stops`. Measured on the H200
// (rmat20_16, fp32): 8 where no fold stops early, 0.170 ms, 4: 0.240.
constexpr unsigned pull_steps = stops != 0 ? 4 : 8;

// Entries of a long row that its group folds before it defers the row, where folds stop early: one whose
// first entries decide it takes no chunks. Other folds defer it at once, so that nothing of the row has to be
// kept in registers meanwhile.
constexpr uint64_t first_look = stops != 0 ? 32 : 0;

// Bits of PullCounters::longs for the chunks.
constexpr unsigned chunk_bits = 36;

struct Fold {
    Z_value value;
    bool filled;

    __device__ __forceinline__ void add(const Z_value& next) {
        value = filled ? combine(value, next) : next;
        filled = true;
    }
    __device__ __forceinline__ bool stopped() const {
        if constexpr (stops == 1)
            return filled;
        else if constexpr (stops == 2)
            return filled && is_terminal(value);
        else
            return false;
    }
};

// A row of A and a row of u.
struct PullRow {
    uint64_t i, s;
    uint64_t first; // cell of u: the first of row s

    // The rows of a cell of the result.
    static __device__ __forceinline__ PullRow of_position(const PullInput& in, uint64_t cell) {
        if constexpr (one_row != 0) return {cell, 0, 0};
        const uint64_t s = uint32_t(cell) / uint32_t(in.t_cols); // at most 2²³ cells
        return {cell - s * in.t_cols, s, s * in.u_cols};
    }
};

// Whether u has an entry k in the row; `at` becomes the offset of its value.
__device__ __forceinline__ bool in_u(const PullInput& in, const PullRow& row, A_index k, uint64_t& at) {
    at = k;
    if constexpr (one_row == 0) at += row.first;
    if constexpr (u_form == 1) return (in.u_bits[at >> 5] >> (at & 31u) & 1u) != 0;
    if constexpr (u_form == 2) {
        at = lower_bound(in.u_index, uint64_t(0), in.u_count, k);
        return at < in.u_count && in.u_index[at] == k;
    }
    return true;
}

// Folds entry e of the row.
__device__ __forceinline__ void fold_entry(const PullInput& in, const PullRow& row, uint64_t e, Fold& fold) {
    const A_index k = in.col[e];
    uint64_t at;
    if (!in_u(in, row, k, at)) return;
    A_value a{};
    U_value u{};
    if constexpr (reads_a != 0) a = in.val[e];
    if constexpr (reads_u != 0) u = in.u_val[at];
    fold.add(pull_multiply(a, u, int64_t(row.s), int64_t(row.i), int64_t(k)));
}

// Whether a lane of the group stops. All lanes of the group call it.
template <unsigned size>
__device__ __forceinline__ bool group_stops(const Fold& fold) {
    if constexpr (stops == 0)
        return false;
    else if constexpr (size == 1)
        return fold.stopped();
    else
        return __any_sync(size == 32 ? full_mask : ((1u << (size % 32)) - 1u) << (lane() & ~(size - 1)),
                          fold.stopped()) != 0;
}

// The entries [begin, end) of the row, by a group of `size` lanes. Lane `sub` takes every size-th entry, or
// if `blocked` neighbouring ones.
template <unsigned size, bool blocked>
__device__ __forceinline__ Fold fold_range(const PullInput& in, const PullRow& row, uint64_t begin,
                                           uint64_t end, unsigned sub) {
    Fold fold{};
    const uint64_t each = blocked ? div_up<uint64_t>(end - begin, size) : 1;
    const uint64_t step = blocked ? 1 : size;
    const uint64_t first = begin + sub * each;
    const uint64_t last = blocked ? min_of(first + each, end) : end;
    const uint64_t rounds = blocked ? div_up<uint64_t>(each, pull_steps)
                                    : div_up<uint64_t>(end - begin, uint64_t(size) * pull_steps);
    for (uint64_t r = 0; r < rounds; ++r) {
#pragma unroll
        for (unsigned s = 0; s < pull_steps; ++s) {
            const uint64_t e = first + (r * pull_steps + s) * step;
            if (e < last) fold_entry(in, row, e, fold);
        }
        // A terminal value z has z ⊕ x = z: in a block after others it decides that block alone.
        if (blocked ? fold.stopped() : group_stops<size>(fold)) break;
    }
    return fold;
}

// The folds of the lanes of each group, in the order of the lanes, in its first lane. All lanes of the warp
// call it.
template <unsigned size>
__device__ __forceinline__ void fold_lanes(Fold& fold, unsigned sub) {
    for (unsigned distance = 1; distance < size; distance *= 2) {
        const Z_value value = shuffle_down(full_mask, fold.value, distance);
        const bool filled = __shfl_down_sync(full_mask, fold.filled ? 1u : 0u, distance) != 0;
        if (filled && (sub & (2 * distance - 1)) == 0) fold.add(value);
    }
}

// Appends a long row to the list. \param at offset in the result
__device__ __forceinline__ void defer_row(const LongRows& longs, PullCounters* counters, uint64_t at,
                                          uint64_t i, uint64_t entries) {
    const uint64_t chunks = div_up<uint64_t>(entries, chunk);
    const uint64_t found = atomicAdd(&counters->longs, (uint64_t(1) << chunk_bits) + chunks);
    longs.rows[found >> chunk_bits] = {at, i, found & ((uint64_t(1) << chunk_bits) - 1)};
}

// The fold of a long row from those of its chunks, in their order, in lane 0. A warp calls it.
__device__ __forceinline__ Fold fold_partial(const PullInput& in, const LongRows& longs, const LongRow& row) {
    const uint64_t chunks = div_up<uint64_t>(in.ptr[row.row + 1] - in.ptr[row.row], chunk);
    const uint64_t each = div_up<uint64_t>(chunks, 32);
    Fold fold{};
    for (uint64_t c = lane() * each; c < min_of<uint64_t>((lane() + 1) * each, chunks); ++c)
        if (longs.filled[row.first_chunk + c] != 0) fold.add(longs.partial[row.first_chunk + c]);
    __syncwarp();
    fold_lanes<32>(fold, lane());
    return fold;
}

} // namespace mergus

// A warp folds a chunk of a long row.
extern "C" __global__ void pull_chunks(mergus::PullInput in, mergus::LongRows longs,
                                       const mergus::PullCounters* counters) {
    using namespace mergus;
    const uint64_t chunks = counters->longs & ((uint64_t(1) << chunk_bits) - 1);
    const uint64_t rows = counters->longs >> chunk_bits;
    for (uint64_t c = grid_thread() / 32; c < chunks; c += grid_threads() / 32) {
        uint64_t low = 0, high = rows; // the last row whose first chunk is not after c
        while (high - low > 1) {
            const uint64_t middle = low + (high - low) / 2;
            if (longs.rows[middle].first_chunk <= c)
                low = middle;
            else
                high = middle;
        }
        PullRow row = {longs.rows[low].row, 0, 0};
        if constexpr (one_row == 0) row = PullRow::of_position(in, longs.rows[low].at);
        const uint64_t begin = in.ptr[row.i] + (c - longs.rows[low].first_chunk) * chunk;
        const uint64_t end = min_of<uint64_t>(begin + chunk, in.ptr[row.i + 1]);
        Fold fold = fold_range<32, ordered != 0>(in, row, begin, end, lane());
        __syncwarp();
        fold_lanes<32>(fold, lane());
        if (lane() != 0) continue;
        longs.filled[c] = fold.filled ? 1 : 0;
        if (fold.filled) longs.partial[c] = fold.value;
    }
}
