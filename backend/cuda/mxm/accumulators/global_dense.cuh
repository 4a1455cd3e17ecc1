// global_dense.cuh: some rows of a product, dense in device memory: a bit and a value for each column.
//
// For products of few rows, and for heavy rows. Each block of the grid has the same number of products, so
// that neither a long row of A nor a long row of B is the work of one block. The bits give the entries in
// order.
//
// Bindings: as hash.cuh without ordered_fold; constants value_free: every entry has the same value, and no
// values are kept; listed: the rows are those of a list, otherwise all rows of A.
//
// 32 words of bits are a chunk, the work of a warp.

#include "mxm/accumulators/global_dense.h"
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

} // namespace mergus

// Listed rows: the first entry of each among the entries of all. One thread, because the rows are few.
extern "C" __global__ void begin_rows(mergus::Operands in, const Row* rows, uint64_t row_count,
                                      uint64_t* begin) {
    uint64_t sum = 0;
    for (uint64_t r = 0; r < row_count; ++r) {
        begin[r] = sum;
        sum += in.a_ptr[rows[r] + 1] - in.a_ptr[rows[r]];
    }
    begin[row_count] = sum;
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
// of products.
extern "C" __global__ void multiply_global_dense(mergus::Operands in, mergus::DenseRows dense, uint64_t count,
                                                 const uint64_t* starts) {
    constexpr unsigned each = 8;
    __shared__ uint64_t found[2];
    const uint64_t total = starts[count];
    const uint64_t tile = uint64_t(blockDim.x) * each;
    for (uint64_t p0 = blockIdx.x * tile; p0 < total; p0 += gridDim.x * tile) {
        // The entries of A that have this tile's products.
        const mergus::RowsOfTile entries =
            mergus::rows_of_tile(starts, count, p0, mergus::min_of(p0 + tile, total), found);
        for (unsigned u = 0; u < each; ++u) {
            const uint64_t p = p0 + u * blockDim.x + threadIdx.x;
            if (p >= total) break;
            const uint64_t x = entries.row(p);
            const uint64_t r = dense.row_of_entry(x), e = dense.entry(in, x, r);
            const A_index k = in.a_col[e];
            const uint64_t f = in.b_ptr[k] + (p - starts[x]);
            const Index j = in.b_col[f];
            const uint64_t w = r * dense.words + j / 32;
            const unsigned bit = 1u << (j % 32);
            if (mask_kind != 0 && ((dense.masked[w] & bit) != 0) != (mask_kind == 1)) continue;
            const bool fresh = (dense.bits[w] & bit) == 0;
            if (!symbolic && !value_free)
                accumulate(&dense.values[w * 32 + j % 32],
                           multiply(in.a_val[e], in.b_val[f], int64_t(in.first_row + dense.row(r)),
                                    int64_t(k), int64_t(j)));
            if (fresh) atomicOr(&dense.bits[w], bit);
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
