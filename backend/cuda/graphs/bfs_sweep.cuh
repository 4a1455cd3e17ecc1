// bfs_sweep.cuh: breadth-first search of a small graph, whose edges the threads of one cooperative launch
// keep in registers.
//
// Each block has all visited and frontier bits in shared memory. In a level each thread tests the bits of
// both ends of its edges, and the block adds the bits of new vertices to those of the grid: one barrier of
// the grid a level, no queue, and no in-edges. Own vertices of a block are a range of words of bits; the
// block keeps their levels in shared memory until it writes them as a part of the result.
//
// The grid's bits are three sets in turns: of this level, of the next one, and one that is cleared. All are
// zero before and after a search.
//
// Bindings: Index; constants block_threads, edges_per_thread.

#include "graphs/bfs_state.h"

namespace mergus {

using Sweep = BfsSweep<Index>;
using Output = BfsOutput<Index>;

constexpr uint32_t block_edges = uint32_t(block_threads * edges_per_thread);

__device__ __forceinline__ bool has_bit(const uint32_t* bits, uint32_t v) {
    return (bits[v / 32] >> (v % 32) & 1u) != 0;
}

// The edges of a thread, consecutive, and bits of those that may still find a vertex.
struct Edges {
    uint32_t from[edges_per_thread], to[edges_per_thread];
    uint32_t alive;
};

// Loads the block's edges. The rows with entries are marked in shared memory where they begin; the source of
// an edge is the last row marked up to it. marks: block_edges. warp_last: one for each warp.
__device__ __forceinline__ void load(const Sweep& graph, uint32_t* marks, uint32_t* warp_last, Edges& edges) {
    const uint32_t t = threadIdx.x;
    const uint64_t begin = uint64_t(blockIdx.x) * block_edges;
    const uint64_t end = min_of(graph.edges, begin + block_edges);
    edges.alive = 0;
    for (uint32_t i = 0; i < edges_per_thread; ++i) {
        const uint64_t e = begin + t * uint32_t(edges_per_thread) + i;
        edges.to[i] = e < end ? uint32_t(graph.col[e]) : 0u;
        if (e < end) edges.alive |= 1u << i;
    }
    for (uint32_t i = t; i < block_edges; i += block_threads) marks[i] = 0;
    // The rows that begin before `end` and end after `begin`, from a sample of the offsets.
    const uint64_t stride = graph.n / block_threads + 1;
    const uint64_t sample = graph.ptr[min_of(graph.n, t * stride)];
    const uint32_t below = uint32_t(__syncthreads_count(sample <= begin));
    const uint32_t upto = uint32_t(__syncthreads_count(sample < end));
    const uint64_t last = min_of(graph.n, upto * stride);
    for (uint64_t r = (max_of(below, 1u) - 1) * stride + t; r < last; r += block_threads) {
        const uint64_t row = graph.ptr[r], row_end = graph.ptr[r + 1];
        if (row < row_end && row < end && row_end > begin) marks[row > begin ? row - begin : 0] = uint32_t(r);
    }
    __syncthreads();
    uint32_t mine = 0;
    for (uint32_t i = 0; i < edges_per_thread; ++i) {
        mine = max_of(mine, marks[t * uint32_t(edges_per_thread) + i]);
        edges.from[i] = mine;
    }
    const uint32_t scanned = warp_inclusive_scan(mine, Greater());
    if (lane() == 31) warp_last[warp()] = scanned;
    uint32_t before = shuffle(full_mask, scanned, int(max_of(lane(), 1u) - 1));
    if (lane() == 0) before = 0;
    __syncthreads();
    for (uint32_t w = 0; w < warp(); ++w) before = max_of(before, warp_last[w]);
    for (uint32_t i = 0; i < edges_per_thread; ++i) edges.from[i] = max_of(edges.from[i], before);
    __syncthreads();
}

// The block's view of the search, in shared memory.
struct View {
    uint32_t words; // of each set of bits
    uint32_t own, own_end;
    uint32_t* visited;
    uint32_t* frontier;
    uint32_t* next;
    int32_t* level; // of own vertices
};

// Takes the frontier from the grid's bits and clears the set that the level after the next one will use.
// Returns whether the frontier has vertices. All threads of the block.
__device__ __forceinline__ bool take_frontier(const Sweep& graph, const View& view, int32_t level,
                                              uint64_t source) {
    const uint32_t* const bits = graph.bits + uint32_t(level % 3) * view.words;
    uint32_t* const cleared = graph.bits + uint32_t((level + 2) % 3) * view.words;
    uint32_t any = 0;
    for (uint32_t w = threadIdx.x; w < view.words; w += block_threads) {
        uint32_t found = level != 0 ? bits[w] : 0u;
        if (level == 0 && w == source / 32) found = 1u << (source % 32);
        found &= ~view.visited[w];
        view.visited[w] |= found;
        view.frontier[w] = found;
        view.next[w] = 0;
        any |= found;
        if (w >= view.own && w < view.own_end) cleared[w] = 0;
    }
    return __syncthreads_or(any != 0) != 0;
}

__device__ __forceinline__ void sweep(const View& view, Edges& edges) {
    if (edges.alive == 0) return;
    for (uint32_t i = 0; i < edges_per_thread; ++i) {
        if ((edges.alive >> i & 1u) == 0) continue;
        const bool from = has_bit(view.frontier, edges.from[i]), seen = has_bit(view.visited, edges.to[i]);
        if (from && !seen && !has_bit(view.next, edges.to[i]))
            atomicOr(&view.next[edges.to[i] / 32], 1u << (edges.to[i] % 32));
        if (from || seen) edges.alive &= ~(1u << i);
    }
}

// Writes the own vertices that are visited. sums: two for each warp.
__device__ __forceinline__ void write_own(const View& view, const Output& out, uint32_t* sums) {
    constexpr uint32_t warps = uint32_t(block_threads) / 32;
    uint32_t before = 0, all = 0;
    for (uint32_t w = threadIdx.x; w < view.words; w += block_threads) {
        const uint32_t count = uint32_t(__popc(view.visited[w]));
        all += count;
        if (w < view.own) before += count;
    }
    before = warp_reduce(before, Plus());
    all = warp_reduce(all, Plus());
    if (lane() == 0) {
        sums[warp()] = before;
        sums[warps + warp()] = all;
    }
    __syncthreads();
    const uint64_t first = out.is_first != 0 ? 0 : out.ptr[0];
    uint64_t at = first - out.base, end = first;
    for (uint32_t w = 0; w < warps; ++w) {
        at += sums[w];
        end += sums[warps + w];
    }
    if (grid_thread() == 0) {
        if (out.is_first != 0) out.ptr[0] = 0;
        out.ptr[1] = end;
        post_to_host(out.posted, out.ticket, 0, end);
    }
    for (uint32_t w = view.own + warp(); w < view.own_end; w += warps) {
        uint32_t own_before = 0;
        for (uint32_t x = view.own + lane(); x < w; x += 32) own_before += uint32_t(__popc(view.visited[x]));
        own_before = shuffle(full_mask, warp_reduce(own_before, Plus()), 0);
        const uint32_t bits = view.visited[w];
        if ((bits >> lane() & 1u) == 0) continue;
        const uint64_t to = at + own_before + unsigned(__popc(bits & lanes_below()));
        out.col[to] = Index(w * 32 + lane());
        static_cast<int32_t*>(out.values)[to] = view.level[(w - view.own) * 32 + lane()];
    }
}

// Ends a search with too many levels: no block reads the grid's bits any more after the barrier.
__device__ __forceinline__ void give_up(const Sweep& graph, const View& view, const Output& out,
                                        int32_t level) {
    grid_barrier(graph.barrier);
    uint32_t* const bits = graph.bits + uint32_t(level % 3) * view.words;
    for (uint32_t w = view.own + threadIdx.x; w < view.own_end; w += block_threads) bits[w] = 0;
    if (grid_thread() != 0) return;
    if (out.is_first != 0) out.ptr[0] = 0;
    out.ptr[1] = ~0ull;
    post_to_host(out.posted, out.ticket, 0, bfs_too_deep);
}

__device__ __forceinline__ void search(const Sweep& graph, const View& view, const Output& out, Edges& edges,
                                       uint64_t source, uint32_t* sums) {
    for (int32_t level = 0; take_frontier(graph, view, level, source); ++level) {
        if (uint64_t(level) >= graph.most_levels) return give_up(graph, view, out, level);
        for (uint32_t i = threadIdx.x; i < (view.own_end - view.own) * 32; i += block_threads)
            if (has_bit(view.frontier, view.own * 32 + i)) view.level[i] = level;
        sweep(view, edges);
        __syncthreads();
        uint32_t* const next = graph.bits + uint32_t((level + 1) % 3) * view.words;
        for (uint32_t w = threadIdx.x; w < view.words; w += block_threads)
            if (view.next[w] != 0) atomicOr(&next[w], view.next[w]);
        grid_barrier(graph.barrier);
    }
    write_own(view, out, sums);
}

} // namespace mergus

// Dynamic shared memory: tuning::SweepGrid::shared.
extern "C" __global__ void __launch_bounds__(block_threads, 1)
    bfs_sweep(mergus::Sweep graph, mergus::Output out, uint64_t source) {
    extern __shared__ __align__(16) unsigned char shared_bytes[];
    __shared__ uint32_t sums[2 * block_threads / 32];
    auto* const shared = reinterpret_cast<uint32_t*>(shared_bytes);
    const uint32_t words = uint32_t(mergus::div_up(graph.n, uint64_t(32)));
    const uint32_t share = mergus::div_up(words, gridDim.x);
    const uint32_t own = mergus::min_of(words, share * blockIdx.x);
    uint32_t* const bits = shared + 32 * share;
    const mergus::View view{words,
                            own,
                            mergus::min_of(words, own + share),
                            bits,
                            bits + words,
                            bits + 2 * words,
                            reinterpret_cast<int32_t*>(shared)};
    if (out.is_first == 0 && out.ptr[0] == ~0ull) { // the search before this one gave up
        if (mergus::grid_thread() == 0) {
            out.ptr[1] = ~0ull;
            mergus::post_to_host(out.posted, out.ticket, 0, mergus::bfs_too_deep);
        }
        return;
    }
    mergus::Edges edges;
    mergus::load(graph, shared, sums, edges);
    for (uint32_t w = threadIdx.x; w < words; w += block_threads) view.visited[w] = 0;
    __syncthreads();
    mergus::search(graph, view, out, edges, source, sums);
}
