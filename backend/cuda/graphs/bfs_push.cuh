// bfs_push.cuh: levels that follow the out-edges of the frontier.
//
// Bindings: as bfs_queue.cuh.

#include "graphs/bfs_queue.cuh"

namespace mergus {

// Follows the edges from `u` to k[0 … 3] (or no_vertex) of vertices of level `next` − 1. The row of a new
// vertex is loaded while its bit is set.
template <bool test_first>
__device__ __forceinline__ void visit(const Graph& graph, const Memory& m, uint32_t* visited, Index u,
                                      const Index (&k)[4], int32_t next, const SpanList& list, Found& found) {
    uint32_t before[4];
    for (int i = 0; i < 4; ++i) {
        before[i] = ~0u;
        if (k[i] != no_vertex) before[i] = test_first ? visited[k[i] / 32] : 0u;
    }
    uint64_t begin[4], end[4];
    for (int i = 0; i < 4; ++i) {
        const uint32_t bit = 1u << (k[i] % 32);
        begin[i] = end[i] = 0;
        if ((before[i] & bit) != 0) continue;
        begin[i] = graph.out_ptr[k[i]];
        end[i] = graph.out_ptr[k[i] + 1];
        before[i] = atomicOr(&visited[k[i] / 32], bit);
    }
    for (int i = 0; i < 4; ++i) {
        if (k[i] == no_vertex) continue;
        const bool is_new = (before[i] & (1u << (k[i] % 32))) == 0;
        if (is_new) {
            m.level[k[i]] = next;
            list.append(k[i], begin[i], end[i] - begin[i]);
            found.add(end[i] - begin[i]);
        }
        if (with_parents) {
            // A level of -1 is about to be set to `next`, because the bit is set in this level.
            const int32_t level = is_new ? next : m.level[k[i]];
            if (level == next || level == -1) atomicMin(&m.parent[k[i]], u);
        }
    }
}

// Edges first, first + stride, … of a span.
template <bool test_first>
__device__ __forceinline__ void visit_span(const Graph& graph, const Memory& m, uint32_t* visited,
                                           const Span& span, uint32_t first, uint32_t stride, int32_t next,
                                           const SpanList& list, Found& found) {
    for (uint32_t e = first; e < span.count; e += 4 * stride) {
        Index k[4];
        for (uint32_t i = 0; i < 4; ++i)
            k[i] = e + i * stride < span.count ? graph.out_col[span.begin + e + i * stride] : no_vertex;
        visit<test_first>(graph, m, visited, span.vertex, k, next, list, found);
    }
}

// The spans of a queue: 8 lanes each where four neighbouring spans are short, else a warp each.
__device__ __forceinline__ void push(const Graph& graph, const Memory& m, uint32_t* visited,
                                     const Span* queue, uint32_t spans, int32_t next, const SpanList& list,
                                     Found& found) {
    constexpr uint32_t each = 4, lanes = 32 / each, most = 4 * lanes;
    const uint32_t warps = gridDim.x * (block_threads / 32);
    // The first spans go to different blocks.
    for (uint32_t s = (warp() * gridDim.x + blockIdx.x) * each; s < spans; s += warps * each) {
        const uint32_t own = s + lane() / lanes;
        Span span = {0, 0, 0};
        if (own < spans) span = queue[own];
        if (__all_sync(full_mask, span.count <= most)) {
            visit_span<true>(graph, m, visited, span, lane() % lanes, lanes, next, list, found);
            continue;
        }
        for (uint32_t i = 0; i < each; ++i) {
            const Span whole = shuffle(full_mask, span, int(i * lanes));
            visit_span<true>(graph, m, visited, whole, lane(), 32, next, list, found);
        }
    }
}

// Fills a queue with the spans of the frontier's vertices in [begin, end), from the bits of `newer` that
// `older` lacks. Such a vertex may belong to an earlier level.
__device__ __forceinline__ void build(const Graph& graph, const Memory& m, const uint32_t* older,
                                      const uint32_t* newer, uint64_t begin, uint64_t end, int32_t level,
                                      const SpanList& list) {
    for (uint64_t w = begin / 32 + grid_thread(); w * 32 < end; w += grid_threads()) {
        for (uint32_t bits = newer[w] & ~older[w]; bits != 0; bits &= bits - 1) {
            const uint64_t v = w * 32 + uint64_t(__ffs(int(bits)) - 1);
            if (v >= graph.n || m.level[v] != level) continue;
            const uint64_t row = graph.out_ptr[v];
            list.append(Index(v), row, graph.out_ptr[v + 1] - row);
        }
    }
}

// Levels with few vertices, searched by one block without a barrier of the grid, 4 lanes a vertex. The spans
// of the first level are in shared.spans[0]. Ends with a level without edges, with too many vertices, or with
// a vertex whose row is long: returns that level, whose spans are then in the queue and in
// shared.spans[which]. all, last: what was found in all levels and in the last one.
__device__ __forceinline__ int32_t push_local(const Graph& graph, const Memory& m, uint32_t* visited,
                                              Shared& shared, SpanList& next, int32_t level, Found& all,
                                              Found& last, unsigned& which) {
    constexpr uint32_t lanes = 4;
    for (which = 0;;) {
        __syncthreads();
        const Span* const spans = shared.spans[which];
        const uint32_t count = shared.count[which];
        next.which = which ^ 1u;
        last = Found();
        for (uint32_t s = threadIdx.x / lanes; s < count; s += block_threads / lanes)
            visit_span<false>(graph, m, visited, spans[s], threadIdx.x % lanes, lanes, level + 1, next, last);
        all.edges += last.edges;
        ++level;
        const bool long_row = __syncthreads_or(last.longs != 0) != 0;
        const uint32_t found = shared.count[which ^ 1u];
        if (threadIdx.x == 0) shared.count[which] = 0;
        which ^= 1u;
        if (long_row || found == 0 || found > list_spans) return level;
    }
}

} // namespace mergus
