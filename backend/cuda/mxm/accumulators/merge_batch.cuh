// merge_batch.cuh: a batch of rows, as merge.cuh and merge_fold.cuh share it.
//
// A batch is a range of a list of rows. Its products are expanded row by row, within a row in the order of k;
// the index of a product is its number in that order. The columns of a row of B ascend, so each entry of A
// gives a sorted sub-segment. The segmented merge sorts each row by column, and keeps the order of k among
// equal columns. A group is the products of one entry of the result.
//
// Bindings: as row_loop.cuh; Row.

#include "mxm/accumulators/merge_batch.h"
#include "mxm/row_loop.cuh"

namespace mergus {

typedef MergeEntryOf<Row> MergeEntry;

struct MergeBatch : MergeBatchOf<Row, MergeEntry, Index> {
    // The first product of row r of the batch, after the merge.
    __device__ __forceinline__ uint64_t row_begin(uint64_t r) const {
        return product_ptr[r] - product_ptr[0];
    }
    // Kept groups before product p, which may be one past the last.
    __device__ __forceinline__ uint64_t rank_of(uint64_t p) const {
        uint64_t sum = rank[p / merge_tile];
        for (uint64_t w = p / merge_tile * (merge_tile / 32); w < p / 32; ++w)
            sum += unsigned(__popc(kept[w]));
        if (p % 32 != 0) sum += unsigned(__popc(kept[p / 32] & ((1u << p % 32) - 1u)));
        return sum;
    }
    // The entry of A of the product with this index.
    __device__ __forceinline__ uint64_t entry_of(unsigned product) const {
        const unsigned low = guide[product / guide_step], high = guide[product / guide_step + 1];
        return low + row_of(subsegment_ptr + low, uint64_t(high - low) + 1, product);
    }
};

// The offset of (i, j) in the mask; the end of row i if the mask has no such entry.
__device__ __forceinline__ uint64_t find_in_mask(const Operands& in, uint64_t i, Index j) {
    const uint64_t end = in.m_ptr[i + 1], e = lower_bound(in.m_col, in.m_ptr[i], end, j);
    return e < end && in.m_col[e] == j ? e : end;
}

} // namespace mergus
