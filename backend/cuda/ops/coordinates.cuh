// coordinates.cuh: from (row, column) pairs in any order to compressed rows. Sorting is a primitive; here are
// the steps around it.
//
// Bindings: Row and Index (widths of the given rows and columns), C_index (columns of the result), Place
// (width of an entry's number), Value, combine(x, y).

#include "kernels/search.cuh"

// The second sort key, in the order of the first sort.
extern "C" __global__ void gather_rows(const Row* rows, const Place* order, uint64_t count, Row* out) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads()) out[e] = rows[order[e]];
}

extern "C" __global__ void number_entries(uint64_t count, Place* order) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads()) order[e] = Place(e);
}

// head[e] = 1 where a new place begins in sorted order.
extern "C" __global__ void flag_heads(const Row* sorted_rows, const Index* cols, const Place* order,
                                      uint64_t count, Place* head) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads())
        head[e] =
            e == 0 || sorted_rows[e] != sorted_rows[e - 1] || cols[order[e]] != cols[order[e - 1]] ? 1 : 0;
}

// One thread a place folds its duplicates from the left, in the order given. place is the scan of head.
extern "C" __global__ void gather_entries(const Index* cols, const Value* values, const Place* order,
                                          uint64_t count, const Place* place, C_index* col_out,
                                          Value* val_out) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads()) {
        if (place[e + 1] == place[e]) continue;
        Value value = values[order[e]];
        for (uint64_t next = e + 1; next < count && place[next + 1] == place[next]; ++next)
            value = combine(value, values[order[next]]);
        col_out[place[e]] = C_index(cols[order[e]]);
        val_out[place[e]] = value;
    }
}

// ptr[i] = how many places come before row i. Runs over nrows + 1.
extern "C" __global__ void offsets_of_sorted(const Row* sorted_rows, uint64_t count, uint64_t nrows,
                                             const Place* place, uint64_t* ptr) {
    for (uint64_t i = mergus::grid_thread(); i <= nrows; i += mergus::grid_threads()) {
        const uint64_t first =
            i == nrows ? count : mergus::lower_bound(sorted_rows, uint64_t(0), count, Row(i));
        ptr[i] = place[first];
    }
}
