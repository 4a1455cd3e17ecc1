// bitmap_counter.h: the counter of entries that kernels write into bitmaps, as host and device see it.

#ifndef MERGUS_BITMAP_COUNTER_H
#define MERGUS_BITMAP_COUNTER_H

namespace mergus {

// Zero before and after each launch of a kernel that counts (bitmap_count.cuh).
struct BitmapCounter {
    // Of the blocks that have ended: entries << bitmap_counter_shift | blocks. One atomic adds both and tells
    // the last block the sum.
    unsigned long long ended;
};
static_assert(sizeof(BitmapCounter) == 8, "the same for both compilers");
constexpr unsigned bitmap_counter_shift = 24;

} // namespace mergus

#endif
