// bfs_queue.cuh: the queue of the next level, which a block first collects in shared memory.
//
// Bindings: Index; constants block_threads, with_parents.

#include "graphs/bfs_state.h"

namespace mergus {

using Graph = BfsGraph<Index>;
using Span = BfsSpan<Index>;
using Memory = BfsMemory<Index>;
using Output = BfsOutput<Index>;

constexpr Index no_vertex = ~Index(0);
constexpr uint32_t list_spans = sizeof(Index) == 8 ? 512 : 1024; // of a block: 48 KiB at most for two lists

struct Shared {
    Span spans[2][list_spans];
    uint64_t sums[max_of(block_threads / 32, 3ll)];
    uint32_t count[2]; // spans in each list, also those that did not fit
    uint32_t base;
};

__device__ __forceinline__ bool has_bit(const uint32_t* bits, uint64_t v) {
    return (bits[v / 32] >> (v % 32) & 1u) != 0;
}

// A block's list of spans. What does not fit goes to the queue at once.
struct SpanList {
    Span* spans;     // shared, list_spans
    uint32_t* count; // shared
    Span* queue;
    uint32_t* queue_count;
    uint32_t capacity;

    // The row of a vertex, in spans of at most `most` edges; at least `least` spans.
    __device__ __forceinline__ void append(Index vertex, uint64_t begin, uint64_t degree,
                                           uint32_t most = bfs_span, uint32_t least = 0) const {
        const uint32_t pieces = max_of(least, uint32_t((degree + most - 1) / most));
        if (pieces == 0) return;
        const uint32_t at = atomicAdd(count, pieces);
        uint32_t beyond = 0; // index in the queue of the first piece that does not fit
        if (at + pieces > list_spans) beyond = atomicAdd(queue_count, min_of(pieces, at + pieces - list_spans));
        for (uint32_t i = 0; i < pieces; ++i) {
            const uint64_t offset = uint64_t(i) * most;
            const Span span = {begin + offset, uint32_t(min_of(degree - offset, uint64_t(most))), vertex};
            if (at + i < list_spans)
                spans[at + i] = span;
            else if (beyond < capacity)
                queue[beyond++] = span;
        }
    }

    // All threads of the block. Moves the list to the queue and empties it.
    __device__ __forceinline__ void flush(uint32_t* base) const {
        __syncthreads();
        const uint32_t listed = min_of(*count, list_spans);
        if (threadIdx.x == 0 && listed != 0) *base = atomicAdd(queue_count, listed);
        __syncthreads();
        for (uint32_t i = threadIdx.x; i < listed; i += block_threads)
            if (*base + i < capacity) queue[*base + i] = spans[i];
        if (threadIdx.x == 0) *count = 0;
    }
};

// What a thread has found in a level.
struct Found {
    uint64_t vertices = 0;
    uint64_t edges = 0;
    uint32_t longs = 0;

    __device__ __forceinline__ void add(uint64_t degree) {
        ++vertices;
        edges += degree;
        if (degree > bfs_local_degree) ++longs;
    }
    // All threads of the block. sums: shared, zero before and after.
    __device__ __forceinline__ void add_to(BfsFrontier* frontier, uint64_t* sums) const {
        const uint64_t warp_vertices = warp_reduce(vertices, Plus());
        const uint64_t warp_edges = warp_reduce(edges, Plus());
        const uint32_t warp_longs = warp_reduce(longs, Plus());
        if (lane() == 0 && warp_vertices != 0) {
            atomicAdd(&sums[0], warp_vertices);
            atomicAdd(&sums[1], warp_edges);
            atomicAdd(&sums[2], uint64_t(warp_longs));
        }
        __syncthreads();
        if (threadIdx.x == 0 && sums[0] != 0) {
            atomicAdd(&frontier->vertices, sums[0]);
            atomicAdd(&frontier->edges, sums[1]);
            if (sums[2] != 0) atomicAdd(&frontier->longs, uint32_t(sums[2]));
            sums[0] = sums[1] = sums[2] = 0;
        }
    }
};

} // namespace mergus
