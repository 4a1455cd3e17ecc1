/// \file forked_streams.hpp
/// Concurrent launches of independent kernels.
#pragma once

namespace mergus::cuda {

class Device;
class Driver;

/// While an object of this class lives, kernels are launched on the stream that use() selected last. The
/// constructor forks: launches start after all earlier work of the device. A stream that is not selected by
/// use() costs no time. The destructor joins: later work starts after all forked launches. Stream 0 is the
/// device's own; copies, fills and primitives use only that one. Nothing is forked where kernels are timed
/// (Device::logs()).
class ForkedStreams {
public:
    static constexpr unsigned max_streams = 8;

    /// \param count number of streams, clamped to max_streams; with 0 or 1 nothing is forked.
    ForkedStreams(Device& device, unsigned count);
    ~ForkedStreams();
    ForkedStreams(const ForkedStreams&) = delete;
    ForkedStreams& operator=(const ForkedStreams&) = delete;
    /// Selects the stream of the next launches. \param stream less than the number of streams
    void use(unsigned stream) noexcept;

private:
    Driver* driver_ = nullptr; ///< Null if nothing was forked.
};

} // namespace mergus::cuda
