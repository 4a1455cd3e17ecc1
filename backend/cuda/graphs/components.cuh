// components.cuh: the connected components of a graph, edges taken in both directions, by union-find.
//
// parent[v] <= v always, so trees have no cycles and the root of a tree is its least vertex. A root is hooked
// under a smaller root by compare-and-swap, which fails if it is no longer a root. Other writes replace a
// parent by an ancestor of it: they may be lost or late, but never wrong, so no order among threads matters.
//
// Sources: Jaiganesh and Burtscher 2018 (ECL-CC: first parents, path halving); Sutton, Ben-Nun and Barak 2018
// (Afforest: sampled neighbours, the largest component). Bindings: Index.

#include "kernels/search.cuh"
#include "primitives/lane_items.cuh"

#include "graphs/communities.h"
#include "graphs/components.h"

namespace mergus {

constexpr unsigned sampled_neighbours = 2;
constexpr uint64_t long_row = 4096;

// The root above v. Halves the path to it.
__device__ __forceinline__ Index root_of(Index* parent, Index v) {
    Index up = parent[v];
    while (up != v) {
        const Index above = parent[up];
        if (above != up) parent[v] = above;
        v = up;
        up = above;
    }
    return v;
}

__device__ __forceinline__ void unite(Index* parent, Index u, Index v) {
    u = root_of(parent, u);
    v = root_of(parent, v);
    while (u != v) {
        const Index high = max_of(u, v), low = min_of(u, v);
        const Index found = atomicCAS(&parent[high], high, low);
        if (found == high) return;
        u = root_of(parent, found);
        v = root_of(parent, low);
    }
}

} // namespace mergus

// The first parent of a vertex is its least neighbour, if that is smaller; columns ascend in a row. The rows
// are those of the vertices from `first` on.
extern "C" __global__ void first_parents(const uint64_t* ptr, const Index* col, uint64_t rows, uint64_t first,
                                         uint64_t n, mergus::Communities within, Index* parent) {
    for (uint64_t v = mergus::grid_thread(); v < n; v += mergus::grid_threads()) {
        const Index own = Index(v);
        const uint64_t row = v - first; // large before the first row
        const bool joins = row < rows && ptr[row] < ptr[row + 1] && within.joins(v, col[ptr[row]]);
        parent[v] = joins ? mergus::min_of(col[ptr[row]], own) : own;
    }
}

// Labels are trees of height 1.
extern "C" __global__ void parents_of_labels(const int64_t* label, uint64_t n, Index* parent) {
    for (uint64_t v = mergus::grid_thread(); v < n; v += mergus::grid_threads()) parent[v] = Index(label[v]);
}

extern "C" __global__ void unite_labels(const int64_t* label, uint64_t n, Index* parent) {
    for (uint64_t v = mergus::grid_thread(); v < n; v += mergus::grid_threads())
        if (parent[v] != Index(label[v])) mergus::unite(parent, Index(v), Index(label[v]));
}

// Every vertex becomes a child of its root. Vertices of one sweep shorten each other's paths.
extern "C" __global__ void flatten_trees(Index* parent, uint64_t n) {
    for (uint64_t v = mergus::grid_thread(); v < n; v += mergus::grid_threads()) {
        Index up = parent[v], above = parent[up];
        while (up != above) {
            parent[v] = above;
            up = above;
            above = parent[up];
        }
    }
}

// Each vertex and its first neighbours.
extern "C" __global__ void unite_sampled(const uint64_t* ptr, const Index* col, uint64_t n, Index* parent) {
    for (uint64_t v = mergus::grid_thread(); v < n; v += mergus::grid_threads()) {
        const uint64_t begin = ptr[v], end = mergus::min_of(begin + mergus::sampled_neighbours, ptr[v + 1]);
        for (uint64_t e = begin; e < end; ++e)
            if (parent[v] != parent[col[e]]) mergus::unite(parent, Index(v), col[e]);
    }
}

// The root of most vertices of a sample. One block.
extern "C" __global__ void find_largest(Index* parent, uint64_t n, mergus::ComponentsRest* rest) {
    using namespace mergus;
    constexpr unsigned samples = 1024;
    __shared__ Index roots[samples];
    __shared__ unsigned most;
    for (unsigned s = threadIdx.x; s < samples; s += blockDim.x)
        roots[s] = root_of(parent, Index((s * 0x9e3779b97f4a7c15ull >> 16) % n));
    if (threadIdx.x == 0) most = 0;
    __syncthreads();
    for (unsigned s = threadIdx.x; s < samples; s += blockDim.x) {
        unsigned equal = 0;
        for (unsigned other = 0; other < samples; ++other) equal += roots[other] == roots[s] ? 1u : 0u;
        atomicMax(&most, equal * samples + s);
    }
    __syncthreads();
    if (threadIdx.x == 0) *rest = {roots[most % samples], 0};
}

// The other entries of the vertices outside the largest component. In a symmetric pattern these have all
// entries that can lead out of it.
extern "C" __global__ void unite_rest(const uint64_t* ptr, const Index* col, uint64_t n,
                                      mergus::ComponentsRest* rest, Index* parent) {
    using namespace mergus;
    const Index largest = Index(rest->largest);
    for (uint64_t v0 = grid_thread() / 32 * 32; v0 < n; v0 += grid_threads()) {
        const uint64_t v = v0 + lane();
        uint64_t begin = 0, end = 0;
        if (v < n && parent[v] != largest) {
            end = ptr[v + 1];
            begin = min_of(ptr[v] + sampled_neighbours, end);
        }
        if (end - begin > long_row) {
            rest->has_long = 1;
            end = begin;
        }
        const unsigned own = unsigned(end - begin);
        const LaneItems<unsigned> entries(own);
        entries.for_each([&](bool has, unsigned entry, unsigned owner) {
            const uint64_t its_begin = shuffle(full_mask, begin, int(owner));
            const unsigned before = shuffle(full_mask, entries.end - own, int(owner));
            if (!has) return;
            const Index i = Index(v0 + owner), j = col[its_begin + entry - before];
            if (parent[i] != parent[j]) unite(parent, i, j);
        });
    }
}

// Unites the ends of every entry. A block has a run of neighbouring entries, so long rows are shared. After
// unite_rest() if that has left rows.
extern "C" __global__ void unite_entries(const uint64_t* ptr, const Index* col, uint64_t rows, uint64_t first,
                                         uint64_t count, mergus::Communities within,
                                         const mergus::ComponentsRest* rest, Index* parent) {
    constexpr unsigned each = 8;
    __shared__ uint64_t found[2];
    if (rest != nullptr && rest->has_long == 0) return;
    const uint64_t tile = uint64_t(blockDim.x) * each;
    for (uint64_t e0 = blockIdx.x * tile; e0 < count; e0 += gridDim.x * tile) {
        const mergus::RowsOfTile of_tile =
            mergus::rows_of_tile(ptr, rows, e0, mergus::min_of(e0 + tile, count), found);
        for (unsigned u = 0; u < each; ++u) {
            const uint64_t e = e0 + u * blockDim.x + threadIdx.x;
            if (e >= count) break;
            const Index i = Index(first + of_tile.row(e)), j = col[e];
            if (parent[i] != parent[j] && within.joins(i, j)) mergus::unite(parent, i, j);
        }
        __syncthreads();
    }
}

// The labels as a matrix of one column.
extern "C" __global__ void write_labels(Index* parent, uint64_t n, int64_t* label) {
    for (uint64_t v = mergus::grid_thread(); v < n; v += mergus::grid_threads())
        label[v] = int64_t(mergus::root_of(parent, Index(v)));
}
