/// \file merge_tuning.hpp
/// The tuning numbers of the merge accumulator (accumulators/merge.cpp).
#pragma once

#include "mxm/tuning.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace mergus::cuda::tuning {

/// With an ordered fold, rows of more than `flops` products are merged. The last element counts whose `value`
/// is at most the bytes of a value.
struct MergeSize {
    std::size_t value;
    std::uint64_t flops;
};
inline constexpr std::array<MergeSize, 2> merge_sizes = {{{32, 16384}, {40, 64}}};

/// Products of a batch at most, and entries of A. The memory of a batch is at most 1 / merge_share of the
/// device's; what is kept from the symbolic to the numeric phase takes at most as much again.
inline constexpr std::uint64_t merge_batch = std::uint64_t{1} << 27;
inline constexpr std::uint64_t merge_share = 8;
/// Bytes of an entry of A in a batch: a MergeEntryOf (accumulators/merge_batch.h), and the offset of its
/// products.
inline constexpr std::uint64_t merge_entry_bytes = 24 + 8;
/// Bytes of a product and an entry: the column three times, the permutation twice, bits and buckets.
constexpr std::uint64_t merge_bytes(std::size_t index) {
    return 3 * index + 10 + merge_entry_bytes;
}

/// Threads of a block that folds, one for each product in shared memory, and the bytes of that memory.
inline constexpr std::uint32_t merge_threads = 256;
inline constexpr std::size_t merge_shared = 32 << 10;
/// Bytes from one product to the next there: an odd multiple of the alignment, to avoid bank conflicts.
constexpr std::size_t merge_stride(std::size_t value, std::size_t alignment) {
    return (value / alignment | 1) * alignment;
}
/// Bytes of such a block: the products, and for each group its offset in the result and its thread
/// (accumulators/merge_fold.cuh).
constexpr std::size_t merge_block(std::size_t stride, std::uint32_t threads) {
    return (threads * stride + 15) / 16 * 16 + threads * (sizeof(std::uint64_t) + sizeof(std::uint32_t));
}
/// Its threads.
constexpr std::uint32_t fitting_merge_threads(std::size_t stride) {
    std::uint32_t threads = merge_threads;
    while (threads > 32 && merge_block(stride, threads) > merge_shared) threads /= 2;
    return threads;
}

} // namespace mergus::cuda::tuning
