// contract.cuh: sums of the entries between sets of vertices, by a sort of the entries by the labels of both
// ends.
//
// A key has the label of the row above `bits` bits of the label of the column; `place` is the number of an
// entry. Runs of equal keys are entries of the result.
//
// Bindings: none.

#include "graphs/edge_list.cuh"

// Keys of the entries e, and their places.
extern "C" __global__ void keys_of_entries(const uint64_t* ptr, const uint32_t* col, uint64_t rows,
                                           uint64_t count, const int64_t* labels, uint64_t stride, int bits,
                                           uint64_t* keys, uint32_t* places) {
    using namespace mergus;
    __shared__ uint64_t found[2];
    const uint64_t tile = uint64_t(blockDim.x) * edges_per_thread;
    for (uint64_t e0 = blockIdx.x * tile; e0 < count; e0 += gridDim.x * tile) {
        const RowsOfTile of_tile = rows_of_tile(ptr, rows, e0, min_of(e0 + tile, count), found);
        for (unsigned k = 0; k < edges_per_thread; ++k) {
            const uint64_t e = e0 + k * blockDim.x + threadIdx.x;
            if (e >= count) break;
            keys[e] = uint64_t(labels[of_tile.row(e) * stride]) << bits | uint64_t(labels[col[e] * stride]);
            places[e] = uint32_t(e);
        }
        __syncthreads();
    }
}

// first[e] = 1 if the key in place e of the order is the first of its run.
extern "C" __global__ void flag_runs(const uint64_t* keys, uint64_t count, uint32_t* first) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads())
        first[e] = e == 0 || keys[e] != keys[e - 1] ? 1 : 0;
}

// sums[r] += the weights of run r, which are 0 before; its column. `runs` is the exclusive scan of the flags.
// A thread adds consecutive entries: once for each run that it has a part of.
extern "C" __global__ void sum_runs(const uint64_t* keys, const uint32_t* places, const uint32_t* runs,
                                    uint64_t count, const double* weights, uint64_t stride, int bits,
                                    uint32_t* col, double* sums) {
    using namespace mergus;
    for (uint64_t e0 = grid_thread() * edges_per_thread; e0 < count;
         e0 += grid_threads() * edges_per_thread) {
        const uint64_t end = min_of(e0 + edges_per_thread, count);
        double sum = 0;
        for (uint64_t e = e0; e < end; ++e) {
            const uint32_t run = runs[e + 1] - 1;
            sum += weights[places[e] * stride];
            if (runs[e] == run) col[run] = uint32_t(keys[e] & ((uint64_t(1) << bits) - 1));
            if (e + 1 < end && runs[e + 2] - 1 == run) continue;
            atomicAdd(&sums[run], sum);
            sum = 0;
        }
    }
}

// ptr[i] = the runs before row i. Runs over rows + 1.
extern "C" __global__ void offsets_of_runs(const uint64_t* keys, const uint32_t* runs, uint64_t count,
                                           int bits, uint64_t rows, uint64_t* ptr) {
    using namespace mergus;
    for (uint64_t i = grid_thread(); i <= rows; i += grid_threads())
        ptr[i] = runs[i == rows ? count : lower_bound(keys, uint64_t(0), count, i << bits)];
}
