// owned_columns.cuh: products whose rows of C are dense in few columns: a block has a row of C with a slot
// for every column in shared memory, and each warp of it owns a range of the columns.
//
// A warp adds the part of each row of B that lies in its range, one k after the other, so that no two threads
// add to a column at the same time: there are no atomics, the only barriers are at the ends of a row of C,
// and products are added in the order of k. A table has the positions in each row of B at which the ranges
// begin. Ranges have about equal numbers of B's entries, and rows of C are taken in the order of falling
// work. The pattern of a row of C is found before as the union of rows of B that are bitmaps, a word of 32
// columns for each thread.
//
// Bindings: as dense_accumulator.cuh.

#include "mxm/owned_columns/owned_columns.h"
#include "mxm/row_loop.cuh"
#include "primitives/block_sum.cuh"

namespace mergus {

// The class of a row by the number of its products. Class 0 has the rows with the most.
__device__ __forceinline__ unsigned work_class(uint64_t products) {
    if (products < 4) return work_classes - 1 - unsigned(products);
    const unsigned log2 = 63u - unsigned(__clzll(static_cast<long long>(products)));
    const unsigned quarter = unsigned(products >> (log2 - 2)) & 3u;
    return work_classes - 1 - min_of((log2 - 1) * 4 + quarter, work_classes - 1);
}

// A row of C in shared memory.
struct OwnedRow {
    // Without a value that marks an empty slot, a byte for each column says whether it has a value.
    static constexpr bool has_bytes = slot_kind == ordered_slots;

    Slot* slots;
    unsigned char* present;  // has_bytes
    unsigned *bits, *before; // of each word of 32 columns: its entries, and the number of those before it

    __device__ __forceinline__ OwnedRow(unsigned char* memory, unsigned words) {
        const size_t columns = size_t(words) * 32;
        slots = reinterpret_cast<Slot*>(memory);
        memory += value_free ? 0 : columns * sizeof(Slot);
        bits = reinterpret_cast<unsigned*>(memory);
        before = bits + words;
        present = reinterpret_cast<unsigned char*>(before + words);
    }
    __device__ __forceinline__ void clear(unsigned words) {
        for (unsigned c = threadIdx.x; c < words * 32; c += blockDim.x) {
            if constexpr (has_bytes)
                present[c] = 0;
            else
                slots[c] = empty_slot();
        }
    }
    __device__ __forceinline__ void add(unsigned j, const C_value& value) {
        if constexpr (has_bytes) {
            slots[j] = slot_of(present[j] != 0 ? combine(value_of(slots[j]), value) : value);
            present[j] = 1;
        } else {
            slots[j] = Slots::next_of(slots[j], value);
        }
    }
};

// Up to 32 neighbouring entries of a row of B, one for each lane, with the entry of A they are multiplied by.
struct OwnedPart {
    A_value a;
    B_value b;
    A_index k;
    unsigned j;
    bool has; // the lane has an entry
};

// The products of a warp's columns with up to 32 entries of A from `round` on: lane n has entry n, whose row
// k of B has the entries [begin, end) in these columns.
__device__ __forceinline__ void add_owned_parts(const Operands& in, uint64_t i, uint64_t round, A_index k,
                                                unsigned begin, unsigned end, OwnedRow& row) {
    // The number of parts that are loaded before the first one is used.
    constexpr int parts = sizeof(A_value) + sizeof(B_value) <= 16 ? 8 : sizeof(B_value) <= 16 ? 4 : 1;
    unsigned left = __ballot_sync(full_mask, begin < end); // entries whose products are to come
    unsigned at = 0, last = 0; // the entries of the current row of B that are to come
    uint64_t e = round;
    A_index its_k = 0;
    while (left != 0 || at < last) {
        OwnedPart part[parts];
#pragma unroll
        for (int u = 0; u < parts; ++u) {
            if (at >= last && left != 0) {
                const int n = __ffs(int(left)) - 1;
                left &= left - 1;
                at = shuffle(full_mask, begin, n);
                last = shuffle(full_mask, end, n);
                its_k = shuffle(full_mask, k, n);
                e = round + unsigned(n);
            }
            part[u].has = last > at && lane() < last - at;
            if (part[u].has) {
                part[u].j = unsigned(in.b_col[at + lane()]);
                part[u].b = in.b_val[at + lane()];
                part[u].a = in.a_val[e];
                part[u].k = its_k;
            }
            at += min_of(32u, last - at);
        }
#pragma unroll
        for (int u = 0; u < parts; ++u) {
            if (part[u].has)
                row.add(part[u].j, multiply(part[u].a, part[u].b, int64_t(in.first_row + i),
                                            int64_t(part[u].k), int64_t(part[u].j)));
            __syncwarp(); // the next part may have the same columns at other lanes
        }
    }
}

} // namespace mergus

// Counts the rows of each class of work, and the entries of B in each bucket of columns.
extern "C" __global__ void __launch_bounds__(256)
    weigh_owned(const uint64_t* flops, uint64_t nrows, const Index* b_col, uint64_t b_nvals,
                unsigned bucket_columns, mergus::OwnedWeights* weights) {
    using namespace mergus;
    __shared__ OwnedWeights counted;
    unsigned* const words = reinterpret_cast<unsigned*>(&counted);
    constexpr unsigned count = sizeof(OwnedWeights) / sizeof(unsigned);
    for (unsigned w = threadIdx.x; w < count; w += blockDim.x) words[w] = 0;
    __syncthreads();
    for (uint64_t r = grid_thread(); r < nrows; r += grid_threads())
        atomicAdd(&counted.rows[work_class(flops[r])], 1u);
    for (uint64_t e = grid_thread(); e < b_nvals; e += grid_threads())
        atomicAdd(&counted.entries[unsigned(b_col[e]) / bucket_columns], 1u);
    __syncthreads();
    unsigned* const all = reinterpret_cast<unsigned*>(weights);
    for (unsigned w = threadIdx.x; w < count; w += blockDim.x)
        if (words[w] != 0) atomicAdd(&all[w], words[w]);
}

// rows: the rows in the order of falling work. splits[k * (warps + 1) + w]: the first entry of row k of B in
// the columns of warp w.
extern "C" __global__ void __launch_bounds__(256)
    arrange_owned(mergus::Operands in, const uint64_t* flops, uint64_t nrows, uint64_t b_rows, uint64_t ncols,
                  unsigned bucket_columns, unsigned warps, mergus::OwnedWeights* weights, Row* rows,
                  unsigned* splits) {
    using namespace mergus;
    constexpr unsigned each = column_buckets / owned_threads;
    __shared__ unsigned first[work_classes];
    __shared__ unsigned low[33]; // the first column of each warp
    __shared__ unsigned sums[owned_threads / 32];
    const unsigned t = threadIdx.x;
    unsigned total;
    const unsigned before_class = block_exclusive_sum(t < work_classes ? weights->rows[t] : 0u, sums, total);
    if (t < work_classes) first[t] = before_class;
    unsigned mine = 0;
    for (unsigned b = 0; b < each; ++b) mine += weights->entries[t * each + b];
    uint64_t before = block_exclusive_sum(mine, sums, total);
    for (unsigned b = 0; b < each; ++b) {
        const unsigned bucket = t * each + b;
        const uint64_t after = before + weights->entries[bucket];
        const uint64_t to = after * warps / total;
        for (uint64_t w = before * warps / total + 1; w <= to; ++w)
            low[w] = unsigned(min_of(uint64_t(bucket + 1) * bucket_columns, ncols));
        before = after;
    }
    __syncthreads();
    for (uint64_t r = grid_thread(); r < nrows; r += grid_threads()) {
        const unsigned c = work_class(flops[r]);
        rows[first[c] + atomicAdd(&weights->placed[c], 1u)] = Row(r);
    }
    for (uint64_t s = grid_thread(); s < b_rows * (warps + 1); s += grid_threads()) {
        const uint64_t k = s / (warps + 1), begin = in.b_ptr[k], end = in.b_ptr[k + 1];
        const unsigned w = unsigned(s % (warps + 1));
        splits[s] = unsigned(w == 0       ? begin
                             : w == warps ? end
                                          : lower_bound(in.b_col, begin, end, Index(low[w])));
    }
}

// bits[k * words + w]: the columns [32 * w, 32 * w + 32) of row k of B; zero before. A warp has a row.
extern "C" __global__ void __launch_bounds__(256)
    mark_rows_of_B(mergus::Operands in, uint64_t b_rows, unsigned words, uint32_t* bits) {
    using namespace mergus;
    for (uint64_t k = grid_thread() / 32; k < b_rows; k += grid_threads() / 32) {
        const uint64_t end = in.b_ptr[k + 1];
        for (uint64_t e = in.b_ptr[k] + lane(); e < end; e += 32) {
            const unsigned j = unsigned(in.b_col[e]);
            atomicOr(&bits[k * words + j / 32], 1u << (j % 32));
        }
    }
}

// The pattern of row rows[block] of C: its bits, and sizes[row] = their number.
extern "C" __global__ void __launch_bounds__(1024)
    mark_rows_of_C(mergus::Operands in, const Row* rows, const uint32_t* of_B, unsigned words, uint32_t* bits,
                   uint64_t* sizes) {
    using namespace mergus;
    constexpr int unroll = 8;
    __shared__ unsigned sums[32];
    const uint64_t i = rows[blockIdx.x], a_end = in.a_ptr[i + 1];
    const unsigned w = threadIdx.x;
    unsigned word = 0;
    for (uint64_t e = in.a_ptr[i]; e < a_end && w < words; e += unroll) {
        unsigned part[unroll];
#pragma unroll
        for (int u = 0; u < unroll; ++u)
            part[u] = e + u < a_end ? of_B[uint64_t(in.a_col[e + u]) * words + w] : 0;
#pragma unroll
        for (int u = 0; u < unroll; ++u) word |= part[u];
    }
    if (w < words) bits[i * words + w] = word;
    const unsigned all = block_sum(unsigned(__popc(word)), sums);
    if (threadIdx.x == 0) sizes[i] = all;
}

// The entries of row rows[block].
extern "C" __global__ void __launch_bounds__(512)
    multiply_owned(mergus::Operands in, const Row* rows, const unsigned* splits, const uint32_t* bits,
                   unsigned words, const uint64_t* ptr, Index* cols, C_value* vals) {
    using namespace mergus;
    extern __shared__ __align__(16) unsigned char shared_bytes[];
    __shared__ unsigned sums[32];
    const uint64_t i = rows[blockIdx.x], base = ptr[i];
    if (ptr[i + 1] == base) return;
    OwnedRow row(shared_bytes, words);
    if constexpr (value_free == 0) {
        row.clear(words);
        __syncthreads();
        const unsigned stride = blockDim.x / 32 + 1;
        const uint64_t a_end = in.a_ptr[i + 1];
        for (uint64_t round = in.a_ptr[i]; round < a_end; round += 32) {
            A_index k = 0;
            unsigned begin = 0, end = 0;
            if (round + lane() < a_end) {
                k = in.a_col[round + lane()];
                const unsigned* const its_splits = splits + uint64_t(k) * stride + warp();
                begin = its_splits[0];
                end = its_splits[1];
            }
            add_owned_parts(in, i, round, k, begin, end, row);
        }
    }
    unsigned placed = 0;
    for (unsigned chunk = 0; chunk < words; chunk += blockDim.x) {
        const unsigned w = chunk + threadIdx.x;
        const unsigned word = w < words ? bits[i * words + w] : 0;
        unsigned all;
        const unsigned before = block_exclusive_sum(unsigned(__popc(word)), sums, all);
        if (w < words) {
            row.bits[w] = word;
            row.before[w] = placed + before;
        }
        placed += all;
    }
    __syncthreads();
    for (unsigned w = warp(); w < words; w += blockDim.x / 32) {
        const unsigned word = row.bits[w];
        if ((word >> lane() & 1u) == 0) continue;
        const uint64_t at = base + row.before[w] + unsigned(__popc(word & ((1u << lane()) - 1u)));
        cols[at] = Index(w * 32 + lane());
        vals[at] = value_free ? one_value() : value_of(row.slots[w * 32 + lane()]);
    }
}
