/// \file copy_streams.hpp
/// Copies that run beside the stream of a device: between page-locked host memory and the device, in both
/// directions at the same time, and from another device.
///
/// Invariant: copies of one direction run one after the other. When a function throws, no copy of its own is
/// left running.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace mergus::cuda {

struct ArrayCopy {
    void* to;
    const void* from;
    std::size_t bytes;
};

class CopyStreams {
public:
    virtual ~CopyStreams() = default;

    /// Page-locked memory. May be called by any thread at any time. \return null if there is none
    [[nodiscard]] virtual void* allocate_host(std::size_t bytes) noexcept = 0;
    virtual void release_host(void* memory, std::size_t bytes) noexcept = 0;

    /// Submits copies, ordered after all work in the device's stream. Does not wait.
    /// \return a ticket, not 0
    [[nodiscard]] virtual std::uint64_t submit(std::span<const ArrayCopy> copies, bool to_host) = 0;
    /// Orders work that is submitted to the device's stream from now on after the copies. Does not wait.
    virtual void follow(std::uint64_t ticket) = 0;
    virtual void wait(std::uint64_t ticket) = 0;

    /// Whether kernels of this device can read memory of the other one, as they can from now on then.
    /// \param other of the same kind; no other call may use it
    [[nodiscard]] virtual bool reads(CopyStreams& other) = 0;
    /// Copies memory of another device, ordered after all work in the streams of both devices, and before the
    /// work that is submitted to them later. Does not wait. \param other of the same kind
    virtual void copy_from(CopyStreams& other, std::span<const ArrayCopy> copies) = 0;
};

} // namespace mergus::cuda
