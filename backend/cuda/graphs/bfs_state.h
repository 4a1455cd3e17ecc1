// bfs_state.h: what the host and the kernel of a breadth-first search share. The host includes it after
// <cstdint>, and it is embedded in the kernel's text.
#ifndef MERGUS_BFS_STATE_H
#define MERGUS_BFS_STATE_H

namespace mergus {

// The adjacency of n vertices: out-edges to push along, in-edges to pull along. in_ptr is null if the
// in-edges are not at hand, and equals out_ptr if the pattern is symmetric. The host has columns without a
// type.
template <class Index>
struct BfsGraph {
    const uint64_t* out_ptr;
    const Index* out_col;
    const uint64_t* in_ptr;
    const Index* in_col;
    uint64_t n;
    uint64_t edges;
};

// Consecutive edges of a vertex.
template <class Index>
struct BfsSpan {
    uint64_t begin;
    uint32_t count;
    Index vertex;
};

// The vertices of one level.
struct BfsFrontier {
    uint64_t vertices;
    uint64_t edges;
    uint64_t examined; // entries read by the pull that found the level
    uint32_t spans;    // in the queue; more than its capacity: the queue is incomplete
    uint32_t longs;    // vertices with more than bfs_local_degree edges
};

// Zero at the start of a search; the kernel clears it at its end.
struct BfsControl {
    BfsFrontier frontiers[3]; // in turns: of this step, of the next one, and one that is cleared
    BfsFrontier local;        // where the levels that one block searched ended
    uint64_t local_edges;     // of the vertices of those levels, without first and last
    uint32_t local_levels;
    uint32_t local_spans; // 0 except in between
    uint32_t built[2];    // spans in queues built from bits
    uint32_t hubs;        // spans of long rows
};

// Device memory of a search. words: div_up(n, 32).
template <class Index>
struct BfsMemory {
    int32_t* level;           // n; -1: not reached
    Index* parent;            // n, or null
    uint32_t* visited[2];     // words each
    BfsSpan<Index>* queue[2]; // capacity each
    BfsSpan<Index>* hubs;     // at most edges >> hub_bits
    uint64_t* block_reached;  // one for each block
    BfsControl* control;
    uint32_t* barrier;
    uint32_t capacity;
    uint32_t span_bits; // a span in a queue has at most 2^span_bits edges
    uint32_t hub_bits;  // rows of at least 2^hub_bits edges are pulled in spans of as many
};

// The result: a row of a CSR matrix. The search sets ptr[1], and ptr[0] = 0 for the first row. Entry e of the
// matrix is written to col[e - base] and values[e - base]. A search from one source also posts ptr[1] to the
// host (post_to_host() in prelude.cuh).
template <class Index>
struct BfsOutput {
    uint64_t* ptr;
    Index* col;
    void* values; // int64_t parents if the search has them, else int32_t levels
    uint64_t base;
    uint64_t* posted;
    uint32_t ticket;
    uint32_t is_first; // row: 0 or 1
};

// A graph whose edges fit the registers of a cooperative launch (bfs_sweep.cuh). bits: three sets of
// div_up(n, 32) words, zero between searches.
template <class Index>
struct BfsSweep {
    const uint64_t* ptr;
    const Index* col;
    uint64_t n;
    uint64_t edges;
    uint32_t* bits;
    uint32_t* barrier;
    uint64_t most_levels; // with more the search ends, sets ptr[1] = ~0, and posts bfs_too_deep
};
constexpr uint64_t bfs_too_deep = (1ull << 48) - 1;

// Device memory of a search from up to 64 sources, a bit each.
template <class Index>
struct BfsManyMemory {
    uint64_t* seen;           // n: the sources that have reached a vertex
    uint64_t* pending[2];     // n each: those that reach it in even and in odd levels; bits are never cleared
    uint16_t* level;          // n × sources
    BfsSpan<Index>* queue[2]; // capacity each
    BfsSpan<Index>* hubs;     // as in BfsMemory
    uint32_t* block_reached;  // blocks × 64
    BfsControl* control;
    uint32_t* barrier;
    const uint64_t* sources;
    uint32_t count;     // of the sources
    uint32_t capacity;  // of a queue
    uint32_t span_bits; // as in BfsMemory
    uint32_t hub_bits;
};

constexpr uint32_t bfs_many_levels = 65535; // with more levels the search ends, and the last offset is ~0

constexpr uint32_t bfs_local_degree = 128; // most edges of a vertex that one block alone expands
constexpr uint32_t bfs_local_enter = 512;  // most vertices of a level that one block begins with
constexpr uint32_t bfs_queue_share = 4;    // a queue of bfs.cuh holds spans for this fraction of the vertices

static_assert(sizeof(BfsGraph<char>) == 48 && sizeof(BfsFrontier) == 32 && sizeof(BfsControl) == 160 &&
                  sizeof(BfsMemory<char>) == 96 && sizeof(BfsManyMemory<char>) == 104 &&
                  sizeof(BfsOutput<char>) == 48 && sizeof(BfsSweep<char>) == 56,
              "host and device lay them out alike");

} // namespace mergus

#endif
