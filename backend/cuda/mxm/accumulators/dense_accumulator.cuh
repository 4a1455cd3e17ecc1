// dense_accumulator.cuh: some rows of a product, dense in device memory: a bit and a value for each column.
//
// For products of few rows, and for heavy rows. Each block of the grid has the same number of products, so
// that neither a long row of A nor a long row of B is the work of one block. The bits give the entries in
// order.
//
// Bindings: as hash.cuh without ordered_fold; constants value_free: every entry has the same value, and no
// values are kept; listed: the rows are those of a list, otherwise all rows of A.
//
// 32 words of bits are a chunk, the work of a warp.
//
// In a product of long rows with their transpose a few columns get most products. A block then adds those of
// its first row in shared memory (ColumnCache) and to device memory once; compare-and-swap at one address by
// thousands of threads takes a thousand times as long.

#include "kernels/hash.cuh"
#include "mxm/accumulators/dense_accumulator.h"
#include "mxm/row_loop.cuh"

namespace mergus {

struct DenseRows : DenseRowsOf<Row, Slot> {
    __device__ __forceinline__ uint64_t row(uint64_t r) const { return listed ? uint64_t(rows[r]) : r; }
    // The row that entry x of these rows is in, relative to the first row.
    __device__ __forceinline__ uint64_t row_of_entry(uint64_t x) const {
        return row_count == 1 ? 0 : row_of(begin, row_count, x);
    }
    // Its offset in A, where r is that row.
    __device__ __forceinline__ uint64_t entry(const Operands& in, uint64_t x, uint64_t r) const {
        return listed ? in.a_ptr[rows[r]] + (x - begin[r]) : x;
    }
};

constexpr bool adds_values = !symbolic && !value_free;

// Sums of a block for columns of one row: each column has one slot, which the first column keeps.
struct ColumnCache {
    static constexpr bool used = adds_values && has_column_cache;
    static constexpr unsigned size = used ? 1024 : 1, none = ~0u;
    unsigned* columns;
    Slot* sums;
    unsigned* hits; // products whose column was there

    __device__ __forceinline__ void clear() {
        for (unsigned s = threadIdx.x; s < size; s += blockDim.x) {
            columns[s] = none;
            sums[s] = empty_slot();
        }
        if (threadIdx.x == 0) *hits = 0;
    }
    // Whether the value was added.
    __device__ __forceinline__ bool add(unsigned column, const C_value& value, bool counts_hits) {
        const unsigned s = hash_of(column) % size;
        unsigned there = columns[s];
        bool hit = true;
        if (there == none) {
            there = atomicCAS(&columns[s], none, column);
            hit = there == column;
            if (there == none) there = column;
        }
        if (there != column) return false;
        if (hit && counts_hits) atomicAdd(hits, 1u);
        accumulate(&sums[s], value);
        return true;
    }
};

// The lanes with equal keys give their values to the first of them. All lanes of a warp; \return whether this
// lane is that one. `held`: shared memory for the warp's values.
__device__ __forceinline__ bool combine_equal(uint64_t key, C_value& value, C_value* held) {
    const unsigned equal = __match_any_sync(full_mask, key);
    held[lane()] = value;
    __syncwarp();
    const bool leads = (equal & lanes_below()) == 0;
    if (leads)
        for (unsigned left = equal & (equal - 1); left != 0; left &= left - 1)
            value = combine(value, held[__ffs(int(left)) - 1]);
    __syncwarp();
    return leads;
}

} // namespace mergus

// Listed rows: the first entry of each among the entries of all. One warp, because the rows are few.
extern "C" __global__ void begin_rows(mergus::Operands in, const Row* rows, uint64_t row_count,
                                      uint64_t* begin) {
    uint64_t before = 0;
    for (uint64_t first = 0; first < row_count; first += 32) {
        const uint64_t r = first + mergus::lane();
        uint64_t length = 0;
        if (r < row_count) length = in.a_ptr[rows[r] + 1] - in.a_ptr[rows[r]];
        const uint64_t sum = before + mergus::warp_inclusive_scan(length, mergus::Plus());
        if (r < row_count) begin[r] = sum - length;
        before = mergus::shuffle(mergus::full_mask, sum, 31);
    }
    if (mergus::lane() == 0) begin[row_count] = before;
}

// products[x] = products of entry x; 0 for x behind the last entry of the rows.
extern "C" __global__ void count_entry_products(mergus::Operands in, mergus::DenseRows dense, uint64_t count,
                                                uint64_t* products) {
    for (uint64_t x = mergus::grid_thread(); x < count; x += mergus::grid_threads()) {
        uint64_t length = 0;
        if (x < dense.begin[dense.row_count]) {
            const A_index k = in.a_col[dense.entry(in, x, listed ? dense.row_of_entry(x) : 0)];
            length = in.b_ptr[k + 1] - in.b_ptr[k];
        }
        products[x] = length;
    }
}

// Sets the bits of the mask's rows.
extern "C" __global__ void mark_mask(mergus::Operands in, mergus::DenseRows dense) {
    for (uint64_t r = blockIdx.y; r < dense.row_count; r += gridDim.y) {
        const uint64_t i = dense.row(r), end = in.m_ptr[i + 1];
        for (uint64_t e = in.m_ptr[i] + mergus::grid_thread(); e < end; e += mergus::grid_threads()) {
            const Index j = in.m_col[e];
            if (truth(in.m_val[e])) atomicOr(&dense.masked[r * dense.words + j / 32], 1u << (j % 32));
        }
    }
}

extern "C" __global__ void empty_values(Slot* values, uint64_t count) {
    for (uint64_t s = mergus::grid_thread(); s < count; s += mergus::grid_threads()) values[s] = empty_slot();
}

// Adds all products. starts: the scan of count_entry_products, with the total at [count]. A block has a range
// of products. Its first round shows whether columns repeat, so that the cache pays.
extern "C" __global__ void __launch_bounds__(256)
    multiply_dense_accumulator(mergus::Operands in, mergus::DenseRows dense, uint64_t count,
                               const uint64_t* starts) {
    using mergus::ColumnCache;
    constexpr unsigned each = 8, hits_share = 8;
    constexpr bool by_swap =
        ColumnCache::used && (slot_kind == mergus::swap_nan_slots || slot_kind == mergus::swap_bits_slots);
    __shared__ uint64_t found[2];
    __shared__ unsigned cached_columns[ColumnCache::size], hits;
    __shared__ __align__(16) unsigned char cached_sums[ColumnCache::size * sizeof(Slot)];
    __shared__ __align__(16) unsigned char held[(by_swap ? 256 : 1) * sizeof(C_value)];
    ColumnCache cache = {cached_columns, reinterpret_cast<Slot*>(cached_sums), &hits};
    C_value* const warp_values = reinterpret_cast<C_value*>(held) + (by_swap ? mergus::warp() * 32 : 0);
    const uint64_t total = starts[count];
    const uint64_t tile = uint64_t(blockDim.x) * each;
    for (uint64_t p0 = blockIdx.x * tile; p0 < total; p0 += gridDim.x * tile) {
        if (ColumnCache::used) cache.clear();
        // The entries of A that have this tile's products.
        const mergus::RowsOfTile entries =
            mergus::rows_of_tile(starts, count, p0, mergus::min_of(p0 + tile, total), found);
        const uint64_t first_row = dense.row_of_entry(entries.first);
        bool caches = ColumnCache::used;
        for (unsigned u = 0; u < each; ++u) {
            if (ColumnCache::used && u == 1) {
                __syncthreads();
                caches = hits >= blockDim.x / hits_share;
            }
            const uint64_t p = p0 + u * blockDim.x + threadIdx.x;
            bool active = p < total;
            uint64_t r = 0, w = 0, key = ~uint64_t(mergus::lane());
            Index j = 0;
            C_value value = C_value();
            if (active) {
                const uint64_t x = entries.row(p);
                r = dense.row_of_entry(x);
                const uint64_t e = dense.entry(in, x, r);
                const A_index k = in.a_col[e];
                const uint64_t f = in.b_ptr[k] + (p - starts[x]);
                j = in.b_col[f];
                w = r * dense.words + j / 32;
                const unsigned bit = 1u << (j % 32);
                active = mask_kind == 0 || ((dense.masked[w] & bit) != 0) == (mask_kind == 1);
                if (active && mergus::adds_values) {
                    value = multiply(in.a_val[e], in.b_val[f], int64_t(in.first_row + dense.row(r)),
                                     int64_t(k), int64_t(j));
                    key = w * 32 + j % 32;
                }
            }
            if (by_swap && caches) active = mergus::combine_equal(key, value, warp_values) && active;
            if (!active) continue;
            if (caches && r == first_row && cache.add(unsigned(j), value, u == 0)) continue;
            const unsigned bit = 1u << (j % 32);
            const bool fresh = (dense.bits[w] & bit) == 0;
            if (mergus::adds_values) accumulate(&dense.values[w * 32 + j % 32], value);
            if (fresh) atomicOr(&dense.bits[w], bit);
        }
        __syncthreads();
        if (!ColumnCache::used) continue;
        for (unsigned s = threadIdx.x; s < ColumnCache::size; s += blockDim.x) {
            const unsigned j = cached_columns[s];
            if (j == ColumnCache::none) continue;
            const uint64_t w = first_row * dense.words + j / 32;
            accumulate(&dense.values[w * 32 + j % 32], value_of(cache.sums[s]));
            if (((dense.bits[w] >> (j % 32)) & 1u) == 0) atomicOr(&dense.bits[w], 1u << (j % 32));
        }
        __syncthreads();
    }
}

// counts[c] = set bits of chunk c.
extern "C" __global__ void count_chunk_bits(const unsigned* bits, uint64_t chunks, uint64_t* counts) {
    for (uint64_t c = mergus::grid_thread() / 32; c < chunks; c += mergus::grid_threads() / 32) {
        const unsigned sum =
            mergus::warp_reduce(unsigned(__popc(bits[c * 32 + mergus::lane()])), mergus::Plus());
        if (mergus::lane() == 0) counts[c] = sum;
    }
}

// After the scan of counts: the sizes of the listed rows, or the offsets of all rows.
extern "C" __global__ void dense_sizes(mergus::DenseRows dense, const uint64_t* counts, uint64_t* sizes,
                                       uint64_t* ptr) {
    const uint64_t chunks = dense.words / 32;
    for (uint64_t r = mergus::grid_thread(); r <= dense.row_count; r += mergus::grid_threads()) {
        if (!listed)
            ptr[r] = counts[r * chunks];
        else if (r < dense.row_count)
            sizes[dense.row(r)] = counts[(r + 1) * chunks] - counts[r * chunks];
    }
}

// Writes the entries: each row from ptr[i] on.
extern "C" __global__ void emit_dense(mergus::DenseRows dense, const uint64_t* counts, const uint64_t* ptr,
                                      Index* cols, C_value* vals) {
    const uint64_t chunks = dense.words / 32;
    for (uint64_t c = mergus::grid_thread() / 32; c < chunks * dense.row_count;
         c += mergus::grid_threads() / 32) {
        if (counts[c + 1] == counts[c]) continue;
        const uint64_t r = c / chunks, w = c * 32 + mergus::lane();
        unsigned left = dense.bits[w];
        const unsigned mine = unsigned(__popc(left));
        const unsigned before = mergus::warp_inclusive_scan(mine, mergus::Plus()) - mine;
        uint64_t offset = ptr[dense.row(r)] + (counts[c] - counts[r * chunks]) + before;
        for (; left != 0; left &= left - 1, ++offset) {
            const unsigned b = unsigned(__ffs(int(left)) - 1);
            cols[offset] = Index((w - r * dense.words) * 32 + b);
            vals[offset] = value_free ? one_value() : value_of(dense.values[w * 32 + b]);
        }
    }
}
