// triangle_edges.cuh: the edges of a graph whose triangles are counted, each at one of its ends
// (triangle_lists.cuh says at which).
//
// Bindings: as triangle_lists.cuh.

#include "graphs/triangle_lists.cuh"

namespace mergus {

// Whether the edge between i and j is kept at i.
__device__ __forceinline__ bool keeps_edge(const Graph& graph, uint64_t i, uint64_t degree, uint64_t j) {
    if (i == j) return false;
    const uint64_t other = graph.ptr[j + 1] - graph.ptr[j];
    return other > degree || (other == degree && j < i);
}

} // namespace mergus

// kept[e] = 1 if entry e is an edge that is kept. A block has a run of neighbouring entries, so that several
// blocks share the row of a hub.
extern "C" __global__ void flag_kept_edges(mergus::Graph graph, uint64_t count, Position* kept) {
    constexpr unsigned each = 8;
    __shared__ uint64_t found[2];
    const uint64_t tile = uint64_t(blockDim.x) * each;
    for (uint64_t e0 = blockIdx.x * tile; e0 < count; e0 += gridDim.x * tile) {
        const mergus::RowsOfTile rows =
            mergus::rows_of_tile(graph.ptr, graph.nrows, e0, mergus::min_of(e0 + tile, count), found);
        for (unsigned u = 0; u < each; ++u) {
            const uint64_t e = e0 + u * blockDim.x + threadIdx.x;
            if (e >= count) break;
            const uint64_t i = rows.row(e);
            kept[e] = mergus::keeps_edge(graph, i, graph.ptr[i + 1] - graph.ptr[i], graph.col[e]) ? 1 : 0;
        }
        __syncthreads();
    }
}

// After the scan of kept: the kept edges, without gaps.
extern "C" __global__ void gather_kept_edges(const Index* col, uint64_t count, const Position* position,
                                             Index* kept) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads())
        if (position[e + 1] != position[e]) kept[position[e]] = col[e];
}

// Where the list of each vertex begins. Lists the vertices whose lists are longer than `limit`.
extern "C" __global__ void begin_lists(mergus::Graph graph, const Position* position, uint64_t* starts,
                                       uint64_t limit, uint64_t* longer, uint64_t* longer_count) {
    for (uint64_t i = mergus::grid_thread(); i <= graph.nrows; i += mergus::grid_threads()) {
        const uint64_t start = position[graph.ptr[i]];
        starts[i] = start;
        if (i < graph.nrows && position[graph.ptr[i + 1]] - start > limit)
            longer[atomicAdd(longer_count, uint64_t(1))] = i;
    }
}
