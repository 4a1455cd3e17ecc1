// acc_merge_rows.cuh: the products of some rows of a product, merged: what the kernels that merge and those
// that fold share.
//
// A batch is neighbouring rows of a list. Its products, row by row and in each in the order of k, are
// expanded: the place of a product is its number in that order. The entries of A are its sub-segments, since
// the columns of a row of B ascend; the segmented merge puts each row into the order of columns, equal ones
// in the order of their places, so in that of k. A group is the products of one entry.
//
// Bindings: as product.cuh; Row.

#include "mxm/product.cuh"

namespace mergus {

constexpr unsigned merge_tile = 256; // products that share a number in `rank`
constexpr unsigned guide_step = 64;

struct MergeEntry { // of A: its row of B begins at b_begin
    uint64_t a_entry, b_begin;
    Row row; // counted from the batch's first
};

struct MergeBatch {
    const Row* rows;             // of the batch, as the next two, which count on from the batches before
    const uint64_t* entry_ptr;   // entries of A
    const uint64_t* product_ptr; // products
    uint64_t row_count, entries, products;
    MergeEntry* entry;
    uint64_t* subsegment_ptr; // the first product of each entry, counted in the batch
    unsigned* guide;          // the entry of every guide_step-th product
    Index* keys;              // merged columns
    const unsigned* places;   // the product that stands there
    unsigned* begins;         // a bit for each product: whether a group begins
    unsigned* kept;           // and whether the mask lets it through; `begins` itself if there is none
    uint64_t* rank;           // kept groups before each tile

    __device__ __forceinline__ uint64_t row_begin(uint64_t r) const {
        return product_ptr[r] - product_ptr[0];
    }
    // Kept groups before product p, which may be the end.
    __device__ __forceinline__ uint64_t rank_of(uint64_t p) const {
        uint64_t sum = rank[p / merge_tile];
        for (uint64_t w = p / merge_tile * (merge_tile / 32); w < p / 32; ++w)
            sum += unsigned(__popc(kept[w]));
        if (p % 32 != 0) sum += unsigned(__popc(kept[p / 32] & ((1u << p % 32) - 1u)));
        return sum;
    }
    // The entry of A that a product is of.
    __device__ __forceinline__ uint64_t entry_of(unsigned place) const {
        const unsigned low = guide[place / guide_step], high = guide[place / guide_step + 1];
        return low + row_of(subsegment_ptr + low, uint64_t(high - low) + 1, place);
    }
};

// Where the mask has column j of row i; its end if it has not.
__device__ __forceinline__ uint64_t find_in_mask(const Operands& in, uint64_t i, Index j) {
    const uint64_t end = in.m_ptr[i + 1], e = lower_bound(in.m_col, in.m_ptr[i], end, j);
    return e < end && in.m_col[e] == j ? e : end;
}

} // namespace mergus
