/// \file zeroed_counters.hpp
/// Counters on the device that are zero whenever a call asks for them, without a kernel that makes them zero: there are two sets, and a
/// kernel that counts with one clears the other. The order of the stream sees to it that whoever reads the other has read it.
#pragma once

#include "device.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>

namespace mergus::cuda {

class ZeroedCounters {
public:
    /// The two sets, for one launch.
    struct Sets {
        std::uint32_t* zero;    ///< all zero
        std::uint32_t* cleared; ///< to be made zero, all `size` of them, by the kernel that is launched next
        std::uint32_t size;
    };

    /// To be followed by launched(). If it is not, because something failed, the next call begins anew.
    Sets take(Device& device, std::uint32_t size) {
        const std::size_t bytes = 2 * sizeof(std::uint32_t) * size;
        const bool in_order = std::exchange(in_order_, false) && memory_.bytes() == bytes;
        if (memory_.bytes() != bytes) memory_ = Buffer(device, bytes);
        if (!in_order) device.fill(memory_.data(), 0, bytes);
        auto* const first = static_cast<std::uint32_t*>(memory_.data());
        Sets sets{first, first + size, size};
        if (second_) std::swap(sets.zero, sets.cleared);
        return sets;
    }
    void launched() noexcept {
        in_order_ = true;
        second_ = !second_;
    }

private:
    Buffer memory_;
    bool in_order_ = false;
    bool second_ = false;
};

} // namespace mergus::cuda
