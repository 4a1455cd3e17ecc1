/// \file zeroed_counters.hpp
/// Device counters that are zero at the start of each use, without a kernel that clears them. There are two
/// sets: a kernel that counts in one set clears the other. Stream order guarantees that earlier readers of
/// the other set are done.
#pragma once

#include "zeroed_buffer.hpp"

#include <cstddef>
#include <cstdint>

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
        std::uint32_t* const first = sets_.get(device);
        sets_.begin();
        return second_ ? Sets{first + size, first} : Sets{first, first + size};
    }
    void launched() noexcept {
        sets_.end();
        second_ = !second_;
    }

private:
    ZeroedBuffer<std::uint32_t, 2 * std::size_t{size}> sets_;
    bool second_ = false;
};

} // namespace mergus::cuda
