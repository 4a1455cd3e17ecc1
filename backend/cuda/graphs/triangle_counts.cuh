// triangle_counts.cuh: counts the triangles at vertices with short lists.
//
// Bindings: as triangle_lists.cuh.

#include "graphs/triangle_lists.cuh"

// Vertices with lists of 2 to `limit` edges, one for each group of threads. One of `shares` launches takes
// every group of vertices whose number is `share` modulo that.
extern "C" __global__ void count_triangles(mergus::Graph lists, uint64_t limit, unsigned capacity,
                                           unsigned lanes, uint32_t share, uint32_t shares, uint64_t* total) {
    extern __shared__ __align__(16) unsigned char shared_bytes[];
    const mergus::Group group;
    mergus::EdgeSet set;
    set.keys = reinterpret_cast<Index*>(shared_bytes) + size_t(capacity) * mergus::Group::index();
    const uint64_t groups = uint64_t(gridDim.x) * mergus::Group::count() * shares;
    uint64_t found = 0;
    const uint64_t first = uint64_t(blockIdx.x) * shares + share;
    for (uint64_t i = first * mergus::Group::count() + mergus::Group::index(); i < lists.nrows; i += groups) {
        const uint64_t length = lists.ptr[i + 1] - lists.ptr[i];
        if (length >= 2 && length <= limit)
            found += mergus::triangles_at(lists, i, group, lanes, set, capacity);
    }
    mergus::add_to(total, found);
}
