// coordinates.cuh: from (row, column) pairs in any order to compressed rows. Sorting is a primitive; these
// are the steps around it.
//
// A position is a key with the row above `col_bits` bits of the column, and `cols` is null; or, where these
// are more than 64 bits, `keys` has the rows and `cols` the columns.
//
// Bindings: Key, C_index (columns of the result), Position (width of a triple's number), Value,
// combine(x, y).

#include "kernels/search.cuh"

namespace mergus {

__device__ __forceinline__ C_index column_of(const Key* keys, const Key* cols, int col_bits, uint64_t e) {
    if (cols != nullptr) return C_index(cols[e]);
    return C_index(uint64_t(keys[e]) & ((uint64_t(1) << col_bits) - 1));
}

// The first triple of row i or of a later one. Requires i < nrows.
__device__ __forceinline__ uint64_t first_of_row(const Key* keys, const Key* cols, int col_bits,
                                                 uint64_t count, uint64_t i) {
    return lower_bound(keys, uint64_t(0), count, cols != nullptr ? Key(i) : Key(i << col_bits));
}

} // namespace mergus

extern "C" __global__ void number_entries(uint64_t count, Position* order) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads()) order[e] = Position(e);
}

// Keys in the order of a sort.
extern "C" __global__ void gather_keys(const Key* from, const Position* order, uint64_t count, Key* out) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads()) out[e] = from[order[e]];
}

// first[e] = 1 if triple e, in sorted order, is the first with its row and column.
extern "C" __global__ void flag_first(const Key* keys, const Key* cols, uint64_t count, Position* first) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads())
        first[e] = e == 0 || keys[e] != keys[e - 1] || (cols != nullptr && cols[e] != cols[e - 1]) ? 1 : 0;
}

// A thread for each entry of the result folds its duplicates from the left, in the order given. offset is the
// scan of the flags. Keys are in sorted order, values in the order given.
extern "C" __global__ void gather_entries(const Key* keys, const Key* cols, int col_bits, const Value* values,
                                          const Position* order, uint64_t count, const Position* offset,
                                          C_index* col_out, Value* val_out) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads()) {
        if (offset[e + 1] == offset[e]) continue;
        Value value = values[order[e]];
        for (uint64_t next = e + 1; next < count && offset[next + 1] == offset[next]; ++next)
            value = combine(value, values[order[next]]);
        col_out[offset[e]] = mergus::column_of(keys, cols, col_bits, e);
        val_out[offset[e]] = value;
    }
}

// ptr[i] = the number of entries before row i. Runs over nrows + 1.
extern "C" __global__ void offsets_of_sorted(const Key* keys, const Key* cols, int col_bits, uint64_t count,
                                             uint64_t nrows, const Position* offset, uint64_t* ptr) {
    for (uint64_t i = mergus::grid_thread(); i <= nrows; i += mergus::grid_threads())
        ptr[i] = offset[i == nrows ? count : mergus::first_of_row(keys, cols, col_bits, count, i)];
}

// ---- Triples that were given in order, without duplicates

extern "C" __global__ void columns_of_keys(const Key* keys, const Key* cols, int col_bits, uint64_t count,
                                           C_index* col_out) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads())
        col_out[e] = mergus::column_of(keys, cols, col_bits, e);
}

extern "C" __global__ void offsets_of_distinct(const Key* keys, const Key* cols, int col_bits, uint64_t count,
                                               uint64_t nrows, uint64_t* ptr) {
    for (uint64_t i = mergus::grid_thread(); i <= nrows; i += mergus::grid_threads())
        ptr[i] = i == nrows ? count : mergus::first_of_row(keys, cols, col_bits, count, i);
}
