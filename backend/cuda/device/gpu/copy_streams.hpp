/// \file gpu/copy_streams.hpp
/// The copy streams of a GPU: one CUDA stream for each direction, an event for each ticket.
#pragma once

#include "cuda_support.hpp"
#include "device/copy_streams.hpp"

#include <array>
#include <deque>
#include <map>
#include <vector>

namespace mergus::cuda {

class CudaDriver;

class CudaCopyStreams final : public CopyStreams {
public:
    explicit CudaCopyStreams(CudaDriver& driver) : driver_(driver) {}
    CudaCopyStreams(const CudaCopyStreams&) = delete;
    CudaCopyStreams& operator=(const CudaCopyStreams&) = delete;
    /// Waits for all copies.
    ~CudaCopyStreams() override;

    void* allocate_host(std::size_t bytes) noexcept override;
    void release_host(void* memory, std::size_t bytes) noexcept override;
    std::uint64_t submit(std::span<const ArrayCopy> copies, bool to_host) override;
    void follow(std::uint64_t ticket) override;
    void wait(std::uint64_t ticket) override;
    bool reads(CopyStreams& other) override;
    void copy_from(CopyStreams& other, std::span<const ArrayCopy> copies) override;

private:
    struct Running {
        std::uint64_t ticket;
        cudaEvent_t done;
    };
    struct Direction {
        cudaStream_t stream = nullptr;
        std::deque<Running> running; ///< in their order
    };
    Direction& direction(bool to_host);
    /// Forgets copies that have been done.
    void forget(Direction& direction);
    /// The event of a ticket; null: its copies have been done.
    cudaEvent_t event_of(std::uint64_t ticket);
    cudaEvent_t new_event();

    CudaDriver& driver_;
    std::array<Direction, 2> directions_; ///< to the device, to the host
    std::vector<cudaEvent_t> events_;     ///< unused ones
    std::uint64_t last_ticket_ = 0;
    std::map<int, bool> readers_; ///< whether other devices, by their ordinals, can read this one's pool
};

} // namespace mergus::cuda
