// region.cuh: coordinates of entries under the index lists of assign and extract. A null list stands for all
// indices.
//
// Bindings: Index, Row, T_index; map_coordinates: constant as_column (A is a row that becomes a column).

#include "kernels/search.cuh"

// Assign: the coordinates in C of A's entries.
extern "C" __global__ void map_coordinates(const uint64_t* ptr, uint64_t nrows, const Index* col,
                                           uint64_t count, const uint64_t* row_list, const uint64_t* col_list,
                                           Row* rows_out, T_index* cols_out) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads()) {
        const uint64_t r = as_column ? uint64_t(col[e]) : mergus::row_of(ptr, nrows, e);
        const uint64_t c = as_column ? 0 : uint64_t(col[e]);
        rows_out[e] = Row(row_list != nullptr ? row_list[r] : r);
        cols_out[e] = T_index(col_list != nullptr ? col_list[c] : c);
    }
}

// Extract: lengths[r] = the number of entries of A's row that is row r of the result.
extern "C" __global__ void extracted_lengths(const uint64_t* ptr, const uint64_t* row_list, uint64_t rows,
                                             uint64_t* lengths) {
    for (uint64_t r = mergus::grid_thread(); r < rows; r += mergus::grid_threads()) {
        const uint64_t i = row_list != nullptr ? row_list[r] : r;
        lengths[r] = ptr[i + 1] - ptr[i];
    }
}

// Extract: candidate e is an entry of a listed row; copies[e] = how often its column is listed.
extern "C" __global__ void count_copies(const uint64_t* ptr, const Index* col, const uint64_t* row_list,
                                        const uint64_t* candidate_ptr, uint64_t rows, uint64_t candidates,
                                        const uint64_t* sorted_cols, uint64_t ncols, uint64_t* copies) {
    for (uint64_t e = mergus::grid_thread(); e < candidates; e += mergus::grid_threads()) {
        const uint64_t r = mergus::row_of(candidate_ptr, rows, e);
        const uint64_t i = row_list != nullptr ? row_list[r] : r;
        const uint64_t j = col[ptr[i] + (e - candidate_ptr[r])];
        copies[e] = sorted_cols == nullptr ? 1
                                           : mergus::lower_bound(sorted_cols, uint64_t(0), ncols, j + 1) -
                                                 mergus::lower_bound(sorted_cols, uint64_t(0), ncols, j);
    }
}

// Extract: the coordinates of each copy in the result, and the entry of A that it copies. positions[k] is the
// position of sorted_cols[k] in the given list.
extern "C" __global__ void write_copies(const uint64_t* ptr, const Index* col, const uint64_t* row_list,
                                        const uint64_t* candidate_ptr, uint64_t rows,
                                        const uint64_t* copy_ptr, uint64_t candidates, uint64_t copies,
                                        const uint64_t* sorted_cols, const uint64_t* positions,
                                        uint64_t ncols, Row* rows_out, T_index* cols_out, uint64_t* from) {
    for (uint64_t p = mergus::grid_thread(); p < copies; p += mergus::grid_threads()) {
        const uint64_t e = mergus::row_of(copy_ptr, candidates, p);
        const uint64_t r = mergus::row_of(candidate_ptr, rows, e);
        const uint64_t i = row_list != nullptr ? row_list[r] : r;
        const uint64_t entry = ptr[i] + (e - candidate_ptr[r]);
        const uint64_t j = col[entry];
        rows_out[p] = Row(r);
        cols_out[p] = T_index(
            sorted_cols == nullptr
                ? j
                : positions[mergus::lower_bound(sorted_cols, uint64_t(0), ncols, j) + (p - copy_ptr[e])]);
        from[p] = entry;
    }
}

// Assign of a scalar: offsets and columns of a full block. Every row of the sorted row list has all columns
// of the sorted column list.
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
