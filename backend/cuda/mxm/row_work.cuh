// row_work.cuh: what is found out about the rows of a product. Two files of kernels do it, which compile at
// the same time: row_products.cuh counts the work of each row, row_bins.cuh sends it to a bin.
//
// Bindings: A_index, Index, Row; constants row_bound_is_mask, has_spans.

#include "mxm/span.cuh"

namespace mergus {

// What the host reads back in one copy.
struct Summary {
    uint64_t products;
    uint64_t long_rows;
    uint64_t narrow;       // whether the spans of rows are worth finding, if has_spans
    uint64_t entries;      // of all rows, once their sizes are known
    uint64_t bin_rows[26]; // bin 0: nothing to do
};

// What a row may have to go to a bin, in the order in which bins are tried; the last takes everything.
struct BinLimits {
    uint64_t capacity[26]; // entries
    uint64_t work[26];     // products
    unsigned count;
    unsigned narrow; // the first so many bins are for rows of narrow spans, with room for capacity[] columns
    bool heavy;      // the bin after the last is for rows with more products than both of:
    uint64_t heavy_work, heavy_share; // so many, and all divided by so many
    uint64_t merge_over,
        merge_most; // the bin after that is for rows with more products than merge_over, up to merge_most
};

} // namespace mergus
