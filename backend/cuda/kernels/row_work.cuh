// row_work.cuh: how much work each row of a product is, and which bin it goes to.
//
// Bindings: A_index, Row; constant row_bound_is_mask.

namespace mergus {

// What the host reads back in one copy.
struct Summary {
    uint64_t products;
    uint64_t long_rows;
    uint64_t entries;      // of all rows, once their sizes are known
    uint64_t bin_rows[18]; // bin 0: nothing to do
};

// What a row may have to go to a bin, in the order in which bins are tried; the last takes everything.
struct BinLimits {
    uint64_t capacity[18]; // entries
    uint64_t work[18];     // products
    unsigned count;
    bool heavy; // the bin after the last is for rows with more products than both of:
    uint64_t heavy_work, heavy_share; // so many, and all divided by so many
};

} // namespace mergus

// work[i] = products of row i. Eight threads a row; rows of A longer than `limit` are put on a list instead.
extern "C" __global__ void count_products(const uint64_t* a_ptr, const A_index* a_col, const uint64_t* b_ptr,
                                          uint64_t nrows, uint64_t limit, uint64_t* work, Row* long_rows,
                                          mergus::Summary* summary) {
    constexpr unsigned lanes = 8;
    const unsigned rank = threadIdx.x % lanes;
    const unsigned group = 0xffu << (mergus::lane() - rank);
    uint64_t all = 0;
    for (uint64_t i = mergus::grid_thread() / lanes; i < nrows; i += mergus::grid_threads() / lanes) {
        const uint64_t begin = a_ptr[i], end = a_ptr[i + 1];
        uint64_t sum = 0;
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
            sum += b_ptr[k + 1] - b_ptr[k];
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
__device__ __forceinline__ unsigned bin_of(const BinLimits& limits, uint64_t size, uint64_t work, uint64_t products) {
    if (size == 0 || work == 0) return 0;
    if (limits.heavy && work > limits.heavy_work && work > products / limits.heavy_share) return limits.count + 1;
    unsigned b = 0;
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
                                      uint64_t ncols, mergus::BinLimits limits, mergus::Summary* summary) {
    __shared__ unsigned here[18];
    if (threadIdx.x < 18) here[threadIdx.x] = 0;
    __syncthreads();
    uint64_t entries = 0;
    for (uint64_t i = mergus::grid_thread(); i < nrows; i += mergus::grid_threads()) {
        const unsigned b = mergus::bin_of(limits, mergus::row_bound(i, sizes, work, m_ptr, ncols), work[i], summary->products);
        if (b != 0) atomicAdd(&here[b], 1u);
        if (sizes != nullptr) entries += sizes[i];
    }
    entries = mergus::warp_reduce(entries, mergus::Plus());
    if (mergus::lane() == 0 && entries != 0) atomicAdd(&summary->entries, entries);
    __syncthreads();
    if (threadIdx.x < 18 && here[threadIdx.x] != 0)
        atomicAdd(&summary->bin_rows[threadIdx.x], uint64_t(here[threadIdx.x]));
}

// Lists the rows of each bin, one bin after the other; cursors begin at 0. A tile's rows stay together.
extern "C" __global__ void fill_bins(uint64_t nrows, const uint64_t* sizes, const uint64_t* work, const uint64_t* m_ptr,
                                     uint64_t ncols, mergus::BinLimits limits, const mergus::Summary* summary,
                                     uint64_t* cursors, Row* rows) {
    __shared__ unsigned here[18];
    __shared__ uint64_t first[18];
    __shared__ uint64_t start[18];
    if (threadIdx.x < 18) {
        first[threadIdx.x] = 0;
        for (unsigned b = 1; b < threadIdx.x; ++b) first[threadIdx.x] += summary->bin_rows[b];
    }
    const uint64_t tiles = mergus::div_up<uint64_t>(nrows, blockDim.x);
    for (uint64_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        if (threadIdx.x < 18) here[threadIdx.x] = 0;
        __syncthreads();
        const uint64_t i = tile * blockDim.x + threadIdx.x;
        unsigned b = 0, at = 0;
        if (i < nrows) b = mergus::bin_of(limits, mergus::row_bound(i, sizes, work, m_ptr, ncols), work[i], summary->products);
        if (b != 0) at = atomicAdd(&here[b], 1u);
        __syncthreads();
        if (threadIdx.x < 18 && here[threadIdx.x] != 0)
            start[threadIdx.x] =
                first[threadIdx.x] + atomicAdd(&cursors[threadIdx.x], uint64_t(here[threadIdx.x]));
        __syncthreads();
        if (b != 0) rows[start[b] + at] = Row(i);
        __syncthreads();
    }
}
