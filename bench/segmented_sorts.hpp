/// \file segmented_sorts.hpp
/// The sorts that the segmented merge is compared with. All pointers are of the device; everything is in the
/// order of the stream.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace mergus::bench {

struct SortArrays {
    std::uint64_t count, segments;
    const std::uint64_t* offsets; ///< segments + 1
    const std::uint32_t* segment; ///< of each key
    const std::uint32_t* keys;
    const std::uint32_t* values;
    std::uint32_t* keys_out;
    std::uint32_t* values_out;
    std::uint64_t* packed; ///< scratch of `count`
    cudaStream_t stream;
};

/// The first two as CUB has it: without memory they say how many bytes they need.
cudaError_t cub_segmented_sort(void* memory, std::size_t& bytes, const SortArrays& arrays);
cudaError_t cub_segmented_radix_sort(void* memory, std::size_t& bytes, const SortArrays& arrays);
/// (segment, key) in 64 bits, sorted, and taken apart again.
cudaError_t thrust_sort(const SortArrays& arrays);

} // namespace mergus::bench
