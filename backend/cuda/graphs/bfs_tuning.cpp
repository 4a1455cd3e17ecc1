/// \file bfs_tuning.cpp
#include "bfs_tuning.hpp"

#include <algorithm>
#include <bit>

namespace mergus::cuda::tuning {

BfsSpans bfs_spans(std::uint64_t vertices, std::uint64_t edges) {
    static constexpr std::uint64_t least = 256;
    const std::uint64_t average = vertices == 0 ? 0 : (edges + vertices - 1) / vertices;
    const auto bits = [](std::uint64_t most) {
        return static_cast<std::uint32_t>(std::bit_width(std::max(most, least) - 1));
    };
    return {bits(average), bits(5 * average)};
}

SweepGrid sweep_grid(std::uint64_t vertices, std::uint64_t edges, std::uint32_t threads,
                     std::uint32_t block_edges, std::uint32_t resident, std::size_t shared) {
    constexpr std::uint64_t own_vertices = 4; // of a thread, at most; their levels are in shared memory
    if (vertices > most_sweep_vertices || edges > std::uint64_t{block_edges} * resident) return {};
    const std::uint64_t words = (vertices + 31) / 32;
    const std::uint64_t blocks = std::max(
        {(edges + block_edges - 1) / block_edges, vertices / (own_vertices * threads), std::uint64_t{1}});
    const std::uint64_t own_words = (words + blocks - 1) / blocks;
    const std::size_t bytes =
        std::max<std::uint64_t>(32 * own_words + 3 * words, block_edges) * sizeof(std::uint32_t);
    if (blocks > resident || bytes > shared) return {};
    return {static_cast<std::uint32_t>(blocks), bytes};
}

} // namespace mergus::cuda::tuning
