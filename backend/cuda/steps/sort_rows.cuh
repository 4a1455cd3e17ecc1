// sort_rows.cuh: sorts the entries of each row by column, in place, or while they are copied from parts of
// the rows of another matrix. The columns of a row are distinct.
//
// A block sorts a tile of short rows: if they are very short, an entry's place is the number of smaller
// columns of its row; otherwise each warp sorts a part of (row, column) in registers, and an entry's place is
// the sum of its places in all parts. Entries of long rows are collected and sorted by a primitive.
//
// Bindings: those of row_parts.cuh, Position (width of the number of an entry of a long row).

#include "kernels/search.cuh"
#include "primitives/bitonic_sort.cuh"
#include "primitives/scan_at_once.cuh"
#include "steps/row_parts.cuh"
#include "steps/sort_rows.h"

namespace mergus {

constexpr unsigned sort_threads = 256, sort_rounds = 2 * sort_items / sort_threads;
constexpr unsigned part_items = 32 * sort_rounds; // of a warp
// Up to this length, counting takes less time than sorting.
constexpr unsigned counted_length = 64;

struct SortShared {
    T_index col[2 * sort_items];
    uint64_t word[2 * sort_items];
    uint16_t start[sort_items + 1]; // of the rows
};

// Where the entry of a slot of this thread comes from, and where it goes.
struct SortedEntry {
    unsigned from, to;
};

// row[r]: of entry r * sort_threads + threadIdx.x, which is the slot's.
__device__ __forceinline__ void place_by_counting(const SortShared& shared, unsigned count,
                                                  const unsigned (&row)[sort_rounds],
                                                  SortedEntry (&entry)[sort_rounds]) {
#pragma unroll
    for (unsigned r = 0; r < sort_rounds; ++r) {
        const unsigned e = r * sort_threads + threadIdx.x;
        entry[r] = {e, count};
        if (e >= count) continue;
        const unsigned end = shared.start[row[r] + 1];
        const T_index j = shared.col[e];
        unsigned to = shared.start[row[r]];
        for (unsigned k = to; k < end; ++k)
            if (shared.col[k] < j) ++to;
        entry[r].to = to;
    }
}

// A word is (row, column, entry): 10, column_bits and 11 bits.
__device__ __forceinline__ void place_by_sorting(SortShared& shared, unsigned rows, unsigned count,
                                                 unsigned column_bits, SortedEntry (&entry)[sort_rounds]) {
    uint64_t word[sort_rounds];
    const unsigned part = warp() * part_items;
#pragma unroll
    for (unsigned r = 0; r < sort_rounds; ++r) {
        const unsigned e = part + r * 32 + lane();
        word[r] = e < count ? uint64_t(row_among(shared.start, 0u, rows, e)) << (column_bits + 11) |
                                  uint64_t(shared.col[e]) << 11 | e
                            : ~uint64_t(0);
    }
    static_assert(sort_rounds == 8, "words of a lane");
    warp_sort<3>(word);
#pragma unroll
    for (unsigned r = 0; r < sort_rounds; ++r) shared.word[part + r * 32 + lane()] = word[r];
    __syncthreads();
#pragma unroll
    for (unsigned r = 0; r < sort_rounds; ++r) {
        entry[r] = {0, count};
        if (part + r * 32 + lane() >= count) continue; // only the last part has fewer, and they are first
        unsigned to = r * 32 + lane();
        for (unsigned other = 0; other < count; other += part_items) {
            if (other == part) continue;
            const unsigned end = min_of(other + part_items, count);
            if (shared.word[end - 1] < word[r])
                to += end - other;
            else if (shared.word[other] < word[r])
                to += lower_bound(shared.word, other, end, word[r]) - other;
        }
        entry[r] = {unsigned(word[r]) & 2047u, to};
    }
}

// Where entry p of the long rows is in the matrix.
__device__ __forceinline__ uint64_t place_of(const LongRows& longs, uint64_t p) {
    const uint64_t row = row_of(longs.offset, longs.rows, p);
    return longs.first[row] + (p - longs.offset[row]);
}

// The first row that begins at or after an item.
__device__ __forceinline__ uint64_t row_from(const uint64_t* ptr, uint64_t rows, uint64_t item) {
    uint64_t low = 0, high = rows;
    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        if (ptr[middle] + middle < item)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// The entries are in the matrix itself.
struct InPlace {
    const T_index* col;
    const Value* val;
    __device__ __forceinline__ uint64_t place(uint64_t, uint64_t at, uint64_t) const { return at; }
    __device__ __forceinline__ T_index column(uint64_t place) const { return col[place]; }
};

// The entries of row i are those from begins[i] on, in another matrix.
struct FromParts {
    const uint64_t* begins;
    ColumnMap map;
    const Index* col;
    const Value* val;
    // Of entry `at`, in a row that begins at entry `first`.
    __device__ __forceinline__ uint64_t place(uint64_t row, uint64_t at, uint64_t first) const {
        return begins[row] + (at - first);
    }
    __device__ __forceinline__ T_index column(uint64_t place) const {
        return T_index(new_column(map, uint64_t(col[place])));
    }
};

template <class Source>
__device__ __forceinline__ void sort_rows_of_tile(const uint64_t* ptr, const uint64_t* first,
                                                  const uint64_t* longs, unsigned column_bits,
                                                  const Source& source, T_index* col, Value* val) {
    __shared__ SortShared shared;
    const uint64_t first_row = first[blockIdx.x];
    const bool has_long = longs[blockIdx.x + 1] != longs[blockIdx.x];
    const unsigned rows = unsigned(first[blockIdx.x + 1] - first_row) - (has_long ? 1 : 0);
    if (rows == 0) return;
    const uint64_t base = ptr[first_row];
    const unsigned count = unsigned(ptr[first_row + rows] - base);
    bool sorts = false;
    for (unsigned l = threadIdx.x; l <= rows; l += sort_threads) {
        const uint64_t begin = ptr[first_row + l];
        shared.start[l] = uint16_t(begin - base);
        if (l < rows && ptr[first_row + l + 1] - begin > counted_length) sorts = true;
    }
    sorts = __syncthreads_or(sorts && column_bits + 21 <= 64) != 0;
    const auto place = [&](unsigned l, unsigned e) {
        return source.place(first_row + l, base + e, base + shared.start[l]);
    };
    unsigned row[sort_rounds];
    uint64_t from[sort_rounds];
#pragma unroll
    for (unsigned r = 0; r < sort_rounds; ++r) {
        const unsigned e = r * sort_threads + threadIdx.x;
        if (e >= count) continue;
        row[r] = row_among(shared.start, 0u, rows, e);
        from[r] = place(row[r], e);
    }
#pragma unroll
    for (unsigned r = 0; r < sort_rounds; ++r) {
        const unsigned e = r * sort_threads + threadIdx.x;
        if (e < count) shared.col[e] = source.column(from[r]);
    }
    __syncthreads();
    SortedEntry entry[sort_rounds];
    if (sorts)
        place_by_sorting(shared, rows, count, column_bits, entry);
    else
        place_by_counting(shared, count, row, entry);
    // All values are read before one is written.
    if constexpr (has_values != 0) {
        Value value[sort_rounds];
#pragma unroll
        for (unsigned r = 0; r < sort_rounds; ++r) {
            if (entry[r].to >= count) continue;
            if (sorts) from[r] = place(row_among(shared.start, 0u, rows, entry[r].from), entry[r].from);
            value[r] = source.val[from[r]];
        }
        __syncthreads();
#pragma unroll
        for (unsigned r = 0; r < sort_rounds; ++r)
            if (entry[r].to < count) val[base + entry[r].to] = value[r];
    }
#pragma unroll
    for (unsigned r = 0; r < sort_rounds; ++r)
        if (entry[r].to < count) col[base + entry[r].to] = shared.col[entry[r].from];
}

} // namespace mergus

// The first row of each tile, and the end. Scans the long rows of tiles, of which only the last row can be
// one, as words of LongRows.
extern "C" __global__ void __launch_bounds__(256, mergus::scan_resident)
    split_short_rows(const uint64_t* ptr, uint64_t rows, uint64_t tiles, uint64_t* first,
                     mergus::ScanOutput out) {
    using namespace mergus;
    scan_at_once(tiles, out, [&](uint64_t t) -> uint64_t {
        const uint64_t row = row_from(ptr, rows, t * sort_items),
                       end = row_from(ptr, rows, (t + 1) * sort_items);
        first[t] = row;
        if (t + 1 == tiles) first[tiles] = end;
        const uint64_t length = end > row ? ptr[end] - ptr[end - 1] : 0;
        return length > sort_items ? (uint64_t(1) << scan_pair_shift) + length : 0;
    });
}

// Sorts the short rows of a tile. longs is scanned.
extern "C" __global__ void __launch_bounds__(256)
    sort_tile(const uint64_t* ptr, const uint64_t* first, const uint64_t* longs, unsigned column_bits,
              T_index* col, Value* val) {
    mergus::sort_rows_of_tile(ptr, first, longs, column_bits, mergus::InPlace{col, val}, col, val);
}

// The same of rows that are parts of the rows of another matrix, where there are no long rows.
extern "C" __global__ void __launch_bounds__(256)
    sort_parts(const uint64_t* ptr, const uint64_t* first, const uint64_t* longs, unsigned column_bits,
               const uint64_t* begins, mergus::ColumnMap map, const Index* __restrict__ col_in,
               const Value* __restrict__ val_in, T_index* __restrict__ col, Value* __restrict__ val) {
    mergus::sort_rows_of_tile(ptr, first, longs, column_bits, mergus::FromParts{begins, map, col_in, val_in},
                              col, val);
}

// The list of the long rows.
extern "C" __global__ void list_long_rows(const uint64_t* ptr, const uint64_t* first, const uint64_t* longs,
                                          uint64_t tiles, mergus::LongRows rows) {
    using namespace mergus;
    for (uint64_t t = grid_thread(); t <= tiles; t += grid_threads()) {
        if (t < tiles && longs[t + 1] == longs[t]) continue;
        const uint64_t k = longs[t] >> scan_pair_shift;
        rows.offset[k] = longs[t] & ((uint64_t(1) << scan_pair_shift) - 1);
        if (t < tiles) rows.first[k] = ptr[first[t + 1] - 1];
    }
}

// The first sort key of their entries.
extern "C" __global__ void long_columns(mergus::LongRows rows, const T_index* col, T_index* key,
                                        Position* order) {
    for (uint64_t p = mergus::grid_thread(); p < rows.entries; p += mergus::grid_threads()) {
        key[p] = col[mergus::place_of(rows, p)];
        order[p] = Position(p);
    }
}

// The second, in the order of the first sort.
extern "C" __global__ void long_rows(mergus::LongRows rows, const Position* order, T_index* key) {
    for (uint64_t p = mergus::grid_thread(); p < rows.entries; p += mergus::grid_threads())
        key[p] = T_index(mergus::row_of(rows.offset, rows.rows, uint64_t(order[p])));
}

// The entries in order, collected and then stored: in one step, entries would be overwritten before they are
// read.
extern "C" __global__ void collect_long_rows(mergus::LongRows rows, const Position* order, const T_index* col,
                                             const Value* val, T_index* col_out, Value* val_out) {
    for (uint64_t p = mergus::grid_thread(); p < rows.entries; p += mergus::grid_threads()) {
        const uint64_t from = mergus::place_of(rows, uint64_t(order[p]));
        col_out[p] = col[from];
        if (has_values != 0) val_out[p] = val[from];
    }
}
extern "C" __global__ void store_long_rows(mergus::LongRows rows, const T_index* col, const Value* val,
                                           T_index* col_out, Value* val_out) {
    for (uint64_t p = mergus::grid_thread(); p < rows.entries; p += mergus::grid_threads()) {
        const uint64_t to = mergus::place_of(rows, p);
        col_out[to] = col[p];
        if (has_values != 0) val_out[to] = val[p];
    }
}
