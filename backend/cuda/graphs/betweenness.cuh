// betweenness.cuh: sums of the dependencies of many sources on each vertex, in one cooperative kernel.
//
// 64 sources search one copy of the graph, with a bit for each in words of the vertices. Forwards, each
// vertex of a level adds the numbers of paths of its in-neighbours in the level before, and marks the next
// level by its out-edges (push). Backwards, each vertex of a level adds the dependencies per path, (1 +
// dependency) / paths, of its out-neighbours in the level behind. Both are sums in the order of the row, so
// there are no atomics on values. The value of a search at a vertex is its number of paths until its level is
// passed backwards, and then its dependency per path.
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
        uint64_t* const even = level % 4 == 0 ? m.frontier[0] : m.frontier[2];
        uint64_t* const odd = level % 4 == 1 ? m.frontier[1] : m.frontier[3];
        return level % 2 == 0 ? even : odd;
    }
    __device__ __forceinline__ void clear_frontier(uint64_t level, uint64_t first, uint64_t last) const {
        for (uint64_t i = first + grid_thread(); i < last; i += grid_threads())
            frontier(level)[m.list[i]] = 0;
    }

    // Lists the vertices of level 0: the sources from `first` on.
    __device__ __forceinline__ void start(uint64_t first) const {
        const uint64_t count = min_of(m.count - first, m.words * searches);
        for (uint64_t x = grid_thread(); x < m.words * graph.n; x += grid_threads()) {
            m.visited[x] = 0;
            for (unsigned level = 0; level < 4; ++level) frontier(level)[x] = 0;
            if (first == 0) m.sums[x] = 0;
        }
        if (grid_thread() == 0) m.levels[0] = m.counts->listed[0] = m.counts->listed[1] = 0;
        grid_barrier(m.barrier);
        for (uint64_t s = grid_thread(); s < count; s += grid_threads()) {
            const uint64_t x = s / searches * graph.n + m.sources[first + s];
            if (atomicOr(&m.frontier[0][x], uint64_t(1) << s % searches) == 0)
                m.list[atomicAdd(&m.counts->listed[0], uint64_t(1))] = uint32_t(x);
        }
        grid_barrier(m.barrier);
    }

    // Numbers of paths to the vertices of a level, and the vertices of the next one. Neighbours may see the
    // vertices of this level as visited or not yet, so they test the level too.
    struct VisitLevel {
        const Betweenness& b;
        const uint64_t* before; // null: this is level 0
        const uint64_t* level;
        uint64_t* next;
        uint32_t* list; // of the next level
        uint64_t* listed;

        __device__ __forceinline__ uint64_t bits(const LevelVertex& v) const { return level[v.number]; }
        __device__ __forceinline__ uint64_t length(const LevelVertex& v) const {
            const uint64_t* const out = b.graph.out_ptr + (v.number - v.base);
            return v.bits == 0 ? 0 : max_of(v.end - v.begin, out[1] - out[0]);
        }
        __device__ __forceinline__ void write(const LevelVertex& v, const FourValues& paths) const {
            const unsigned own = own_bits(uint32_t(v.bits), uint32_t(v.bits >> 32));
            double* const values = b.m.values + uint64_t(v.number) * b.m.width;
            for (unsigned k = 0; k < 4; ++k)
                if ((own >> k & 1u) != 0) {
                    values[own_value(k)] = before == nullptr ? 1 : paths.of[k];
                    if (paths.of[k] > DBL_MAX) b.m.counts->overflowed = 1;
                }
            if (v.bits == 0 || rank_in_group() != 0) return;
            b.m.bits[v.at] = v.bits;
            b.m.visited[v.number] |= v.bits;
        }
        __device__ __forceinline__ void push(const LevelVertex& v, unsigned first, unsigned stride) const {
            if (v.bits == 0) return;
            const uint64_t* const out = b.graph.out_ptr + (v.number - v.base);
            const uint64_t end = out[1];
            for (uint64_t e = out[0] + first; e < end; e += stride) {
                const uint32_t to = v.base + b.graph.out_col[e];
                const uint64_t fresh = v.bits & ~(b.m.visited[to] | level[to]);
                if ((fresh & ~latest(&next[to])) == 0) continue;
                if (atomicOr(&next[to], fresh) == 0) b.shared.found.push(to, list, listed);
            }
        }
        __device__ __forceinline__ void end_round() const {
            if (b.shared.found.count > list_vertices / 2) b.shared.found.flush(list, listed);
        }
        __device__ __forceinline__ void row(const LevelVertex& v) const {
            FourValues paths = {};
            if (before != nullptr) paths = neighbour_sums(v, b.graph.in_col, before, b.m);
            write(v, paths);
            push(v, rank_in_group(), group_lanes);
        }
        __device__ __forceinline__ void long_row(const LevelVertex& v) const {
            FourValues paths = {};
            if (before != nullptr) paths = neighbour_sums_of_block(v, b.graph.in_col, before, b.m, b.shared);
            if (threadIdx.x < group_lanes) write(v, paths);
            push(v, threadIdx.x, block_threads);
        }
    };

    // Dependencies on the vertices of a level.
    struct AddDependencies {
        const Betweenness& b;
        const uint64_t* behind;
        uint64_t* level;
        __device__ __forceinline__ uint64_t bits(const LevelVertex& v) const { return b.m.bits[v.at]; }
        __device__ __forceinline__ uint64_t length(const LevelVertex& v) const { return v.end - v.begin; }
        __device__ __forceinline__ void end_round() const {}
        // All lanes of the warp.
        __device__ __forceinline__ void write(const LevelVertex& v, const FourValues& per_path) const {
            const unsigned own = own_bits(uint32_t(v.bits), uint32_t(v.bits >> 32));
            double* const values = b.m.values + uint64_t(v.number) * b.m.width;
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
            write(v, neighbour_sums(v, b.graph.out_col, behind, b.m));
        }
        __device__ __forceinline__ void long_row(const LevelVertex& v) const {
            const FourValues per_path = neighbour_sums_of_block(v, b.graph.out_col, behind, b.m, b.shared);
            if (warp() != 0) return;
            LevelVertex first = v;
            if (threadIdx.x >= group_lanes) first.bits = 0;
            write(first, per_path);
        }
    };

    // All levels. Returns the last one's number.
    __device__ __forceinline__ uint64_t search() const {
        uint64_t cleared = 0, before = 0, begin = 0; // of the two levels before, and of this one
        for (uint64_t level = 0;; ++level) {
            const uint64_t end = begin + latest(&m.counts->listed[level % 3]);
            if (end == begin) return level - 1;
            if (grid_thread() == 0) {
                m.levels[level + 1] = end;
                m.counts->listed[(level + 2) % 3] = 0;
            }
            clear_frontier(level + 2, cleared, before); // which was that of level − 2
            uint64_t* const listed = &m.counts->listed[(level + 1) % 3];
            for_level(m, graph.n, graph.in_ptr, begin, end, shared,
                      VisitLevel{*this, level == 0 ? nullptr : frontier(level + 3), frontier(level),
                                 frontier(level + 1), m.list + end, listed});
            shared.found.flush(m.list + end, listed);
            grid_barrier(m.barrier);
            cleared = before;
            before = begin;
            begin = end;
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
            start(first);
            return_from(search());
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
