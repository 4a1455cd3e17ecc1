// betweenness.cuh: sums of the dependencies of many sources on each vertex, in one cooperative kernel.
//
// 64 sources search one copy of the graph, with a bit for each in words of the vertices. Forwards, a level
// marks the next one by its out-edges (push); then each vertex of that level adds the numbers of paths of its
// in-neighbours in the level before. Backwards, each vertex of a level adds the dependencies per path,
// (1 + dependency) / paths, of its out-neighbours in the level behind. Both are sums in the order of the row,
// so there are no atomics on values. The value of a search at a vertex is its number of paths until its level
// is passed backwards, and then its dependency per path.
//
// Invariant: a word of the frontier of level d is zero except for vertices of level d. A value is written by
// the vertex's own group only, and neighbours read values of other levels only.
//
// Source: Brandes 2001; Then et al. 2014 (MS-BFS) for the words. Bindings: constant block_threads.

#include "graphs/betweenness_rows.cuh"

namespace mergus {

struct Betweenness {
    const BetweennessGraph& graph;
    const BetweennessMemory& m;
    BetweennessShared& shared;

    __device__ __forceinline__ uint64_t* frontier(uint64_t level) const {
        return level % 3 == 0 ? m.frontier[0] : level % 3 == 1 ? m.frontier[1] : m.frontier[2];
    }
    __device__ __forceinline__ void clear_frontier(uint64_t level, uint64_t first, uint64_t last) const {
        for (uint64_t i = first + grid_thread(); i < last; i += grid_threads())
            frontier(level)[m.list[i]] = 0;
    }

    // Level 0: the sources from `first` on. Returns the number of its vertices.
    __device__ __forceinline__ uint64_t start(uint64_t first) const {
        const uint64_t count = min_of(m.count - first, m.words * searches);
        for (uint64_t x = grid_thread(); x < m.words * graph.n; x += grid_threads()) {
            m.visited[x] = m.frontier[0][x] = m.frontier[1][x] = m.frontier[2][x] = 0;
            if (first == 0) m.sums[x] = 0;
        }
        if (grid_thread() == 0) m.levels[0] = m.counts->listed = 0;
        grid_barrier(m.barrier);
        for (uint64_t s = grid_thread(); s < count; s += grid_threads()) {
            const uint64_t x = s / searches * graph.n + m.sources[first + s];
            const uint64_t bit = uint64_t(1) << s % searches;
            if (atomicOr(&m.frontier[0][x], bit) == 0)
                m.list[atomicAdd(&m.counts->listed, uint64_t(1))] = uint32_t(x);
            m.values[x * searches + s % searches] = 1;
        }
        grid_barrier(m.barrier);
        const uint64_t listed = latest(&m.counts->listed);
        for (uint64_t i = grid_thread(); i < listed; i += grid_threads())
            m.bits[i] = m.visited[m.list[i]] = m.frontier[0][m.list[i]];
        grid_barrier(m.barrier);
        return listed;
    }

    // Marks the neighbours of a level that are not visited, and lists them.
    struct Push {
        const Betweenness& b;
        uint64_t* next;
        __device__ __forceinline__ uint64_t bits(const LevelVertex& v) const { return b.m.bits[v.at]; }
        __device__ __forceinline__ void edges(const LevelVertex& v, unsigned first, unsigned stride) const {
            for (uint64_t e = v.begin + first; e < v.end; e += stride) {
                const uint32_t to = v.base + b.graph.out_col[e];
                const uint64_t fresh = v.bits & ~b.m.visited[to];
                if ((fresh & ~latest(&next[to])) == 0) continue;
                if (atomicOr(&next[to], fresh) == 0) b.shared.found.push(to, b.m.list, &b.m.counts->listed);
            }
        }
        __device__ __forceinline__ void row(const LevelVertex& v) const {
            edges(v, rank_in_group(), group_lanes);
        }
        __device__ __forceinline__ void long_row(const LevelVertex& v) const {
            edges(v, threadIdx.x, block_threads);
        }
    };

    // Numbers of paths to the vertices of a level.
    struct CountPaths {
        const Betweenness& b;
        const uint64_t *before, *level;
        __device__ __forceinline__ uint64_t bits(const LevelVertex& v) const { return level[v.number]; }
        __device__ __forceinline__ void write(const LevelVertex& v, const FourValues& paths) const {
            const unsigned own = own_bits(uint32_t(v.bits), uint32_t(v.bits >> 32));
            double* const values = b.m.values + uint64_t(v.number) * searches;
            for (unsigned k = 0; k < 4; ++k)
                if ((own >> k & 1u) != 0) {
                    values[own_value(k)] = paths.of[k];
                    if (paths.of[k] > DBL_MAX) b.m.counts->overflowed = 1;
                }
            if (v.bits == 0 || rank_in_group() != 0) return;
            b.m.bits[v.at] = v.bits;
            b.m.visited[v.number] |= v.bits;
        }
        __device__ __forceinline__ void row(const LevelVertex& v) const {
            write(v, neighbour_sums(v, b.graph.in_col, before, b.m.values));
        }
        __device__ __forceinline__ void long_row(const LevelVertex& v) const {
            const FourValues paths = neighbour_sums_of_block(v, b.graph.in_col, before, b.m.values, b.shared);
            if (threadIdx.x < group_lanes) write(v, paths);
        }
    };

    // Dependencies on the vertices of a level.
    struct AddDependencies {
        const Betweenness& b;
        const uint64_t* behind;
        uint64_t* level;
        __device__ __forceinline__ uint64_t bits(const LevelVertex& v) const { return b.m.bits[v.at]; }
        // All lanes of the warp.
        __device__ __forceinline__ void write(const LevelVertex& v, const FourValues& per_path) const {
            const unsigned own = own_bits(uint32_t(v.bits), uint32_t(v.bits >> 32));
            double* const values = b.m.values + uint64_t(v.number) * searches;
            double sum = 0;
            for (unsigned k = 0; k < 4; ++k)
                if ((own >> k & 1u) != 0) {
                    const double paths = values[own_value(k)];
                    sum += paths * per_path.of[k];
                    values[own_value(k)] = 1 / paths + per_path.of[k];
                }
            for (int lanes = group_lanes / 2; lanes > 0; lanes /= 2)
                sum += shuffle_xor(full_mask, sum, lanes);
            if (v.bits == 0 || rank_in_group() != 0) return;
            b.m.sums[v.number] += sum;
            level[v.number] = v.bits;
        }
        __device__ __forceinline__ void row(const LevelVertex& v) const {
            write(v, neighbour_sums(v, b.graph.out_col, behind, b.m.values));
        }
        __device__ __forceinline__ void long_row(const LevelVertex& v) const {
            const FourValues per_path =
                neighbour_sums_of_block(v, b.graph.out_col, behind, b.m.values, b.shared);
            if (warp() != 0) return;
            LevelVertex first = v;
            if (threadIdx.x >= group_lanes) first.bits = 0;
            write(first, per_path);
        }
    };

    // All levels from level 0, which has `end` vertices. Returns the last one's number.
    __device__ __forceinline__ uint64_t search(uint64_t end) const {
        uint64_t before = 0, begin = 0;
        for (uint64_t level = 0;; ++level) {
            if (grid_thread() == 0) m.levels[level + 1] = end;
            clear_frontier(level + 2, before, begin); // which was that of level − 1
            for_level(m, graph.n, graph.out_ptr, begin, end, shared, Push{*this, frontier(level + 1)});
            shared.found.flush(m.list, &m.counts->listed);
            grid_barrier(m.barrier);
            const uint64_t listed = latest(&m.counts->listed);
            if (listed == end) return level;
            for_level(m, graph.n, graph.in_ptr, end, listed, shared,
                      CountPaths{*this, frontier(level), frontier(level + 1)});
            grid_barrier(m.barrier);
            before = begin;
            begin = end;
            end = listed;
        }
    }

    __device__ __forceinline__ void return_from(uint64_t last) const {
        for (uint64_t level = last; level > 0; --level) {
            if (level + 2 <= last) clear_frontier(level + 2, m.levels[level + 2], m.levels[level + 3]);
            for_level(m, graph.n, graph.out_ptr, m.levels[level], m.levels[level + 1], shared,
                      AddDependencies{*this, frontier(level + 1), frontier(level)});
            grid_barrier(m.barrier);
        }
    }

    __device__ __forceinline__ void run(double* result) const {
        if (threadIdx.x == 0) shared.found.count = shared.row_count = 0;
        for (uint64_t first = 0; first < m.count; first += m.words * searches) {
            return_from(search(start(first)));
            grid_barrier(m.barrier);
        }
        for (uint64_t v = grid_thread(); v < graph.n; v += grid_threads()) {
            double sum = 0;
            for (uint64_t w = 0; w < m.words; ++w) sum += m.sums[w * graph.n + v];
            result[v] = sum;
        }
    }
};

} // namespace mergus

extern "C" __global__ void __launch_bounds__(block_threads, 2)
    betweenness(mergus::BetweennessGraph graph, mergus::BetweennessMemory memory, double* result) {
    __shared__ mergus::BetweennessShared shared;
    mergus::Betweenness{graph, memory, shared}.run(result);
}
