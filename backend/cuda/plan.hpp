/// \file plan.hpp
/// All tuning of mxm, in one place. A bin is a row of hash_bins; rows of a product that fit none go to windows.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace mergus::cuda::plan {

/// A hash table for rows of up to `slots / 2` entries, worked on by a group of threads.
struct HashBin {
    std::uint32_t slots;
    std::uint32_t group_threads; ///< up to 32, or the whole block
    std::uint32_t block_threads;
    std::uint32_t work;          ///< more products than this want a larger group

    [[nodiscard]] constexpr std::uint32_t capacity() const noexcept { return slots / 2; }
    [[nodiscard]] constexpr bool whole_block() const noexcept { return group_threads == block_threads; }
    [[nodiscard]] constexpr std::uint32_t groups() const noexcept { return block_threads / group_threads; }
};

inline constexpr std::array<HashBin, 6> hash_bins = {{
    {64, 8, 256, 256},
    {256, 32, 256, 4096},
    {1024, 128, 128, 32768},
    {2048, 256, 256, 131072},
    {4096, 512, 512, 262144},
    {8192, 1024, 1024, 524288},
}};

/// Threads of a block that works on a window.
inline constexpr std::uint32_t window_threads = 1024;

/// Rows of A longer than this are analysed by the whole grid.
inline constexpr std::uint64_t long_row = 2048;

/// Shared memory that the kernels use beside what is asked for: counters, sums of warps.
inline constexpr std::size_t static_shared = 1024;

/// What the sizes of a call's values come to.
struct Sizes {
    std::size_t index; ///< bytes of a column
    std::size_t slot;  ///< bytes of a kept value
    bool masked;       ///< states of slots, bits of the mask
    bool admits;       ///< entries come out in the mask's order: nothing is sorted

    /// Bytes of one group's table: the sum in kernels/acc_hash.cuh.
    [[nodiscard]] constexpr std::size_t table(std::uint32_t slots, bool symbolic) const noexcept {
        std::size_t bytes = slots * index;
        if (!symbolic) bytes += slots * slot;
        if (!symbolic && !admits) bytes += slots / 2 * (index + sizeof(std::uint32_t));
        if (masked) bytes += slots * sizeof(std::uint32_t);
        return (bytes + 15) / 16 * 16;
    }
    /// How many of hash_bins fit into `shared` bytes of a block.
    [[nodiscard]] constexpr std::size_t usable_bins(std::size_t shared) const noexcept {
        std::size_t bins = 0;
        while (bins < hash_bins.size() &&
               hash_bins[bins].groups() * table(hash_bins[bins].slots, false) + static_shared <= shared)
            ++bins;
        return bins;
    }
    /// Columns of a window: values, and a bit or two for each.
    [[nodiscard]] constexpr std::uint64_t window(std::size_t shared, std::uint64_t ncols) const noexcept {
        const std::uint64_t whole = (ncols + 31) / 32 * 32;
        const std::uint64_t bytes_of_32 = 32 * slot + (masked ? 8 : 4);
        const std::uint64_t fits = shared <= static_shared ? 0 : (shared - static_shared) / bytes_of_32 * 32;
        return whole < fits ? whole : fits;
    }
    [[nodiscard]] constexpr std::size_t window_bytes(std::uint64_t width, bool symbolic) const noexcept {
        return (symbolic ? 0 : width * slot) + width / 32 * (masked ? 8 : 4);
    }
};

} // namespace mergus::cuda::plan
