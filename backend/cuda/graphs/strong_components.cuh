// strong_components.cuh: strongly connected components, in one cooperative kernel after a list of the edges
// is made.
//
// Vertices have numbers. The greatest number that reaches each vertex spreads along the edges, and the
// greatest that each vertex reaches spreads against them. The vertices for which both are equal are the
// component of the vertex with this number. Edges between vertices with other pairs of numbers are in no
// component and leave the list; then the numbers of the vertices that are left spread again. The vertex of
// the greatest number is always done.
//
// A number that reaches a vertex brings the number that reaches its own vertex, so that long paths take few
// sweeps. Numbers are mixed, so that a row of components is divided in O(log n) rounds, whatever the order of
// its vertices.
//
// Source: Alabandi, Sands, Biros, Burtscher 2023 (ECL-SCC). Bindings: constant block_threads.

#include "graphs/edge_list.cuh"

#include "graphs/strong_components.h"

namespace mergus {

constexpr unsigned short_run = 16,
                   most_repeats = 8; // edges of a thread in a run that is repeated, and sweeps

// A bijection.
__device__ __forceinline__ uint32_t number_of(uint32_t vertex) {
    const uint32_t mixed = vertex * 0x9e3779b1u;
    return (mixed ^ mixed >> 16) * 0x85ebca6bu;
}
// Its inverse: the factors are inverse modulo 2³².
__device__ __forceinline__ uint32_t vertex_of(uint32_t number) {
    const uint32_t mixed = number * 0xa5cb9243u;
    return (mixed ^ mixed >> 16) * 0x0e8b2f51u;
}

// Raises the number at `to` to that at `from`, or to the one that this number's vertex has.
__device__ __forceinline__ bool spread(uint32_t* numbers, uint32_t from, uint32_t to) {
    const uint32_t next = latest(&numbers[from]);
    const uint32_t best = max_of(next, latest(&numbers[vertex_of(next)]));
    if (best <= latest(&numbers[to])) return false;
    atomicMax(&numbers[to], best);
    return true;
}

struct StrongDivision {
    const StrongMemory& m;
    AppendShared& shared;
    unsigned sweeps = 0; // so far

    __device__ __forceinline__ void number_vertices(bool all) const {
        for (uint64_t v = grid_thread(); v < m.n; v += grid_threads()) {
            if (all) m.least[v] = ~0u;
            if (all || m.before[v] != m.behind[v]) m.before[v] = m.behind[v] = number_of(uint32_t(v));
        }
    }

    // A block has a run of the list. While it is short and numbers change, the block repeats it, which costs
    // less than a barrier of the grid and carries numbers along paths within the run.
    __device__ __forceinline__ bool sweep(const uint64_t* list, uint64_t count) {
        const uint64_t run = div_up(count, uint64_t(gridDim.x));
        const uint64_t begin = blockIdx.x * run, end = min_of(begin + run, count);
        const unsigned most = run <= uint64_t(block_threads) * short_run ? most_repeats : 1;
        for (unsigned n = 0; n < most; ++n) {
            bool changed = false;
            for (uint64_t e = begin + threadIdx.x; e < end; e += block_threads) {
                const uint32_t u = first_end(list[e]), v = second_end(list[e]);
                changed |= spread(m.before, u, v);
                changed |= spread(m.behind, v, u);
            }
            if (__syncthreads_or(changed) == 0) break;
            if (threadIdx.x == 0) m.counts->changed[sweeps % 3] = 1;
        }
        if (grid_thread() == 0) m.counts->changed[(sweeps + 1) % 3] = 0;
        grid_barrier(m.barrier);
        return latest(&m.counts->changed[sweeps++ % 3]) != 0;
    }

    // The edges within a pair of numbers, unless the component is known.
    __device__ __forceinline__ void keep(const uint64_t* list, uint64_t count, uint64_t* kept,
                                         uint64_t* kept_count) const {
        constexpr uint64_t tile = uint64_t(block_threads) * edges_per_thread;
        for (uint64_t e0 = blockIdx.x * tile; e0 < count; e0 += gridDim.x * tile) {
            uint64_t edges[edges_per_thread];
            unsigned bits = 0;
#pragma unroll
            for (unsigned k = 0; k < edges_per_thread; ++k) {
                const uint64_t e = e0 + k * block_threads + threadIdx.x;
                if (e >= count) break;
                edges[k] = list[e];
                const uint32_t u = first_end(edges[k]), v = second_end(edges[k]);
                const uint32_t before = m.before[u], behind = m.behind[u];
                if (before != behind && before == m.before[v] && behind == m.behind[v]) bits |= 1u << k;
            }
            uint64_t at = append(kept_count, unsigned(__popc(bits)), shared);
#pragma unroll
            for (unsigned k = 0; k < edges_per_thread; ++k)
                if ((bits >> k & 1u) != 0) kept[at++] = edges[k];
        }
    }

    __device__ __forceinline__ void divide() {
        for (unsigned now = 0;; now ^= 1u) {
            uint64_t* const counts = m.counts->edges;
            const uint64_t count = latest(&counts[now]);
            if (count == 0) return;
            const uint64_t* const list = now == 0 ? m.lists[0] : m.lists[1];
            while (sweep(list, count)) {
            }
            keep(list, count, now == 0 ? m.lists[1] : m.lists[0], &counts[now ^ 1u]);
            grid_barrier(m.barrier);
            if (grid_thread() == 0) counts[now] = 0;
            number_vertices(false);
            grid_barrier(m.barrier);
        }
    }

    __device__ __forceinline__ void write(int64_t* labels) const {
        for (uint64_t v = grid_thread(); v < m.n; v += grid_threads())
            lower(&m.least[vertex_of(m.before[v])], uint32_t(v));
        grid_barrier(m.barrier);
        for (uint64_t v = grid_thread(); v < m.n; v += grid_threads())
            labels[v] = int64_t(m.least[vertex_of(m.before[v])]);
    }
};

} // namespace mergus

// The edges of a matrix, without loops.
extern "C" __global__ void list_edges(const uint64_t* ptr, const uint32_t* col, uint64_t count,
                                      mergus::StrongMemory memory) {
    using namespace mergus;
    __shared__ uint64_t found[2];
    __shared__ AppendShared shared;
    const uint64_t tile = uint64_t(blockDim.x) * edges_per_thread;
    for (uint64_t e0 = blockIdx.x * tile; e0 < count; e0 += gridDim.x * tile) {
        const RowsOfTile rows = rows_of_tile(ptr, memory.n, e0, min_of(e0 + tile, count), found);
        uint64_t edges[edges_per_thread];
        unsigned bits = 0;
#pragma unroll
        for (unsigned k = 0; k < edges_per_thread; ++k) {
            const uint64_t e = e0 + k * blockDim.x + threadIdx.x;
            if (e >= count) break;
            edges[k] = edge_of(uint32_t(rows.row(e)), col[e]);
            if (first_end(edges[k]) != second_end(edges[k])) bits |= 1u << k;
        }
        uint64_t at = append(&memory.counts->edges[0], unsigned(__popc(bits)), shared);
#pragma unroll
        for (unsigned k = 0; k < edges_per_thread; ++k)
            if ((bits >> k & 1u) != 0) memory.lists[0][at++] = edges[k];
    }
}

extern "C" __global__ void __launch_bounds__(block_threads)
    strong_components(mergus::StrongMemory memory, int64_t* labels) {
    __shared__ mergus::AppendShared shared;
    mergus::StrongDivision division{memory, shared};
    division.number_vertices(true);
    mergus::grid_barrier(memory.barrier);
    division.divide();
    division.write(labels);
}
