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

#include "graphs/bfs_queue.cuh"

namespace mergus {

using ManyMemory = BfsManyMemory<Index>;
// A pull is expected to read this fraction of the edges before the first one has been measured.
constexpr uint64_t many_pull_edges = 16;

struct ManySearch {
    const Graph& graph;
    const ManyMemory& m;
    Shared& shared;
    uint32_t level;
    unsigned queue; // index of the level's queue

    __device__ __forceinline__ uint64_t* pending(unsigned ahead) const {
        return (level + ahead) % 2 == 0 ? m.pending[0] : m.pending[1];
    }
    __device__ __forceinline__ BfsFrontier* frontier(unsigned ahead) const {
        return &m.control->frontiers[(level + ahead) % 3];
    }
    __device__ __forceinline__ Span* queues(unsigned i) const { return i == 0 ? m.queue[0] : m.queue[1]; }
    __device__ __forceinline__ SpanList list(unsigned to, uint32_t* to_count) const {
        return {&shared, 0, queues(to), to_count, m.capacity, bfs_span};
    }
    // Also a vertex without edges, since its levels are to be written.
    __device__ __forceinline__ void enqueue(const SpanList& to, Index v, uint64_t begin, uint64_t end,
                                            Found& found) const {
        to.append(v, begin, end - begin, 1);
        found.add(end - begin);
    }

    __device__ __forceinline__ void start();
    __device__ __forceinline__ void write_levels(uint64_t v, uint64_t fresh, unsigned first,
                                                 unsigned stride) const;
    __device__ __forceinline__ void build() const;
    __device__ __forceinline__ void push_span(const Span& span, uint64_t bits, unsigned first,
                                              unsigned stride, const SpanList& next, Found& found) const;
    __device__ __forceinline__ uint64_t gather(const uint64_t* words, uint64_t begin, uint64_t end,
                                               uint64_t wanted, uint64_t& examined) const;
    __device__ __forceinline__ uint64_t gather_rows(const uint64_t* words, uint64_t begin, uint64_t end,
                                                    uint64_t wanted, uint64_t& examined) const;
    __device__ __forceinline__ void push(uint32_t spans, Found& found) const;
    __device__ __forceinline__ void pull(Found& found) const;
    __device__ __forceinline__ bool run();
    template <class Use>
    __device__ __forceinline__ void each_source(uint64_t begin, uint64_t end, const Use& use) const;
    __device__ __forceinline__ void write(const Output& out) const;
};

__device__ __forceinline__ void ManySearch::start() {
    level = 0;
    queue = 0;
    shared.clear();
    SpanList hubs = list(0, &m.control->hubs);
    hubs.queue = m.hubs;
    hubs.capacity = ~0u;
    hubs.most = bfs_hub_degree;
    for (uint64_t v = grid_thread(); v < graph.n; v += grid_threads()) {
        m.seen[v] = m.pending[0][v] = m.pending[1][v] = 0;
        if (graph.in_ptr == nullptr) continue;
        const uint64_t begin = graph.in_ptr[v], degree = graph.in_ptr[v + 1] - begin;
        if (degree > bfs_hub_degree) hubs.append(Index(v), begin, degree);
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

// Writes the level of `fresh` sources at a vertex, shared by `stride` lanes.
__device__ __forceinline__ void ManySearch::write_levels(uint64_t v, uint64_t fresh, unsigned first,
                                                         unsigned stride) const {
    for (unsigned s = first; s < m.count; s += stride)
        if ((fresh >> s & 1) != 0) m.level[v * m.count + s] = uint16_t(level);
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

// The OR of the words of the neighbours in the entries [begin, end), as far as wanted, by a warp.
__device__ __forceinline__ uint64_t ManySearch::gather(const uint64_t* words, uint64_t begin, uint64_t end,
                                                       uint64_t wanted, uint64_t& examined) const {
    constexpr unsigned unroll = 4;
    uint64_t got = 0;
    for (uint64_t e = begin; e < end && got != wanted; e += 32 * unroll) {
        if (lane() == 0) examined += min_of(uint64_t(32 * unroll), end - e);
        Index k[unroll];
        for (unsigned u = 0; u < unroll; ++u) {
            const uint64_t at = e + u * 32 + lane();
            k[u] = at < end ? graph.in_col[at] : no_vertex;
        }
        uint64_t bits = 0;
        for (unsigned u = 0; u < unroll; ++u)
            if (k[u] != no_vertex) bits |= words[k[u]];
        for (int step = 16; step > 0; step /= 2) bits |= shuffle_xor(full_mask, bits, step);
        got |= bits & wanted;
    }
    return got;
}

// A row for each lane, or none (begin == end): lanes read their rows until few are left; the warp finishes
// those.
__device__ __forceinline__ uint64_t ManySearch::gather_rows(const uint64_t* words, uint64_t begin,
                                                            uint64_t end, uint64_t wanted,
                                                            uint64_t& examined) const {
    constexpr unsigned unroll = 4, rounds = 8, few = 4;
    uint64_t got = 0;
    for (unsigned round = 0; round < rounds; ++round) {
        const unsigned active = __ballot_sync(full_mask, begin < end);
        if (active == 0 || (round != 0 && unsigned(__popc(active)) <= few)) break;
        if (begin < end) {
            Index k[unroll];
            for (unsigned u = 0; u < unroll; ++u)
                k[u] = begin + u < end ? graph.in_col[begin + u] : no_vertex;
            for (unsigned u = 0; u < unroll; ++u)
                if (k[u] != no_vertex) got |= words[k[u]];
            got &= wanted;
            examined += unroll;
            begin = got == wanted ? end : begin + unroll;
        }
    }
    for (unsigned active = __ballot_sync(full_mask, begin < end); active != 0; active &= active - 1) {
        const int owner = __ffs(int(active)) - 1;
        const uint64_t rest = gather(words, shuffle(full_mask, begin, owner), shuffle(full_mask, end, owner),
                                     shuffle(full_mask, wanted & ~got, owner), examined);
        if (int(lane()) == owner) got |= rest;
    }
    return got;
}

// All vertices that miss a source: long rows in spans, the others a lane each. Settles all vertices.
__device__ __forceinline__ void ManySearch::pull(Found& found) const {
    const uint64_t all = m.count == 64 ? ~uint64_t(0) : (uint64_t(1) << m.count) - 1;
    const uint64_t warps = uint64_t(gridDim.x) * (block_threads / 32);
    const uint64_t first_warp = uint64_t(warp()) * gridDim.x + blockIdx.x;
    const uint64_t* const from = pending(0);
    for (uint64_t h = first_warp; h < m.control->hubs; h += warps) {
        const Span span = m.hubs[h];
        // In this step `seen` may or may not have the bits of this level.
        const uint64_t known = m.seen[span.vertex] | from[span.vertex], missing = all & ~known;
        if (missing == 0) continue;
        const uint64_t got = gather(from, span.begin, span.begin + span.count, missing, found.examined);
        if (lane() != 0 || got == 0) continue;
        const uint64_t before = atomicOr(&pending(1)[span.vertex], got);
        if ((before & ~known) == 0) found.add(graph.out_ptr[span.vertex + 1] - graph.out_ptr[span.vertex]);
    }
    for (uint64_t v0 = first_warp * 32; v0 < graph.n; v0 += warps * 32) {
        const uint64_t own = v0 + lane();
        uint64_t begin = 0, end = 0, fresh = 0, missing = 0;
        if (own < graph.n) {
            const uint64_t seen = m.seen[own];
            fresh = from[own] & ~seen;
            if (fresh != 0) m.seen[own] = seen | fresh;
            missing = all & ~(seen | fresh);
            if (missing != 0) {
                begin = graph.in_ptr[own];
                end = graph.in_ptr[own + 1];
            }
        }
        for (unsigned set = __ballot_sync(full_mask, fresh != 0); set != 0; set &= set - 1) {
            const int i = __ffs(int(set)) - 1;
            write_levels(v0 + uint64_t(i), shuffle(full_mask, fresh, i), lane(), 32);
        }
        const uint64_t degree = end - begin;
        if (degree > bfs_hub_degree) end = begin; // above
        const uint64_t got = gather_rows(from, begin, end, missing, found.examined);
        if (got == 0) continue;
        pending(1)[own] |= got;
        found.add(degree);
    }
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

// The entries of each source, from the words of the vertices seen: each warp has a range of vertices and
// turns 32 words at a time into a word of vertices for each source. Lane l counts for the sources l and l
// + 32.
template <class Use>
__device__ __forceinline__ void ManySearch::each_source(uint64_t begin, uint64_t end, const Use& use) const {
    for (uint64_t v0 = begin; v0 < end; v0 += 32) {
        const uint64_t seen = v0 + lane() < end ? m.seen[v0 + lane()] : 0;
        for (unsigned s = 0; s < m.count; ++s) use(v0, s, __ballot_sync(full_mask, (seen >> s & 1) != 0));
    }
}

// Rows of the result: each block counts the entries of its vertices, and after a barrier of the grid knows
// where they begin in each row.
__device__ __forceinline__ void ManySearch::write(const Output& out) const {
    constexpr unsigned warps = block_threads / 32;
    __shared__ uint64_t offset[64];         // of the block's entries of each source
    __shared__ uint32_t of_warp[warps][64]; // entries of each source
    const uint64_t share = div_up(div_up(graph.n, uint64_t(gridDim.x)), uint64_t(block_threads)) * 32;
    const uint64_t first = (uint64_t(blockIdx.x) * warps + warp()) * share;
    const uint64_t begin = min_of(first, graph.n), end = min_of(first + share, graph.n);
    uint32_t low = 0, high = 0;
    each_source(begin, end, [&](uint64_t, unsigned s, unsigned votes) {
        if (s == lane()) low += uint32_t(__popc(votes));
        if (s == lane() + 32) high += uint32_t(__popc(votes));
    });
    of_warp[warp()][lane()] = low;
    of_warp[warp()][lane() + 32] = high;
    __syncthreads();
    for (unsigned s = threadIdx.x; s < 64; s += block_threads) {
        uint32_t sum = 0;
        for (unsigned w = 0; w < warps; ++w) sum += of_warp[w][s];
        m.block_reached[blockIdx.x * 64 + s] = sum;
    }
    grid_barrier(m.barrier);
    __shared__ uint64_t total[64];
    for (unsigned s = threadIdx.x; s < 64; s += block_threads) {
        uint64_t before = 0, all = 0;
        for (unsigned b = 0; b < gridDim.x; ++b) {
            const uint32_t reached = m.block_reached[b * 64 + s];
            if (b < blockIdx.x) before += reached;
            all += reached;
        }
        offset[s] = before;
        total[s] = all;
    }
    __syncthreads();
    const uint64_t base = out.is_first != 0 ? 0 : out.ptr[0];
    if (warp() == 0) { // two sources for each lane
        const uint64_t one = total[2 * lane()], two = total[2 * lane() + 1];
        const uint64_t upto = base + warp_inclusive_scan(one + two, Plus());
        offset[2 * lane()] += upto - one - two;
        offset[2 * lane() + 1] += upto - two;
        if (blockIdx.x == gridDim.x - 1) {
            if (out.is_first != 0 && lane() == 0) out.ptr[0] = 0;
            if (2 * lane() < m.count) out.ptr[2 * lane() + 1] = upto - two;
            if (2 * lane() + 1 < m.count) out.ptr[2 * lane() + 2] = upto;
        }
    }
    __syncthreads();
    uint64_t low_at = offset[lane()] - out.base, high_at = offset[lane() + 32] - out.base;
    for (unsigned w = 0; w < warp(); ++w) {
        low_at += of_warp[w][lane()];
        high_at += of_warp[w][lane() + 32];
    }
    each_source(begin, end, [&](uint64_t v0, unsigned s, unsigned votes) {
        const uint64_t at = shuffle(full_mask, s < 32 ? low_at : high_at, int(s % 32));
        if ((votes >> lane() & 1) != 0) {
            const uint64_t v = v0 + lane(), to = at + unsigned(__popc(votes & lanes_below()));
            out.col[to] = Index(v);
            static_cast<int32_t*>(out.values)[to] = int32_t(m.level[v * m.count + s]);
        }
        if (s == lane()) low_at += unsigned(__popc(votes));
        if (s == lane() + 32) high_at += unsigned(__popc(votes));
    });
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
