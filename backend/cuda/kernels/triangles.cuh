// triangles.cuh: triangles of an undirected graph, from its symmetric pattern.
//
// Every edge is kept at its end of lower degree (of equal degrees: of higher number), so that no list is long: at most √(2·edges).
// A triangle is then found once: at the vertex i with both others in its list, k and a vertex of k's list that is in i's list
// as well. A group of threads puts the list of i into a hash table and asks it for the lists of all k.
//
// Source: Schank and Wagner 2005 (orientation by degree). Bindings: Index; constant group_threads as in group.cuh.

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

// lengths[i] = edges kept at i. Eight threads a vertex.
extern "C" __global__ void count_kept_edges(mergus::Graph graph, uint64_t* lengths) {
    constexpr unsigned lanes = 8;
    const unsigned rank = threadIdx.x % lanes;
    const unsigned group = 0xffu << (mergus::lane() - rank);
    for (uint64_t i = mergus::grid_thread() / lanes; i < graph.nrows; i += mergus::grid_threads() / lanes) {
        const uint64_t begin = graph.ptr[i], end = graph.ptr[i + 1];
        unsigned kept = 0;
        for (uint64_t e = begin + rank; e < end; e += lanes)
            kept += mergus::keeps_edge(graph, i, end - begin, graph.col[e]) ? 1 : 0;
        for (unsigned bits = lanes / 2; bits > 0; bits /= 2) kept += mergus::shuffle_xor(group, kept, int(bits));
        if (rank == 0) lengths[i] = kept;
    }
}

// The kept edges of i from starts[i] on; vertices with lists longer than `limit` are put on a list of their own.
extern "C" __global__ void keep_edges(mergus::Graph graph, const uint64_t* starts, Index* kept, uint64_t limit,
                                      uint64_t* longer, uint64_t* longer_count) {
    constexpr unsigned lanes = 8;
    const unsigned rank = threadIdx.x % lanes;
    const unsigned group = 0xffu << (mergus::lane() - rank);
    for (uint64_t i = mergus::grid_thread() / lanes; i < graph.nrows; i += mergus::grid_threads() / lanes) {
        const uint64_t begin = graph.ptr[i], end = graph.ptr[i + 1];
        uint64_t place = starts[i];
        if (rank == 0 && starts[i + 1] - place > limit) longer[atomicAdd(longer_count, uint64_t(1))] = i;
        for (uint64_t e0 = begin; e0 < end; e0 += lanes) {
            const uint64_t e = e0 + rank;
            const Index j = e < end ? graph.col[e] : Index(i);
            const bool keeps = e < end && mergus::keeps_edge(graph, i, end - begin, j);
            const unsigned votes = __ballot_sync(group, keeps) & group;
            if (keeps) kept[place + unsigned(__popc(votes & mergus::lanes_below()))] = j;
            place += unsigned(__popc(votes));
        }
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
        set.slots = 64; // as small as the list allows: the fewer to clear
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
