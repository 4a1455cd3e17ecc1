// segmented_input.cuh: positions in segments of sub-segments.

#include "kernels/search.cuh"
#include "segmented_merge/segmented_merge.h"

namespace mergus {

__device__ __forceinline__ uint64_t segment_begin(const SegmentedInput& in, uint64_t s) {
    return in.subsegment_ptr[in.segment_ptr[s]];
}
__device__ __forceinline__ uint64_t segment_at(const SegmentedInput& in, uint64_t position) {
    return row_of(in.segment_ptr, in.segments, row_of(in.subsegment_ptr, in.subsegments, position));
}

} // namespace mergus
