/// \file merge_plan.hpp
/// Tuning of rows that are expanded and merged (merged_rows.cpp).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace mergus::cuda::plan {

inline constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

/// Rows of values that are added one after the other, where they have more than `work` products: the last row
/// of the table whose `value` is not above the bytes of a value.
struct MergeBin {
    std::size_t value;
    std::uint64_t work;
};
inline constexpr std::array<MergeBin, 2> merge_bins = {{{32, 16384}, {40, 64}}};

/// Products of a batch at most, and entries of A; what they take while they are merged comes to no more than
/// a `merge_share`th of all memory, and what is kept from one phase to the next to as much again.
inline constexpr std::uint64_t merge_batch = std::uint64_t{1} << 27;
inline constexpr std::uint64_t merge_share = 8;
/// Bytes of an entry of A in a batch: MergeEntry of mxm/accumulators/acc_merge_rows.cuh, and where its
/// products begin.
inline constexpr std::uint64_t merge_entry_bytes = 24 + 8;
/// Bytes of a product, if each has an entry: its column three times, its place twice, bits and buckets.
constexpr std::uint64_t merge_bytes(std::size_t index) {
    return 3 * index + 10 + merge_entry_bytes;
}

/// Threads of a block that folds, and as many products in shared memory of so many bytes.
inline constexpr std::uint32_t merge_threads = 256;
inline constexpr std::size_t merge_shared = 32 << 10;
/// Bytes from one product to the next there: an odd number of alignments, so that neighbours are in different
/// banks.
constexpr std::size_t merge_stride(std::size_t value, std::size_t alignment) {
    return (value / alignment | 1) * alignment;
}
/// Bytes of such a block: the products, and of each entry where it goes and whose it is
/// (mxm/accumulators/acc_merge_fold.cuh).
constexpr std::size_t merge_block(std::size_t stride, std::uint32_t threads) {
    return (threads * stride + 15) / 16 * 16 + threads * (sizeof(std::uint64_t) + sizeof(std::uint32_t));
}
/// Its threads.
constexpr std::uint32_t fitting_merge_threads(std::size_t stride) {
    std::uint32_t threads = merge_threads;
    while (threads > 32 && merge_block(stride, threads) > merge_shared) threads /= 2;
    return threads;
}

} // namespace mergus::cuda::plan
