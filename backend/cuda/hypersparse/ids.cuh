// ids.cuh: lists of increasing ids, and columns and offsets that are renumbered by them. Bindings: From, To
// (widths of columns and keys).

#include "kernels/search.cuh"

namespace mergus {

// The position of an id in a list that may not have it.
__device__ __forceinline__ uint64_t rank_of(const uint64_t* ids, uint64_t count, uint64_t id) {
    return lower_bound(ids, uint64_t(0), count, id);
}

} // namespace mergus

// missing[e] = 1 if a does not have b[e].
extern "C" __global__ void flag_missing(const uint64_t* a, uint64_t a_count, const uint64_t* b,
                                        uint64_t b_count, uint64_t* missing) {
    for (uint64_t e = mergus::grid_thread(); e < b_count; e += mergus::grid_threads()) {
        const uint64_t at = mergus::rank_of(a, a_count, b[e]);
        missing[e] = at == a_count || a[at] != b[e] ? 1 : 0;
    }
}

// The union of a and b: the scan of the flags is `added`, of b_count + 1 numbers.
extern "C" __global__ void unite(const uint64_t* a, uint64_t a_count, const uint64_t* b, uint64_t b_count,
                                 const uint64_t* added, uint64_t* out) {
    for (uint64_t e = mergus::grid_thread(); e < a_count + b_count; e += mergus::grid_threads()) {
        if (e < a_count) {
            out[e + added[mergus::rank_of(b, b_count, a[e])]] = a[e];
            continue;
        }
        const uint64_t f = e - a_count;
        if (added[f + 1] != added[f]) out[added[f] + mergus::rank_of(a, a_count, b[f])] = b[f];
    }
}

// is_new[e] = 1 if sorted key e differs from the one before.
extern "C" __global__ void flag_new(const uint64_t* keys, uint64_t count, uint64_t* is_new) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads())
        is_new[e] = e == 0 || keys[e] != keys[e - 1] ? 1 : 0;
}

// The distinct keys, and the rank of each as given. `scan` has the flags before each; order may be null.
extern "C" __global__ void number_distinct(const uint64_t* keys, const uint32_t* order, uint64_t count,
                                           const uint64_t* scan, uint64_t* ids, uint64_t* ranks) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads()) {
        const uint64_t rank = scan[e + 1] - 1;
        if (scan[e + 1] != scan[e]) ids[rank] = keys[e];
        ranks[order == nullptr ? e : order[e]] = rank;
    }
}

// The same with numbers of 64 bits.
extern "C" __global__ void number_distinct_wide(const uint64_t* keys, const uint64_t* order, uint64_t count,
                                                const uint64_t* scan, uint64_t* ids, uint64_t* ranks) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads()) {
        const uint64_t rank = scan[e + 1] - 1;
        if (scan[e + 1] != scan[e]) ids[rank] = keys[e];
        ranks[order[e]] = rank;
    }
}

extern "C" __global__ void count_up(uint32_t* order, uint64_t count) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads()) order[e] = uint32_t(e);
}

extern "C" __global__ void rank_ids(const From* wanted, uint64_t count, const uint64_t* ids,
                                    uint64_t id_count, To* ranks) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads())
        ranks[e] = To(mergus::rank_of(ids, id_count, uint64_t(wanted[e])));
}

extern "C" __global__ void flag_present(const From* wanted, uint64_t count, const uint64_t* ids,
                                        uint64_t id_count, uint8_t* flags) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads()) {
        const uint64_t at = mergus::rank_of(ids, id_count, uint64_t(wanted[e]));
        flags[e] = at != id_count && ids[at] == uint64_t(wanted[e]) ? 1 : 0;
    }
}

extern "C" __global__ void map_ids(const From* from, uint64_t count, const uint64_t* map, To* to) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads()) to[e] = To(map[from[e]]);
}

extern "C" __global__ void shift_ids(const uint64_t* from, uint64_t count, uint64_t distance, uint64_t* to) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads())
        to[e] = from[e] + distance;
}

// to[a · b_count + b] = ids_a[a] · factor + ids_b[b].
extern "C" __global__ void multiply_ids(const uint64_t* a, uint64_t a_count, const uint64_t* b,
                                        uint64_t b_count, uint64_t factor, uint64_t* to) {
    for (uint64_t e = mergus::grid_thread(); e < a_count * b_count; e += mergus::grid_threads())
        to[e] = a[e / b_count] * factor + b[e % b_count];
}

extern "C" __global__ void flag_rows(const uint64_t* ptr, uint64_t nrows, uint8_t* flags) {
    for (uint64_t i = mergus::grid_thread(); i < nrows; i += mergus::grid_threads())
        flags[i] = ptr[i + 1] != ptr[i] ? 1 : 0;
}

// Threads that mark the same column write the same value.
extern "C" __global__ void flag_columns(const From* col, uint64_t count, uint8_t* flags) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads()) flags[col[e]] = 1;
}

// Row i of the result is stored row r if map[r] = i, otherwise empty. Runs over nrows + 1.
extern "C" __global__ void spread_offsets(const uint64_t* ptr, const uint64_t* map, uint64_t count,
                                          uint64_t nrows, uint64_t* out) {
    for (uint64_t i = mergus::grid_thread(); i <= nrows; i += mergus::grid_threads())
        out[i] = ptr[mergus::rank_of(map, count, i)];
}

// The offsets of the rows of a list, which are all that have entries. Runs over count + 1.
extern "C" __global__ void choose_offsets(const uint64_t* ptr, uint64_t nrows, const uint64_t* ids,
                                          uint64_t count, uint64_t* out) {
    for (uint64_t r = mergus::grid_thread(); r <= count; r += mergus::grid_threads())
        out[r] = ptr[r == count ? nrows : ids[r]];
}

// Keys with the row above the bits of the column.
extern "C" __global__ void split_keys(const From* keys, uint64_t count, int col_bits, uint64_t* rows,
                                      uint64_t* cols) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads()) {
        const uint64_t key = keys[e];
        rows[e] = key >> col_bits;
        cols[e] = key & ((uint64_t(1) << col_bits) - 1);
    }
}

extern "C" __global__ void join_keys(const uint64_t* rows, const uint64_t* cols, uint64_t count, int col_bits,
                                     To* keys) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads())
        keys[e] = To(rows[e] << col_bits | cols[e]);
}
