// row_loop.cuh: the operands of a product, and the loop over the products of one row that all accumulators
// share.
//
// Bindings: A_index, Index, A_value, B_value, M_value, C_value; multiply(a, b, i, k, j), truth(m); constant
// ordered_fold: the products of an entry are added in the order of k, and no two threads add to one entry at
// the same time. Needed for values without atomics and for the same bits in every run; also used where the
// rows of B are long enough for a whole group.

#include "kernels/group.cuh"
#include "kernels/search.cuh"
#include "mxm/operands.h"
#include "primitives/lane_items.cuh"
#include "steps/accumulate.cuh"

namespace mergus {

typedef MxmOperands<A_index, A_values, Index, B_values, M_value> Operands;

// A range of columns: [low, high), or all. splits, if not null, holds for row k of B at [k * stride] the
// number of its entries before column high, and at [k * stride - 1] the number before column low. The first
// and the last tile of a row have no such number.
struct Columns {
    Index low, high;
    bool all;
    const unsigned* splits;
    uint64_t stride;
    bool first, last;

    // Shortens the entries [f, end) of row k of B to those in the range.
    __device__ __forceinline__ void cut(const Index* b_col, uint64_t k, uint64_t& f, uint64_t& end) const {
        if (all) return;
        if (splits != nullptr) {
            const uint64_t begin = f;
            if (!first) f = begin + splits[k * stride - 1];
            if (!last) end = begin + splits[k * stride];
        } else {
            f = lower_bound(b_col, f, end, low);
            end = lower_bound(b_col, f, end, high);
        }
    }
};
constexpr Columns all_columns{0, 0, true, nullptr, 0, true, true};

// Entries of A whose rows of B are long. All threads of the block share each of them, for an even load.
struct LongEntries {
    static constexpr unsigned capacity = 256;
    unsigned count, taken;
    unsigned entry[capacity]; // relative to the first entry of the round
};

// Adds to a slot with other threads, or in the order of k, where `fresh` says that the slot has no value.
__device__ __forceinline__ void add_to_slot(Slot* slot, bool fresh, const C_value& value) {
    if (ordered_fold)
        *slot = slot_of(fresh ? value : combine(value_of(*slot), value));
    else
        accumulate(slot, value);
}

// The products of entry e of A with entries [f, end) of B; this thread is number `lane` of `lanes`. Calls
// accumulator.insert_key(j) (pattern) or accumulator.add(j, product). Unrolled, to have several loads in
// flight.
template <bool pattern, class Accumulator>
__device__ __forceinline__ void multiply_entry(const Operands& in, uint64_t i, uint64_t e, uint64_t f,
                                               uint64_t end, unsigned lane, unsigned lanes,
                                               Accumulator& accumulator) {
    constexpr int unroll = sizeof(B_value) <= 16 ? 4 : sizeof(B_value) <= 32 ? 2 : 1;
    const A_index k = in.a_col[e];
    for (f += lane; f < end; f += uint64_t(lanes) * unroll) {
        Index j[unroll];
        B_value b[unroll];
        for (int u = 0; u < unroll; ++u) {
            const uint64_t at = f + uint64_t(lanes) * u;
            if (at >= end) break;
            j[u] = in.b_col[at];
            if (!pattern) b[u] = in.b_val[at];
        }
        for (int u = 0; u < unroll; ++u) {
            if (f + uint64_t(lanes) * u >= end) break;
            if constexpr (pattern)
                accumulator.insert_key(j[u]);
            else
                accumulator.add(
                    j[u], multiply(in.a_val[e], b[u], int64_t(in.first_row + i), int64_t(k), int64_t(j[u])));
        }
    }
}

// The same for blocks [f, end) of the pattern of a row of B. Calls accumulator.insert_block(block).
template <class Accumulator>
__device__ __forceinline__ void insert_blocks(const Operands& in, uint64_t f, uint64_t end, unsigned lane,
                                              unsigned lanes, Accumulator& accumulator) {
    constexpr int unroll = 2;
    for (f += lane; f < end; f += uint64_t(lanes) * unroll) {
        PatternBlock block[unroll];
        for (int u = 0; u < unroll; ++u)
            if (f + uint64_t(lanes) * u < end) block[u] = in.b_blocks[f + uint64_t(lanes) * u];
        for (int u = 0; u < unroll; ++u)
            if (f + uint64_t(lanes) * u < end) accumulator.insert_block(block[u]);
    }
}

// The entries of row k of B in a range of columns, or its blocks.
template <bool by_blocks>
__device__ __forceinline__ void row_of_B(const Operands& in, uint64_t k, const Columns& columns, uint64_t& f,
                                         uint64_t& end) {
    if constexpr (by_blocks) {
        f = in.b_block_ptr[k];
        end = in.b_block_ptr[k + 1];
    } else {
        f = in.b_ptr[k];
        end = in.b_ptr[k + 1];
        columns.cut(in.b_col, k, f, end);
    }
}

// The products of a warp, spread over its lanes: each lane has `length` entries of B from `f` on, or blocks,
// for entry `e` of A.
template <bool pattern, bool by_blocks, class Accumulator>
__device__ __forceinline__ void spread_products(const Operands& in, uint64_t i, uint64_t e, uint64_t f,
                                                unsigned length, Accumulator& accumulator) {
    const LaneItems<unsigned> items(length);
    const uint64_t base = f - (items.end - length);
    items.for_each([&](bool has, unsigned p, unsigned owner) {
        const uint64_t at = shuffle(full_mask, base, int(owner)) + p;
        if (!has) return;
        if constexpr (by_blocks) {
            accumulator.insert_block(in.b_blocks[at]);
        } else if constexpr (pattern) {
            accumulator.insert_key(in.b_col[at]);
        } else {
            const uint64_t entry = e - lane() + owner;
            const Index j = in.b_col[at];
            accumulator.add(j, multiply(in.a_val[entry], in.b_val[at], int64_t(in.first_row + i),
                                        int64_t(in.a_col[entry]), int64_t(j)));
        }
    });
}

// All products of a row of many entries, by a whole block. A round takes an entry of A for each thread. The
// products of a warp's entries are spread over its lanes by a scan of the lengths of their rows of B; pieces
// of long rows of B are put on a list, from which all warps take them.
template <bool pattern, bool by_blocks, class Accumulator>
__device__ __forceinline__ void multiply_row_spread(const Operands& in, uint64_t i, const Columns& columns,
                                                    LongEntries* pieces, Accumulator& accumulator) {
    constexpr unsigned piece = 512, entry_bits = 10; // of a number in the list: the entry; above it the piece
    const uint64_t a_end = in.a_ptr[i + 1];
    for (uint64_t round = in.a_ptr[i]; round < a_end; round += blockDim.x) {
        if (threadIdx.x == 0) pieces->count = pieces->taken = 0;
        __syncthreads();
        const uint64_t e = round + threadIdx.x;
        uint64_t f = 0, end = 0;
        if (e < a_end) row_of_B<by_blocks>(in, in.a_col[e], columns, f, end);
        for (unsigned n = 0; end - f > piece && n < 1u << (32 - entry_bits); ++n, f += piece) {
            const unsigned at = atomicAdd(&pieces->count, 1u);
            if (at >= LongEntries::capacity) break; // the rest is spread
            pieces->entry[at] = n << entry_bits | threadIdx.x;
        }
        while (__any_sync(full_mask, f < end)) {
            const unsigned length = unsigned(min_of<uint64_t>(end - f, 1u << 16));
            spread_products<pattern, by_blocks>(in, i, e, f, length, accumulator);
            f += length;
        }
        __syncthreads();
        const unsigned count = min_of(pieces->count, LongEntries::capacity);
        for (;;) {
            unsigned at = lane() == 0 && count != 0 ? atomicAdd(&pieces->taken, 1u) : count;
            at = shuffle(full_mask, at, 0);
            if (at >= count) break;
            const uint64_t owner = round + pieces->entry[at] % (1u << entry_bits);
            row_of_B<by_blocks>(in, in.a_col[owner], columns, f, end);
            f += uint64_t(pieces->entry[at] >> entry_bits) * piece;
            if constexpr (by_blocks)
                insert_blocks(in, f, min_of(f + piece, end), lane(), 32, accumulator);
            else
                multiply_entry<pattern>(in, i, owner, f, min_of(f + piece, end), lane(), 32, accumulator);
        }
        __syncthreads();
    }
}

// All products of row i. `long_entries` is one for the block, where the group is the block. by_blocks: the
// pattern alone, from the blocks of B. spreads: rows of many entries take multiply_row_spread.
template <bool pattern, bool by_blocks = false, bool spreads = false, class Accumulator>
__device__ __forceinline__ void multiply_row(const Operands& in, uint64_t i, const Columns& columns,
                                             const Group& group, LongEntries* long_entries,
                                             Accumulator& accumulator) {
    constexpr bool one_k = ordered_fold && !pattern;
    const uint64_t a_end = in.a_ptr[i + 1];
    const unsigned shared_by = 1u << (by_blocks ? in.b_block_threads_log2 : in.b_threads_log2);
    const unsigned lanes = one_k ? group.size : min_of(shared_by, group.size);
    const unsigned teams = group.size / lanes, team = group.rank / lanes, lane = group.rank % lanes;
    const bool defers = Group::whole_block && !one_k && teams > 1;
    if constexpr (spreads && Group::whole_block && !one_k) {
        if (group.size == 1024 && a_end - in.a_ptr[i] >= 1024)
            return multiply_row_spread<pattern, by_blocks>(in, i, columns, long_entries, accumulator);
    }
    const uint64_t long_row = max_of(uint64_t(lanes) * 16, uint64_t(group.size));
    for (uint64_t round = in.a_ptr[i]; round < a_end;
         round += defers ? LongEntries::capacity : a_end - round) {
        const uint64_t round_end = defers ? min_of(a_end, round + LongEntries::capacity) : a_end;
        if (defers) {
            if (group.rank == 0) long_entries->count = 0;
            group.sync();
        }
        for (uint64_t e = round + team; e < round_end; e += teams) {
            const A_index k = in.a_col[e];
            uint64_t f, end;
            row_of_B<by_blocks>(in, k, columns, f, end);
            if (defers && end - f > long_row) {
                if (lane == 0) long_entries->entry[atomicAdd(&long_entries->count, 1u)] = unsigned(e - round);
                continue;
            }
            if constexpr (by_blocks)
                insert_blocks(in, f, end, lane, lanes, accumulator);
            else
                multiply_entry<pattern>(in, i, e, f, end, lane, lanes, accumulator);
            if (one_k) group.sync();
        }
        if (!defers) continue;
        group.sync();
        const unsigned count = long_entries->count;
        for (unsigned n = 0; n < count; ++n) {
            const uint64_t e = round + long_entries->entry[n];
            const A_index k = in.a_col[e];
            uint64_t f, end;
            row_of_B<by_blocks>(in, k, columns, f, end);
            if constexpr (by_blocks)
                insert_blocks(in, f, end, group.rank, group.size, accumulator);
            else
                multiply_entry<pattern>(in, i, e, f, end, group.rank, group.size, accumulator);
        }
        group.sync();
    }
}

} // namespace mergus
