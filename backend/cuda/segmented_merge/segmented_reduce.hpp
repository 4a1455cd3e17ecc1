/// \file segmented_reduce.hpp
/// The last step of a reducing segmented merge: equal neighbours become one.
#pragma once

#include "device/buffer.hpp"
#include "objects/context.hpp"

#include <vector>

namespace mergus::cuda {

/// Reduces merged keys with their values, or with the positions of their values, to args' outputs on the
/// device: a step. The arguments outlive it.
class SegmentReduction {
public:
    /// \param indirect with positions.
    SegmentReduction(Context& context, const mergus_segmented_merge_args& args, bool indirect);
    void kernels(KernelRequests& list) const;
    /// Allocates the memory and loads the kernels of run().
    void allocate();
    /// Does not wait. \param positions null unless indirect. \throws Error out_of_memory (of a scan) before
    /// any output is written.
    void run(const void* keys, const void* values, const void* positions);

private:
    /// The carries of a level, one for each chunk of the previous level.
    struct Level {
        std::uint64_t chunks;
        Buffer carries;
        Array<std::uint64_t> groups;
    };
    template <class Position>
    void run_as(const void* keys, const void* values, const void* positions);
    [[nodiscard]] const Kernel& kernel(const char* entry) const;

    Context& context_;
    const mergus_segmented_merge_args& args_;
    Bindings bindings_;
    Buffer heads_;
    std::vector<Level> levels_;
};
} // namespace mergus::cuda
