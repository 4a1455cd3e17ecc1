// merge_batch.h: a batch of rows of the merge accumulator, as one text for the host and the kernels. The host
// includes <cstdint> first and uses void for Row, Index and Entry.
#ifndef MERGUS_MXM_MERGE_BATCH_H
#define MERGUS_MXM_MERGE_BATCH_H

namespace mergus {

constexpr uint32_t merge_tile = 256; // products that share a number in MergeBatchOf::rank
constexpr uint32_t guide_step = 64;  // products that share a number in MergeBatchOf::guide

// An entry of A in a batch.
template <class Row>
struct MergeEntryOf {
    uint64_t a_entry;
    uint64_t b_begin; // the first entry of its row of B
    Row row;          // relative to the first row of the batch
};
static_assert(sizeof(MergeEntryOf<uint32_t>) == 24 && sizeof(MergeEntryOf<uint64_t>) == 24, "");

template <class Row, class Entry, class Index>
struct MergeBatchOf {
    const Row* rows;           // rows, entry_ptr and product_ptr begin at the batch's first row;
    const uint64_t* entry_ptr; // entry_ptr and product_ptr count from the first batch on
    const uint64_t* product_ptr;
    uint64_t row_count, entries, products;
    Entry* entry;
    uint64_t* subsegment_ptr; // the first product of each entry, counted within the batch
    uint32_t* guide;          // the entry of every guide_step-th product
    Index* keys;              // columns after the segmented merge
    uint32_t* permutation;    // the product that each of them belongs to
    uint32_t* begins;         // a bit for each product after the merge: a group begins
    uint32_t* kept;           // a bit: a group begins that the mask keeps; `begins` itself without a mask
    uint64_t* rank;           // kept groups before each tile
};
using MergeBatchLayout = MergeBatchOf<char, char, char>;
static_assert(sizeof(MergeBatchLayout) == 112, "");
static_assert(__builtin_offsetof(MergeBatchLayout, entry) == 48, "");
static_assert(__builtin_offsetof(MergeBatchLayout, rank) == 104, "");

// The ends of some batches, as many as the host reads at a time.
struct MergeCuts {
    static constexpr uint32_t most = 10;
    uint64_t count;
    uint64_t row[most], entries[most], products[most];
};
static_assert(sizeof(MergeCuts) == 248, "");

} // namespace mergus

#endif
