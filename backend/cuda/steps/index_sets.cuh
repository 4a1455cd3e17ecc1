// index_sets.cuh: index lists of assign and extract.

#include "kernels/search.cuh"
#include "steps/index_sets.h"

namespace mergus {

__device__ __forceinline__ uint64_t index_at(const IndexSet& set, uint64_t k) {
    return set.list != nullptr ? set.list[k] : set.first + k;
}

// The number of indices of a sorted set that are below `index`.
__device__ __forceinline__ uint64_t count_below(const IndexSet& set, uint64_t index) {
    if (set.list != nullptr) return lower_bound(set.list, uint64_t(0), set.count, index);
    return index <= set.first ? 0 : min_of(index - set.first, set.count);
}

// Whether a sorted set without repetitions has the index.
__device__ __forceinline__ bool listed(const IndexSet& set, uint64_t index) {
    if (set.list == nullptr) return index - set.first < set.count;
    const uint64_t at = lower_bound(set.list, uint64_t(0), set.count, index);
    return at < set.count && set.list[at] == index;
}

} // namespace mergus
