// short_rows_size.h: the size of a product of short rows, as host and device see it.

#ifndef MERGUS_SHORT_ROWS_SIZE_H
#define MERGUS_SHORT_ROWS_SIZE_H

namespace mergus {

struct ShortRowsSize {
    unsigned long long entries;      // of the product
    unsigned long long products;     // that they are sums of
    unsigned long long warp_entries; // of 32 neighbouring rows, at most
};
static_assert(sizeof(ShortRowsSize) == 24, "the same for both compilers");

} // namespace mergus

#endif
