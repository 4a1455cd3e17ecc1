// cells.h: the counter of entries that kernels write into cells, as host and device see it.

#ifndef MERGUS_CELLS_H
#define MERGUS_CELLS_H

namespace mergus {

// Zero before and after each launch of a kernel that counts (cells_count.cuh).
struct CellsCounter {
    // Of the blocks that have ended: entries << cells_counter_shift | blocks. One atomic adds both and tells
    // the last block the sum.
    unsigned long long ended;
};
static_assert(sizeof(CellsCounter) == 8, "the same for both compilers");
constexpr unsigned cells_counter_shift = 24;

} // namespace mergus

#endif
