// truss_numbers.cuh: the truss number of each edge, in one cooperative kernel.
//
// The triangles of each edge are counted once. Then edges are removed in rounds: the edges with the fewest
// triangles, t, that are left, and those that have at most t after the rounds before. Their truss number is
// t + 2. When none is left, t becomes the least number of triangles of an edge.
//
// A round looks up the triangles of the edges that it removes: the neighbours of one end, in the sorted row
// of the other end. The edges of a triangle that stay lose it once: if two of its edges are removed, by the
// one of the lesser number.
//
// Invariant: the round of an edge is less than the present one if the edge was removed before, equal if it is
// removed now, and greater if it stays.
//
// Source: Cohen 2008; Kabir, Madduri 2017 (PKT) for the rounds. Bindings: constant block_threads.

#include "graphs/edge_list.cuh"
#include "graphs/vertex_list.cuh"

#include "graphs/truss_numbers.h"

namespace mergus {

constexpr uint32_t not_removed = ~0u;
constexpr unsigned most_parts = 32; // warps of an edge in a round of few edges

struct TrussShared {
    VertexList<uint32_t> found;
    uint64_t rows[2];
};

struct TrussNumbers {
    const TrussMemory& m;
    TrussShared& shared;
    uint32_t now = 1; // the round

    __device__ __forceinline__ uint32_t* queue(uint32_t round) const {
        return round % 2 == 0 ? m.queue[0] : m.queue[1];
    }
    __device__ __forceinline__ uint32_t* queued(uint32_t round) const { return &m.counts->queued[round % 3]; }
    __device__ __forceinline__ uint64_t grid_warp() const {
        return uint64_t(warp()) * gridDim.x + blockIdx.x; // edges of few warps are spread over the blocks
    }
    __device__ __forceinline__ uint64_t grid_warps() const { return grid_threads() / 32; }

    __device__ __forceinline__ void number_edges() const {
        for (uint64_t e0 = uint64_t(blockIdx.x) * block_threads; e0 < m.nvals; e0 += grid_threads()) {
            const uint64_t end = min_of(e0 + block_threads, m.nvals), e = e0 + threadIdx.x;
            const RowsOfTile rows = rows_of_tile(m.ptr, m.n, e0, end, shared.rows);
            if (e < end) {
                const uint32_t i = uint32_t(rows.row(e)), j = m.col[e];
                m.row[e] = i;
                m.round[e] = i < j ? not_removed : 0;
                m.edge[e] = uint32_t(i < j ? e : lower_bound(m.col, m.ptr[j], m.ptr[j + 1], i));
            }
            __syncthreads();
        }
        if (grid_thread() == 0) m.counts->least[0] = m.counts->least[1] = not_removed;
        grid_barrier(m.barrier);
    }

    // Calls body(f, g) for the triangles (e, f, g) whose edges were not removed in earlier rounds. Takes the
    // neighbours first, first + stride, … of the end that has fewer.
    template <class Body>
    __device__ __forceinline__ void for_triangles(uint32_t e, unsigned first, unsigned stride,
                                                  Body body) const {
        uint32_t from = m.row[e], to = m.col[e];
        if (m.ptr[from + 1] - m.ptr[from] > m.ptr[to + 1] - m.ptr[to]) {
            const uint32_t other = from;
            from = to;
            to = other;
        }
        const uint64_t begin = m.ptr[to], end = m.ptr[to + 1], last = m.ptr[from + 1];
        for (uint64_t i = m.ptr[from] + first; i < last; i += stride) {
            const uint32_t f = m.edge[i], w = m.col[i];
            if (f == e || m.round[f] < now) continue;
            const uint64_t at = lower_bound(m.col, begin, end, w);
            if (at == end || m.col[at] != w) continue;
            const uint32_t g = m.edge[at];
            if (m.round[g] >= now) body(f, g);
        }
    }

    __device__ __forceinline__ void count_triangles() const {
        for (uint64_t e = grid_warp(); e < m.nvals; e += grid_warps()) {
            if (m.round[e] == 0) continue;
            uint32_t count = 0;
            for_triangles(uint32_t(e), lane(), 32, [&](uint32_t, uint32_t) { ++count; });
            count = warp_reduce(count, Plus());
            if (lane() == 0) m.triangles[e] = count;
        }
        grid_barrier(m.barrier);
    }

    // The least number of triangles of an edge that is left. ~0: there is none.
    __device__ __forceinline__ uint32_t least_triangles(unsigned level) const {
        uint32_t least = not_removed;
        for (uint64_t e = grid_thread(); e < m.nvals; e += grid_threads())
            if (m.round[e] == not_removed) least = min_of(least, m.triangles[e]);
        for (int bits = 16; bits > 0; bits /= 2) least = min_of(least, shuffle_xor(full_mask, least, bits));
        if (lane() == 0) lower(&m.counts->least[level % 2], least);
        grid_barrier(m.barrier);
        return latest(&m.counts->least[level % 2]);
    }

    // Queues the edges that are in `most` triangles or fewer.
    __device__ __forceinline__ void collect(unsigned level, uint32_t most) const {
        static_assert(2 * block_threads <= list_vertices, "what threads find in a turn fits into the list");
        for (uint64_t e0 = uint64_t(blockIdx.x) * block_threads; e0 < m.nvals; e0 += grid_threads()) {
            const uint64_t e = e0 + threadIdx.x;
            if (e < m.nvals && m.round[e] == not_removed && m.triangles[e] <= most) {
                m.round[e] = now;
                shared.found.push(uint32_t(e), queue(now), queued(now));
            }
            if (__syncthreads_or(shared.found.count > block_threads))
                shared.found.flush(queue(now), queued(now));
        }
        shared.found.flush(queue(now), queued(now));
        if (grid_thread() == 0) m.counts->least[(level + 1) % 2] = not_removed;
        grid_barrier(m.barrier);
    }

    // An edge loses a triangle, and goes in the next round if it has at most `most` now.
    __device__ __forceinline__ void lose(uint32_t e, uint32_t most) const {
        if (atomicSub(&m.triangles[e], 1u) != most + 1) return;
        m.round[e] = now + 1;
        shared.found.push(e, queue(now + 1), queued(now + 1));
    }

    __device__ __forceinline__ void remove(uint32_t count, uint32_t most) const {
        const uint64_t parts = max_of(min_of(grid_warps() / count, uint64_t(most_parts)), uint64_t(1));
        for (uint64_t item = grid_warp(); item < count * parts; item += grid_warps()) {
            const uint32_t e = queue(now)[item / parts];
            const unsigned part = unsigned(item % parts);
            if (part == 0 && lane() == 0) m.triangles[e] = most + 2;
            if (most == 0) continue; // it has no triangles
            for_triangles(e, part * 32 + lane(), unsigned(parts) * 32, [&](uint32_t f, uint32_t g) {
                const bool f_stays = m.round[f] > now, g_stays = m.round[g] > now;
                if (f_stays && (g_stays || e < g)) lose(f, most);
                if (g_stays && (f_stays || e < f)) lose(g, most);
            });
        }
        shared.found.flush(queue(now + 1), queued(now + 1));
        if (grid_thread() == 0) *queued(now + 2) = 0;
        grid_barrier(m.barrier);
    }

    __device__ __forceinline__ void run(int64_t* numbers) {
        if (threadIdx.x == 0) shared.found.count = 0;
        number_edges();
        count_triangles();
        for (unsigned level = 0;; ++level) {
            const uint32_t most = least_triangles(level);
            if (most == not_removed) break;
            collect(level, most);
            for (uint32_t count = latest(queued(now)); count != 0; count = latest(queued(now))) {
                remove(count, most);
                ++now;
            }
        }
        for (uint64_t e = grid_thread(); e < m.nvals; e += grid_threads())
            numbers[e] = int64_t(m.triangles[m.edge[e]]);
    }
};

} // namespace mergus

extern "C" __global__ void __launch_bounds__(block_threads, 2)
    truss_numbers(mergus::TrussMemory memory, int64_t* numbers) {
    __shared__ mergus::TrussShared shared;
    mergus::TrussNumbers{memory, shared}.run(numbers);
}
