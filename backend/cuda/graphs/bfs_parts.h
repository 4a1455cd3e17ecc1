// bfs_parts.h: what the host and the kernels of a search by several contexts share. The host includes it
// after <cstdint>, and it is embedded in the kernels' text.
#ifndef MERGUS_BFS_PARTS_H
#define MERGUS_BFS_PARTS_H

namespace mergus {

// Consecutive rows of a graph, the first of which is vertex `first`. Without entries ptr is null. The host
// has columns without a type.
template <class Index>
struct BfsRowsOf {
    const uint64_t* ptr;
    const Index* col;
    uint64_t count;
    uint64_t first;
};

// Vertices that one context has found: words of 32 vertices, all of which are in [begin, end).
struct BfsFound {
    const uint32_t* words;
    uint64_t begin;
    uint64_t end;
};

struct BfsFoundSets {
    BfsFound sets[16]; // MERGUS_MOST_BFS_PARTS
    uint64_t count;
};

// The frontier's vertices in the rows of a context, and their edges.
struct BfsPartSums {
    uint64_t vertices;
    uint64_t edges;
};

// Rows of more entries are pushed in spans, which all warps share: begin << bfs_span_shift | count.
constexpr uint64_t bfs_short_row = 128;
constexpr unsigned bfs_span = 256, bfs_span_shift = 16;
// Rows of more entries are pulled by a block each.
constexpr uint64_t bfs_long_row = 4096;

static_assert(sizeof(BfsRowsOf<void>) == 32 && sizeof(BfsFoundSets) == 392 && sizeof(BfsPartSums) == 16,
              "host and device lay them out alike");

} // namespace mergus

#endif
