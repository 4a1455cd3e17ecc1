/// \file segmented_reduce.hpp
/// The last step of a reducing segmented merge: equal neighbours become one.
#pragma once

#include "context.hpp"
#include "device/buffer.hpp"

#include <vector>

namespace mergus::cuda {

/// SegmentedInput of segmented_merge/segmented_runs.cuh.
struct SegmentedInput {
    const std::uint64_t* segment_ptr;
    const std::uint64_t* subsegment_ptr;
    std::uint64_t segments, subsegments, count;
};
inline SegmentedInput segmented_input(const mergus_segmented_merge_args& args) {
    return {args.segment_ptr, args.subsegment_ptr, args.segments, args.subsegments, args.count};
}

/// Merged keys with their values, or with the places of theirs in `values`, to args' outputs, on the device.
class SegmentReduction {
public:
    /// Memory and kernels of all that writes an output. \param indirect with places. \throws Error
    /// out_of_memory
    SegmentReduction(Context& context, const mergus_segmented_merge_args& args, bool indirect);
    /// Does not wait. \throws Error out_of_memory (of a scan) before any output is written.
    void run(const void* keys, const void* values, const void* places);

private:
    /// A level's carries, one for each chunk of the level before.
    struct Level {
        std::uint64_t chunks;
        Buffer carries;
        Array<std::uint64_t> groups;
    };
    template <class Place>
    void run_as(const void* keys, const void* values, const void* places);
    [[nodiscard]] const Kernel& kernel(const char* entry) {
        return context_.jit.kernel("segmented_merge/segmented_reduce.cuh", entry, bindings_);
    }

    Context& context_;
    const mergus_segmented_merge_args& args_;
    Bindings bindings_;
    Buffer heads_;
    std::vector<Level> levels_;
};
/// Adds the kernels of that; `indirect`: with places.
void request_reduce_segments(std::vector<KernelRequest>& requests, Context& context,
                             const mergus_segmented_merge_args& args, bool indirect);

} // namespace mergus::cuda
