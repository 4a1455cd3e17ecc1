// row_classes.cuh: which rows of a product repeat the pattern of another row at other columns.
//
// Rows of B with equal distances between their columns have one pattern. Rows of the product whose rows of B
// have equal patterns, at equal distances from each other, are of one class: their entries are at the same
// distances too, and the same products contribute to each. Patterns and classes are numbered by a hash table
// whose words have 32 bits of the hash above the first row that was found. A row is compared with that row,
// entry by entry, so a collision of hashes takes another word of the table and does no harm.
//
// Bindings: A_index, Index; constants group_threads, of a row; table_words, a power of two; most_classes.

#include "kernels/group.cuh"
#include "kernels/hash.cuh"
#include "mxm/pattern_classes/pattern_classes_size.h"
#include "primitives/block_sum.cuh"

namespace mergus {

constexpr unsigned most_probes = 64;

// A row relative to its first column. Ids are positions in a table.
struct RowPattern {
    static constexpr Index none = Index(-1); // the id of a row without entries
    Index first, id;
};

struct RowElement {
    uint64_t distance; // from the row's first column
    uint64_t id;
    __device__ __forceinline__ bool operator==(const RowElement& other) const {
        return distance == other.distance && id == other.id;
    }
};

// Rows of B: their columns.
struct PatternRows {
    const uint64_t* ptr;
    const Index* col;
    __device__ __forceinline__ Index first(uint64_t i) const {
        return ptr[i] == ptr[i + 1] ? Index(0) : col[ptr[i]];
    }
    __device__ __forceinline__ bool empty(uint64_t i) const { return ptr[i] == ptr[i + 1]; }
    __device__ __forceinline__ RowElement element(uint64_t e, Index first) const {
        return {uint64_t(Index(col[e] - first)), 0};
    }
};

// Rows of the product: the rows of B that the row of A names. The first column is that of the first row of B
// with entries, which need not be the least.
struct ClassRows {
    const uint64_t* ptr;
    const A_index* col;
    const RowPattern* patterns;
    __device__ __forceinline__ uint64_t first_entry(uint64_t i) const {
        uint64_t e = ptr[i];
        while (e < ptr[i + 1] && patterns[col[e]].id == RowPattern::none) ++e;
        return e;
    }
    __device__ __forceinline__ Index first(uint64_t i) const {
        const uint64_t e = first_entry(i);
        return e == ptr[i + 1] ? Index(0) : patterns[col[e]].first;
    }
    __device__ __forceinline__ bool empty(uint64_t i) const { return first_entry(i) == ptr[i + 1]; }
    __device__ __forceinline__ RowElement element(uint64_t e, Index first) const {
        const RowPattern pattern = patterns[col[e]];
        if (pattern.id == RowPattern::none) return {0, uint64_t(RowPattern::none)};
        return {uint64_t(Index(pattern.first - first)), uint64_t(pattern.id)};
    }
};

__device__ __forceinline__ unsigned group_mask() {
    return (full_mask >> (32 - group_threads)) << (lane() / group_threads * group_threads);
}

// All threads of a group, with the same result.
template <class Rows>
__device__ __forceinline__ uint64_t hash_row(const Rows& rows, uint64_t i, Index first) {
    constexpr uint64_t odd = 0x9e3779b97f4a7c15ull;
    uint64_t hash = 0;
    for (uint64_t e = rows.ptr[i] + Group().rank; e < rows.ptr[i + 1]; e += group_threads) {
        const RowElement element = rows.element(e, first);
        uint64_t word = (element.distance + element.id * odd) * odd + (e - rows.ptr[i]);
        word = (word ^ (word >> 29)) * odd;
        hash += word ^ (word >> 32);
    }
    for (int bits = group_threads / 2; bits > 0; bits /= 2) hash += shuffle_xor(group_mask(), hash, bits);
    return (hash ^ (hash >> 31)) * odd;
}

// Whether two rows are equal but for their first columns. All threads of a group, with the same result.
template <class Rows>
__device__ __forceinline__ bool equal_rows(const Rows& rows, uint64_t i, Index first, uint64_t other) {
    const uint64_t begin = rows.ptr[i], end = rows.ptr[i + 1], from = rows.ptr[other];
    bool same = rows.ptr[other + 1] - from == end - begin;
    if (same) {
        const Index other_first = rows.first(other);
        for (uint64_t e = Group().rank; e < end - begin; e += group_threads)
            same = same && rows.element(begin + e, first) == rows.element(from + e, other_first);
    }
    return __all_sync(group_mask(), same);
}

// The word of the table, which becomes `own` if it is empty.
__device__ __forceinline__ uint64_t claim_word(uint64_t* word, uint64_t own, unsigned* count,
                                               unsigned* overflowed) {
    const uint64_t seen = *const_cast<volatile uint64_t*>(word);
    if (seen != 0) return seen;
    const uint64_t before = atomicCAS(word, uint64_t(0), own);
    if (before != 0) return before;
    if (atomicAdd(count, 1u) >= unsigned(most_classes)) *overflowed = 1;
    return own;
}

// Writes the pattern of each row, unless the table is too small. A group has a row.
template <class Rows>
__device__ __forceinline__ void find_rows(const Rows& rows, uint64_t nrows, uint64_t* table, unsigned* count,
                                          unsigned* overflowed, RowPattern* found) {
    const unsigned rank = Group().rank, leader = lane() - rank;
    for (uint64_t i = grid_thread() / group_threads; i < nrows; i += grid_threads() / group_threads) {
        const unsigned stop = rank == 0 ? *const_cast<volatile unsigned*>(overflowed) : 0;
        if (shuffle(group_mask(), stop, int(leader)) != 0) return;
        const Index first = rows.first(i);
        if (rows.empty(i)) {
            if (rank == 0) found[i] = {first, RowPattern::none};
            continue;
        }
        const uint64_t hash = hash_row(rows, i, first);
        const uint64_t tag = (hash >> 32) | 1;
        unsigned at = unsigned(hash) % unsigned(table_words), probe = 0;
        for (; probe < most_probes; ++probe, at = (at + 1) % unsigned(table_words)) {
            uint64_t word = 0;
            if (rank == 0) word = claim_word(table + at, tag << 32 | i, count, overflowed);
            word = shuffle(group_mask(), word, int(leader));
            if (word >> 32 != tag) continue;
            const uint64_t other = word & 0xffffffffu;
            if (other == i || equal_rows(rows, i, first, other)) break;
        }
        if (rank != 0) continue;
        if (probe == most_probes) *overflowed = 1;
        found[i] = {first, Index(at)};
    }
}

} // namespace mergus

extern "C" __global__ void __launch_bounds__(256)
    find_row_patterns(const uint64_t* ptr, const Index* col, uint64_t nrows, uint64_t* table,
                      mergus::PatternClassesSize* size, mergus::RowPattern* found) {
    mergus::find_rows(mergus::PatternRows{ptr, col}, nrows, table, &size->patterns, &size->overflowed, found);
}

extern "C" __global__ void __launch_bounds__(256)
    find_row_classes(const uint64_t* ptr, const A_index* col, const mergus::RowPattern* patterns,
                     uint64_t nrows, uint64_t* table, mergus::PatternClassesSize* size,
                     mergus::RowPattern* found) {
    mergus::find_rows(mergus::ClassRows{ptr, col, patterns}, nrows, table, &size->classes, &size->overflowed,
                      found);
}

// Numbers the classes: numbers[id], and the row that stands for each number. Finds the most products of a
// class, or most_products + 1 if there are more. One block.
extern "C" __global__ void __launch_bounds__(1024)
    number_row_classes(const uint64_t* a_ptr, const A_index* a_col, const uint64_t* b_ptr,
                       const uint64_t* table, uint64_t most_products, mergus::PatternClassesSize* size,
                       unsigned* numbers, unsigned* rows) {
    __shared__ unsigned sums[32];
    if (size->overflowed != 0) return;
    unsigned count = 0;
    for (unsigned base = 0; base < unsigned(table_words); base += blockDim.x) {
        const unsigned id = base + threadIdx.x;
        const uint64_t word = id < unsigned(table_words) ? table[id] : 0;
        unsigned total;
        const unsigned number = count + mergus::block_exclusive_sum(word != 0 ? 1u : 0u, sums, total);
        count += total;
        if (word == 0) continue;
        const uint64_t i = word & 0xffffffffu, end = a_ptr[i + 1];
        numbers[id] = number;
        rows[number] = unsigned(i);
        uint64_t products = end - a_ptr[i] > most_products ? most_products + 1 : 0;
        for (uint64_t e = a_ptr[i]; e < end && products <= most_products; ++e)
            products += b_ptr[a_col[e] + 1] - b_ptr[a_col[e]];
        atomicMax(&size->row_products, unsigned(mergus::min_of(products, most_products + 1)));
        atomicMax(&size->row_length, unsigned(mergus::min_of(end - a_ptr[i], most_products + 1)));
    }
}
