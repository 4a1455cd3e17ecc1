// one_pass.h: what host and kernels of a product in one pass share. The host includes <cstdint> first.

#ifndef MERGUS_ONE_PASS_H
#define MERGUS_ONE_PASS_H

namespace mergus {

// Classes of rows by their products: sorted by 8, 16 or 32 threads with 8 products each, dense by a warp or
// by a block, or heavy: too many for a block. A product that has heavy rows is not made in one pass.
enum OnePassClass {
    sorted_by_8 = 0,
    sorted_by_16,
    sorted_by_32,
    dense_by_warp,
    dense_by_block,
    heavy_row,
    one_pass_classes
};

// Products of a dense row at most, for a warp and for a block. Rows of more, and rows of A of more than
// `long_row` entries, are heavy.
struct OnePassLimits {
    uint64_t warp_products, block_products, long_row;
};

// What the classifying kernel adds up. Zero before and after each launch.
struct OnePassCounts {
    uint32_t rows[one_pass_classes];
    uint64_t blocks;   // that have ended
    uint64_t products; // of all rows but the heavy ones
    uint64_t sorted;   // products of rows that are sorted
    uint64_t dense;    // entries of dense rows at most
};
static_assert(sizeof(OnePassCounts) == 56, "the same for both compilers");

// The state of the multiplying kernel. The classifying kernel and its own last block set it to {0, sorted,
// 0}.
struct OnePassState {
    uint64_t entries; // of the product
    uint64_t next;    // free entry of temporary memory
    uint64_t blocks;  // that have ended
};
static_assert(sizeof(OnePassState) == 24, "the same for both compilers");

// Words that the kernels post to the host. Two numbers of rows share a word, with 24 bits each.
enum OnePassPost { posted_rows = 0, posted_products = 3, posted_sorted, posted_dense, posts_of_classes };
enum OnePassResultPost { posted_result = 0, posted_next, posts_of_result };

// The rows of each class and where results go.
struct OnePassWork {
    uint32_t* lists;   // class c: in the array c / 2 of nrows numbers, from its begin or (odd c) from its end
    uint32_t* offsets; // of each row in temporary memory; known for sorted rows
    uint32_t* sizes;   // entries of each row
    uint32_t* tiles;   // entries of each tile of rows; begin as zeros
    OnePassState* state;
    uint64_t room;   // entries of temporary memory
    uint64_t sorted; // entries of temporary memory that sorted rows have
    uint32_t nrows;
    uint32_t tile_log2; // rows of a tile
    uint32_t rows[one_pass_classes];
    uint32_t words;                   // of a bitmap of the columns
    uint32_t warp_slots, block_slots; // values in shared memory of a dense row
    uint32_t warp_bytes;              // shared memory of a warp that has a dense row
};
static_assert(sizeof(OnePassWork) == 104, "the same for both compilers");

} // namespace mergus

#endif
