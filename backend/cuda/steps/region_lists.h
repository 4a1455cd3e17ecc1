// region_lists.h: the index lists of an assignment's region, as one text for the host and the kernels. The
// host includes <cstdint> first.
#ifndef MERGUS_OPS_REGION_LISTS_H
#define MERGUS_OPS_REGION_LISTS_H

namespace mergus {

struct RegionLists {
    const uint64_t* rows; // sorted; null if the region has all rows
    const uint64_t* cols; // likewise
    uint64_t row_count;
    uint64_t col_count;
};
static_assert(sizeof(RegionLists) == 32, "RegionLists: size");
static_assert(__builtin_offsetof(RegionLists, cols) == 8, "RegionLists: cols");
static_assert(__builtin_offsetof(RegionLists, row_count) == 16, "RegionLists: row_count");
static_assert(__builtin_offsetof(RegionLists, col_count) == 24, "RegionLists: col_count");

} // namespace mergus

#endif
