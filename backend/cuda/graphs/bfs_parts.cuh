// bfs_parts.cuh: a level of a breadth-first search on some rows of a graph, whose first row is vertex
// `first`. Sets are words of 32 vertices.
//
// A warp takes 32 rows. Rows of more than `long_row` entries are put on a list, which all blocks share.
//
// Source: Beamer, Asanović and Patterson 2012 (push and pull). Bindings: Index.

#include "kernels/search.cuh"

namespace mergus {

constexpr uint64_t long_row = 4096;

__device__ __forceinline__ bool has(const uint32_t* set, uint64_t v) {
    return (__ldg(set + v / 32) >> v % 32 & 1u) != 0;
}
__device__ __forceinline__ void insert(uint32_t* set, uint64_t v) {
    const uint32_t bit = 1u << v % 32;
    if ((set[v / 32] & bit) == 0) atomicOr(&set[v / 32], bit); // a stale word costs an atomic more
}

} // namespace mergus

extern "C" __global__ void push_rows(const uint64_t* ptr, const Index* col, uint64_t rows, uint64_t first,
                                     const uint32_t* frontier, const uint32_t* visited, uint32_t* found,
                                     uint64_t* long_rows, uint64_t* long_count) {
    using namespace mergus;
    for (uint64_t r0 = grid_thread() / 32 * 32; r0 < rows; r0 += grid_threads()) {
        const uint64_t own = r0 + lane();
        const bool active = own < rows && has(frontier, first + own);
        for (unsigned todo = __ballot_sync(full_mask, active); todo != 0; todo &= todo - 1) {
            const uint64_t row = r0 + unsigned(__ffs(int(todo))) - 1, begin = ptr[row], end = ptr[row + 1];
            if (end - begin > long_row) {
                if (lane() == 0) long_rows[atomicAdd(long_count, uint64_t(1))] = row;
                continue;
            }
            for (uint64_t e = begin + lane(); e < end; e += 32)
                if (!has(visited, col[e])) insert(found, col[e]);
        }
    }
}

extern "C" __global__ void push_long_rows(const uint64_t* ptr, const Index* col, const uint32_t* visited,
                                          uint32_t* found, const uint64_t* long_rows,
                                          const uint64_t* long_count) {
    using namespace mergus;
    for (uint64_t n = 0; n < *long_count; ++n) {
        const uint64_t end = ptr[long_rows[n] + 1];
        for (uint64_t e = ptr[long_rows[n]] + grid_thread(); e < end; e += grid_threads())
            if (!has(visited, col[e])) insert(found, col[e]);
    }
}

extern "C" __global__ void pull_rows(const uint64_t* ptr, const Index* col, uint64_t rows, uint64_t first,
                                     const uint32_t* frontier, const uint32_t* visited, uint32_t* found,
                                     uint64_t* long_rows, uint64_t* long_count) {
    using namespace mergus;
    constexpr unsigned alone = 8; // entries that a thread reads of its row, of which one is often enough
    for (uint64_t r0 = grid_thread() / 32 * 32; r0 < rows; r0 += grid_threads()) {
        const uint64_t own = r0 + lane();
        uint64_t begin = 0, end = 0;
        if (own < rows && !has(visited, first + own)) {
            begin = ptr[own];
            end = ptr[own + 1];
        }
        bool hit = false;
        for (unsigned n = 0; n < alone && begin < end && !hit; ++n) hit = has(frontier, col[begin++]);
        for (unsigned todo = __ballot_sync(full_mask, !hit && begin < end); todo != 0; todo &= todo - 1) {
            const int of = __ffs(int(todo)) - 1;
            const uint64_t row_begin = __shfl_sync(full_mask, begin, of),
                           row_end = __shfl_sync(full_mask, end, of);
            if (row_end - row_begin > long_row) {
                if (lane() == 0) long_rows[atomicAdd(long_count, uint64_t(1))] = r0 + unsigned(of);
                continue;
            }
            bool any = false;
            for (uint64_t e0 = row_begin; e0 < row_end && !any; e0 += 32)
                any = __any_sync(full_mask, e0 + lane() < row_end && has(frontier, col[e0 + lane()]));
            if (any && int(lane()) == of) hit = true;
        }
        if (hit) insert(found, first + own);
    }
}

// A block for each row.
extern "C" __global__ void pull_long_rows(const uint64_t* ptr, const Index* col, uint64_t first,
                                          const uint32_t* frontier, uint32_t* found,
                                          const uint64_t* long_rows, const uint64_t* long_count) {
    using namespace mergus;
    for (uint64_t n = blockIdx.x; n < *long_count; n += gridDim.x) {
        const uint64_t row = long_rows[n], end = ptr[row + 1];
        for (uint64_t e0 = ptr[row]; e0 < end; e0 += blockDim.x) {
            const uint64_t e = e0 + threadIdx.x;
            if (!__syncthreads_or(e < end && has(frontier, col[e]))) continue;
            if (threadIdx.x == 0) insert(found, first + row);
            break;
        }
    }
}

extern "C" __global__ void unite_sets(uint32_t* set, const uint32_t* other, uint64_t words) {
    for (uint64_t w = mergus::grid_thread(); w < words; w += mergus::grid_threads()) set[w] |= other[w];
}

// Levels are those of `count` vertices from `first` on.
extern "C" __global__ void next_level(uint32_t* found, uint32_t* frontier, uint32_t* visited, uint64_t words,
                                      int32_t* levels, uint64_t first, uint64_t count, int32_t level,
                                      uint64_t* vertices) {
    using namespace mergus;
    uint64_t sum = 0;
    for (uint64_t w = grid_thread(); w < words; w += grid_threads()) {
        const uint32_t fresh = found[w] & ~visited[w];
        found[w] = 0;
        frontier[w] = fresh;
        if (fresh == 0) continue;
        visited[w] |= fresh;
        sum += unsigned(__popc(fresh));
        for (uint32_t left = fresh; left != 0; left &= left - 1) {
            const uint64_t v = w * 32 + unsigned(__ffs(int(left))) - 1 - first; // large before the first one
            if (v < count) levels[v] = level;
        }
    }
    sum = warp_reduce(sum, Plus());
    if (lane() == 0 && sum != 0) atomicAdd(vertices, sum);
}

extern "C" __global__ void flag_levels(const int32_t* levels, uint64_t count, uint8_t* flags) {
    for (uint64_t v = mergus::grid_thread(); v < count; v += mergus::grid_threads())
        flags[v] = levels[v] >= 0;
}

extern "C" __global__ void gather_levels(const int32_t* levels, const Index* vertices, uint64_t count,
                                         int32_t* values) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads())
        values[e] = levels[vertices[e]];
}
