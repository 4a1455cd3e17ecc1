/// \file device_group.hpp
/// Device memory that passes between the devices of several processes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace mergus::cuda {

class DeviceGroup {
public:
    static constexpr std::size_t id_bytes = 128;

    struct Message {
        void* data;
        std::size_t bytes;
        int member;    ///< the other one
        bool receives; ///< from it
    };

    virtual ~DeviceGroup() = default;
    /// Sends and receives, ordered after all work in the device's stream. Waits for the end.
    /// \throws Error device_lost after `seconds`, and for a member that has failed
    virtual void exchange(std::span<const Message> messages, double seconds) = 0;
};

} // namespace mergus::cuda
