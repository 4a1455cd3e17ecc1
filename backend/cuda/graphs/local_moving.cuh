// local_moving.cuh: the vertices of a group move to the best communities next to them.
//
// Targets are chosen from labels and totals that do not change meanwhile; then the labels change, and the
// neighbours of vertices that moved are open again. Vertices are in lists by the number of their entries: a
// warp, or a block, sums the edges of one in a hash table in shared memory. If the table of a block is too
// small, it sums a part of the communities at a time.
//
// Source: Blondel et al. 2008 (Louvain), Traag, Waltman, van Eck 2019 (Leiden), Sahu 2023 (GVE-Leiden: tables
// for each thread, pruning). Bindings: none.

#include "graphs/local_moving_table.cuh"

namespace mergus {

constexpr unsigned warps_per_block = 8; // of the kernels with a warp for a vertex
constexpr float lowest_gain = -INFINITY;

} // namespace mergus

// Labels of 32 bits, and the sums of y. Totals and sizes are zero before.
extern "C" __global__ void load_labels(const int64_t* from, uint64_t stride, mergus::MovingGraph g) {
    using namespace mergus;
    for (uint64_t v0 = uint64_t(blockIdx.x) * blockDim.x; v0 < g.n; v0 += grid_threads()) {
        const uint64_t v = v0 + threadIdx.x;
        uint32_t label = no_label;
        if (v < g.n) {
            label = from == nullptr ? uint32_t(v) : uint32_t(from[v * stride]);
            g.labels[v] = label;
            if (g.sizes != nullptr) g.sizes[v] = 1;
        }
        for (unsigned t = 0; t < g.terms; ++t) {
            double y = label != no_label ? y_of(g, t, v) : 0;
            if (sum_of_peers(label, y) && label != no_label) atomicAdd(&g.totals[t][label], y);
        }
    }
}

// Where the vertices of a refinement stay, and which vertices may move.
extern "C" __global__ void load_communities(const int64_t* from, uint64_t stride, uint64_t n, uint32_t* to) {
    for (uint64_t v = mergus::grid_thread(); v < n; v += mergus::grid_threads())
        to[v] = uint32_t(from[v * stride]);
}
extern "C" __global__ void load_open(const uint8_t* from, uint64_t stride, uint64_t n, uint8_t* to) {
    for (uint64_t v = mergus::grid_thread(); v < n; v += mergus::grid_threads()) to[v] = from[v * stride];
}

extern "C" __global__ void write_labels(const uint32_t* from, uint64_t n, int64_t* to) {
    for (uint64_t v = mergus::grid_thread(); v < n; v += mergus::grid_threads()) to[v] = int64_t(from[v]);
}

// The lists of the vertices that move at the same time. Counts are zero before.
extern "C" __global__ void list_movers(mergus::MovingGraph g, mergus::MovingGroup movers) {
    using namespace mergus;
    __shared__ AppendShared shared;
    for (uint64_t v0 = uint64_t(blockIdx.x) * blockDim.x; v0 < g.n; v0 += grid_threads()) {
        const uint64_t v = v0 + threadIdx.x;
        unsigned its_class = moving_classes;
        if (v < g.n && is_mover(g, movers, uint32_t(v))) {
            const uint64_t entries = g.ptr[v + 1] - g.ptr[v];
            its_class = entries <= warp_entries ? 0 : entries <= block_entries ? 1 : 2;
        }
        for (unsigned c = 0; c < moving_classes; ++c) {
            if (__syncthreads_or(its_class == c) == 0) continue;
            const uint64_t at = append(&g.counts[c], its_class == c ? 1 : 0, shared);
            if (its_class == c) g.lists[c][at] = uint32_t(v);
        }
    }
}

// A warp chooses the target of a vertex of the first list.
extern "C" __global__ void __launch_bounds__(mergus::warps_per_block * 32)
    choose_by_warps(mergus::MovingGraph g, mergus::MovingGroup movers) {
    using namespace mergus;
    __shared__ uint32_t keys[warps_per_block][warp_slots];
    __shared__ double sums[warps_per_block][warp_slots];
    __shared__ double stays[warps_per_block];
    const uint64_t count = g.counts[0];
    double* const sum = sums[warp()];
    for (uint64_t at = uint64_t(blockIdx.x) * warps_per_block + warp(); at < count;
         at += uint64_t(gridDim.x) * warps_per_block) {
        const Mover mover(g, g.lists[0][at]);
        const uint64_t begin = g.ptr[mover.vertex], end = g.ptr[uint64_t(mover.vertex) + 1];
        unsigned slots = 32;
        while (slots < (end - begin) * 4 / 3) slots *= 2;
        const HashSet<uint32_t> set{keys[warp()], slots};
        set.clear(lane(), 32);
        for (unsigned s = lane(); s < slots; s += 32) sum[s] = 0;
        if (lane() == 0) stays[warp()] = mover.gain(0, mover.own);
        __syncwarp();
        for (uint64_t e = begin; e < end; e += 32) add_entries<0>(mover, movers, set, sum, e, end, 0, 1);
        __syncwarp();
        const Move best =
            best_of_warp(best_of_slots(mover, set, sum, lane(), 32, {lowest_gain, no_label}, &stays[warp()]));
        __syncwarp();
        if (lane() == 0) g.targets[mover.vertex] = target_of(mover, best, stays[warp()]);
        __syncwarp();
    }
}

// A block chooses the target of a vertex of another list. Shared memory: `slots` sums, then as many labels.
extern "C" __global__ void __launch_bounds__(1024)
    choose_by_blocks(mergus::MovingGraph g, mergus::MovingGroup movers, uint32_t list, uint32_t slots) {
    using namespace mergus;
    extern __shared__ __align__(16) unsigned char shared_bytes[];
    __shared__ Move bests[32];
    __shared__ double stay;
    __shared__ uint32_t full;
    double* const table = reinterpret_cast<double*>(shared_bytes);
    const HashSet<uint32_t> set{reinterpret_cast<uint32_t*>(table + slots), slots};
    const uint64_t count = g.counts[list];
    for (uint64_t at = blockIdx.x; at < count; at += gridDim.x) {
        const Mover mover(g, g.lists[list][at]);
        const uint64_t begin = g.ptr[mover.vertex], end = g.ptr[uint64_t(mover.vertex) + 1];
        Move best{lowest_gain, no_label};
        if (threadIdx.x == 0) stay = mover.gain(0, mover.own);
        for (uint32_t part = 0, parts = 1; part < parts;) {
            set.clear(threadIdx.x, blockDim.x);
            for (unsigned s = threadIdx.x; s < slots; s += blockDim.x) table[s] = 0;
            if (threadIdx.x == 0) full = 0;
            __syncthreads();
            for (uint64_t e = begin + warp() * 32; e < end; e += blockDim.x) {
                if (__any_sync(full_mask, latest(&full) != 0)) break;
                if (!add_entries<64>(mover, movers, set, table, e, end, part, parts)) full = 1;
            }
            __syncthreads();
            const bool again = full != 0;
            if (again) { // from the start, in more parts
                part = 0;
                parts *= 2;
                best = {lowest_gain, no_label};
            } else {
                best = best_of_slots(mover, set, table, threadIdx.x, blockDim.x, best, &stay);
                ++part;
            }
            __syncthreads();
        }
        best = best_of_warp(best);
        if (lane() == 0) bests[warp()] = best;
        __syncthreads();
        if (threadIdx.x == 0) {
            for (unsigned w = 1; w < blockDim.x / 32; ++w)
                if (bests[w].better_than(best)) best = bests[w];
            g.targets[mover.vertex] = target_of(mover, best, stay);
        }
        __syncthreads();
    }
}

// Vertices that were listed are no longer open. Before move_by_…, which opens the neighbours of those that
// move.
extern "C" __global__ void close_listed(mergus::MovingGraph g) {
    using namespace mergus;
    for (unsigned c = 0; c < moving_classes; ++c)
        for (uint64_t at = grid_thread(); at < g.counts[c]; at += grid_threads()) g.open[g.lists[c][at]] = 0;
}

namespace mergus {

// The vertex gets its target. Called by one thread.
__device__ __forceinline__ void relabel(const MovingGraph& g, uint32_t v, uint32_t target) {
    const uint32_t own = g.labels[v];
    g.labels[v] = target;
    for (unsigned t = 0; t < g.terms; ++t) {
        atomicAdd(&g.totals[t][own], -y_of(g, t, v));
        atomicAdd(&g.totals[t][target], y_of(g, t, v));
    }
    if (g.sizes != nullptr) {
        atomicSub(&g.sizes[own], 1u);
        atomicAdd(&g.sizes[target], 1u);
    }
}

__device__ __forceinline__ void open_neighbours(const MovingGraph& g, uint32_t v, unsigned rank,
                                                unsigned threads) {
    if (g.open == nullptr) return;
    for (uint64_t e = g.ptr[v] + rank; e < g.ptr[uint64_t(v) + 1]; e += threads)
        if (g.col[e] != v) g.open[g.col[e]] = 1;
}

} // namespace mergus

extern "C" __global__ void move_by_warps(mergus::MovingGraph g) {
    using namespace mergus;
    const uint64_t count = g.counts[0], warps = grid_threads() / 32;
    for (uint64_t at = grid_thread() / 32; at < count; at += warps) {
        const uint32_t v = g.lists[0][at], target = g.targets[v];
        const bool moves = target != g.labels[v];
        __syncwarp();
        if (!moves) continue;
        if (lane() == 0) relabel(g, v, target);
        open_neighbours(g, v, lane(), 32);
    }
}

extern "C" __global__ void move_by_blocks(mergus::MovingGraph g, uint32_t list) {
    using namespace mergus;
    const uint64_t count = g.counts[list];
    for (uint64_t at = blockIdx.x; at < count; at += gridDim.x) {
        const uint32_t v = g.lists[list][at], target = g.targets[v];
        const bool moves = target != g.labels[v];
        __syncthreads();
        if (!moves) continue;
        if (threadIdx.x == 0) relabel(g, v, target);
        open_neighbours(g, v, threadIdx.x, blockDim.x);
    }
}

// Twice the quality, a part for each block. The parts and their sum depend on the size of the grid alone.
extern "C" __global__ void measure_quality(mergus::MovingGraph g, uint64_t entries, double* parts) {
    using namespace mergus;
    __shared__ uint64_t found[2];
    __shared__ double sums[32];
    const uint64_t tile = uint64_t(blockDim.x) * edges_per_thread;
    double sum = 0;
    for (uint64_t e0 = blockIdx.x * tile; e0 < entries; e0 += gridDim.x * tile) {
        const RowsOfTile rows = rows_of_tile(g.ptr, g.n, e0, min_of(e0 + tile, entries), found);
        for (unsigned k = 0; k < edges_per_thread; ++k) {
            const uint64_t e = e0 + k * blockDim.x + threadIdx.x;
            if (e < entries && g.labels[rows.row(e)] == g.labels[g.col[e]]) sum += g.weights[e * g.stride];
        }
        __syncthreads();
    }
    for (uint64_t v = grid_thread(); v < g.n; v += grid_threads())
        for (unsigned t = 0; t < g.terms; ++t) sum -= x_of(g, t, v) * g.totals[t][g.labels[v]];
    sum = block_sum(sum, sums);
    if (threadIdx.x == 0) parts[blockIdx.x] = sum;
}

// One block.
extern "C" __global__ void add_parts(const double* parts, uint32_t count, double* total) {
    using namespace mergus;
    __shared__ double sums[32];
    double sum = 0;
    for (uint32_t p = threadIdx.x; p < count; p += blockDim.x) sum += parts[p];
    sum = block_sum(sum, sums);
    if (threadIdx.x == 0) *total = sum;
}

extern "C" __global__ void mark_labels(const int64_t* labels, uint64_t stride, uint64_t n, uint32_t* used) {
    for (uint64_t v = mergus::grid_thread(); v < n; v += mergus::grid_threads()) used[labels[v * stride]] = 1;
}
extern "C" __global__ void renumber_labels(const int64_t* labels, uint64_t stride, uint64_t n,
                                           const uint32_t* numbers, int64_t* to) {
    for (uint64_t v = mergus::grid_thread(); v < n; v += mergus::grid_threads())
        to[v] = int64_t(numbers[labels[v * stride]]);
}
