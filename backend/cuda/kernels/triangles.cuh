// triangles.cuh: triangles of an undirected graph, from its symmetric pattern.
//
// Every edge is kept at its end of lower degree (of equal degrees: of higher number), so that no list is long: at most √(2·edges).
// A triangle is then found once: at the vertex i with both others in its list, k and a vertex of k's list that is in i's list
// as well. A group of threads puts the list of i into a hash table and asks it for the lists of all k.
//
// Source: Schank and Wagner 2005 (orientation by degree). Bindings: Index, Place (numbers of entries); constant group_threads as in
// group.cuh.

#include "search.cuh"
#include "group.cuh"
#include "hash.cuh"

namespace mergus {

struct Graph {
    const uint64_t* ptr;
    const Index* col;
    uint64_t nrows;
};

// Whether the edge between i and j is kept at i.
__device__ __forceinline__ bool keeps_edge(const Graph& graph, uint64_t i, uint64_t degree, uint64_t j) {
    if (i == j) return false;
    const uint64_t other = graph.ptr[j + 1] - graph.ptr[j];
    return other > degree || (other == degree && j < i);
}

struct EdgeSet {
    static constexpr Index none = ~Index(0);
    Index* keys;
    unsigned slots;

    __device__ __forceinline__ unsigned first_slot(Index key) const {
        return hash_of(key) & (slots - 1);
    }
    __device__ __forceinline__ void insert(Index key) {
        unsigned s = first_slot(key);
        while (atomicCAS(&keys[s], none, key) != none) s = (s + 1) & (slots - 1);
    }
    __device__ __forceinline__ bool has(Index key) const {
        for (unsigned s = first_slot(key);; s = (s + 1) & (slots - 1)) {
            const Index found = keys[s];
            if (found == key) return true;
            if (found == none) return false;
        }
    }
};

} // namespace mergus

// kept[e] = 1 if entry e is an edge that is kept. A block has a run of neighbouring entries, so that a hub is the work of many.
extern "C" __global__ void flag_kept_edges(mergus::Graph graph, uint64_t count, Place* kept) {
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

// After the scan of kept: the kept edges moved together.
extern "C" __global__ void gather_kept_edges(const Index* col, uint64_t count, const Place* place, Index* kept) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads())
        if (place[e + 1] != place[e]) kept[place[e]] = col[e];
}

// Where the list of each vertex begins; vertices with lists longer than `limit` are put on a list of their own.
extern "C" __global__ void begin_lists(mergus::Graph graph, const Place* place, uint64_t* starts, uint64_t limit,
                                       uint64_t* longer, uint64_t* longer_count) {
    for (uint64_t i = mergus::grid_thread(); i <= graph.nrows; i += mergus::grid_threads()) {
        const uint64_t start = place[graph.ptr[i]];
        starts[i] = start;
        if (i < graph.nrows && place[graph.ptr[i + 1]] - start > limit)
            longer[atomicAdd(longer_count, uint64_t(1))] = i;
    }
}

namespace mergus {

// The triangles at vertex i, as far as this thread sees them. lanes: threads that share a list.
__device__ __forceinline__ uint64_t triangles_at(const Graph& lists, uint64_t i, const Group& group, unsigned lanes,
                                                 EdgeSet set, unsigned capacity) {
    constexpr unsigned unroll = 4;
    const uint64_t begin = lists.ptr[i], end = lists.ptr[i + 1];
    const bool in_table = end - begin <= capacity / 2;
    if (in_table) {
        set.slots = min_of(64u, capacity); // as small as the list allows: the fewer to clear
        while (set.slots < 3 * (end - begin) && set.slots < capacity) set.slots *= 2;
        for (unsigned s = group.rank; s < set.slots; s += group.size) set.keys[s] = EdgeSet::none;
        group.sync();
        for (uint64_t e = begin + group.rank; e < end; e += group.size) set.insert(lists.col[e]);
        group.sync();
    }
    uint64_t found = 0;
    for (uint64_t e = begin + group.rank / lanes; e < end; e += group.size / lanes) {
        const Index k = lists.col[e];
        const uint64_t k_end = lists.ptr[k + 1];
        for (uint64_t f = lists.ptr[k] + group.rank % lanes; f < k_end; f += uint64_t(lanes) * unroll) {
            Index j[unroll]; // several are on their way at a time
            for (unsigned u = 0; u < unroll; ++u) j[u] = f + lanes * u < k_end ? lists.col[f + lanes * u] : EdgeSet::none;
            for (unsigned u = 0; u < unroll; ++u) {
                if (j[u] == EdgeSet::none) break;
                if (in_table) {
                    found += set.has(j[u]) ? 1 : 0;
                } else {
                    const uint64_t at = lower_bound(lists.col, begin, end, j[u]);
                    found += at < end && lists.col[at] == j[u] ? 1 : 0;
                }
            }
        }
    }
    if (in_table) group.sync();
    return found;
}

__device__ __forceinline__ void add_to(uint64_t* total, uint64_t mine) {
    mine = warp_reduce(mine, Plus());
    if (lane() == 0 && mine != 0) atomicAdd(total, mine);
}

} // namespace mergus

// Vertices with lists of 2 to `limit` edges, a group each.
extern "C" __global__ void count_triangles(mergus::Graph lists, uint64_t limit, unsigned capacity, unsigned lanes,
                                           uint64_t* total) {
    extern __shared__ __align__(16) unsigned char shared_bytes[];
    const mergus::Group group;
    mergus::EdgeSet set;
    set.keys = reinterpret_cast<Index*>(shared_bytes) + size_t(capacity) * mergus::Group::index();
    const uint64_t groups = uint64_t(gridDim.x) * mergus::Group::count();
    uint64_t found = 0;
    for (uint64_t i = uint64_t(blockIdx.x) * mergus::Group::count() + mergus::Group::index(); i < lists.nrows; i += groups) {
        const uint64_t length = lists.ptr[i + 1] - lists.ptr[i];
        if (length >= 2 && length <= limit) found += mergus::triangles_at(lists, i, group, lanes, set, capacity);
    }
    mergus::add_to(total, found);
}

// The vertices of a list, a block each.
extern "C" __global__ void count_triangles_listed(mergus::Graph lists, const uint64_t* vertices, const uint64_t* count,
                                                  unsigned capacity, unsigned lanes, uint64_t* total) {
    extern __shared__ __align__(16) unsigned char shared_bytes[];
    const mergus::Group group;
    mergus::EdgeSet set;
    set.keys = reinterpret_cast<Index*>(shared_bytes);
    uint64_t found = 0;
    for (uint64_t v = blockIdx.x; v < *count; v += gridDim.x)
        found += mergus::triangles_at(lists, vertices[v], group, lanes, set, capacity);
    mergus::add_to(total, found);
}
