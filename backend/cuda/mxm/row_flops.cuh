// row_flops.cuh: counts the products (flops) of each row of a product, and finds the span of its columns.
// row_bins.cuh is a file of its own, so that the two compile at the same time.
//
// Bindings: A_index, Index, Row; constant has_spans.

#include "mxm/column_span.h"
#include "mxm/row_summary.h"

// Sets summary->narrow if most rows of a sample have a span of fewer columns than flops, or if `always`. One
// block.
extern "C" __global__ void sample_spans(const uint64_t* a_ptr, const A_index* a_col, const uint64_t* b_ptr,
                                        const Index* b_col, uint64_t nrows, bool always,
                                        mergus::RowSummary* summary) {
    __shared__ unsigned narrow, seen;
    if (threadIdx.x == 0) narrow = seen = 0;
    __syncthreads();
    const uint64_t i = nrows / blockDim.x * threadIdx.x + (nrows % blockDim.x) * threadIdx.x / blockDim.x;
    const uint64_t begin = a_ptr[i], end = a_ptr[i + 1];
    if (i < nrows && begin < end && end - begin <= 256) {
        uint64_t flops = 0;
        Index low = ~Index(0), high = 0;
        for (uint64_t e = begin; e < end; ++e) {
            const A_index k = a_col[e];
            const uint64_t f = b_ptr[k], b_end = b_ptr[k + 1];
            if (f == b_end) continue;
            flops += b_end - f;
            low = mergus::min_of(low, b_col[f]);
            high = mergus::max_of(high, b_col[b_end - 1]);
        }
        if (flops > 64) {
            atomicAdd(&seen, 1u);
            if (uint64_t(high - low) < flops) atomicAdd(&narrow, 1u);
        }
    }
    __syncthreads();
    if (threadIdx.x == 0) summary->narrow = always || (seen >= 8 && narrow * 2 > seen) ? 1 : 0;
}

// flops[i] = products of row i. A row has `threads` threads, a power of two up to 32. Rows of A longer than
// `limit` are appended to long_rows instead.
extern "C" __global__ void count_flops(const uint64_t* a_ptr, const A_index* a_col, const uint64_t* b_ptr,
                                       const Index* b_col, mergus::ColumnSpan* spans, uint64_t nrows,
                                       unsigned threads, uint64_t limit, uint64_t* flops, Row* long_rows,
                                       mergus::RowSummary* summary) {
    const unsigned rank = threadIdx.x % threads;
    const unsigned group = (threads == 32 ? 0xffffffffu : (1u << threads) - 1u) << (mergus::lane() - rank);
    const bool finds_spans = has_spans && summary->narrow != 0;
    uint64_t all = 0;
    for (uint64_t i = mergus::grid_thread() / threads; i < nrows; i += mergus::grid_threads() / threads) {
        const uint64_t begin = a_ptr[i], end = a_ptr[i + 1];
        uint64_t sum = 0;
        unsigned low = ~0u, high = 0;
        if (finds_spans && rank == 0) spans[i] = {0, ~0u};
        if (end - begin > limit) {
            if (rank == 0) {
                const uint64_t at = atomicAdd(&summary->long_rows, uint64_t(1));
                long_rows[at] = Row(i);
                flops[i] = 0;
            }
            continue;
        }
        for (uint64_t e = begin + rank; e < end; e += threads) {
            const A_index k = a_col[e];
            const uint64_t f = b_ptr[k], b_end = b_ptr[k + 1];
            sum += b_end - f;
            if (finds_spans && f < b_end) {
                low = mergus::min_of(low, unsigned(b_col[f]));
                high = mergus::max_of(high, unsigned(b_col[b_end - 1]));
            }
        }
        if (finds_spans) {
            for (unsigned bits = threads / 2; bits > 0; bits /= 2) {
                low = mergus::min_of(low, mergus::shuffle_xor(group, low, int(bits)));
                high = mergus::max_of(high, mergus::shuffle_xor(group, high, int(bits)));
            }
            if (rank == 0 && low <= high) spans[i] = {low, high - low + 1};
        }
        for (unsigned bits = threads / 2; bits > 0; bits /= 2)
            sum += mergus::shuffle_xor(group, sum, int(bits));
        if (rank == 0) flops[i] = sum;
        all += sum;
    }
    all = mergus::warp_reduce(all, mergus::Plus()) /
          threads; // every thread of a group has the sum of the group
    if (mergus::lane() == 0 && all != 0) atomicAdd(&summary->flops, all);
}

// The rows of long_rows, each counted by the whole grid.
extern "C" __global__ void count_flops_long(const uint64_t* a_ptr, const A_index* a_col,
                                            const uint64_t* b_ptr, const Row* long_rows, uint64_t* flops,
                                            mergus::RowSummary* summary) {
    for (uint64_t r = 0; r < summary->long_rows; ++r) {
        const uint64_t i = long_rows[r];
        uint64_t sum = 0;
        for (uint64_t e = a_ptr[i] + mergus::grid_thread(); e < a_ptr[i + 1]; e += mergus::grid_threads()) {
            const A_index k = a_col[e];
            sum += b_ptr[k + 1] - b_ptr[k];
        }
        sum = mergus::warp_reduce(sum, mergus::Plus());
        if (mergus::lane() == 0 && sum != 0) {
            atomicAdd(&flops[i], sum);
            atomicAdd(&summary->flops, sum);
        }
    }
}
