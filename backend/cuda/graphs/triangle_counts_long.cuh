// triangle_counts_long.cuh: counts the triangles at vertices with long lists.
//
// Bindings: as triangle_lists.cuh.

#include "graphs/triangle_lists.cuh"

// The vertices of a list, one for each block; one of `shares` launches takes those from `share` on.
extern "C" __global__ void count_triangles_listed(mergus::Graph lists, const uint64_t* vertices,
                                                  const uint64_t* count, unsigned capacity, unsigned lanes,
                                                  uint32_t share, uint32_t shares, uint64_t* total) {
    extern __shared__ __align__(16) unsigned char shared_bytes[];
    const mergus::Group group;
    mergus::EdgeSet set;
    set.keys = reinterpret_cast<Index*>(shared_bytes);
    uint64_t found = 0;
    for (uint64_t v = uint64_t(blockIdx.x) * shares + share; v < *count; v += uint64_t(gridDim.x) * shares)
        found += mergus::triangles_at(lists, vertices[v], group, lanes, set, capacity);
    mergus::add_to(total, found);
}
