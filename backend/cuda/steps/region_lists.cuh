// region_lists.cuh: whether a row or column is in the lists of an assignment's region.
//
// Bindings: constants has_row_list, has_col_list.

#include "kernels/search.cuh"
#include "steps/region_lists.h"

namespace mergus {

// Whether a sorted list without repetitions has the index. A list of neighbours is not searched.
__device__ __forceinline__ bool listed(const uint64_t* list, uint64_t count, uint64_t index) {
    if (count == 0 || index < list[0] || index > list[count - 1]) return false;
    if (list[count - 1] - list[0] == count - 1) return true;
    const uint64_t at = lower_bound(list, uint64_t(0), count, index);
    return at < count && list[at] == index;
}

// Whether (i, j) is in the region. An operation without lists has all of C as its region.
__device__ __forceinline__ bool in_region(const RegionLists& lists, uint64_t i, uint64_t j) {
    if (has_row_list && !listed(lists.rows, lists.row_count, i)) return false;
    if (has_col_list && !listed(lists.cols, lists.col_count, j)) return false;
    return true;
}

} // namespace mergus
