/// \file triangle_plan.hpp
/// The methods of the triangle count, and all their sizes.
#pragma once

#include "environment.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace mergus::cuda::plan {

/// Methods other than `best` are forced by tests and experiments. Matrices with 64-bit columns are always
/// counted by lists.
enum class Triangles : std::uint8_t {
    best,
    lists, ///< hash tables of lists: triangles_by_lists.hpp
    hubs   ///< 16-bit lists and rows of bits for vertices of high degree: triangles_by_hubs.hpp
};
inline constexpr std::array<std::string_view, 3> triangle_names = {"best", "lists", "hubs"};

/// A method, and for `hubs` the sizes that it may use.
struct TriangleChoice {
    static constexpr core::Variable variable = core::Variable::cuda_triangles;
    Triangles method = Triangles::best;
    std::uint32_t hubs = 65535;              ///< vertices with 16-bit lists at most; below 2^16
    std::optional<std::uint32_t> bit_rows{}; ///< vertices with rows of bits at most; else bit_rows_for()
    /// From "METHOD" or "hubs:HUBS,BIT_ROWS". \throws Error invalid_value. Empty: best.
    static TriangleChoice parse(std::string_view text);
};

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

} // namespace mergus::cuda::plan
