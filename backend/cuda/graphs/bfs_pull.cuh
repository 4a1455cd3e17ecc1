// bfs_pull.cuh: levels in which each vertex that is not visited looks for a visited neighbour.
//
// A visited in-neighbour of a vertex that is not visited belongs to the frontier, because the vertex would
// have been visited otherwise. So bits of visited vertices are enough, and the first neighbour found is the
// smallest.
//
// Bindings: as bfs_queue.cuh.

#include "graphs/bfs_queue.cuh"
#include "primitives/set_bits.cuh"

namespace mergus {

// The first visited column of the entries [begin, end), searched by a warp.
__device__ __forceinline__ Index first_visited(const Index* col, uint64_t begin, uint64_t end,
                                               const uint32_t* visited, uint64_t& examined) {
    constexpr unsigned unroll = 4;
    for (uint64_t e = begin + lane(); e - lane() < end; e += 32 * unroll) {
        if (lane() == 0) examined += min_of(uint64_t(32 * unroll), end - e);
        Index k[unroll];
        bool hit[unroll];
        for (unsigned u = 0; u < unroll; ++u) k[u] = e + 32 * u < end ? col[e + 32 * u] : no_vertex;
        for (unsigned u = 0; u < unroll; ++u) hit[u] = k[u] != no_vertex && has_bit(visited, k[u]);
        for (unsigned u = 0; u < unroll; ++u) {
            const unsigned votes = __ballot_sync(full_mask, hit[u]);
            if (votes != 0) return shuffle(full_mask, k[u], __ffs(int(votes)) - 1);
        }
    }
    return no_vertex;
}

// One vertex for each lane, or none (begin == end). Returns its first visited neighbour. Lanes search their
// rows until few are left; the warp finishes those.
__device__ __forceinline__ Index pull_rows(const Index* col, uint64_t begin, uint64_t end,
                                           const uint32_t* visited, uint64_t& examined) {
    constexpr unsigned unroll = 4, rounds = 8, few = 4;
    Index found = no_vertex;
    for (unsigned round = 0; round < rounds; ++round) {
        const unsigned active = __ballot_sync(full_mask, begin < end);
        if (active == 0 || (round != 0 && unsigned(__popc(active)) <= few)) break;
        if (begin < end) {
            Index k[unroll];
            bool hit[unroll];
            for (unsigned u = 0; u < unroll; ++u) k[u] = begin + u < end ? col[begin + u] : no_vertex;
            for (unsigned u = 0; u < unroll; ++u) hit[u] = k[u] != no_vertex && has_bit(visited, k[u]);
            for (unsigned u = unroll; u-- > 0;)
                if (hit[u]) found = k[u];
            examined += unroll;
            begin = found != no_vertex ? end : begin + unroll;
        }
    }
    for (unsigned active = __ballot_sync(full_mask, begin < end); active != 0; active &= active - 1) {
        const int owner = __ffs(int(active)) - 1;
        const Index first = first_visited(col, shuffle(full_mask, begin, owner),
                                          shuffle(full_mask, end, owner), visited, examined);
        if (int(lane()) == owner) found = first;
    }
    return found;
}

// All vertices but those with long rows. Copies the bits of `visited` to next_visited, which has some of
// them. A warp takes up to 32 words of bits and gives each lane one of the vertices that are not visited.
__device__ __forceinline__ void pull(const Graph& graph, const Memory& m, const uint32_t* visited,
                                     uint32_t* next_visited, int32_t next, Found& found) {
    const uint64_t words = div_up(graph.n, uint64_t(32));
    const uint64_t warps = uint64_t(gridDim.x) * (block_threads / 32);
    const uint64_t group = min_of(uint64_t(32), max_of(uint64_t(1), words / warps));
    for (uint64_t w0 = (uint64_t(warp()) * gridDim.x + blockIdx.x) * group; w0 < words; w0 += warps * group) {
        const uint64_t w = w0 + lane();
        uint32_t missing = 0;
        if (lane() < group && w < words) {
            const uint32_t bits = visited[w];
            missing = ~bits;
            if (bits != 0) atomicOr(&next_visited[w], bits);
            if (graph.n - w * 32 < 32) missing &= (1u << (graph.n - w * 32)) - 1u;
        }
        for_set_bits(missing, [&](bool valid, unsigned owner, unsigned bit) {
            uint64_t begin = 0, end = 0, v = 0;
            if (valid) {
                v = (w0 + owner) * 32 + bit;
                begin = graph.in_ptr[v];
                end = graph.in_ptr[v + 1];
            }
            const uint64_t degree = end - begin;
            if (degree >> m.hub_bits != 0) end = begin; // pull_hubs
            const Index parent = pull_rows(graph.in_col, begin, end, visited, found.examined);
            if (parent == no_vertex) return;
            atomicOr(&next_visited[v / 32], 1u << (v % 32));
            m.level[v] = next;
            if (with_parents) m.parent[v] = parent;
            found.add(graph.in_ptr == graph.out_ptr ? degree : graph.out_ptr[v + 1] - graph.out_ptr[v]);
        });
    }
}

// The vertices with long rows, a warp for each span of a row.
__device__ __forceinline__ void pull_hubs(const Graph& graph, const Memory& m, const uint32_t* visited,
                                          uint32_t* next_visited, int32_t next, Found& found) {
    const uint32_t hubs = m.control->hubs;
    const uint32_t warps = gridDim.x * (block_threads / 32);
    const uint32_t each = min_of(32u, max_of(1u, hubs / warps));
    for (uint32_t h0 = (warp() * gridDim.x + blockIdx.x) * each; h0 < hubs; h0 += warps * each) {
        Span own = {0, 0, 0};
        if (lane() < each && h0 + lane() < hubs) own = m.hubs[h0 + lane()];
        const bool missing = own.count != 0 && !has_bit(visited, own.vertex);
        for (unsigned active = __ballot_sync(full_mask, missing); active != 0; active &= active - 1) {
            const Span span = shuffle(full_mask, own, __ffs(int(active)) - 1);
            const Index parent =
                first_visited(graph.in_col, span.begin, span.begin + span.count, visited, found.examined);
            if (parent == no_vertex || lane() != 0) continue;
            const uint64_t v = span.vertex;
            const uint32_t bit = 1u << (v % 32);
            if ((atomicOr(&next_visited[v / 32], bit) & bit) == 0) {
                m.level[v] = next;
                found.add(graph.out_ptr[v + 1] - graph.out_ptr[v]);
            }
            if (with_parents) atomicMin(&m.parent[v], parent);
        }
    }
}

} // namespace mergus
