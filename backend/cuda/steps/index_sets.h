// index_sets.h: index lists of assign and extract, as one text for the host and the kernels. The host
// includes <cstdint> first.
#ifndef MERGUS_STEPS_INDEX_SETS_H
#define MERGUS_STEPS_INDEX_SETS_H

namespace mergus {

// A list of indices in device memory, or consecutive indices, which need no memory.
struct IndexSet {
    const uint64_t* list; // null: first, first + 1, …
    uint64_t first;       // unused with a list
    uint64_t count;
};
static_assert(sizeof(IndexSet) == 24, "IndexSet: size");
static_assert(__builtin_offsetof(IndexSet, first) == 8, "IndexSet: first");
static_assert(__builtin_offsetof(IndexSet, count) == 16, "IndexSet: count");

// The lists of an assignment's region, sorted, without repetitions.
struct RegionLists {
    IndexSet rows, cols;
};
static_assert(sizeof(RegionLists) == 48, "RegionLists: size");
static_assert(__builtin_offsetof(RegionLists, cols) == 24, "RegionLists: cols");

// Which entries of A the rows of the result get (region_parts). Row r gets those of row rows[r] of A, in the
// columns `cols` if `slice`. If `inverse`, row rows[k] gets those of row positions[k] of A, and the other
// rows get none; if `element` as well, A is one row, and row rows[k] gets its entry in column positions[k].
struct RegionSource {
    IndexSet rows;             // sorted if `inverse`
    const uint64_t* positions; // null: k
    IndexSet cols;             // consecutive
    uint32_t inverse, element, slice, unused;
};
static_assert(sizeof(RegionSource) == 72, "RegionSource: size");
static_assert(__builtin_offsetof(RegionSource, positions) == 24, "RegionSource: positions");
static_assert(__builtin_offsetof(RegionSource, cols) == 32, "RegionSource: cols");
static_assert(__builtin_offsetof(RegionSource, inverse) == 56, "RegionSource: inverse");

// Whether a list has repetitions, and the blocks that have looked. Zero between launches.
struct Repetitions {
    uint32_t any, blocks;
};
static_assert(sizeof(Repetitions) == 8, "Repetitions: size");

// Where the copies of a column are: those of column j are the positions of the sorted columns that equal j.
struct ColumnLookup {
    IndexSet cols;             // sorted
    const uint64_t* positions; // null: k
    const uint32_t* starts;    // starts[j] of the sorted columns are below j; null: found by search
};
static_assert(sizeof(ColumnLookup) == 40, "ColumnLookup: size");
static_assert(__builtin_offsetof(ColumnLookup, starts) == 32, "ColumnLookup: starts");

} // namespace mergus

#endif
