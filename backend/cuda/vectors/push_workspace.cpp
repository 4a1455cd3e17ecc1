/// \file push_workspace.cpp
#include "push_workspace.hpp"

#include <algorithm>
#include <utility>

namespace mergus::cuda {

void PushWorkspace::prepare(Device& device, std::uint64_t cells, const PushKernels& kernels) {
    static_cast<void>(counters_.get(device));
    const std::size_t words = cells / 32 + 1, bytes = cells * kernels.slots.bytes;
    const bool more_bits = bits_.size() < words, more_slots = slots_.bytes() < bytes;
    Array<std::uint32_t> bits(device, more_bits ? words : 0);
    Buffer slots(device, more_slots ? bytes : 0);
    // The old memory stays until here, so a failure changes nothing.
    if (more_bits) bits_ = std::move(bits);
    if (more_slots) slots_ = std::move(slots);
    if (more_slots || dirty_) format_ = {};
    if (more_bits || dirty_) device.fill(bits_.data(), 0, bits_.size() * sizeof(std::uint32_t));
    if (dirty_) cleared_ = {};
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

void PushWorkspace::prepare_at_once(Device& device, std::size_t words) {
    static_cast<void>(counters_.get(device));
    const bool is_new = cleared_.size() != words;
    if (is_new) {
        Array<std::uint32_t> cleared(device, words);
        retired_ = Array<std::uint32_t>(device, words);
        cleared_ = std::move(cleared);
    } else if (retired_.size() != words) {
        retired_ = Array<std::uint32_t>(device, words);
    }
    if (is_new || dirty_) device.fill(cleared_.data(), 0, words * sizeof(std::uint32_t));
    if (!dirty_) return;
    if (bits_.size() != 0) device.fill(bits_.data(), 0, bits_.size() * sizeof(std::uint32_t));
    format_ = {};
    dirty_ = false;
}

void PushWorkspace::launched_at_once(Array<std::uint32_t>&& old) noexcept {
    cleared_ = std::move(retired_);
    retired_ = std::move(old);
    turn_ = 1 - turn_;
}

std::uint64_t PushWorkspace::release() noexcept {
    if (held_) return 0;
    const std::uint64_t released = bytes();
    bits_ = {};
    cleared_ = {};
    retired_ = {};
    slots_ = {};
    format_ = {};
    return released;
}

} // namespace mergus::cuda
