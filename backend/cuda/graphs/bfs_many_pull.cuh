// bfs_many_pull.cuh: a level of bfs_many.cuh in which each vertex that misses a source reads its neighbours.
//
// Bindings: as bfs_many.cuh.

#include "graphs/bfs_many_search.cuh"

namespace mergus {

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
        if (degree >> m.hub_bits != 0) end = begin; // above
        const uint64_t got = gather_rows(from, begin, end, missing, found.examined);
        if (got == 0) continue;
        pending(1)[own] |= got;
        found.add(degree);
    }
}

} // namespace mergus
