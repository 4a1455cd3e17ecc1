// row_bins.cuh: assigns the rows of a product to bins.
//
// Bindings: Row; constants row_bound_is_mask, has_spans.

#include "mxm/column_span.h"
#include "mxm/row_summary.h"

namespace mergus {

// The bin of a row, counted from 1; 0: the row is empty.
__device__ __forceinline__ unsigned bin_of(const BinLimits& limits, uint64_t size, uint64_t flops,
                                           const RowSummary* summary, const ColumnSpan* spans, uint64_t i) {
    if (size == 0 || flops == 0) return 0;
    if (has_spans && limits.narrow != 0 && summary->narrow != 0) {
        const unsigned width = spans[i].width;
        if (width <= 2 * flops)
            for (unsigned b = 0; b < limits.narrow; ++b)
                if (width <= limits.capacity[b]) return b + 1;
    }
    if (flops > limits.merge_over && flops <= limits.merge_most) return limits.count + (limits.heavy ? 2 : 1);
    if (limits.heavy && flops > limits.heavy_flops && flops > summary->flops / limits.heavy_share)
        return limits.count + 1;
    unsigned b = limits.narrow;
    while (b + 1 < limits.count && (size > limits.capacity[b] || flops > limits.flops[b])) ++b;
    return b + 1;
}

// An upper bound of the entries of row i.
__device__ __forceinline__ uint64_t row_bound(uint64_t i, const uint64_t* ptr, const uint64_t* flops,
                                              const uint64_t* m_ptr, uint64_t ncols) {
    const uint64_t in_mask = m_ptr != nullptr ? m_ptr[i + 1] - m_ptr[i] : 0;
    if (row_bound_is_mask) return in_mask;
    return (ptr != nullptr ? ptr[i + 1] - ptr[i] : min_of(flops[i], ncols)) + in_mask;
}

} // namespace mergus

// Counts the rows of each bin and the entries of all rows. ptr: the offsets of the rows; without them (null)
// flops bounds the size.
extern "C" __global__ void count_bins(uint64_t nrows, const uint64_t* ptr, const uint64_t* flops,
                                      const uint64_t* m_ptr, const mergus::ColumnSpan* spans, uint64_t ncols,
                                      mergus::BinLimits limits, mergus::RowSummary* summary) {
    __shared__ unsigned here[mergus::max_bins];
    if (threadIdx.x < mergus::max_bins) here[threadIdx.x] = 0;
    __syncthreads();
    uint64_t entries = 0;
    for (uint64_t i = mergus::grid_thread(); i < nrows; i += mergus::grid_threads()) {
        const unsigned b = mergus::bin_of(limits, mergus::row_bound(i, ptr, flops, m_ptr, ncols), flops[i],
                                          summary, spans, i);
        if (b != 0) atomicAdd(&here[b], 1u);
        if (ptr != nullptr) entries += ptr[i + 1] - ptr[i];
    }
    entries = mergus::warp_reduce(entries, mergus::Plus());
    if (mergus::lane() == 0 && entries != 0) atomicAdd(&summary->entries, entries);
    __syncthreads();
    if (threadIdx.x < mergus::max_bins && here[threadIdx.x] != 0)
        atomicAdd(&summary->bin_rows[threadIdx.x], uint64_t(here[threadIdx.x]));
}

// Lists the rows of each bin, one bin after the other. cursors: zeros. The rows of a block stay together.
extern "C" __global__ void fill_bins(uint64_t nrows, const uint64_t* ptr, const uint64_t* flops,
                                     const uint64_t* m_ptr, const mergus::ColumnSpan* spans, uint64_t ncols,
                                     mergus::BinLimits limits, const mergus::RowSummary* summary,
                                     uint64_t* cursors, Row* rows) {
    __shared__ unsigned here[mergus::max_bins];
    __shared__ uint64_t first[mergus::max_bins];
    __shared__ uint64_t start[mergus::max_bins];
    if (threadIdx.x < mergus::max_bins) {
        first[threadIdx.x] = 0;
        for (unsigned b = 1; b < threadIdx.x; ++b) first[threadIdx.x] += summary->bin_rows[b];
    }
    const uint64_t tiles = mergus::div_up<uint64_t>(nrows, blockDim.x);
    for (uint64_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        if (threadIdx.x < mergus::max_bins) here[threadIdx.x] = 0;
        __syncthreads();
        const uint64_t i = tile * blockDim.x + threadIdx.x;
        unsigned b = 0, at = 0;
        if (i < nrows)
            b = mergus::bin_of(limits, mergus::row_bound(i, ptr, flops, m_ptr, ncols), flops[i], summary,
                               spans, i);
        if (b != 0) at = atomicAdd(&here[b], 1u);
        __syncthreads();
        if (threadIdx.x < mergus::max_bins && here[threadIdx.x] != 0)
            start[threadIdx.x] =
                first[threadIdx.x] + atomicAdd(&cursors[threadIdx.x], uint64_t(here[threadIdx.x]));
        __syncthreads();
        if (b != 0) rows[start[b] + at] = Row(i);
        __syncthreads();
    }
}
