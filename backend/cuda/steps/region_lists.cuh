// region_lists.cuh: whether a row or column is in the lists of an assignment's region.
//
// Bindings: constants has_row_list, has_col_list.

#include "steps/index_sets.cuh"

namespace mergus {

// Whether (i, j) is in the region. An operation without lists has all of C as its region.
__device__ __forceinline__ bool in_region(const RegionLists& lists, uint64_t i, uint64_t j) {
    if (has_row_list && !listed(lists.rows, i)) return false;
    if (has_col_list && !listed(lists.cols, j)) return false;
    return true;
}

} // namespace mergus
