// hub_columns.h: numbers that the kernels and the host side of hub_columns.cuh share.

#ifndef MERGUS_MXM_HUB_COLUMNS_H
#define MERGUS_MXM_HUB_COLUMNS_H

namespace mergus {

constexpr unsigned count_classes = 256;  // columns of about as many entries, 8 classes for each power of two
constexpr unsigned most_hub_warps = 16;  // of a block that has a row of C; each owns a range of hub columns
constexpr unsigned range_threads = 1024; // of the block that finds the ranges

// Zero before the first launch.
struct HubColumnsLayout {
    uint32_t columns[count_classes];  // of each class
    uint32_t low[most_hub_warps + 2]; // the first hub column of each warp, and the number of hub columns
    uint64_t entries;                 // of B in hub columns
};
static_assert(sizeof(HubColumnsLayout) == 4 * count_classes + 4 * (most_hub_warps + 2) + 8, "");

} // namespace mergus

#endif
