/// \file scan_at_once.hpp
/// Launches of kernels that end with primitives/scan_at_once.cuh: numbers, their scan, and the sum of all,
/// which is posted, in one launch. With a scan of the device there would be a launch for the numbers, those
/// of the scan, and a copy to the host.
#pragma once

#include "device/buffer.hpp"
#include "objects/context.hpp"
#include "primitives/scan_at_once.h"

#include <algorithm>
#include <cstdint>

namespace mergus::cuda {

/// Launches such a kernel, whose last parameter is a ScanOutput. \param offsets count + 1. \return where it
/// posts the sum of all numbers, for scanned_sum()
template <class... Args>
Device::Message launch_scan(Context& context, const Kernel& kernel, std::uint64_t count,
                            std::uint64_t* offsets, const Args&... args) {
    Device& device = context.device;
    const std::uint64_t wanted = std::max<std::uint64_t>((count + scan_threads - 1) / scan_threads, 1);
    std::uint64_t blocks = scan_resident * static_cast<std::uint64_t>(device.properties().sm_count);
    // Asking takes host time, which few numbers are not worth.
    if (wanted > blocks)
        blocks = std::max<std::uint64_t>(blocks, device.resident_blocks(kernel, scan_threads, 0));
    blocks = std::min(blocks, wanted);
    const Array<std::uint64_t> totals(device, blocks);
    const Device::Message post = device.next_post();
    const ScanOutput out{offsets, totals.data(), device.grid_barrier_word(), post.words, post.ticket};
    device.launch_cooperative(kernel, {static_cast<std::uint32_t>(blocks)}, {scan_threads}, 0, args..., out);
    return post;
}

/// The sum that a launch_scan() posts, or scan_most_posted if it is larger. Waits for it alone.
[[nodiscard]] inline std::uint64_t scanned_sum(Device& device, const Device::Message& post) {
    return device.posted(post, 1)[0];
}

/// The sums of pairs. The first one is below 2^scan_pair_shift.
struct ScannedPairs {
    std::uint64_t first, second;
};
[[nodiscard]] inline ScannedPairs scanned_pairs(Device& device, const Device::Message& post) {
    const auto words = device.posted(post, 3);
    return {words[1], words[2]};
}

} // namespace mergus::cuda
