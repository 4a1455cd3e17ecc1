// two_launch.h: what host and kernels of a product by tiles of rows share. The host includes <cstdint> first.

#ifndef MERGUS_TWO_LAUNCH_H
#define MERGUS_TWO_LAUNCH_H

namespace mergus {

constexpr unsigned two_launch_threads = 256; // of a block

// Classes of rows by their products: sorted by 8, 16 or 32 threads with 8 products each, dense by a warp or
// by the block, or heavy: too many for a block. A product that has heavy rows is not made by tiles.
enum TwoLaunchClass {
    sorted_by_8 = 0,
    sorted_by_16,
    sorted_by_32,
    dense_by_warp,
    dense_by_block,
    heavy_row,
    two_launch_classes
};

// Products of a dense row at most, for a warp and for the block. Rows of more, and rows of A of more than
// `long_row` entries, are heavy.
struct TwoLaunchLimits {
    uint64_t warp_products, block_products, long_row;
};

// What the counting kernel adds up. Zero before and after each launch.
struct TwoLaunchCounts {
    uint32_t rows[two_launch_classes]; // of each class; empty rows have none
    uint64_t products;                 // of all rows but the heavy ones
    uint64_t entries;                  // of the product
    uint64_t tiles;                    // that have ended
};
static_assert(sizeof(TwoLaunchCounts) == 48, "the same for both compilers");

// Words that the counting kernel posts to the host. Two numbers of rows share a word, with 24 bits each.
enum TwoLaunchPost { posted_rows = 0, posted_products = 3, posted_size, posts_of_two_launch };

// Rows of a tile at most.
enum { most_tile_rows = 32 };

struct TwoLaunch {
    uint64_t* ptr;   // counting: sets entries | class << 32 for each row; filling: makes them the offsets
    uint64_t* tiles; // entries of each tile
    uint32_t nrows;
    uint32_t rows;                    // of a tile: 8, 16 or 32
    uint32_t words;                   // of a bitmap of the columns
    uint32_t warp_slots, block_slots; // filling: values in shared memory of a dense row
    uint32_t warp_bytes;              // filling: shared memory of a warp, for rows of any class
};
static_assert(sizeof(TwoLaunch) == 40, "the same for both compilers");

} // namespace mergus

#endif
