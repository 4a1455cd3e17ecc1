// coordinates.cuh: from (row, column) pairs in any order to compressed rows. Sorting is a primitive; these
// are the steps around it.
//
// Bindings: Row and Index (widths of the given rows and columns), C_index (columns of the result), Position
// (width of a triple's number), Value, combine(x, y).

#include "kernels/search.cuh"

// The second sort key, in the order of the first sort.
extern "C" __global__ void gather_rows(const Row* rows, const Position* order, uint64_t count, Row* out) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads()) out[e] = rows[order[e]];
}

extern "C" __global__ void number_entries(uint64_t count, Position* order) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads()) order[e] = Position(e);
}

// first[e] = 1 if triple e, in sorted order, is the first with its row and column.
extern "C" __global__ void flag_first(const Row* sorted_rows, const Index* cols, const Position* order,
                                      uint64_t count, Position* first) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads())
        first[e] =
            e == 0 || sorted_rows[e] != sorted_rows[e - 1] || cols[order[e]] != cols[order[e - 1]] ? 1 : 0;
}

// A thread for each entry of the result folds its duplicates from the left, in the order given. offset is the
// scan of the flags.
extern "C" __global__ void gather_entries(const Index* cols, const Value* values, const Position* order,
                                          uint64_t count, const Position* offset, C_index* col_out,
                                          Value* val_out) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads()) {
        if (offset[e + 1] == offset[e]) continue;
        Value value = values[order[e]];
        for (uint64_t next = e + 1; next < count && offset[next + 1] == offset[next]; ++next)
            value = combine(value, values[order[next]]);
        col_out[offset[e]] = C_index(cols[order[e]]);
        val_out[offset[e]] = value;
    }
}

// ptr[i] = the number of entries before row i. Runs over nrows + 1.
extern "C" __global__ void offsets_of_sorted(const Row* sorted_rows, uint64_t count, uint64_t nrows,
                                             const Position* offset, uint64_t* ptr) {
    for (uint64_t i = mergus::grid_thread(); i <= nrows; i += mergus::grid_threads()) {
        const uint64_t first =
            i == nrows ? count : mergus::lower_bound(sorted_rows, uint64_t(0), count, Row(i));
        ptr[i] = offset[first];
    }
}
