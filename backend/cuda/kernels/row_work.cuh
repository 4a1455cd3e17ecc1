// row_work.cuh: how much work each row of a product is, and which bin it goes to.
//
// Bindings: A_index, Index, Row; constants row_bound_is_mask, has_spans.

#include "span.cuh"

namespace mergus {

// What the host reads back in one copy.
struct Summary {
    uint64_t products;
    uint64_t long_rows;
    uint64_t narrow;       // whether the spans of rows are worth finding, if has_spans
    uint64_t entries;      // of all rows, once their sizes are known
    uint64_t bin_rows[26]; // bin 0: nothing to do
};

// What a row may have to go to a bin, in the order in which bins are tried; the last takes everything.
struct BinLimits {
    uint64_t capacity[26]; // entries
    uint64_t work[26];     // products
    unsigned count;
    unsigned narrow; // the first so many bins are for rows of narrow spans, with room for capacity[] columns
    bool heavy; // the bin after the last is for rows with more products than both of:
    uint64_t heavy_work, heavy_share; // so many, and all divided by so many
    uint64_t merge_over, merge_most;  // the bin after that is for rows with more products than merge_over, up to merge_most
};

} // namespace mergus

// Looks at some rows, to see whether the columns of a row of the product lie close together, or takes it that they do. One block.
extern "C" __global__ void sample_spans(const uint64_t* a_ptr, const A_index* a_col, const uint64_t* b_ptr,
                                        const Index* b_col, uint64_t nrows, bool always,
                                        mergus::Summary* summary) {
    __shared__ unsigned narrow, seen;
    if (threadIdx.x == 0) narrow = seen = 0;
    __syncthreads();
    const uint64_t i = nrows / blockDim.x * threadIdx.x + (nrows % blockDim.x) * threadIdx.x / blockDim.x;
    const uint64_t begin = a_ptr[i], end = a_ptr[i + 1];
    if (i < nrows && begin < end && end - begin <= 256) {
        uint64_t work = 0;
        Index low = ~Index(0), high = 0;
        for (uint64_t e = begin; e < end; ++e) {
            const A_index k = a_col[e];
            const uint64_t f = b_ptr[k], b_end = b_ptr[k + 1];
            if (f == b_end) continue;
            work += b_end - f;
            low = mergus::min_of(low, b_col[f]);
            high = mergus::max_of(high, b_col[b_end - 1]);
        }
        if (work > 64) {
            atomicAdd(&seen, 1u);
            if (uint64_t(high - low) < work) atomicAdd(&narrow, 1u);
        }
    }
    __syncthreads();
    if (threadIdx.x == 0) summary->narrow = always || (seen >= 8 && narrow * 2 > seen) ? 1 : 0;
}

// work[i] = products of row i. `lanes` threads a row, a power of two up to 32; rows of A longer than `limit` are put on a list instead.
extern "C" __global__ void count_products(const uint64_t* a_ptr, const A_index* a_col, const uint64_t* b_ptr,
                                          const Index* b_col, mergus::Span* spans, uint64_t nrows, unsigned lanes,
                                          uint64_t limit, uint64_t* work, Row* long_rows, mergus::Summary* summary) {
    const unsigned rank = threadIdx.x % lanes;
    const unsigned group = (lanes == 32 ? 0xffffffffu : (1u << lanes) - 1u) << (mergus::lane() - rank);
    const bool finds_spans = has_spans && summary->narrow != 0;
    uint64_t all = 0;
    for (uint64_t i = mergus::grid_thread() / lanes; i < nrows; i += mergus::grid_threads() / lanes) {
        const uint64_t begin = a_ptr[i], end = a_ptr[i + 1];
        uint64_t sum = 0;
        unsigned low = ~0u, high = 0;
        if (finds_spans && rank == 0) spans[i] = {0, ~0u};
        if (end - begin > limit) {
            if (rank == 0) {
                const uint64_t at = atomicAdd(&summary->long_rows, uint64_t(1));
                long_rows[at] = Row(i);
                work[i] = 0;
            }
            continue;
        }
        for (uint64_t e = begin + rank; e < end; e += lanes) {
            const A_index k = a_col[e];
            const uint64_t f = b_ptr[k], b_end = b_ptr[k + 1];
            sum += b_end - f;
            if (finds_spans && f < b_end) {
                low = mergus::min_of(low, unsigned(b_col[f]));
                high = mergus::max_of(high, unsigned(b_col[b_end - 1]));
            }
        }
        if (finds_spans) {
            for (unsigned bits = lanes / 2; bits > 0; bits /= 2) {
                low = mergus::min_of(low, mergus::shuffle_xor(group, low, int(bits)));
                high = mergus::max_of(high, mergus::shuffle_xor(group, high, int(bits)));
            }
            if (rank == 0 && low <= high) spans[i] = {low, high - low + 1};
        }
        for (unsigned bits = lanes / 2; bits > 0; bits /= 2) sum += mergus::shuffle_xor(group, sum, int(bits));
        if (rank == 0) work[i] = sum;
        all += sum;
    }
    all = mergus::warp_reduce(all, mergus::Plus()) / lanes; // every lane of a group has the group's sum
    if (mergus::lane() == 0 && all != 0) atomicAdd(&summary->products, all);
}

// The rows on the list, each by the whole grid.
extern "C" __global__ void count_products_long(const uint64_t* a_ptr, const A_index* a_col, const uint64_t* b_ptr,
                                               const Row* long_rows, uint64_t* work, mergus::Summary* summary) {
    for (uint64_t r = 0; r < summary->long_rows; ++r) {
        const uint64_t i = long_rows[r];
        uint64_t sum = 0;
        for (uint64_t e = a_ptr[i] + mergus::grid_thread(); e < a_ptr[i + 1]; e += mergus::grid_threads()) {
            const A_index k = a_col[e];
            sum += b_ptr[k + 1] - b_ptr[k];
        }
        sum = mergus::warp_reduce(sum, mergus::Plus());
        if (mergus::lane() == 0 && sum != 0) {
            atomicAdd(&work[i], sum);
            atomicAdd(&summary->products, sum);
        }
    }
}

namespace mergus {

// The bin of a row, counted from 1; 0: nothing to do.
__device__ __forceinline__ unsigned bin_of(const BinLimits& limits, uint64_t size, uint64_t work,
                                           const Summary* summary, const Span* spans, uint64_t i) {
    if (size == 0 || work == 0) return 0;
    if (has_spans && limits.narrow != 0 && summary->narrow != 0) {
        const unsigned width = spans[i].width;
        if (width <= 2 * work)
            for (unsigned b = 0; b < limits.narrow; ++b)
                if (width <= limits.capacity[b]) return b + 1;
    }
    if (work > limits.merge_over && work <= limits.merge_most) return limits.count + (limits.heavy ? 2 : 1);
    if (limits.heavy && work > limits.heavy_work && work > summary->products / limits.heavy_share) return limits.count + 1;
    unsigned b = limits.narrow;
    while (b + 1 < limits.count && (size > limits.capacity[b] || work > limits.work[b])) ++b;
    return b + 1;
}

// How many entries row i can have at most, from what is known of it.
__device__ __forceinline__ uint64_t row_bound(uint64_t i, const uint64_t* sizes, const uint64_t* work,
                                              const uint64_t* m_ptr, uint64_t ncols) {
    const uint64_t in_mask = m_ptr != nullptr ? m_ptr[i + 1] - m_ptr[i] : 0;
    if (row_bound_is_mask) return in_mask;
    return (sizes != nullptr ? sizes[i] : min_of(work[i], ncols)) + in_mask;
}

} // namespace mergus

// Counts the rows of each bin, and the entries of all rows. sizes may be null: then work bounds the size.
extern "C" __global__ void count_bins(uint64_t nrows, const uint64_t* sizes, const uint64_t* work, const uint64_t* m_ptr,
                                      const mergus::Span* spans, uint64_t ncols, mergus::BinLimits limits, mergus::Summary* summary) {
    __shared__ unsigned here[26];
    if (threadIdx.x < 26) here[threadIdx.x] = 0;
    __syncthreads();
    uint64_t entries = 0;
    for (uint64_t i = mergus::grid_thread(); i < nrows; i += mergus::grid_threads()) {
        const unsigned b = mergus::bin_of(limits, mergus::row_bound(i, sizes, work, m_ptr, ncols), work[i], summary, spans, i);
        if (b != 0) atomicAdd(&here[b], 1u);
        if (sizes != nullptr) entries += sizes[i];
    }
    entries = mergus::warp_reduce(entries, mergus::Plus());
    if (mergus::lane() == 0 && entries != 0) atomicAdd(&summary->entries, entries);
    __syncthreads();
    if (threadIdx.x < 26 && here[threadIdx.x] != 0)
        atomicAdd(&summary->bin_rows[threadIdx.x], uint64_t(here[threadIdx.x]));
}

// Lists the rows of each bin, one bin after the other; cursors begin at 0. A tile's rows stay together.
extern "C" __global__ void fill_bins(uint64_t nrows, const uint64_t* sizes, const uint64_t* work, const uint64_t* m_ptr,
                                     const mergus::Span* spans, uint64_t ncols, mergus::BinLimits limits, const mergus::Summary* summary,
                                     uint64_t* cursors, Row* rows) {
    __shared__ unsigned here[26];
    __shared__ uint64_t first[26];
    __shared__ uint64_t start[26];
    if (threadIdx.x < 26) {
        first[threadIdx.x] = 0;
        for (unsigned b = 1; b < threadIdx.x; ++b) first[threadIdx.x] += summary->bin_rows[b];
    }
    const uint64_t tiles = mergus::div_up<uint64_t>(nrows, blockDim.x);
    for (uint64_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        if (threadIdx.x < 26) here[threadIdx.x] = 0;
        __syncthreads();
        const uint64_t i = tile * blockDim.x + threadIdx.x;
        unsigned b = 0, at = 0;
        if (i < nrows) b = mergus::bin_of(limits, mergus::row_bound(i, sizes, work, m_ptr, ncols), work[i], summary, spans, i);
        if (b != 0) at = atomicAdd(&here[b], 1u);
        __syncthreads();
        if (threadIdx.x < 26 && here[threadIdx.x] != 0)
            start[threadIdx.x] =
                first[threadIdx.x] + atomicAdd(&cursors[threadIdx.x], uint64_t(here[threadIdx.x]));
        __syncthreads();
        if (b != 0) rows[start[b] + at] = Row(i);
        __syncthreads();
    }
}
