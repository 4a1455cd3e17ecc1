// pick.cuh: entries of a matrix at given positions as a vector, and rows that have a value.
//
// Bindings: Index (columns of the matrix), T_index (of the vector), Value.

#include "kernels/search.cuh"

// Position t is (rows[t], column), or (row + t, column + step · t) without a list. present[t] = 1 if the
// matrix has an entry there, which is entry[t].
extern "C" __global__ void find_entries(const uint64_t* ptr, const Index* col, const uint64_t* rows,
                                        uint64_t row, uint64_t column, uint64_t step, uint64_t count,
                                        uint64_t* present, uint64_t* entry) {
    for (uint64_t t = mergus::grid_thread(); t < count; t += mergus::grid_threads()) {
        const uint64_t i = rows != nullptr ? rows[t] : row + t;
        const Index j = Index(column + step * t);
        const uint64_t end = ptr[i + 1];
        const uint64_t at = mergus::lower_bound(col, ptr[i], end, j);
        present[t] = at < end && col[at] == j ? 1 : 0;
        entry[t] = at;
    }
}

// After the scan of present: the entries that were found.
extern "C" __global__ void write_found(const uint64_t* offset, const uint64_t* entry, const Value* values,
                                       uint64_t count, T_index* indices, Value* out) {
    for (uint64_t t = mergus::grid_thread(); t < count; t += mergus::grid_threads()) {
        const uint64_t at = offset[t];
        if (offset[t + 1] == at) continue;
        indices[at] = T_index(t);
        out[at] = values[entry[t]];
    }
}

// The rows of a matrix whose rows have at most one entry, at the offset of that entry.
extern "C" __global__ void rows_with_value(const uint64_t* ptr, uint64_t nrows, T_index* indices) {
    for (uint64_t i = mergus::grid_thread(); i < nrows; i += mergus::grid_threads())
        if (ptr[i + 1] != ptr[i]) indices[ptr[i]] = T_index(i);
}
