// row_profile.cuh: what the rows of a matrix are like.
//
// Bindings: Index, of the matrix's columns.

#include "mxm/row_profile.h"

// The profile begins as zeros. The first block takes the sample.
extern "C" __global__ void __launch_bounds__(256)
    profile_rows(const uint64_t* ptr, const Index* col, uint64_t nrows, mergus::RowProfile* profile) {
    constexpr unsigned near_columns = 16, compared = 16;
    __shared__ unsigned sampled, near;
    __shared__ uint64_t longest, span;
    if (threadIdx.x == 0) {
        sampled = near = 0;
        longest = span = 0;
    }
    __syncthreads();
    uint64_t mine = 0, wide = 0;
    for (uint64_t i = mergus::grid_thread(); i < nrows; i += mergus::grid_threads()) {
        const uint64_t begin = ptr[i], end = ptr[i + 1];
        if (begin == end) continue;
        mine = mergus::max_of(mine, end - begin);
        wide = mergus::max_of(wide, uint64_t(col[end - 1] - col[begin]) + 1);
    }
    mine = mergus::warp_reduce(mine, mergus::Greater());
    wide = mergus::warp_reduce(wide, mergus::Greater());
    if (mergus::lane() == 0 && mine != 0) {
        atomicMax(&longest, mine);
        atomicMax(&span, wide);
    }
    const uint64_t pairs = nrows == 0 ? 0 : nrows - 1;
    const uint64_t i = pairs / blockDim.x * threadIdx.x + pairs % blockDim.x * threadIdx.x / blockDim.x;
    if (blockIdx.x == 0 && i < pairs) {
        const uint64_t one = ptr[i], two = ptr[i + 1], end = ptr[i + 2];
        const unsigned length =
            unsigned(mergus::min_of(mergus::min_of(two - one, end - two), uint64_t(compared)));
        unsigned close = 0;
        for (unsigned e = 0; e < length; ++e) {
            const Index k = col[one + e], l = col[two + e];
            if ((k < l ? l - k : k - l) <= near_columns) ++close;
        }
        atomicAdd(&near, close);
        atomicAdd(&sampled, length);
    }
    __syncthreads();
    if (threadIdx.x != 0) return;
    if (longest != 0) {
        atomicMax(&profile->longest, longest);
        atomicMax(&profile->span, span);
    }
    if (blockIdx.x == 0) {
        profile->sampled = sampled;
        profile->near = near;
    }
}
