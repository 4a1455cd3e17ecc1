// index.cuh: index arrays made and converted. Bindings: From, To.

#include "search.cuh"

// rows[e] = the row of entry e. A block has a run of neighbouring entries, and searches among the rows that these are in.
extern "C" __global__ void expand_rows(const uint64_t* ptr, uint64_t nrows, uint64_t count, To* rows) {
    constexpr unsigned each = 8;
    __shared__ uint64_t found[2];
    const uint64_t tile = uint64_t(blockDim.x) * each;
    for (uint64_t e0 = blockIdx.x * tile; e0 < count; e0 += gridDim.x * tile) {
        if (threadIdx.x < 2)
            found[threadIdx.x] =
                mergus::row_of(ptr, nrows, threadIdx.x == 0 ? e0 : mergus::min_of(e0 + tile, count) - 1);
        __syncthreads();
        const uint64_t first = found[0], some = found[1] - first + 1;
        for (unsigned u = 0; u < each; ++u) {
            const uint64_t e = e0 + u * blockDim.x + threadIdx.x;
            if (e < count) rows[e] = To(first + mergus::row_of(ptr + first, some, e));
        }
        __syncthreads();
    }
}

// Another width of the same indices.
extern "C" __global__ void convert_index(const From* from, uint64_t count, To* to) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads()) to[e] = To(from[e]);
}
