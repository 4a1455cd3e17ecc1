/// \file bfs_tuning.hpp
/// The sizes of breadth-first searches.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace mergus::cuda::tuning {

/// Threads of a block of `queue` and of `sweep`. A device on which few blocks live at once gets small ones,
/// so that a small graph still has several.
struct BfsThreads {
    std::uint32_t queue, sweep;
};
constexpr BfsThreads bfs_threads(int multiprocessors) {
    return multiprocessors < 8 ? BfsThreads{128, 128} : BfsThreads{512, 1024};
}

/// Most edges of a span, as powers of two: of a queue, and of the long rows that are pulled.
struct BfsSpans {
    std::uint32_t queue_bits, hub_bits;
};
/// Spans of 256 edges are the fastest. They become longer where the average row has more than 256 entries,
/// those of long rows where it has more than 51, so that their arrays take a bounded part of the memory of
/// the levels: for each vertex one more span in the queue of a search from many sources, and 1/5 of a span of
/// a long row.
BfsSpans bfs_spans(std::uint64_t vertices, std::uint64_t edges);

/// Edges of a thread in a sweep; the fewest that suffice are the fastest.
inline constexpr std::array<std::uint32_t, 3> sweep_edges = {4, 8, 16};
/// Levels after which a sweep gives up. In deep graphs `queue` takes half the time a level.
inline constexpr std::uint32_t sweep_levels = 32;
/// Vertices of a sweep: three sets of their bits are in shared memory.
inline constexpr std::uint64_t most_sweep_vertices = std::uint64_t{1} << 17;

/// The launch of a sweep. No blocks: the graph is too large for the device.
struct SweepGrid {
    std::uint32_t blocks = 0;
    std::size_t shared = 0; ///< dynamic, bytes of a block
};
/// \param block_edges edges of a block  \param resident blocks that live at once
/// \param shared bytes that a block may use
SweepGrid sweep_grid(std::uint64_t vertices, std::uint64_t edges, std::uint32_t threads,
                     std::uint32_t block_edges, std::uint32_t resident, std::size_t shared);

} // namespace mergus::cuda::tuning
