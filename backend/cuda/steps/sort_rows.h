// sort_rows.h: what the host and the kernels of steps/sort_rows.cuh share, as one text.
#ifndef MERGUS_STEPS_SORT_ROWS_H
#define MERGUS_STEPS_SORT_ROWS_H

namespace mergus {

// The sequence of all rows and entries is cut into parts of this length. A tile has the rows that begin in
// one part. Rows with more entries than this are not sorted in tiles, so a tile has at most twice as many
// entries.
constexpr unsigned sort_items = 1024;

// The long rows one after the other: where each begins in the matrix and in the sequence, and their number.
struct LongRows {
    uint64_t* first;
    uint64_t* offset; // rows + 1
    uint64_t rows, entries;
};
static_assert(sizeof(LongRows) == 32, "LongRows: size");
static_assert(__builtin_offsetof(LongRows, offset) == 8, "LongRows: offset");
static_assert(__builtin_offsetof(LongRows, rows) == 16, "LongRows: rows");

} // namespace mergus

#endif
