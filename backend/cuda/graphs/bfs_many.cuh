// bfs_many.cuh: breadth-first search from up to 64 sources at once, in one cooperative kernel.
//
// A vertex has words with a bit for each source. Step d settles the pending bits of level d: those not seen
// before. They become pending in level d + 1 at the neighbours that have not seen them, either along the
// out-edges of the vertices in a queue (push) or by an OR over the in-neighbours of each vertex that misses a
// source (pull).
//
// Invariant: the bits of pending[d % 2] that are not seen are those of level d. Its other bits are of levels
// d − 2, d − 4, …, which all neighbours have seen; so they need not be cleared, and to OR the words of the
// neighbours is enough to pull.
//
// Source: Then et al. 2014 (MS-BFS). Bindings: Index; constant block_threads.

#include "graphs/bfs_many_pull.cuh"
#include "graphs/bfs_many_result.cuh"

namespace mergus {

// A pull is expected to read this fraction of the edges before the first one has been measured.
constexpr uint64_t many_pull_edges = 16;

__device__ __forceinline__ void ManySearch::start() {
    level = 0;
    queue = 0;
    shared.clear();
    SpanList hubs = list(0, &m.control->hubs);
    hubs.queue = m.hubs;
    hubs.capacity = ~0u;
    hubs.bits = m.hub_bits;
    hubs.hubs = true;
    for (uint64_t v = grid_thread(); v < graph.n; v += grid_threads()) {
        m.seen[v] = m.pending[0][v] = m.pending[1][v] = 0;
        if (graph.in_ptr == nullptr) continue;
        const uint64_t begin = graph.in_ptr[v], degree = graph.in_ptr[v + 1] - begin;
        if (degree >> m.hub_bits != 0) hubs.append(Index(v), begin, degree);
    }
    hubs.flush();
    grid_barrier(m.barrier);
    if (blockIdx.x == 0) {
        const SpanList first = list(0, &frontier(0)->spans);
        Found found;
        for (uint32_t s = threadIdx.x; s < m.count; s += block_threads) {
            const uint64_t v = m.sources[s];
            if (atomicOr(&m.pending[0][v], uint64_t(1) << s) == 0)
                enqueue(first, Index(v), graph.out_ptr[v], graph.out_ptr[v + 1], found);
        }
        first.flush();
        found.add_to(frontier(0), shared.sums);
    }
    grid_barrier(m.barrier);
}

// After a pull: the queue of all vertices of this level.
__device__ __forceinline__ void ManySearch::build() const {
    const SpanList to = list(queue, &m.control->built[level % 2]);
    Found ignored;
    for (uint64_t v = grid_thread(); v < graph.n; v += grid_threads())
        if ((pending(0)[v] & ~m.seen[v]) != 0)
            enqueue(to, Index(v), graph.out_ptr[v], graph.out_ptr[v + 1], ignored);
    to.flush();
    grid_barrier(m.barrier);
}

// Edges first, first + stride, … of a span of a vertex with pending `bits`. The row of a vertex is loaded
// while its word is changed.
__device__ __forceinline__ void ManySearch::push_span(const Span& span, uint64_t bits, unsigned first,
                                                      unsigned stride, const SpanList& next,
                                                      Found& found) const {
    constexpr unsigned unroll = 4;
    const uint64_t* const now = pending(0);
    for (uint32_t e = first; e < span.count; e += unroll * stride) {
        Index k[unroll];
        uint64_t seen[unroll], wanted[unroll];
        for (unsigned u = 0; u < unroll; ++u)
            k[u] = e + u * stride < span.count ? graph.out_col[span.begin + e + u * stride] : no_vertex;
        for (unsigned u = 0; u < unroll; ++u) {
            seen[u] = ~uint64_t(0);
            wanted[u] = 0;
            if (k[u] == no_vertex) continue;
            seen[u] = m.seen[k[u]];
            wanted[u] = bits & ~(seen[u] | now[k[u]]);
        }
        for (unsigned u = 0; u < unroll; ++u) {
            if (wanted[u] == 0) continue;
            const uint64_t begin = graph.out_ptr[k[u]], end = graph.out_ptr[k[u] + 1];
            const uint64_t before = atomicOr(&pending(1)[k[u]], wanted[u]);
            if ((before & ~seen[u]) == 0) enqueue(next, k[u], begin, end, found); // the first of its level
        }
    }
}

// The spans of the queue, 8 lanes each where four neighbouring spans are short, else a warp each.
__device__ __forceinline__ void ManySearch::push(uint32_t spans, Found& found) const {
    constexpr uint32_t each = 4, lanes = 32 / each, most = 4 * lanes;
    const uint32_t warps = gridDim.x * (block_threads / 32);
    const Span* const from = queues(queue);
    const SpanList next = list(queue ^ 1u, &frontier(1)->spans);
    for (uint32_t s = (warp() * gridDim.x + blockIdx.x) * each; s < spans; s += warps * each) {
        const uint32_t own = s + lane() / lanes;
        Span span = {0, 0, 0};
        uint64_t bits = 0, fresh = 0;
        if (own < spans) {
            span = from[own];
            bits = pending(0)[span.vertex];
            const uint64_t seen = m.seen[span.vertex];
            if (span.begin == graph.out_ptr[span.vertex])
                fresh = bits & ~seen; // the row's first span settles
        }
        const bool narrow = __all_sync(full_mask, span.count <= most); // and all lanes have read `seen`
        if (fresh != 0 && lane() % lanes == 0) atomicOr(&m.seen[span.vertex], fresh);
        write_levels(span.vertex, fresh, lane() % lanes, lanes);
        if (narrow) {
            push_span(span, bits, lane() % lanes, lanes, next, found);
            continue;
        }
        for (uint32_t i = 0; i < each; ++i) {
            const int owner = int(i * lanes);
            push_span(shuffle(full_mask, span, owner), shuffle(full_mask, bits, owner), lane(), 32, next,
                      found);
        }
    }
    next.flush();
}

// Returns false if there are too many levels.
__device__ __forceinline__ bool ManySearch::run() {
    BfsFrontier now = *frontier(0);
    bool pulled = false;
    uint64_t pull_reads = graph.edges / many_pull_edges; // expected of a pull
    for (; now.vertices != 0; ++level) {
        if (level >= bfs_many_levels) return false;
        if (grid_thread() == 0) {
            *frontier(2) = {};
            m.control->built[(level + 1) % 2] = 0;
        }
        Found found;
        const bool pulls = graph.in_ptr != nullptr && now.edges > pull_reads;
        if (pulls) {
            pull(found);
        } else {
            if (pulled) build();
            push(pulled ? m.control->built[level % 2] : now.spans, found);
            queue ^= 1u;
        }
        pulled = pulls;
        found.add_to(frontier(1), shared.sums);
        grid_barrier(m.barrier);
        now = *frontier(1);
        if (pulls) pull_reads = now.examined;
    }
    return true;
}

} // namespace mergus

extern "C" __global__ void __launch_bounds__(block_threads, 2)
    bfs_many(mergus::Graph graph, mergus::ManyMemory memory, mergus::Output out) {
    __shared__ mergus::Shared shared;
    mergus::ManySearch search{graph, memory, shared};
    search.start();
    if (search.run())
        search.write(out);
    else if (mergus::grid_thread() == 0)
        out.ptr[memory.count] = ~uint64_t(0);
    mergus::grid_barrier(memory.barrier);
    if (mergus::grid_thread() == 0) *memory.control = {};
}
