// row_bins.cuh: assigns the rows of a product to bins.
//
// Bindings: Row; constant row_bound_is_mask.

#include "mxm/row_summary.h"

namespace mergus {

__device__ __forceinline__ bool fits_bin(const BinLimits& limits, unsigned b, uint64_t size, uint64_t flops) {
    return size <= limits.capacity[b] && flops <= limits.flops[b] &&
           (limits.per_entry[b] == 0 || flops <= limits.per_entry[b] * size);
}

// The bin of a row, counted from 1; 0: the row is empty.
__device__ __forceinline__ unsigned bin_of(const BinLimits& limits, uint64_t size, uint64_t flops,
                                           const RowSummary* summary) {
    if (size == 0 || flops == 0) return 0;
    if (flops > limits.merge_over && flops <= limits.merge_most) return limits.count + (limits.heavy ? 2 : 1);
    if (limits.heavy && flops > limits.heavy_flops && flops > summary->flops / limits.heavy_share)
        return limits.count + 1;
    unsigned b = 0;
    while (b + 1 < limits.count && !fits_bin(limits, b, size, flops)) ++b;
    return b + 1;
}

// The entries of row i, from the offsets of the rows or from an array of sizes.
__device__ __forceinline__ uint64_t row_size(const RowSizes& sizes, uint64_t i) {
    return sizes.are_offsets ? sizes.of[i + 1] - sizes.of[i] : sizes.of[i];
}

// An upper bound of the entries of row i.
__device__ __forceinline__ uint64_t row_bound(uint64_t i, const RowSizes& sizes, const uint64_t* flops,
                                              const uint64_t* m_ptr, uint64_t ncols) {
    const uint64_t in_mask = m_ptr != nullptr ? m_ptr[i + 1] - m_ptr[i] : 0;
    if (row_bound_is_mask) return in_mask;
    return (sizes.of != nullptr ? row_size(sizes, i) : min_of(flops[i], ncols)) + in_mask;
}

} // namespace mergus

// Counts the rows of each bin and the entries of all rows; the last block posts them to the host. Without
// sizes (null) flops bounds them. counts: zeros.
extern "C" __global__ void count_bins(uint64_t nrows, mergus::RowSizes sizes, const uint64_t* flops,
                                      const uint64_t* m_ptr, uint64_t ncols, mergus::BinLimits limits,
                                      const mergus::RowSummary* summary, mergus::BinCounts* counts,
                                      unsigned bins, uint64_t* posted, uint32_t ticket) {
    using namespace mergus;
    __shared__ unsigned here[max_bins];
    __shared__ bool is_last;
    if (threadIdx.x < max_bins) here[threadIdx.x] = 0;
    __syncthreads();
    uint64_t entries = 0;
    for (uint64_t i = grid_thread(); i < nrows; i += grid_threads()) {
        const unsigned b = bin_of(limits, row_bound(i, sizes, flops, m_ptr, ncols), flops[i], summary);
        if (b != 0) atomicAdd(&here[b], 1u);
        if (sizes.of != nullptr) entries += row_size(sizes, i);
    }
    entries = warp_reduce(entries, Plus());
    if (lane() == 0 && entries != 0) atomicAdd(&counts->entries, entries);
    __syncthreads();
    if (threadIdx.x < max_bins && here[threadIdx.x] != 0)
        atomicAdd(&counts->rows[threadIdx.x], uint64_t(here[threadIdx.x]));
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) is_last = atomicAdd(&counts->blocks, uint64_t(1)) + 1 == gridDim.x;
    __syncthreads();
    if (!is_last) return;
    __threadfence();
    if (threadIdx.x == 0) {
        post_to_host(posted, ticket, posted_flops, min_of(summary->flops, most_posted));
        post_to_host(posted, ticket, posted_nvals, atomicAdd(&counts->entries, uint64_t(0)));
    }
    if (threadIdx.x < bins)
        post_to_host(posted, ticket, posted_bins + threadIdx.x,
                     atomicAdd(&counts->rows[threadIdx.x + 1], uint64_t(0)));
}

// Lists the rows of each bin, one bin after the other, after count_bins. The rows of a block stay together.
extern "C" __global__ void fill_bins(uint64_t nrows, mergus::RowSizes sizes, const uint64_t* flops,
                                     const uint64_t* m_ptr, uint64_t ncols, mergus::BinLimits limits,
                                     const mergus::RowSummary* summary, mergus::BinCounts* counts,
                                     Row* rows) {
    using namespace mergus;
    __shared__ unsigned here[max_bins];
    __shared__ uint64_t first[max_bins];
    __shared__ uint64_t start[max_bins];
    if (threadIdx.x < max_bins) {
        first[threadIdx.x] = 0;
        for (unsigned b = 1; b < threadIdx.x; ++b) first[threadIdx.x] += counts->rows[b];
    }
    const uint64_t tiles = div_up<uint64_t>(nrows, blockDim.x);
    for (uint64_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        if (threadIdx.x < max_bins) here[threadIdx.x] = 0;
        __syncthreads();
        const uint64_t i = tile * blockDim.x + threadIdx.x;
        unsigned b = 0, at = 0;
        if (i < nrows) b = bin_of(limits, row_bound(i, sizes, flops, m_ptr, ncols), flops[i], summary);
        if (b != 0) at = atomicAdd(&here[b], 1u);
        __syncthreads();
        if (threadIdx.x < max_bins && here[threadIdx.x] != 0)
            start[threadIdx.x] =
                first[threadIdx.x] + atomicAdd(&counts->cursors[threadIdx.x], uint64_t(here[threadIdx.x]));
        __syncthreads();
        if (b != 0) rows[start[b] + at] = Row(i);
        __syncthreads();
    }
}
