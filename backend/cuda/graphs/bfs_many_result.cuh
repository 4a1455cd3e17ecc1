// bfs_many_result.cuh: the levels of bfs_many.cuh as rows of a CSR matrix.
//
// Bindings: as bfs_many.cuh.

#include "graphs/bfs_many_search.cuh"

namespace mergus {

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
