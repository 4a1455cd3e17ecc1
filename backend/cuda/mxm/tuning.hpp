/// \file tuning.hpp
/// Numbers that several methods of mxm share. Each method has its own beside it, in a file of this name.
/// bench/tune fits some of them to another GPU.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

namespace mergus::cuda::tuning {

inline constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

constexpr std::size_t aligned(std::size_t bytes) {
    return (bytes + 15) / 16 * 16;
}
/// Bytes from one value to the next in shared memory: Spread of kernels/wide_values.cuh.
constexpr std::size_t spread_bytes(std::size_t value, std::size_t alignment) {
    return value <= 8 ? value : (value / alignment | 1) * alignment;
}

/// Rows of A longer than this are analysed (row_analysis.hpp) by the whole grid (docs/laboratory/bins.md).
inline constexpr std::uint64_t long_row = 2048;
/// More lanes than half the average row's entries count a row of A while a multiprocessor has fewer threads.
inline constexpr std::uint64_t flops_threads = 512;

/// The most blocks of one launch; more rows take several launches.
inline constexpr std::uint64_t most_blocks = std::uint64_t{1} << 30;
/// Static shared memory of the kernels (counters, sums of warps, lists), in bytes.
inline constexpr std::size_t static_shared = 2048;

/// A size of esc_row.cuh.
struct EscSize {
    std::uint32_t group_threads;
    std::uint32_t each; ///< products of a thread

    [[nodiscard]] constexpr std::uint64_t products() const noexcept {
        return std::uint64_t{group_threads} * each;
    }
    /// Bytes of a block that fills in rows: esc_row_memory() of esc_row.cuh.
    [[nodiscard]] constexpr std::size_t shared(std::uint32_t threads, std::size_t value,
                                               std::size_t key) const noexcept {
        const std::size_t groups = threads / group_threads;
        return (groups * products() * value + 15) / 16 * 16 + groups * group_threads * (each + 1) * key;
    }
};
/// Rows whose products are sorted in registers (esc_row.cuh): the first size that holds their products. A
/// thread has few wide values, because they are in shared memory.
inline constexpr std::array<EscSize, 5> narrow_esc_sizes = {{{8, 2}, {8, 4}, {8, 8}, {16, 8}, {32, 8}}};
inline constexpr std::array<EscSize, 3> wide_esc_sizes = {{{8, 2}, {16, 2}, {32, 2}}};
[[nodiscard]] constexpr std::span<const EscSize> esc_sizes(std::size_t value_bytes) {
    if (value_bytes <= 16) return narrow_esc_sizes;
    return wide_esc_sizes;
}
/// Values of B of more bytes than this are read by words (kernels/wide_values.cuh).
inline constexpr std::size_t word_loads = 16;
inline constexpr std::uint32_t esc_threads = 256; ///< of a block that sorts rows in registers

} // namespace mergus::cuda::tuning
