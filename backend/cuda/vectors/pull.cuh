// pull.cuh: w(i) = ⊕ over k of A(i, k) ⊗ u(k), row by row: a group of lanes folds a row. Rows of more than
// long_row entries are folded by warps, chunk by chunk, unless their first entries decide them.
//
// Bindings: as pull_fold.cuh; truth(m); constant mask_kind: 0 none, 1 normal, 2 complement.

#include "vectors/pull_fold.cuh"

namespace mergus {

// The row of position `at` among the rows to visit, and whether the mask admits it.
__device__ __forceinline__ bool row_at(const PullInput& in, uint64_t at, uint64_t& i) {
    i = at;
    if constexpr (mask_kind == 1) {
        i = in.m_index[at];
        return truth(in.m_val[at]);
    }
    if constexpr (mask_kind == 2) return (in.m_bits[at >> 5] >> (at & 31u) & 1u) == 0;
    return true;
}

// Adds a warp's count of entries.
__device__ __forceinline__ void count_entries(unsigned mine, PullCounters* counters) {
    const unsigned all = warp_reduce(mine, Plus());
    if (lane() == 0 && all != 0) atomicAdd(&counters->entries, uint64_t(all));
}

} // namespace mergus

// present[at] and out[at] for the rows to visit; long rows are listed instead.
extern "C" __global__ void pull_rows(mergus::PullInput in, uint8_t* present, Z_value* out,
                                     mergus::LongRows longs, mergus::PullCounters* counters) {
    using namespace mergus;
    constexpr unsigned size = unsigned(lanes);
    const unsigned sub = lane() % size;
    const uint64_t groups = grid_threads() / size;
    unsigned mine = 0;
    for (uint64_t first = (grid_thread() - lane()) / size; first < in.count; first += groups) {
        const uint64_t at = first + lane() / size;
        uint64_t i = 0, begin = 0, end = 0;
        if (at < in.count && row_at(in, at, i)) {
            begin = in.ptr[i];
            end = in.ptr[i + 1];
        }
        const uint64_t entries = end - begin;
        const bool is_long = long_row != 0 && entries > uint64_t(long_row);
        if (is_long) {
            if (first_look == 0 && sub == 0) defer_row(longs, counters, at, i, entries);
            end = begin + first_look;
        }
        Fold fold = fold_range<size, false>(in, {i, 0, 0}, begin, end, sub);
        fold_lanes<size>(fold, sub);
        if (sub != 0 || at >= in.count || (first_look == 0 && is_long)) continue;
        if (is_long && !fold.stopped()) {
            defer_row(longs, counters, at, i, entries);
            continue;
        }
        present[at] = fold.filled ? 1 : 0;
        if (fold.filled) out[at] = fold.value;
        mine += fold.filled ? 1 : 0;
    }
    count_entries(mine, counters);
}

// A warp folds the chunks of a long row, in their order.
extern "C" __global__ void fold_chunks(mergus::PullInput in, mergus::LongRows longs, uint8_t* present,
                                       Z_value* out, mergus::PullCounters* counters) {
    using namespace mergus;
    const uint64_t rows = counters->longs >> chunk_bits;
    unsigned mine = 0;
    for (uint64_t r = grid_thread() / 32; r < rows; r += grid_threads() / 32) {
        const LongRow row = longs.rows[r];
        const Fold fold = fold_partial(in, longs, row);
        if (lane() != 0) continue;
        present[row.at] = fold.filled ? 1 : 0;
        if (fold.filled) out[row.at] = fold.value;
        mine += fold.filled ? 1 : 0;
    }
    __syncwarp();
    count_entries(mine, counters);
}

// The values of the rows that have one.
extern "C" __global__ void gather_present(const M_index* rows, const Z_value* dense, uint64_t count,
                                          Z_value* out) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads()) out[e] = dense[rows[e]];
}
