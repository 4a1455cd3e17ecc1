// short_rows_size.h: the size of a product of short rows, as its counting kernel adds it up.

#ifndef MERGUS_SHORT_ROWS_SIZE_H
#define MERGUS_SHORT_ROWS_SIZE_H

namespace mergus {

// Zero before and after each launch of the counting kernel.
struct ShortRowsSize {
    unsigned long long entries;      // of the product
    unsigned long long warp_entries; // of the rows of a warp, at most
    unsigned long long tiles;        // that have been counted
};
static_assert(sizeof(ShortRowsSize) == 24, "the same for both compilers");

// The numbers that the counting kernel posts to the host.
enum ShortRowsPost { posted_entries = 0, posted_warp_entries = 1, posts_of_short_rows = 2 };

} // namespace mergus

#endif
