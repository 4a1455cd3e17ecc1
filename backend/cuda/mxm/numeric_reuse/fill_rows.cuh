// fill_rows.cuh: the values of C from the known positions of the products (positions.cuh). Nothing is
// searched, sorted or compared.
//
// fill_rows_in_order: a group has a row and takes one row of B at a time, so no two threads add to one entry
// at the same time. The products of an entry are combined in the order of k: every monoid, and the same bits
// in every run. Warps load several pieces of rows of B at the same time (pieces.cuh) where these are short.
//
// fill_rows_by_atomics: a block has a row, or a part of its entries of A, and its warps take batches of
// neighbouring products, whatever the lengths of the rows of B.
//
// Bindings: as row_loop.cuh; combine(x, y); constants position_bytes (1, 2, 4, or 0: by the row's size),
// in_memory: the values are accumulated in C, not in shared memory, masked.

#include "mxm/numeric_reuse/pieces.cuh"
#include "primitives/block_sum.cuh"

namespace mergus {

// Products of an entry of A from which on a warp takes rows of B whole: most of their pieces are full.
constexpr uint64_t whole_row_products = 48;

// A row of C.
struct ReuseRow {
    uint64_t i, begin, size;
    const unsigned char* positions;
    unsigned bytes;    // of a position
    uint64_t products; // and up to 3 more, because rows are aligned

    __device__ __forceinline__ ReuseRow(uint64_t row, const uint64_t* c_ptr, const uint64_t* row_bytes,
                                        const unsigned char* all_positions)
        : i(row), begin(c_ptr[row]), size(c_ptr[row + 1] - begin), positions(all_positions + row_bytes[row]),
          bytes(position_bytes != 0 ? unsigned(position_bytes) : position_bytes_for(size)),
          products((row_bytes[row + 1] - row_bytes[row]) / bytes) {}
    __device__ __forceinline__ unsigned position(uint64_t p) const {
        return load_position(positions, p, bytes);
    }
};

__device__ __forceinline__ void add_product(C_value* values, unsigned x, const C_value& product) {
    if (masked != 0 && (x & absent) == absent) return;
    C_value* const to = values + (x & absent);
    *to = (x & first_bit) != 0 ? product : combine(*to, product);
}

// The last of `count` ascending numbers that is at most p. The first is.
__device__ __forceinline__ unsigned last_at_most(const unsigned* numbers, unsigned count, unsigned p) {
    unsigned low = 0, high = count;
    while (high - low > 1) {
        const unsigned middle = (low + high) / 2;
        if (numbers[middle] <= p)
            low = middle;
        else
            high = middle;
    }
    return low;
}

// The products of a row, which are less than 2^32, by a warp.
__device__ __forceinline__ void add_row_in_pieces(const Operands& in, const ReuseRow& row, C_value* values) {
    const uint64_t begin = in.a_ptr[row.i], end = in.a_ptr[row.i + 1];
    unsigned products = 0;
    for (uint64_t round = begin; round < end; round += 32) {
        EntryProducts mine{0, 0, 0};
        if (round + lane() < end) {
            const uint64_t k = in.a_col[round + lane()];
            mine.start = in.b_ptr[k];
            mine.length = unsigned(in.b_ptr[k + 1] - mine.start);
        }
        const unsigned inclusive = warp_inclusive_scan(mine.length, Plus());
        mine.position = products + inclusive - mine.length;
        const Pieces pieces(mine);
        products += shuffle(full_mask, inclusive, 31);
        add_pieces(in, pieces, round, row.positions, row.bytes, int64_t(row.i),
                   [&](unsigned x, const C_value& product) { add_product(values, x, product); });
    }
}

// The products of a row, by a group of any size.
__device__ __forceinline__ void add_row(const Operands& in, const ReuseRow& row, const Group& group,
                                        C_value* values) {
    constexpr int ahead = loads_ahead; // rows of B that are loaded at the same time
    const int64_t i = int64_t(row.i);
    const uint64_t a_end = in.a_ptr[row.i + 1];
    uint64_t done = 0; // products
    for (uint64_t e = in.a_ptr[row.i]; e < a_end; e += ahead) {
        uint64_t at[ahead], length[ahead], before[ahead];
        unsigned x[ahead];
        B_value b[ahead];
#pragma unroll
        for (int u = 0; u < ahead; ++u) {
            at[u] = length[u] = 0;
            if (e + u < a_end) {
                const uint64_t k = in.a_col[e + u];
                at[u] = in.b_ptr[k];
                length[u] = in.b_ptr[k + 1] - at[u];
            }
            before[u] = done;
            done += length[u];
        }
#pragma unroll
        for (int u = 0; u < ahead; ++u) {
            if (group.rank >= length[u]) continue;
            x[u] = row.position(before[u] + group.rank);
            b[u] = in.b_val[at[u] + group.rank];
        }
#pragma unroll
        for (int u = 0; u < ahead; ++u) {
            if (length[u] == 0) continue; // the same for the whole group
            const int64_t k = int64_t(in.a_col[e + u]);
            if (group.rank < length[u])
                add_product(values, x[u],
                            multiply(in.a_val[e + u], b[u], i, k, int64_t(in.b_col[at[u] + group.rank])));
            for (uint64_t f = group.rank + group.size; f < length[u]; f += group.size)
                add_product(
                    values, row.position(before[u] + f),
                    multiply(in.a_val[e + u], in.b_val[at[u] + f], i, k, int64_t(in.b_col[at[u] + f])));
            group.sync();
        }
    }
}

} // namespace mergus

// A group has a row of the list. Shared memory: `capacity` values for each group, unless in_memory.
extern "C" __global__ void __launch_bounds__(group_threads == 0 ? 1024 : 256)
    fill_rows_in_order(mergus::Operands in, const Row* rows, uint64_t row_count, const uint64_t* c_ptr,
                       const uint64_t* row_bytes, const unsigned char* positions, unsigned capacity,
                       C_value* vals) {
    extern __shared__ __align__(16) unsigned char shared_bytes[];
    const uint64_t r = uint64_t(blockIdx.x) * mergus::Group::count() + mergus::Group::index();
    if (r >= row_count) return; // whole groups
    const mergus::Group group;
    const mergus::ReuseRow row(rows[r], c_ptr, row_bytes, positions);
    C_value* const values =
        in_memory ? vals + row.begin
                  : reinterpret_cast<C_value*>(shared_bytes) + size_t(capacity) * mergus::Group::index();
    const uint64_t entries = in.a_ptr[row.i + 1] - in.a_ptr[row.i];
    if (group_threads == 32 && row.products < mergus::whole_row_products * entries)
        mergus::add_row_in_pieces(in, row, values);
    else
        mergus::add_row(in, row, group, values);
    if (in_memory) return;
    for (unsigned n = group.rank; n < unsigned(row.size); n += group.size) vals[row.begin + n] = values[n];
}

// in_memory: slots of the rows of the list become empty. Slots and values have one size.
extern "C" __global__ void empty_rows(const Row* rows, const uint64_t* c_ptr, C_value* vals) {
    const uint64_t i = rows[blockIdx.x], end = c_ptr[i + 1];
    for (uint64_t n = c_ptr[i] + blockIdx.y * blockDim.x + threadIdx.x; n < end;
         n += uint64_t(gridDim.y) * blockDim.x)
        reinterpret_cast<Slot*>(vals)[n] = empty_slot();
}

// A block has row rows[blockIdx.x], or in_memory a part of its entries of A. offsets[e] = products before
// entry e of A. Shared memory: `capacity` slots, unless in_memory; then for each thread an entry of B and a
// number of products.
extern "C" __global__ void __launch_bounds__(1024)
    fill_rows_by_atomics(mergus::Operands in, const Row* rows, const uint64_t* c_ptr,
                         const uint64_t* row_bytes, const unsigned char* positions, const uint64_t* offsets,
                         unsigned slot_bytes, C_value* vals) {
    extern __shared__ __align__(16) unsigned char shared_bytes[];
    __shared__ unsigned warp_sums[32];
    // Products of a lane that are loaded at the same time, for which a warp searches once.
    constexpr unsigned batch = mergus::loads_ahead;
    const mergus::ReuseRow row(rows[blockIdx.x], c_ptr, row_bytes, positions);
    uint64_t* const starts = reinterpret_cast<uint64_t*>(shared_bytes + slot_bytes);
    unsigned* const before = reinterpret_cast<unsigned*>(starts + blockDim.x);
    Slot* const slots = reinterpret_cast<Slot*>(in_memory ? static_cast<void*>(vals + row.begin)
                                                          : static_cast<void*>(shared_bytes));
    if (!in_memory) {
        for (unsigned n = threadIdx.x; n < unsigned(row.size); n += blockDim.x) slots[n] = empty_slot();
        __syncthreads();
    }
    const uint64_t a_begin = in.a_ptr[row.i], a_end = in.a_ptr[row.i + 1];
    for (uint64_t round = a_begin + uint64_t(blockIdx.y) * blockDim.x; round < a_end;
         round += uint64_t(gridDim.y) * blockDim.x) {
        const uint64_t e = round + threadIdx.x;
        const uint64_t done = offsets[round] - offsets[a_begin];
        const uint64_t k = e < a_end ? in.a_col[e] : 0;
        const uint64_t start = e < a_end ? in.b_ptr[k] : 0;
        const unsigned length = e < a_end ? unsigned(in.b_ptr[k + 1] - start) : 0;
        unsigned total;
        before[threadIdx.x] = mergus::block_exclusive_sum(length, warp_sums, total);
        starts[threadIdx.x] = start;
        __syncthreads();
        for (unsigned p = mergus::warp() * 32 * batch; p < total; p += blockDim.x * batch) {
            unsigned low = mergus::last_at_most(before, blockDim.x, p);
            unsigned entry[batch], x[batch];
            B_value b[batch];
#pragma unroll
            for (unsigned u = 0; u < batch; ++u) {
                const unsigned mine = p + u * 32 + mergus::lane();
                if (mine >= total) continue;
                while (low + 1 < blockDim.x && before[low + 1] <= mine) ++low;
                entry[u] = low;
                x[u] = row.position(done + mine);
                b[u] = in.b_val[starts[low] + (mine - before[low])];
            }
#pragma unroll
            for (unsigned u = 0; u < batch; ++u) {
                const unsigned mine = p + u * 32 + mergus::lane();
                if (mine >= total || (masked != 0 && (x[u] & mergus::absent) == mergus::absent)) continue;
                const unsigned n = entry[u];
                accumulate(&slots[x[u] & mergus::absent],
                           multiply(in.a_val[round + n], b[u], int64_t(row.i), int64_t(in.a_col[round + n]),
                                    int64_t(in.b_col[starts[n] + (mine - before[n])])));
            }
        }
        __syncthreads();
    }
    if (in_memory) return;
    for (unsigned n = threadIdx.x; n < unsigned(row.size); n += blockDim.x)
        vals[row.begin + n] = value_of(slots[n]);
}

// in_memory: the rows of the list become values.
extern "C" __global__ void finish_rows(const Row* rows, const uint64_t* c_ptr, C_value* vals) {
    const uint64_t i = rows[blockIdx.x], end = c_ptr[i + 1];
    for (uint64_t n = c_ptr[i] + blockIdx.y * blockDim.x + threadIdx.x; n < end;
         n += uint64_t(gridDim.y) * blockDim.x) {
        const Slot slot = reinterpret_cast<const Slot*>(vals)[n];
        vals[n] = value_of(slot);
    }
}
