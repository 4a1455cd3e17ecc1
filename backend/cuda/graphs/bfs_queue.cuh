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

// A row that is cut into spans when the list is moved to the queue.
struct LongRow {
    uint64_t begin, degree;
    Index vertex;
};
constexpr uint32_t list_rows = 64, row_pieces = 4; // longer rows of more pieces are long

struct Shared {
    Span spans[2][list_spans];
    LongRow rows[list_rows];
    uint64_t sums[max_of(block_threads / 32, 4ll)];
    uint32_t count[2]; // spans in each list, also those that did not fit
    uint32_t row_count;
    uint32_t base;

    __device__ __forceinline__ void clear() {
        if (threadIdx.x < 2) count[threadIdx.x] = 0;
        if (threadIdx.x < 4) sums[threadIdx.x] = 0;
        if (threadIdx.x == 0) row_count = 0;
        __syncthreads();
    }
};

__device__ __forceinline__ bool has_bit(const uint32_t* bits, uint64_t v) {
    return (bits[v / 32] >> (v % 32) & 1u) != 0;
}

// A block's list of spans, of at most 2^bits edges each; of hubs, whose last span takes the rest of the row,
// fewer than twice as many. What does not fit goes to the queue at once.
struct SpanList {
    Shared* shared;
    unsigned which; // of the two lists
    Span* queue;
    uint32_t* queue_count;
    uint32_t capacity;
    uint32_t bits;
    bool hubs = false;

    __device__ __forceinline__ uint32_t pieces_of(uint64_t degree) const {
        return uint32_t((degree + (hubs ? 0 : (uint64_t(1) << bits) - 1)) >> bits);
    }
    __device__ __forceinline__ Span piece(Index vertex, uint64_t begin, uint64_t degree, uint64_t i) const {
        const uint64_t offset = i << bits;
        const bool last = i + 1 >= pieces_of(degree);
        return {begin + offset, last ? uint32_t(degree - offset) : uint32_t(1) << bits, vertex};
    }

    // The row of a vertex; at least `least` spans.
    __device__ __forceinline__ void append(Index vertex, uint64_t begin, uint64_t degree,
                                           uint32_t least = 0) const {
        const uint32_t pieces = max_of(least, pieces_of(degree));
        if (pieces == 0) return;
        if (pieces > row_pieces) {
            const uint32_t row = atomicAdd(&shared->row_count, 1u);
            if (row < list_rows) {
                shared->rows[row] = {begin, degree, vertex};
                return;
            }
        }
        const uint32_t at = atomicAdd(&shared->count[which], pieces);
        uint32_t beyond = 0; // index in the queue of the first piece that does not fit
        if (at + pieces > list_spans)
            beyond = atomicAdd(queue_count, min_of(pieces, at + pieces - list_spans));
        for (uint32_t i = 0; i < pieces; ++i) {
            if (at + i < list_spans)
                shared->spans[which][at + i] = piece(vertex, begin, degree, i);
            else if (beyond < capacity)
                queue[beyond++] = piece(vertex, begin, degree, i);
        }
    }

    // All threads of the block. Moves list and long rows to the queue.
    __device__ __forceinline__ void flush() const {
        __syncthreads();
        const uint32_t listed = min_of(shared->count[which], list_spans);
        const uint32_t rows = min_of(shared->row_count, list_rows);
        if (threadIdx.x == 0 && listed != 0) shared->base = atomicAdd(queue_count, listed);
        for (uint32_t r = warp(); r < rows; r += block_threads / 32) {
            const LongRow row = shared->rows[r];
            const uint32_t pieces = pieces_of(row.degree);
            uint32_t at = 0;
            if (lane() == 0) at = atomicAdd(queue_count, pieces);
            at = shuffle(full_mask, at, 0);
            for (uint32_t i = lane(); i < pieces && at + i < capacity; i += 32)
                queue[at + i] = piece(row.vertex, row.begin, row.degree, i);
        }
        __syncthreads();
        const uint32_t base = shared->base;
        for (uint32_t i = threadIdx.x; i < listed; i += block_threads)
            if (base + i < capacity) queue[base + i] = shared->spans[which][i];
        if (threadIdx.x == 0) shared->count[which] = shared->row_count = 0;
    }
};

// What a thread has found in a level.
struct Found {
    uint64_t vertices = 0;
    uint64_t edges = 0;
    uint64_t examined = 0;
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
        const uint64_t warp_examined = warp_reduce(examined, Plus());
        const uint32_t warp_longs = warp_reduce(longs, Plus());
        if (lane() == 0 && (warp_vertices | warp_examined) != 0) {
            atomicAdd(&sums[0], warp_vertices);
            atomicAdd(&sums[1], warp_edges);
            atomicAdd(&sums[2], uint64_t(warp_longs));
            atomicAdd(&sums[3], warp_examined);
        }
        __syncthreads();
        if (threadIdx.x == 0 && (sums[0] | sums[3]) != 0) {
            atomicAdd(&frontier->vertices, sums[0]);
            atomicAdd(&frontier->edges, sums[1]);
            if (sums[2] != 0) atomicAdd(&frontier->longs, uint32_t(sums[2]));
            if (sums[3] != 0) atomicAdd(&frontier->examined, sums[3]);
            sums[0] = sums[1] = sums[2] = sums[3] = 0;
        }
    }
};

} // namespace mergus
