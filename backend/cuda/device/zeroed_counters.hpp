/// \file zeroed_counters.hpp
/// Device counters that are zero at the start of each use, without a kernel that clears them. There are two
/// sets: a kernel that counts in one set clears the other. Stream order guarantees that earlier readers of
/// the other set are done.
#pragma once

#include "device.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>

namespace mergus::cuda {

template <std::uint32_t size>
class ZeroedCounters {
public:
    /// The two sets, of `size` each, for one launch.
    struct Sets {
        std::uint32_t* zero;    ///< All zero.
        std::uint32_t* cleared; ///< Cleared by the kernel that is launched next.
    };

    /// The caller calls launched() after the launch. If the launch fails, the next take() clears both sets.
    Sets take(Device& device) {
        constexpr std::size_t bytes = 2 * sizeof(std::uint32_t) * size;
        if (first_ == nullptr) first_ = static_cast<std::uint32_t*>(device.allocate_persistent(bytes));
        if (!std::exchange(in_order_, false)) device.fill(first_, 0, bytes);
        return second_ ? Sets{first_ + size, first_} : Sets{first_, first_ + size};
    }
    void launched() noexcept {
        in_order_ = true;
        second_ = !second_;
    }

private:
    std::uint32_t* first_ = nullptr; ///< Owned by the device.
    bool in_order_ = false;
    bool second_ = false;
};

} // namespace mergus::cuda
