// row_flops.cuh: counts the products (flops) of each row of a product, and finds the span of its columns.
// row_bins.cuh is a file of its own, so that the two compile at the same time.
//
// Bindings: A_index, Index, Row; constant has_spans.

#include "mxm/binned/column_span.h"
#include "mxm/binned/row_summary.h"

namespace mergus {

// The products of a part of a row of A, and the first and the last column of the rows of B that it names.
struct RowPart {
    uint64_t flops;
    unsigned low, high;

    // Adds entries e, e + step, … below `end`. Four at a time, so that their loads overlap.
    __device__ __forceinline__ void add_entries(const A_index* a_col, const uint64_t* b_ptr,
                                                const Index* b_col, uint64_t e, uint64_t end, unsigned step,
                                                bool finds_spans) {
        constexpr unsigned unroll = 4;
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
            if (!finds_spans) continue;
            for (unsigned u = 0; u < unroll; ++u) {
                if (first[u] == last[u]) continue;
                low = min_of(low, unsigned(b_col[first[u]]));
                high = max_of(high, unsigned(b_col[last[u] - 1]));
            }
        }
    }
    // Combines the parts of the `threads` lanes of a group, a power of two.
    __device__ __forceinline__ void combine(unsigned group, unsigned threads, bool finds_spans) {
        for (unsigned bits = threads / 2; bits > 0; bits /= 2) {
            flops += shuffle_xor(group, flops, int(bits));
            if (!finds_spans) continue;
            low = min_of(low, shuffle_xor(group, low, int(bits)));
            high = max_of(high, shuffle_xor(group, high, int(bits)));
        }
    }
};

} // namespace mergus

// Sets summary->narrow if most rows of a sample have a span of fewer columns than flops, or if `always`. One
// block, whose warps have two rows each.
extern "C" __global__ void __launch_bounds__(1024)
    sample_spans(const uint64_t* a_ptr, const A_index* a_col, const uint64_t* b_ptr, const Index* b_col,
                 uint64_t nrows, bool always, mergus::RowSummary* summary) {
    constexpr unsigned lanes = 16;
    __shared__ unsigned narrow, seen;
    if (threadIdx.x == 0) narrow = seen = 0;
    __syncthreads();
    const unsigned rows = blockDim.x / lanes, row = threadIdx.x / lanes, rank = threadIdx.x % lanes;
    const uint64_t i = nrows / rows * row + (nrows % rows) * row / rows;
    const uint64_t begin = a_ptr[i], end = a_ptr[i + 1];
    mergus::RowPart part{0, ~0u, 0};
    if (i < nrows && end - begin <= 256)
        part.add_entries(a_col, b_ptr, b_col, begin + rank, end, lanes, true);
    part.combine(0xffffu << (mergus::lane() - rank), lanes, true);
    if (rank == 0 && part.flops > 64) {
        atomicAdd(&seen, 1u);
        if (part.high - part.low < part.flops) atomicAdd(&narrow, 1u);
    }
    __syncthreads();
    if (threadIdx.x == 0) summary->narrow = always || (seen >= 8 && narrow * 2 > seen) ? 1 : 0;
}

// flops[i] = products of row i. A row has `threads` threads, a power of two up to 32, or the warp if it has
// many entries for so few. Rows of A longer than `limit` are appended to long_rows instead.
extern "C" __global__ void count_flops(const uint64_t* a_ptr, const A_index* a_col, const uint64_t* b_ptr,
                                       const Index* b_col, mergus::ColumnSpan* spans, uint64_t nrows,
                                       unsigned threads, uint64_t limit, uint64_t* flops, Row* long_rows,
                                       mergus::RowSummary* summary) {
    using namespace mergus;
    const unsigned rank = threadIdx.x % threads;
    const unsigned group = (threads == 32 ? full_mask : (1u << threads) - 1u) << (lane() - rank);
    const bool finds_spans = has_spans && summary->narrow != 0;
    uint64_t all = 0;
    for (uint64_t first = (grid_thread() - lane()) / threads; first < nrows;
         first += grid_threads() / threads) {
        const uint64_t i = first + lane() / threads;
        const uint64_t begin = i < nrows ? a_ptr[i] : 0, end = i < nrows ? a_ptr[i + 1] : 0;
        const bool is_long = end - begin > limit, is_longer = !is_long && end - begin > threads * 8;
        RowPart part{0, ~0u, 0};
        if (!is_long && !is_longer)
            part.add_entries(a_col, b_ptr, b_col, begin + rank, end, threads, finds_spans);
        for (unsigned left = __ballot_sync(full_mask, is_longer && rank == 0); left != 0; left &= left - 1) {
            const int leader = __ffs(int(left)) - 1;
            const uint64_t from = shuffle(full_mask, begin, leader), to = shuffle(full_mask, end, leader);
            RowPart whole{0, ~0u, 0};
            whole.add_entries(a_col, b_ptr, b_col, from + lane(), to, 32, finds_spans);
            whole.combine(full_mask, 32, finds_spans);
            if (int(lane()) == leader) part = whole;
        }
        part.combine(group, threads, finds_spans);
        if (rank != 0 || i >= nrows) continue;
        flops[i] = part.flops;
        all += part.flops;
        if (finds_spans)
            spans[i] =
                part.low <= part.high ? ColumnSpan{part.low, part.high - part.low + 1} : ColumnSpan{0, ~0u};
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
