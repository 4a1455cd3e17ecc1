// band_spans.cuh: the columns that the groups of rows of a product span (register_band.cuh).
//
// Bindings: A_index, Index; constant measured_rows.

#include "kernels/smaller.cuh"
#include "mxm/register_band/register_band_size.h"

// lows[g] = the first block of the columns of group g of measured_rows; the span and the number of products
// go to `size`, which begins as zeros. A warp has a group. If there is a mask, its columns are measured, and
// products are not counted.
extern "C" __global__ void __launch_bounds__(256)
    measure_band_spans(const uint64_t* a_ptr, const A_index* a_col, const uint64_t* b_ptr, const Index* b_col,
                       const uint64_t* m_ptr, const Index* m_col, uint64_t nrows, unsigned* lows,
                       mergus::RegisterBandSize* size) {
    __shared__ uint64_t products;
    __shared__ unsigned width;
    if (threadIdx.x == 0) {
        products = 0;
        width = 0;
    }
    __syncthreads();
    uint64_t flops = 0;
    unsigned widest = 0;
    for (uint64_t g = mergus::grid_thread() / 32; g * measured_rows < nrows;
         g += mergus::grid_threads() / 32) {
        const uint64_t first = g * measured_rows, behind = mergus::min_of(nrows, first + measured_rows),
                       end = m_ptr == nullptr ? a_ptr[behind] : 0;
        unsigned low = ~0u, high = 0;
        if (m_ptr != nullptr && first + mergus::lane() < behind) {
            const uint64_t f = m_ptr[first + mergus::lane()], f_end = m_ptr[first + mergus::lane() + 1];
            if (f != f_end) {
                low = unsigned(m_col[f] / 32);
                high = unsigned(m_col[f_end - 1] / 32);
            }
        }
        for (uint64_t e = a_ptr[first] + mergus::lane(); e < end; e += 32) {
            const A_index k = a_col[e];
            const uint64_t f = b_ptr[k], f_end = b_ptr[k + 1];
            if (f == f_end) continue;
            flops += f_end - f;
            low = mergus::min_of(low, unsigned(b_col[f] / 32));
            high = mergus::max_of(high, unsigned(b_col[f_end - 1] / 32));
        }
        low = mergus::warp_reduce(low, mergus::Smaller());
        high = mergus::warp_reduce(high, mergus::Greater());
        if (low <= high) widest = mergus::max_of(widest, high - low + 1);
        if (mergus::lane() == 0) lows[g] = low;
    }
    flops = mergus::warp_reduce(flops, mergus::Plus());
    if (mergus::lane() == 0) {
        atomicAdd(&products, flops);
        atomicMax(&width, widest);
    }
    __syncthreads();
    if (threadIdx.x != 0 || width == 0) return;
    if (products != 0) atomicAdd(&size->products, products);
    atomicMax(&size->width, width);
}
