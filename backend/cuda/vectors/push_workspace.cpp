/// \file push_workspace.cpp
#include "push_workspace.hpp"

#include <algorithm>
#include <utility>

namespace mergus::cuda {

void PushWorkspace::prepare(Device& device, std::uint64_t cells, const PushKernels& kernels) {
    if (counters_ == nullptr) {
        counters_ = static_cast<PushCounters*>(device.allocate_persistent(sizeof(PushCounters)));
        device.fill(counters_, 0, sizeof(PushCounters));
    }
    const std::size_t words = cells / 32 + 1, bytes = cells * kernels.slots.bytes;
    const bool more_bits = bits_.size() < words, more_slots = slots_.bytes() < bytes;
    Array<std::uint32_t> bits(device, more_bits ? words : 0);
    Buffer slots(device, more_slots ? bytes : 0);
    // The old memory stays until here, so a failure changes nothing.
    if (more_bits) bits_ = std::move(bits);
    if (more_slots) slots_ = std::move(slots);
    if (more_slots || dirty_) format_ = {};
    if (more_bits || dirty_) device.fill(bits_.data(), 0, bits_.size() * sizeof(std::uint32_t));
    if (dirty_) device.fill(counters_, 0, sizeof(PushCounters));
    dirty_ = false;
    if (bytes == 0) return;
    if (!kernels.keeps_slots) {
        format_ = {};
    } else if (format_ != kernels.slots) {
        const std::uint64_t count = slots_.bytes() / kernels.slots.bytes;
        const auto blocks = static_cast<std::uint32_t>(std::min<std::uint64_t>(count / 256 + 1, 4096));
        device.launch(*kernels.empty, {blocks}, {256}, 0, static_cast<const void*>(slots_.data()), count);
        format_ = kernels.slots;
    }
}

std::uint64_t PushWorkspace::release() noexcept {
    if (held_) return 0;
    const std::uint64_t released = bytes();
    bits_ = {};
    slots_ = {};
    format_ = {};
    return released;
}

} // namespace mergus::cuda
