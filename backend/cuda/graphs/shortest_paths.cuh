// shortest_paths.cuh: lengths of shortest paths from one vertex, where no weight is negative, in one
// cooperative kernel.
//
// A vertex whose length fell is near if the length is below a bound, else it waits. In each round the edges
// of the near vertices are relaxed. When none is near, the bound becomes the least length of a vertex that
// waits, plus delta. A round of few vertices is done by the first block alone, without a barrier of the grid.
//
// Invariants: all blocks make the same choices, from counts that are complete at the barrier before. The
// length of a vertex that is neither near nor waits is not above the bound, and its edges were relaxed since
// it last fell. Sums of floating point do not fall if a summand rises, so lengths do not depend on the order:
// each is the least sum, from the first edge to the last, over all paths.
//
// Source: Davidson, Baxter, Garland, Owens 2014 (near-far), after Meyer, Sanders 2003 (delta-stepping).
// Bindings: constant block_threads.

#include "graphs/edge_list.cuh"
#include "graphs/vertex_list.cuh"

#include "graphs/shortest_paths.h"

namespace mergus {

constexpr uint32_t long_row = 128;     // entries for each of the threads of a vertex
constexpr uint32_t listed_rows = 1024; // long ones of a block

struct PathShared {
    VertexList<uint32_t> near[2], far;
    uint32_t rows[listed_rows]; // vertices whose rows are long: the whole block relaxes them
    uint32_t row_count;
};

struct Paths {
    const WeightedGraph& graph;
    const PathMemory& m;
    PathShared& shared;
    double delta;
    uint64_t bound = 0; // of the lengths of near vertices
    uint32_t round = 0;
    uint32_t turn = 0;     // rounds, of which those of one block without a barrier count as one
    unsigned advances = 0; // of the bound

    __device__ __forceinline__ uint32_t* near_queue(uint32_t of) const {
        return of % 2 == 0 ? m.near[0] : m.near[1];
    }
    __device__ __forceinline__ uint32_t* near_count(uint32_t of) const { return &m.counts->near[of % 3]; }
    __device__ __forceinline__ uint32_t* far_queue(unsigned of) const {
        return of % 2 == 0 ? m.far[0] : m.far[1];
    }
    __device__ __forceinline__ uint32_t* far_count(unsigned of) const { return &m.counts->far[of % 2]; }

    // Whether one block does the round alone: its threads then have a vertex each, or a part of one.
    __device__ __forceinline__ bool is_local(uint32_t vertices) const {
        static_assert(block_threads <= list_vertices, "the vertices fit into a list");
        return vertices <= block_threads / graph.lanes;
    }

    __device__ __forceinline__ void set_bound(uint64_t least) {
        const double sum = __builtin_bit_cast(double, least) + delta;
        bound = max_of(__builtin_bit_cast(uint64_t, sum), least + 1);
    }

    __device__ __forceinline__ void start(uint32_t source) {
        constexpr uint64_t infinite = 0x7ff0000000000000u;
        for (uint64_t v = grid_thread(); v < graph.n; v += grid_threads()) {
            m.lengths[v] = v == source ? 0 : infinite;
            m.rounds[v] = m.waits[v] = 0;
        }
        if (grid_thread() == 0) {
            m.near[0][0] = source;
            m.counts->near[0] = 1;
            m.counts->least[0] = m.counts->least[1] = ~uint64_t(0);
        }
        if (threadIdx.x == 0)
            shared.near[0].count = shared.near[1].count = shared.far.count = shared.row_count = 0;
        set_bound(0);
        grid_barrier(m.barrier);
    }

    // Edges begin + thread, begin + thread + threads, … of vertex u.
    __device__ __forceinline__ void relax(uint32_t u, uint64_t begin, uint64_t end, uint32_t thread,
                                          uint32_t threads, VertexList<uint32_t>& next) {
        const double length = __builtin_bit_cast(double, latest(&m.lengths[u]));
        for (uint64_t e = begin + thread; e < end; e += threads) {
            const uint32_t v = graph.col[e];
            const uint64_t sum = __builtin_bit_cast(uint64_t, length + graph.weights[e * graph.stride]);
            if (sum >= latest(&m.lengths[v]) || sum >= atomicMin(&m.lengths[v], sum)) continue;
            if (sum < bound) {
                if (atomicExch(&m.rounds[v], round + 1) != round + 1)
                    next.push(v, near_queue(turn + 1), near_count(turn + 1));
            } else if (atomicExch(&m.waits[v], 1u) == 0) {
                shared.far.push(v, far_queue(advances), far_count(advances));
            }
        }
    }

    // The vertices first, first + stride, … of a list, `lanes` threads for each; the block then shares long
    // rows.
    __device__ __forceinline__ void relax_all(const uint32_t* vertices, uint32_t count, uint32_t first,
                                              uint32_t stride, VertexList<uint32_t>& next) {
        const uint32_t lanes = graph.lanes, part = threadIdx.x % lanes;
        for (uint32_t s = first + threadIdx.x / lanes; s < count; s += stride) {
            const uint32_t u = vertices[s];
            const uint64_t begin = graph.ptr[u], end = graph.ptr[u + 1];
            if (end - begin > long_row * lanes) {
                if (part != 0) continue;
                const uint32_t at = atomicAdd(&shared.row_count, 1u);
                if (at < listed_rows)
                    shared.rows[at] = u;
                else
                    relax(u, begin, end, 0, 1, next);
                continue;
            }
            relax(u, begin, end, part, lanes, next);
        }
        __syncthreads();
        const uint32_t rows = min_of(shared.row_count, listed_rows);
        for (uint32_t r = 0; r < rows; ++r) {
            const uint32_t u = shared.rows[r];
            relax(u, graph.ptr[u], graph.ptr[u + 1], threadIdx.x, block_threads, next);
        }
        __syncthreads();
        if (threadIdx.x == 0) shared.row_count = 0;
    }

    // Rounds of the first block, until one has no vertices or too many.
    __device__ __forceinline__ void local_rounds(uint32_t count) {
        if (blockIdx.x == 0) {
            unsigned which = 0;
            const uint32_t* const queue = near_queue(turn);
            for (uint32_t i = threadIdx.x; i < count; i += block_threads)
                shared.near[0].vertices[i] = queue[i];
            if (threadIdx.x == 0) *near_count(turn + 2) = 0;
            __syncthreads();
            for (;; which ^= 1u) {
                VertexList<uint32_t>& next = shared.near[which ^ 1u];
                relax_all(shared.near[which].vertices, count, 0, block_threads / graph.lanes, next);
                __syncthreads();
                ++round;
                count = next.count;
                if (threadIdx.x == 0) shared.near[which].count = 0;
                if (count == 0 || !is_local(count)) break;
                __syncthreads();
            }
            shared.near[which ^ 1u].flush(near_queue(turn + 1), near_count(turn + 1));
            shared.far.flush(far_queue(advances), far_count(advances));
            if (threadIdx.x == 0) m.counts->round = round;
        }
        grid_barrier(m.barrier);
        round = latest(&m.counts->round);
        ++turn;
    }

    // A round of all blocks.
    __device__ __forceinline__ void grid_round(uint32_t count) {
        const uint32_t groups = block_threads / graph.lanes;
        relax_all(near_queue(turn), count, blockIdx.x * groups, gridDim.x * groups, shared.near[0]);
        shared.near[0].flush(near_queue(turn + 1), near_count(turn + 1));
        shared.far.flush(far_queue(advances), far_count(advances));
        if (grid_thread() == 0) *near_count(turn + 2) = 0;
        grid_barrier(m.barrier);
        ++round;
        ++turn;
    }

    // The least length of the vertices that wait. Those below the bound were near after they began to wait.
    __device__ __forceinline__ uint64_t least_waiting(const uint32_t* queue, uint32_t count) {
        uint64_t least = ~uint64_t(0);
        for (uint64_t i = grid_thread(); i < count; i += grid_threads()) {
            const uint64_t length = m.lengths[queue[i]];
            if (length >= bound) least = min_of(least, length);
        }
        for (int bits = 16; bits > 0; bits /= 2) least = min_of(least, shuffle_xor(full_mask, least, bits));
        if (lane() == 0) lower(&m.counts->least[advances % 2], least);
        grid_barrier(m.barrier);
        return latest(&m.counts->least[advances % 2]);
    }

    // Raises the bound. Returns whether a vertex is near now.
    __device__ __forceinline__ bool advance() {
        const uint32_t* const queue = far_queue(advances);
        const uint32_t count = latest(far_count(advances));
        if (count == 0) return false;
        const uint64_t least = least_waiting(queue, count), before = bound;
        if (least == ~uint64_t(0)) return false;
        set_bound(least);
        for (uint64_t i = grid_thread(); i < count; i += grid_threads()) {
            const uint32_t v = queue[i];
            const uint64_t length = m.lengths[v];
            if (length >= bound) {
                shared.far.push(v, far_queue(advances + 1), far_count(advances + 1));
                continue;
            }
            m.waits[v] = 0;
            if (length >= before) shared.near[0].push(v, near_queue(turn), near_count(turn));
        }
        shared.near[0].flush(near_queue(turn), near_count(turn));
        shared.far.flush(far_queue(advances + 1), far_count(advances + 1));
        if (grid_thread() == 0) {
            *far_count(advances) = 0;
            m.counts->least[(advances + 1) % 2] = ~uint64_t(0);
        }
        grid_barrier(m.barrier);
        ++advances;
        return true;
    }

    __device__ __forceinline__ void run() {
        for (;;) {
            const uint32_t count = latest(near_count(turn));
            if (count == 0) {
                if (!advance()) return;
            } else if (is_local(count)) {
                local_rounds(count);
            } else {
                grid_round(count);
            }
        }
    }
};

} // namespace mergus

extern "C" __global__ void __launch_bounds__(block_threads)
    shortest_paths(mergus::WeightedGraph graph, mergus::PathMemory memory, double delta, uint32_t source) {
    __shared__ mergus::PathShared shared;
    mergus::Paths paths{graph, memory, shared, delta};
    paths.start(source);
    paths.run();
}
