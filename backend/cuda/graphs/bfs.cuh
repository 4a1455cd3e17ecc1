// bfs.cuh: breadth-first search from one vertex, in one cooperative kernel.
//
// Each level is searched in one of three ways. Few vertices: by the first block alone, without a barrier of
// the grid (push_local). Few edges: along the out-edges of the vertices in a queue (push). Many edges: each
// vertex that is not visited looks for a visited in-neighbour (pull). After a pull the queue is built from
// bits.
//
// Invariant: all blocks make the same choices, from counts that are complete at the barrier before.
//
// Source: Beamer, Asanović, Patterson 2012 (direction-optimising). Bindings: Index; constants block_threads,
// with_parents (0 or 1).

#include "graphs/bfs_pull.cuh"
#include "graphs/bfs_push.cuh"
#include "graphs/bfs_result.cuh"

namespace mergus {

// The cost of a pull, compared with a push, in edges read. Until a pull has been measured, it is taken to
// read first_pull_share of the edges of unvisited vertices. At least, it costs pull_thread_edges for each
// thread.
constexpr double first_pull_share = 1.0 / 14;
constexpr uint64_t pull_thread_edges = 2;

struct Search {
    const Graph& graph;
    const Memory& m;
    Shared& shared;
    uint64_t edges_left; // of vertices that are not visited
    int32_t level;       // of the frontier
    unsigned step;       // steps that ended with a barrier of the grid
    unsigned newest;     // index of the bits of all visited vertices
    unsigned queue;      // index of the frontier's queue
    unsigned builds;     // queues built so far

    __device__ __forceinline__ uint32_t* visited(unsigned i) const {
        return i == 0 ? m.visited[0] : m.visited[1];
    }
    __device__ __forceinline__ Span* queues(unsigned i) const { return i == 0 ? m.queue[0] : m.queue[1]; }
    __device__ __forceinline__ BfsFrontier* frontier(unsigned ahead) const {
        return &m.control->frontiers[(step + ahead) % 3];
    }
    __device__ __forceinline__ SpanList list(unsigned which, Span* to, uint32_t* to_count) const {
        return {&shared, which, to, to_count, m.capacity, m.span_bits};
    }

    __device__ __forceinline__ void start(uint64_t source);
    __device__ __forceinline__ BfsFrontier local_levels(const BfsFrontier& now);
    __device__ __forceinline__ bool fits(uint64_t vertices, uint64_t edges) const;
    __device__ __forceinline__ uint64_t end_of_round(uint64_t v) const;
    __device__ __forceinline__ void push_level(const BfsFrontier& now, bool queued, Found& found);
    __device__ __forceinline__ void pull_level(Found& found);
    __device__ __forceinline__ void run();
};

// Clears the state, lists the long rows, and puts the source into the queue.
__device__ __forceinline__ void Search::start(uint64_t source) {
    const bool symmetric = graph.in_ptr == graph.out_ptr;
    const uint64_t padded = div_up(graph.n, uint64_t(32)) * 32;
    SpanList hubs = list(0, m.hubs, &m.control->hubs);
    hubs.capacity = ~0u;
    hubs.bits = m.hub_bits;
    hubs.hubs = true;
    shared.clear();
    for (uint64_t v = grid_thread(); v < padded; v += grid_threads()) {
        uint64_t degree = 0;
        if (v < graph.n) {
            m.level[v] = v == source ? 0 : -1;
            if (with_parents) m.parent[v] = v == source ? Index(v) : no_vertex;
            if (graph.in_ptr != nullptr) {
                const uint64_t begin = graph.in_ptr[v];
                degree = graph.in_ptr[v + 1] - begin;
                if (degree >> m.hub_bits != 0) hubs.append(Index(v), begin, degree);
            }
        }
        // If the pattern is symmetric, a vertex without edges cannot be reached. Its visited bit is set, so
        // that pulls skip it.
        const unsigned idle = __ballot_sync(full_mask, symmetric && degree == 0);
        if (lane() == 0) {
            m.visited[1][v / 32] = idle;
            m.visited[0][v / 32] = idle | (v / 32 == source / 32 ? 1u << (source % 32) : 0u);
        }
    }
    const uint64_t begin = graph.out_ptr[source], degree = graph.out_ptr[source + 1] - begin;
    if (blockIdx.x == 0) {
        const SpanList first = list(0, m.queue[0], nullptr);
        const uint32_t spans = first.pieces_of(degree);
        for (uint32_t i = threadIdx.x; i < spans; i += block_threads)
            m.queue[0][i] = first.piece(Index(source), begin, degree, i);
        if (threadIdx.x == 0)
            m.control->frontiers[0] = {1, degree, 0, spans, degree > bfs_local_degree ? 1u : 0u};
    }
    hubs.flush();
    edges_left = graph.edges;
    level = 0;
    step = newest = queue = builds = 0;
    grid_barrier(m.barrier);
}

// As many levels as the first block searches alone. Returns the frontier at their end.
__device__ __forceinline__ BfsFrontier Search::local_levels(const BfsFrontier& now) {
    if (blockIdx.x == 0) {
        const Span* const from = queues(queue);
        for (uint32_t s = threadIdx.x; s < now.spans; s += block_threads) shared.spans[0][s] = from[s];
        if (threadIdx.x == 0) shared.count[0] = now.spans;
        SpanList next = list(1, queues(queue ^ 1u), &m.control->local_spans);
        Found all, last;
        unsigned which = 0;
        const int32_t end = push_local(graph, m, visited(newest), shared, next, level, all, last, which);
        next.flush();
        const uint64_t edges = block_sum(all.edges, shared.sums);
        const uint64_t last_edges = block_sum(last.edges, shared.sums);
        const uint64_t last_vertices = block_sum(last.vertices, shared.sums);
        const uint64_t last_longs = block_sum(last.longs, shared.sums);
        __syncthreads();
        if (threadIdx.x == 0) {
            BfsControl& control = *m.control;
            control.local = {last_vertices, last_edges, 0, control.local_spans, uint32_t(last_longs)};
            control.local_edges = edges - last_edges;
            control.local_levels = uint32_t(end - level);
            control.local_spans = 0;
        }
        if (threadIdx.x < 4) shared.sums[threadIdx.x] = 0;
    }
    grid_barrier(m.barrier);
    level += int32_t(m.control->local_levels);
    edges_left -= m.control->local_edges;
    queue ^= 1u;
    return m.control->local;
}

// Whether the spans of `vertices` vertices, which have `edges` edges in all, fit into a queue.
__device__ __forceinline__ bool Search::fits(uint64_t vertices, uint64_t edges) const {
    return vertices + (edges >> m.span_bits) <= m.capacity;
}

// The end of the longest range of vertices from v on, v being a multiple of 32, whose spans fit into the
// queue. Those of 32 vertices do, because a queue holds at least n / 8 + 32 spans of at least 256 edges.
__device__ __forceinline__ uint64_t Search::end_of_round(uint64_t v) const {
    const uint64_t first = graph.out_ptr[v];
    uint64_t low = v / 32 + 1, high = div_up(graph.n, uint64_t(32)); // in words of bits
    while (low < high) {
        const uint64_t middle = (low + high + 1) / 2, end = min_of(middle * 32, graph.n);
        if (fits(end - v, graph.out_ptr[end] - first))
            low = middle;
        else
            high = middle - 1;
    }
    return min_of(low * 32, graph.n);
}

// The frontier comes from its queue, or from bits, in rounds of vertices whose spans fit into the queue.
__device__ __forceinline__ void Search::push_level(const BfsFrontier& now, bool queued, Found& found) {
    const SpanList next = list(1, queues(queue ^ 1u), &frontier(1)->spans);
    const bool one_round = queued || fits(now.vertices, now.edges);
    for (uint64_t v = 0, end = 0; v < graph.n; v = end) {
        end = one_round ? graph.n : end_of_round(v);
        uint32_t spans = now.spans;
        if (!queued) {
            uint32_t* const count = &m.control->built[builds % 2];
            const SpanList built = list(0, queues(queue), count);
            build(graph, m, visited(newest ^ 1u), visited(newest), v, end, level, built);
            built.flush();
            grid_barrier(m.barrier);
            spans = *count;
            if (grid_thread() == 0)
                m.control->built[++builds % 2] = 0;
            else
                ++builds;
        }
        push(graph, m, visited(newest), queues(queue), spans, level + 1, next, found);
        next.flush();
        if (end < graph.n) grid_barrier(m.barrier);
    }
    queue ^= 1u;
}

__device__ __forceinline__ void Search::pull_level(Found& found) {
    pull(graph, m, visited(newest), visited(newest ^ 1u), level + 1, found);
    pull_hubs(graph, m, visited(newest), visited(newest ^ 1u), level + 1, found);
    newest ^= 1u;
}

__device__ __forceinline__ void Search::run() {
    BfsFrontier now = *frontier(0);
    bool queued = true;                   // whether the queue is complete
    double pull_share = first_pull_share; // of the edges left, read by a pull
    while (now.edges != 0) {
        edges_left -= now.edges;
        if (queued && now.vertices <= bfs_local_enter && now.longs == 0) {
            now = local_levels(now);
            queued = now.spans <= m.capacity;
            continue;
        }
        if (grid_thread() == 0) *frontier(2) = {};
        const bool pulling = graph.in_ptr != nullptr && now.edges > grid_threads() * pull_thread_edges &&
                             double(now.edges) > double(edges_left) * pull_share;
        Found found;
        if (pulling)
            pull_level(found);
        else
            push_level(now, queued, found);
        found.add_to(frontier(1), shared.sums);
        grid_barrier(m.barrier);
        ++step;
        ++level;
        now = *frontier(0);
        if (pulling) pull_share = double(now.examined) / double(max_of(edges_left, uint64_t(1)));
        queued = !pulling && now.spans <= m.capacity;
    }
}

} // namespace mergus

extern "C" __global__ void __launch_bounds__(block_threads, 2)
    bfs(mergus::Graph graph, mergus::Memory memory, mergus::Output out, uint64_t source) {
    __shared__ mergus::Shared shared;
    mergus::Search search{graph, memory, shared};
    search.start(source);
    search.run();
    mergus::write_result(graph, memory, out, shared.sums);
    if (mergus::grid_thread() == 0) *memory.control = {};
}
