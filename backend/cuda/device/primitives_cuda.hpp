/// \file primitives_cuda.hpp
/// The device-wide primitives on a GPU (primitives.cu), as the CUDA driver calls them. The meaning is that of
/// primitives.hpp; a null temporary only asks for the size; the caller has made the device current.
#pragma once

#include "temporary.hpp"

#include <cuda_runtime_api.h>

#include <cstdint>

namespace mergus::cuda {

/// The most items that cub_exclusive_scan and cub_select_flagged take: CUB before CUDA 12.9 counts them with
/// an int.
std::size_t cub_most_items();

cudaError_t cub_exclusive_scan(Temporary& temporary, Word word, const void* in, void* out, std::size_t n,
                               cudaStream_t stream);
cudaError_t cub_sort_pairs(Temporary& temporary, Word key, Word value, void* keys[2], void* values[2],
                           std::size_t n, int begin_bit, int end_bit, cudaStream_t stream);
cudaError_t cub_reduce(Temporary& temporary, Word word, bool maximum, const void* in, std::uint64_t* out,
                       std::size_t n, cudaStream_t stream);
cudaError_t cub_select_flagged(Temporary& temporary, Word word, const std::uint8_t* flags, void* indices,
                               std::uint64_t* count, std::size_t n, cudaStream_t stream);

} // namespace mergus::cuda
