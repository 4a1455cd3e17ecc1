/// \file segmented_reduce.hpp
/// The last step of a reducing segmented merge: equal neighbours become one.
#pragma once

#include "context.hpp"

#include <vector>

namespace mergus::cuda {

/// SegmentedInput of kernels/segmented_runs.cuh.
struct SegmentedInput {
    const std::uint64_t* segment_ptr;
    const std::uint64_t* subsegment_ptr;
    std::uint64_t segments, subsegments, count;
};
inline SegmentedInput segmented_input(const mergus_segmented_merge_args& args) {
    return {args.segment_ptr, args.subsegment_ptr, args.segments, args.subsegments, args.count};
}

/// Merged keys with their values, or with the places of theirs in `values`, to args' outputs, on the device. Does not wait.
void reduce_segments(Context& context, const mergus_segmented_merge_args& args, const void* keys, const void* values,
                     const void* places);
/// Adds the kernels of that; `indirect`: with places.
void want_reduce_segments(std::vector<Wanted>& wanted, Context& context, const mergus_segmented_merge_args& args, bool indirect);

} // namespace mergus::cuda
