// conflict_free_rows.cuh: the products of a row by a block, for sums that the device has no atomic for.
//
// The columns of one row of B differ. So a block that takes one long row of B at a time, with a barrier
// between two of them, adds with plain loads and stores, to shared memory or to the result. Short rows of B,
// which would leave most threads idle, are spread over the lanes of a warp, and their products are added by
// exchanges; a barrier separates them from the long ones.
//
// Bindings: as row_loop.cuh; constant conflict_free_row: rows of B with more entries are long. The
// accumulator has add(j, value) for several threads; find(j), the address of a column's value or null if the
// product is dropped, and add_alone(address, j, value) for one thread at a time.

#include "mxm/row_loop.cuh"

namespace mergus {

// Long rows of B, each for an entry of A.
struct WaitingRows {
    static constexpr unsigned capacity = 64;
    unsigned count;
    unsigned entry[capacity]; // relative to the first entry of the round
    B_offset begin[capacity], end[capacity];
};

// A thread's part of a long row of B: its first entry is loaded two rows ahead and looked up one row ahead,
// because a barrier ends each row. Wide values are loaded last: they would take too many registers meanwhile.
struct RowPart {
    static constexpr bool holds_values = sizeof(A_value) <= 16 && sizeof(B_value) <= 16;

    A_value a; // holds_values
    B_value b; // holds_values
    A_index k;
    B_offset at, end;
    Index j;
    unsigned entry; // of A, relative to the first entry of the round

    __device__ __forceinline__ void load(const Operands& in, uint64_t round, const WaitingRows& rows,
                                         unsigned n, unsigned count) {
        at = end = 0;
        if (n >= count) return;
        entry = rows.entry[n];
        if constexpr (holds_values) a = in.a_val[round + entry];
        k = in.a_col[round + entry];
        at = rows.begin[n] + threadIdx.x;
        end = rows.end[n];
        if (at >= end) return;
        j = in.b_col[at];
        if constexpr (holds_values) b = in.b_val[at];
    }
    // The product with the first entry.
    __device__ __forceinline__ C_value product(const Operands& in, uint64_t i, uint64_t round) const {
        if constexpr (holds_values)
            return multiply(a, b, int64_t(in.first_row + i), int64_t(k), int64_t(j));
        else
            return product(in, i, round, j, at);
    }
    // The product with entry `of_B`, in column `column`.
    __device__ __forceinline__ C_value product(const Operands& in, uint64_t i, uint64_t round, Index column,
                                               uint64_t of_B) const {
        const auto times = [&](const A_value& x) {
            return multiply(x, in.b_val[of_B], int64_t(in.first_row + i), int64_t(k), int64_t(column));
        };
        if constexpr (holds_values)
            return times(a);
        else
            return times(in.a_val[round + entry]);
    }
};

// The products of the waiting rows. All threads of the block; ends with a barrier.
template <class Accumulator>
__device__ __forceinline__ void add_waiting_rows(const Operands& in, uint64_t i, uint64_t round,
                                                 const WaitingRows& rows, unsigned count,
                                                 Accumulator& accumulator) {
    RowPart part, next;
    decltype(accumulator.find(Index())) slot;
    const auto look_up = [&] { slot = part.at < part.end ? accumulator.find(part.j) : nullptr; };
    part.load(in, round, rows, 0, count);
    look_up();
    next.load(in, round, rows, 1, count);
    for (unsigned n = 0; n < count; ++n) {
        RowPart after;
        after.load(in, round, rows, n + 2, count);
        if (slot != nullptr) accumulator.add_alone(slot, part.j, part.product(in, i, round));
        for (uint64_t at = uint64_t(part.at) + blockDim.x; at < part.end; at += blockDim.x) {
            const Index j = in.b_col[at];
            const auto to = accumulator.find(j);
            if (to != nullptr) accumulator.add_alone(to, j, part.product(in, i, round, j, at));
        }
        part = next;
        next = after;
        look_up();
        __syncthreads();
    }
}

// All products of row i, by a block. A round takes an entry of A for each thread.
template <class Accumulator>
__device__ __forceinline__ void multiply_row_exclusively(const Operands& in, uint64_t i, WaitingRows* rows,
                                                         Accumulator& accumulator) {
    const uint64_t a_end = in.a_ptr[i + 1];
    if (threadIdx.x == 0) rows->count = 0;
    for (uint64_t round = in.a_ptr[i]; round < a_end; round += blockDim.x) {
        const uint64_t e = round + threadIdx.x;
        uint64_t f = 0, end = 0;
        if (e < a_end) row_of_B<false>(in, in.a_col[e], all_columns, f, end);
        bool waits = end - f > uint64_t(conflict_free_row);
        spread_products<false, false>(in, i, e, f, waits ? 0u : unsigned(end - f), accumulator);
        while (__syncthreads_or(waits)) {
            if (waits) {
                const unsigned at = atomicAdd(&rows->count, 1u);
                if (at < WaitingRows::capacity) {
                    rows->entry[at] = threadIdx.x;
                    rows->begin[at] = B_offset(f);
                    rows->end[at] = B_offset(end);
                    waits = false;
                }
            }
            __syncthreads();
            const unsigned count = min_of(rows->count, WaitingRows::capacity);
            add_waiting_rows(in, i, round, *rows, count, accumulator);
            if (threadIdx.x == 0) rows->count = 0;
        }
    }
}

// The same where each warp has slots of its own: a warp takes one row of B at a time.
template <class Accumulator>
__device__ __forceinline__ void multiply_row_by_warps(const Operands& in, uint64_t i,
                                                      Accumulator& accumulator) {
    const uint64_t a_end = in.a_ptr[i + 1];
    for (uint64_t e = in.a_ptr[i] + warp(); e < a_end; e += blockDim.x / 32) {
        uint64_t f, end;
        row_of_B<false>(in, in.a_col[e], all_columns, f, end);
        multiply_entry<false>(in, i, e, f, end, lane(), 32, accumulator);
        __syncwarp();
    }
}

} // namespace mergus
