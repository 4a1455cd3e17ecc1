// one_pass_classes.cuh: the classes of the rows of a product in one pass (one_pass.cuh), by their products.
//
// Bindings: A_index.

#include "mxm/one_pass.h"

namespace mergus {

__device__ __forceinline__ unsigned class_of(uint64_t products, const OnePassLimits& limits) {
    if (products <= 64) return sorted_by_8;
    if (products <= 128) return sorted_by_16;
    if (products <= 256) return sorted_by_32;
    if (products <= limits.warp_products) return dense_by_warp;
    return products <= limits.block_products ? dense_by_block : heavy_row;
}

// Posts what was counted to the host and sets what later launches begin with. One thread.
__device__ __forceinline__ void end_classes(OnePassCounts* counts, OnePassState* state, uint64_t* posted,
                                            uint32_t ticket) {
    for (unsigned c = 0; c < one_pass_classes; c += 2) {
        const uint64_t even = atomicExch(&counts->rows[c], 0u), odd = atomicExch(&counts->rows[c + 1], 0u);
        post_to_host(posted, ticket, posted_rows + c / 2, even | odd << 24);
    }
    const uint64_t sorted = atomicExch(&counts->sorted, uint64_t(0));
    post_to_host(posted, ticket, posted_products, atomicExch(&counts->products, uint64_t(0)));
    post_to_host(posted, ticket, posted_sorted, sorted);
    post_to_host(posted, ticket, posted_dense, atomicExch(&counts->dense, uint64_t(0)));
    atomicExch(&counts->blocks, uint64_t(0));
    *state = {0, sorted, 0};
}

} // namespace mergus

// Lists the rows of each class, sets the sizes of rows without products, and reserves temporary memory for
// sorted rows. A row has `threads` threads, a power of two from 2 to 32.
extern "C" __global__ void __launch_bounds__(256)
    classify_rows(const uint64_t* a_ptr, const A_index* a_col, const uint64_t* b_ptr, uint64_t ncols,
                  uint32_t threads, mergus::OnePassLimits limits, uint32_t tile_count,
                  mergus::OnePassWork work, mergus::OnePassCounts* counts, uint64_t* posted,
                  uint32_t ticket) {
    using namespace mergus;
    constexpr unsigned least_threads = 2, most_rows = 256 / least_threads, steps = 8;
    __shared__ unsigned rows_here[one_pass_classes], first[one_pass_classes], sorted_here;
    __shared__ unsigned longer[most_rows], longer_count; // rows of many entries for a group, taken by warps
    __shared__ uint64_t longer_products[most_rows], sorted_first, products_here, dense_here;
    if (threadIdx.x < one_pass_classes) rows_here[threadIdx.x] = 0;
    if (threadIdx.x == 0) {
        sorted_here = longer_count = 0;
        products_here = dense_here = 0;
    }
    for (uint64_t t = grid_thread(); t < tile_count; t += grid_threads()) work.tiles[t] = 0;
    __syncthreads();

    const uint64_t i = grid_thread() / threads;
    const unsigned rank = threadIdx.x % threads;
    const uint64_t begin = i < work.nrows ? a_ptr[i] : 0, end = i < work.nrows ? a_ptr[i + 1] : 0;
    const bool is_long = end - begin > limits.long_row;
    uint64_t products = is_long ? limits.block_products + 1 : 0;
    const bool is_longer = !is_long && end - begin > steps * threads;
    const unsigned group = threadIdx.x / threads;
    if (is_longer && rank == 0) longer[atomicAdd(&longer_count, 1u)] = group;
    for (uint64_t e = begin + rank; e < end && !is_long && !is_longer; e += threads) {
        const A_index k = a_col[e];
        products += b_ptr[k + 1] - b_ptr[k];
    }
    for (unsigned bits = threads / 2; bits > 0; bits /= 2) {
        const uint64_t other = shuffle_xor(full_mask, products, int(bits));
        if (!is_long) products += other;
    }
    __syncthreads();
    for (unsigned n = warp(); n < longer_count; n += blockDim.x / 32) {
        const uint64_t row = uint64_t(blockIdx.x) * (blockDim.x / threads) + longer[n];
        uint64_t sum = 0;
        for (uint64_t e = a_ptr[row] + lane(); e < a_ptr[row + 1]; e += 32) {
            const A_index k = a_col[e];
            sum += b_ptr[k + 1] - b_ptr[k];
        }
        sum = warp_reduce(sum, Plus());
        if (lane() == 0) longer_products[longer[n]] = sum;
    }
    __syncthreads();
    if (is_longer) products = longer_products[group];
    const bool leads = rank == 0 && i < work.nrows && products != 0;
    const unsigned c = class_of(products, limits);
    unsigned at = 0, offset = 0;
    if (leads) {
        at = atomicAdd(&rows_here[c], 1u);
        if (c != heavy_row) atomicAdd(&products_here, products);
        if (c <= sorted_by_32)
            offset = atomicAdd(&sorted_here, unsigned(products));
        else if (c != heavy_row)
            atomicAdd(&dense_here, min_of(products, ncols));
    }
    __syncthreads();
    if (threadIdx.x < one_pass_classes && rows_here[threadIdx.x] != 0)
        first[threadIdx.x] = atomicAdd(&counts->rows[threadIdx.x], rows_here[threadIdx.x]);
    if (threadIdx.x == 32) sorted_first = atomicAdd(&counts->sorted, uint64_t(sorted_here));
    if (threadIdx.x == 33 && dense_here != 0) atomicAdd(&counts->dense, dense_here);
    if (threadIdx.x == 34) atomicAdd(&counts->products, products_here);
    __threadfence();
    __syncthreads();
    if (leads) {
        uint32_t* const list = work.lists + uint64_t(c / 2) * work.nrows;
        const unsigned n = first[c] + at;
        list[c % 2 == 0 ? n : work.nrows - 1 - n] = uint32_t(i);
        if (c <= sorted_by_32) work.offsets[i] = uint32_t(sorted_first) + offset;
    } else if (rank == 0 && i < work.nrows) {
        work.sizes[i] = 0;
    }
    if (threadIdx.x != 0 || atomicAdd(&counts->blocks, uint64_t(1)) + 1 != gridDim.x) return;
    __threadfence();
    end_classes(counts, work.state, posted, ticket);
}
