// region.cuh: the index lists of assign and extract turned into coordinates.
//
// Bindings: Index, Place, Row, T_index.

#include "kernels/search.cuh"

// The coordinates of A(r, c) in C(rows, cols): a null list is the identity.
extern "C" __global__ void map_coordinates(const uint64_t* ptr, uint64_t nrows, const Index* col,
                                           uint64_t count, const uint64_t* row_list, const uint64_t* col_list,
                                           Row* rows_out, T_index* cols_out) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads()) {
        const uint64_t r = mergus::row_of(ptr, nrows, e);
        rows_out[e] = Row(row_list != nullptr ? row_list[r] : r);
        cols_out[e] = T_index(col_list != nullptr ? col_list[col[e]] : col[e]);
    }
}

// lengths[r] = entries of A's row row_list[r] (or r).
extern "C" __global__ void picked_lengths(const uint64_t* ptr, const uint64_t* row_list, uint64_t rows,
                                          uint64_t* lengths) {
    for (uint64_t r = mergus::grid_thread(); r < rows; r += mergus::grid_threads()) {
        const uint64_t i = row_list != nullptr ? row_list[r] : r;
        lengths[r] = ptr[i + 1] - ptr[i];
    }
}

// Candidate e is an entry of a picked row; times[e] = how often its column is in the sorted list.
extern "C" __global__ void count_picks(const uint64_t* ptr, const Index* col, const uint64_t* row_list,
                                       const uint64_t* candidate_ptr, uint64_t rows, uint64_t candidates,
                                       const uint64_t* sorted_cols, uint64_t ncols, uint64_t* times) {
    for (uint64_t e = mergus::grid_thread(); e < candidates; e += mergus::grid_threads()) {
        const uint64_t r = mergus::row_of(candidate_ptr, rows, e);
        const uint64_t i = row_list != nullptr ? row_list[r] : r;
        const uint64_t j = col[ptr[i] + (e - candidate_ptr[r])];
        times[e] = sorted_cols == nullptr ? 1
                                          : mergus::lower_bound(sorted_cols, uint64_t(0), ncols, j + 1) -
                                                mergus::lower_bound(sorted_cols, uint64_t(0), ncols, j);
    }
}

// Pick p: its coordinates in the result and the entry of A it comes from; places[k] is where sorted_cols[k]
// stood in the list.
extern "C" __global__ void fill_picks(const uint64_t* ptr, const Index* col, const uint64_t* row_list,
                                      const uint64_t* candidate_ptr, uint64_t rows, const uint64_t* pick_ptr,
                                      uint64_t candidates, uint64_t picks, const uint64_t* sorted_cols,
                                      const uint64_t* places, uint64_t ncols, Row* rows_out,
                                      T_index* cols_out, Place* from) {
    for (uint64_t p = mergus::grid_thread(); p < picks; p += mergus::grid_threads()) {
        const uint64_t e = mergus::row_of(pick_ptr, candidates, p);
        const uint64_t r = mergus::row_of(candidate_ptr, rows, e);
        const uint64_t i = row_list != nullptr ? row_list[r] : r;
        const uint64_t entry = ptr[i] + (e - candidate_ptr[r]);
        const uint64_t j = col[entry];
        rows_out[p] = Row(r);
        cols_out[p] = T_index(
            sorted_cols == nullptr
                ? j
                : places[mergus::lower_bound(sorted_cols, uint64_t(0), ncols, j) + (p - pick_ptr[e])]);
        from[p] = Place(entry);
    }
}

// Offsets and columns of a full block: every row of the sorted row list has all columns of the sorted column
// list.
extern "C" __global__ void block_offsets(const uint64_t* row_list, uint64_t row_count, uint64_t nrows,
                                         uint64_t width, uint64_t* ptr) {
    for (uint64_t i = mergus::grid_thread(); i <= nrows; i += mergus::grid_threads())
        ptr[i] = width * (row_list != nullptr ? mergus::lower_bound(row_list, uint64_t(0), row_count, i) : i);
}
extern "C" __global__ void block_columns(const uint64_t* col_list, uint64_t width, uint64_t count,
                                         Index* cols) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads())
        cols[e] = Index(col_list != nullptr ? col_list[e % width] : e % width);
}
