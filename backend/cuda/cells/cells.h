// cells.h: the counter of entries that kernels write into cells, as host and device see it.

#ifndef MERGUS_CELLS_H
#define MERGUS_CELLS_H

namespace mergus {

// Zero before and after each launch of a kernel that counts (cells_count.cuh).
struct CellsCounter {
    unsigned long long entries; // of the blocks that have ended
    unsigned int blocks;        // that have ended
};
static_assert(sizeof(CellsCounter) == 16, "the same for both compilers");

} // namespace mergus

#endif
