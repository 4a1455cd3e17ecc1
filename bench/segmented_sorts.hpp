/// \file segmented_sorts.hpp
/// The sorts with which the segmented merge is compared. All pointers are device pointers; all work is
/// ordered by the stream.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace mergus::bench {

struct SortArrays {
    std::uint64_t count, segments;
    const std::uint64_t* offsets; ///< segments + 1
    const std::uint32_t* segment; ///< Of each key.
    const std::uint32_t* keys;
    const std::uint32_t* values;
    std::uint32_t* keys_out;
    std::uint32_t* values_out;
    std::uint64_t* packed; ///< Scratch memory for `count` values.
    cudaStream_t stream;
};

/// As in CUB, the first two only set `bytes` if `memory` is null.
cudaError_t cub_segmented_sort(void* memory, std::size_t& bytes, const SortArrays& arrays);
cudaError_t cub_segmented_radix_sort(void* memory, std::size_t& bytes, const SortArrays& arrays);
/// Packs (segment, key) into 64 bits, sorts, and unpacks.
cudaError_t thrust_sort(const SortArrays& arrays);

} // namespace mergus::bench
