// bfs_result.cuh: levels as a row of a CSR matrix.
//
// Each block has a range of vertices, counts those reached, and after a barrier of the grid writes them
// behind those of the blocks before it.
//
// Bindings: as bfs_queue.cuh.

#include "graphs/bfs_queue.cuh"

namespace mergus {

// The sum of `value` over the block, for all threads. sums: shared, one for each warp.
__device__ __forceinline__ uint64_t block_sum(uint64_t value, uint64_t* sums) {
    value = warp_reduce(value, Plus());
    __syncthreads();
    if (lane() == 0) sums[warp()] = value;
    __syncthreads();
    uint64_t all = 0;
    for (unsigned w = 0; w < block_threads / 32; ++w) all += sums[w];
    return all;
}

__device__ __forceinline__ void write_result(const Graph& graph, const Memory& m, const Output& out,
                                             uint64_t* sums) {
    // Ranges of whole warps, so that each warp reads whole lines.
    const uint64_t share =
        div_up(div_up(graph.n, uint64_t(gridDim.x)), uint64_t(block_threads)) * block_threads;
    const uint64_t begin = min_of(graph.n, share * blockIdx.x), end = min_of(graph.n, begin + share);
    uint64_t mine = 0;
    for (uint64_t v = begin + threadIdx.x; v < end; v += block_threads) mine += m.level[v] >= 0 ? 1 : 0;
    const uint64_t reached = block_sum(mine, sums);
    if (threadIdx.x == 0) m.block_reached[blockIdx.x] = reached;
    grid_barrier(m.barrier);
    uint64_t before = 0;
    for (unsigned b = threadIdx.x; b < blockIdx.x; b += block_threads) before += m.block_reached[b];
    uint64_t at = block_sum(before, sums);
    if (out.is_first == 0) at += out.ptr[0];
    if (blockIdx.x == gridDim.x - 1 && threadIdx.x == 0) {
        if (out.is_first != 0) out.ptr[0] = 0;
        out.ptr[1] = at + reached;
        post_to_host(out.posted, out.ticket, 0, at + reached);
    }
    at -= out.base;
    for (uint64_t v0 = begin; v0 < end; v0 += block_threads) {
        const uint64_t v = v0 + threadIdx.x;
        const int32_t level = v < end ? m.level[v] : -1;
        const unsigned votes = __ballot_sync(full_mask, level >= 0);
        __syncthreads();
        if (lane() == 0) sums[warp()] = uint64_t(__popc(votes));
        __syncthreads();
        uint64_t to = at;
        for (unsigned w = 0; w < block_threads / 32; ++w) {
            if (w < warp()) to += sums[w];
            at += sums[w];
        }
        if (level < 0) continue;
        to += unsigned(__popc(votes & lanes_below()));
        out.col[to] = Index(v);
        if (with_parents)
            static_cast<int64_t*>(out.values)[to] = int64_t(m.parent[v]);
        else
            static_cast<int32_t*>(out.values)[to] = level;
    }
}

} // namespace mergus
