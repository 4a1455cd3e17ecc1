/// \file triangle_tuning.hpp
/// The choice between the methods of the triangle count, and all their sizes.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mergus::cuda::tuning {

struct GraphSize {
    std::uint64_t vertices;
    std::uint64_t entries;
    bool wide; ///< columns of 64 bits
};
/// Whether a graph can be counted with hubs at all.
bool allows_hubs(const GraphSize& size);
/// Whether a graph is large enough that hubs may pay.
bool may_have_hubs(const GraphSize& size);
/// Whether hubs pay, from the longest row.
bool has_hubs(const GraphSize& size, std::uint64_t longest_row);

/// Vertices with rows of bits at most: 8 MiB, or 32 MiB in very large graphs.
constexpr std::uint32_t bit_rows_for(std::uint64_t entries) {
    return entries < 100'000'000 ? 8192 : 16384;
}

/// The count by lists: a warp takes a list of at most triangle_list edges. A block takes a longer list, with
/// a hash table of at most triangle_slots slots.
inline constexpr std::uint32_t triangle_list = 128;
inline constexpr std::uint32_t triangle_slots = 8192;
inline constexpr std::uint32_t triangle_threads = 256;
/// Static shared memory of the kernels, bytes at most.
inline constexpr std::size_t triangle_static_shared = 2048;
inline constexpr std::uint32_t triangle_blocks = 8; ///< for each multiprocessor

/// Lanes that share the list of a neighbour: lists are longer in large graphs.
constexpr std::uint32_t hub_lanes(std::uint64_t entries) {
    return entries < 16'000'000 ? 8 : entries < 100'000'000 ? 16 : 32;
}

/// Blocks of the count with hubs, for long lists and for short ones.
struct HubBlocks {
    std::uint32_t threads;
    std::uint32_t slots; ///< of the hash table, a power of two
    std::uint32_t fine;  ///< ranks of high degree that a block takes at a time
};
inline constexpr HubBlocks large_hub_blocks = {256, 4096, 1};
inline constexpr HubBlocks small_hub_blocks = {64, 512, 4};
inline constexpr std::uint32_t hub_list = 128;      ///< lists of more neighbours are a large block's
inline constexpr std::uint32_t hub_row_share = 8;   ///< blocks that share a long row of the matrix
inline constexpr std::uint32_t hub_short_lanes = 8; ///< share a short row of the matrix

} // namespace mergus::cuda::tuning
