// segmented_input.cuh: segments of sub-segments: segment s has the sub-segments from segment_ptr[s] on,
// sub-segment j the keys from subsegment_ptr[j] on.

#include "kernels/search.cuh"

namespace mergus {

struct SegmentedInput {
    const uint64_t* segment_ptr;
    const uint64_t* subsegment_ptr;
    uint64_t segments, subsegments, count;
};

__device__ __forceinline__ uint64_t segment_begin(const SegmentedInput& in, uint64_t s) {
    return in.subsegment_ptr[in.segment_ptr[s]];
}
__device__ __forceinline__ uint64_t segment_at(const SegmentedInput& in, uint64_t position) {
    return row_of(in.segment_ptr, in.segments, row_of(in.subsegment_ptr, in.subsegments, position));
}

} // namespace mergus
