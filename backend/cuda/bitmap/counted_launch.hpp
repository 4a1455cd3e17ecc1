/// \file counted_launch.hpp
/// Launches of kernels that write bitmaps and count their entries: the host side of bitmap_count.cuh.
#pragma once

#include "objects/matrix.hpp"

#include "bitmap/bitmap_counter.h"

namespace mergus::cuda {

/// The arguments of end_count() (bitmap_count.cuh) in one launch.
class CountedLaunch {
public:
    CountedLaunch(Context& context, const Bitmap& bitmap)
        : counter(context.zeroed<BitmapCounter>()), count(bitmap.count_word()),
          post(context.device.next_post()), device_(&context.device) {}

    BitmapCounter* counter;
    std::uint64_t* count;
    Device::Message post;

    /// After the launch.
    [[nodiscard]] LazyCount launched() const { return {*device_, post, count}; }

private:
    Device* device_;
};

/// Launches a kernel that writes `bitmap`, begins with `trigger_dependents(); wait_for_dependency();` and
/// ends with end_count(), whose arguments are appended.
template <class... Args>
void launch_counted(Device& device, const CountedLaunch& counted, Bitmap& bitmap, const Kernel& kernel,
                    Dim3 grid, Dim3 block, const Args&... args) {
    device.launch_dependent(kernel, grid, block, 0, args..., counted.counter, counted.count,
                            counted.post.words, counted.post.ticket);
    bitmap.count = grid.x == 0 ? LazyCount(0) : counted.launched(); // without cells nothing is launched
}

} // namespace mergus::cuda
