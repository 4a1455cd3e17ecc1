// triangle_ranks.h: the ranked graph that the host and the kernels of the triangle count with hubs share. The
// host includes it after <cstdint>, and it is embedded in the kernels' text.
#ifndef MERGUS_TRIANGLE_RANKS_H
#define MERGUS_TRIANGLE_RANKS_H

namespace mergus {

// The neighbours of smaller rank of one vertex. A hub has a list of 16-bit ranks from lists[start] on, which
// is aligned to 16 bytes. Another vertex has 32-bit ranks: hubs from lists[start] on, and others, in reverse,
// at the end of its row's part of `lists`.
struct RankedList {
    uint64_t start;
    uint32_t hubs, others; // their numbers
};

// The numbers of vertices of high degree: as vertices are ranked by degree, also the first rank below.
struct DegreeBounds {
    uint32_t shared;    // rows that several blocks share
    uint32_t warp;      // rows of a warp; shorter ones are a few lanes'
    uint32_t edge;      // degree of at least 2: the others are in no triangle
    uint32_t hub_space; // rows whose memory has space for an aligned 16-bit list
    uint32_t heavy;     // lists that may be a large block's
};

// All zero at first.
struct TriangleCounters {
    uint64_t triangles;
    DegreeBounds bounds;
    uint32_t next[2]; // the first rank that no block has taken, of large and of small blocks
};

// Ranks are in order of falling degree (of its leading bits).
struct RankedGraph {
    const uint64_t* ptr; // the matrix
    const uint32_t* col;
    const uint32_t* order; // the vertex of a rank
    uint32_t* rank;        // the rank of a vertex
    uint32_t* lists;       // as many as the matrix has entries: row i uses from ptr[i] to ptr[i + 1]
    RankedList* list;      // of a rank
    uint32_t* bits;        // bit_rows rows of bit_rows bits; bit w of row v: w is in the list of v
    TriangleCounters* counters;
    uint32_t vertices;
    uint32_t hubs;     // vertices of rank below this are hubs; below 2^16
    uint32_t bit_rows; // a multiple of 128
};

static_assert(sizeof(RankedList) == 16 && sizeof(TriangleCounters) == 40 && sizeof(RankedGraph) == 80 &&
                  __builtin_offsetof(TriangleCounters, next) == 28 &&
                  __builtin_offsetof(RankedGraph, vertices) == 64,
              "host and device lay them out alike");

// Bits of the keys by which vertices are ranked (triangle_ranks.cuh).
constexpr unsigned rank_key_bits = 16;
// Degrees from which a vertex is in a class of DegreeBounds.
constexpr unsigned shared_row_degree = 2048, warp_row_degree = 32, hub_degree = 8;

} // namespace mergus

#endif
