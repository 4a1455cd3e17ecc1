// row_products.cuh: how much work each row of a product is, and whether its columns lie close together.
//
// Bindings: as row_work.cuh.

#include "mxm/row_work.cuh"

// Looks at some rows, to see whether the columns of a row of the product lie close together, or takes it that
// they do. One block.
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

// work[i] = products of row i. `lanes` threads a row, a power of two up to 32; rows of A longer than `limit`
// are put on a list instead.
extern "C" __global__ void count_products(const uint64_t* a_ptr, const A_index* a_col, const uint64_t* b_ptr,
                                          const Index* b_col, mergus::Span* spans, uint64_t nrows,
                                          unsigned lanes, uint64_t limit, uint64_t* work, Row* long_rows,
                                          mergus::Summary* summary) {
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
        for (unsigned bits = lanes / 2; bits > 0; bits /= 2)
            sum += mergus::shuffle_xor(group, sum, int(bits));
        if (rank == 0) work[i] = sum;
        all += sum;
    }
    all = mergus::warp_reduce(all, mergus::Plus()) / lanes; // every lane of a group has the group's sum
    if (mergus::lane() == 0 && all != 0) atomicAdd(&summary->products, all);
}

// The rows on the list, each by the whole grid.
extern "C" __global__ void count_products_long(const uint64_t* a_ptr, const A_index* a_col,
                                               const uint64_t* b_ptr, const Row* long_rows, uint64_t* work,
                                               mergus::Summary* summary) {
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
