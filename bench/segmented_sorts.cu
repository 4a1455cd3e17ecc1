/// \file segmented_sorts.cu
#include "segmented_sorts.hpp"

#include <cub/device/device_segmented_radix_sort.cuh>
#include <cub/device/device_segmented_sort.cuh>
#include <thrust/execution_policy.h>
#include <thrust/sort.h>

namespace mergus::bench {

namespace {

using u64 = std::uint64_t;

__global__ void pack(SortArrays a) {
    for (u64 e = u64(blockIdx.x) * blockDim.x + threadIdx.x; e < a.count; e += u64(gridDim.x) * blockDim.x) {
        a.packed[e] = u64(a.segment[e]) << 32 | a.keys[e];
        a.values_out[e] = a.values[e];
    }
}
__global__ void unpack(SortArrays a) {
    for (u64 e = u64(blockIdx.x) * blockDim.x + threadIdx.x; e < a.count; e += u64(gridDim.x) * blockDim.x)
        a.keys_out[e] = std::uint32_t(a.packed[e]);
}

} // namespace

cudaError_t cub_segmented_sort(void* memory, std::size_t& bytes, const SortArrays& a) {
    return cub::DeviceSegmentedSort::StableSortPairs(
        memory, bytes, a.keys, a.keys_out, a.values, a.values_out, std::int64_t(a.count),
        std::int64_t(a.segments), a.offsets, a.offsets + 1, a.stream);
}

cudaError_t cub_segmented_radix_sort(void* memory, std::size_t& bytes, const SortArrays& a) {
    return cub::DeviceSegmentedRadixSort::SortPairs(memory, bytes, a.keys, a.keys_out, a.values, a.values_out,
                                                    std::int64_t(a.count), std::int64_t(a.segments),
                                                    a.offsets, a.offsets + 1, 0, 32, a.stream);
}

cudaError_t thrust_sort(const SortArrays& a) {
    pack<<<4096, 256, 0, a.stream>>>(a);
    thrust::stable_sort_by_key(thrust::cuda::par_nosync.on(a.stream), a.packed, a.packed + a.count,
                               a.values_out);
    unpack<<<4096, 256, 0, a.stream>>>(a);
    return cudaGetLastError();
}

} // namespace mergus::bench
