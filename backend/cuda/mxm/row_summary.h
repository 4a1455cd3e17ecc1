// row_summary.h: what the row analysis finds out and the limits of the bins, as one text for the host and the
// kernels. The host includes <cstdint> first.
#ifndef MERGUS_MXM_ROW_SUMMARY_H
#define MERGUS_MXM_ROW_SUMMARY_H

namespace mergus {

constexpr uint32_t max_bins = 38; // bin 0 is for rows without work

// What is known of all rows before they are binned.
struct RowSummary {
    uint64_t flops; // products of all rows
    uint64_t long_rows;
};
static_assert(sizeof(RowSummary) == 16, "");

// Of one assignment of the rows to bins.
struct BinCounts {
    uint64_t blocks;  // that have ended
    uint64_t entries; // of all rows, where their sizes are known
    uint64_t rows[max_bins];
    uint64_t cursors[max_bins];
};
static_assert(sizeof(BinCounts) == 16 + 16 * max_bins, "");

// What count_bins posts to the host: flops (at most most_posted), entries, and the rows of each bin.
enum BinPost { posted_flops = 0, posted_nvals, posted_bins };
constexpr uint64_t most_posted = (uint64_t(1) << 48) - 1;

// The sizes of rows: their offsets, or a number for each; null: they are not known.
struct RowSizes {
    const uint64_t* of;
    bool are_offsets;
};
static_assert(sizeof(RowSizes) == 16, "");

// The limits of the bins. A row goes to the first bin that its entries and flops fit; the last of `count`
// bins takes every row. Two further bins are chosen by flops alone.
struct BinLimits {
    uint64_t capacity[max_bins];  // entries of a row at most
    uint64_t flops[max_bins];     // products of a row at most
    uint32_t per_entry[max_bins]; // products for each entry at most; 0: any number
    uint32_t count;
    bool heavy;                        // bin `count` takes rows of more flops than both of
    uint64_t heavy_flops, heavy_share; // heavy_flops, and all flops divided by heavy_share
    uint64_t merge_over, merge_most;   // the bin after that: more than merge_over and up to merge_most flops
};
static_assert(sizeof(BinLimits) == 20 * max_bins + 40, "");
static_assert(__builtin_offsetof(BinLimits, heavy) == 20 * max_bins + 4, "");

} // namespace mergus

#endif
