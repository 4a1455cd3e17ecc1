// short_rows_status.h: what counting the entries of short rows finds, as host and device see it.

#ifndef MERGUS_SHORT_ROWS_STATUS_H
#define MERGUS_SHORT_ROWS_STATUS_H

namespace mergus {

struct ShortRowsStatus {
    unsigned long long entries; // of the product
    unsigned longest;           // row of A, in entries
    unsigned warp_entries;      // of 32 neighbouring rows of the product, at most
    unsigned unsuited;          // 1: a row is too long, or rows have no locality; the rest is not valid
    unsigned unused;
};
static_assert(sizeof(ShortRowsStatus) == 24, "the same for both compilers");

} // namespace mergus

#endif
