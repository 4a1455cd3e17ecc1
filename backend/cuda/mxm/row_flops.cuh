// row_flops.cuh: counts the products (flops) of each row of a product.
// row_bins.cuh is a file of its own, so that the two compile at the same time.
//
// Bindings: A_index, Row.

#include "mxm/row_summary.h"

namespace mergus {

// The products of entries e, e + step, … of A below `end`. Four at a time, so that their loads overlap.
__device__ __forceinline__ uint64_t count_products(const A_index* a_col, const uint64_t* b_ptr, uint64_t e,
                                                   uint64_t end, unsigned step) {
    constexpr unsigned unroll = 4;
    uint64_t flops = 0;
    for (; e < end; e += uint64_t(step) * unroll) {
        A_index k[unroll];
        uint64_t first[unroll], last[unroll];
        for (unsigned u = 0; u < unroll; ++u) {
            const uint64_t at = e + uint64_t(step) * u;
            k[u] = at < end ? a_col[at] : 0;
        }
        for (unsigned u = 0; u < unroll; ++u) {
            const bool is_entry = e + uint64_t(step) * u < end;
            first[u] = is_entry ? b_ptr[k[u]] : 0;
            last[u] = is_entry ? b_ptr[k[u] + 1] : 0;
        }
        for (unsigned u = 0; u < unroll; ++u) flops += last[u] - first[u];
    }
    return flops;
}

} // namespace mergus

// flops[i] = products of row i. A row has `threads` threads, a power of two up to 32, or the warp if it has
// many entries for so few. Rows of A longer than `limit` are appended to long_rows instead.
extern "C" __global__ void count_flops(const uint64_t* a_ptr, const A_index* a_col, const uint64_t* b_ptr,
                                       uint64_t nrows, unsigned threads, uint64_t limit, uint64_t* flops,
                                       Row* long_rows, mergus::RowSummary* summary) {
    using namespace mergus;
    const unsigned rank = threadIdx.x % threads;
    const unsigned group = (threads == 32 ? full_mask : (1u << threads) - 1u) << (lane() - rank);
    uint64_t all = 0;
    for (uint64_t first = (grid_thread() - lane()) / threads; first < nrows;
         first += grid_threads() / threads) {
        const uint64_t i = first + lane() / threads;
        const uint64_t begin = i < nrows ? a_ptr[i] : 0, end = i < nrows ? a_ptr[i + 1] : 0;
        const bool is_long = end - begin > limit, is_longer = !is_long && end - begin > threads * 8;
        uint64_t mine = 0;
        if (!is_long && !is_longer) mine = count_products(a_col, b_ptr, begin + rank, end, threads);
        for (unsigned left = __ballot_sync(full_mask, is_longer && rank == 0); left != 0; left &= left - 1) {
            const int leader = __ffs(int(left)) - 1;
            const uint64_t from = shuffle(full_mask, begin, leader), to = shuffle(full_mask, end, leader);
            const uint64_t whole = warp_reduce(count_products(a_col, b_ptr, from + lane(), to, 32), Plus());
            if (int(lane()) == leader) mine = whole;
        }
        for (unsigned bits = threads / 2; bits > 0; bits /= 2) mine += shuffle_xor(group, mine, int(bits));
        if (rank != 0 || i >= nrows) continue;
        flops[i] = mine;
        all += mine;
        if (is_long) long_rows[atomicAdd(&summary->long_rows, uint64_t(1))] = Row(i);
    }
    all = warp_reduce(all, Plus());
    if (lane() == 0 && all != 0) atomicAdd(&summary->flops, all);
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
