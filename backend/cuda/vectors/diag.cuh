// diag.cuh: the matrix that has a vector on a diagonal. Bindings: Index (of the vector), C_index.

#include "kernels/search.cuh"

// ptr[i] = the number of entries in rows before i: entry e is in row index[e] + down. Runs over nrows + 1.
extern "C" __global__ void diagonal_offsets(const Index* index, uint64_t count, uint64_t down, uint64_t nrows,
                                            uint64_t* ptr) {
    for (uint64_t i = mergus::grid_thread(); i <= nrows; i += mergus::grid_threads()) {
        const uint64_t wanted = i < down ? 0 : i - down;
        uint64_t low = 0, high = count; // the first entry whose index is not below `wanted`
        while (low < high) {
            const uint64_t middle = low + (high - low) / 2;
            if (uint64_t(index[middle]) < wanted)
                low = middle + 1;
            else
                high = middle;
        }
        ptr[i] = low;
    }
}

extern "C" __global__ void diagonal_columns(const Index* index, uint64_t count, uint64_t right,
                                            C_index* columns) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads())
        columns[e] = C_index(uint64_t(index[e]) + right);
}
