/// \file primitives_cuda.hpp
/// The device-wide primitives of a GPU (primitives.cu); primitives.hpp documents them. With a null
/// temporary.data a call only sets temporary.bytes. The caller makes the device current.
#pragma once

#include "device/temporary.hpp"

#include <cuda_runtime_api.h>

#include <cstdint>

namespace mergus::cuda {

/// The maximum number of items of cub_exclusive_scan and cub_select_flagged: CUB before CUDA 12.9 counts in
/// int.
std::size_t cub_max_items();

cudaError_t cub_exclusive_scan(Temporary& temporary, Word word, const void* in, void* out, std::size_t n,
                               cudaStream_t stream);
cudaError_t cub_sort_pairs(Temporary& temporary, Word key, Word value, void* keys[2], void* values[2],
                           std::size_t n, int begin_bit, int end_bit, cudaStream_t stream);
cudaError_t cub_reduce(Temporary& temporary, Word word, bool maximum, const void* in, std::uint64_t* out,
                       std::size_t n, cudaStream_t stream);
cudaError_t cub_select_flagged(Temporary& temporary, Word word, const std::uint8_t* flags, void* indices,
                               std::uint64_t* count, std::size_t n, cudaStream_t stream);

} // namespace mergus::cuda
