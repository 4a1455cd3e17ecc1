/// \file emulated/copy_streams.hpp
/// Copies beside the stream of an emulated device. They are made when something follows or waits for them,
/// which is as late as a GPU may make them: what uses an array too early reads or loses the wrong bytes.
#pragma once

#include "device/driver.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

namespace mergus::cuda::emulated {

class EmulatedCopyStreams final : public CopyStreams {
public:
    explicit EmulatedCopyStreams(Driver& driver) : driver_(driver) {}

    void* allocate_host(std::size_t bytes) noexcept override {
        constexpr std::size_t alignment = 64;
        return std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
    }
    void release_host(void* memory, std::size_t) noexcept override { std::free(memory); }

    std::uint64_t submit(std::span<const ArrayCopy> copies, bool to_host) override {
        for (const ArrayCopy& copy : copies)
            if (copy.bytes != 0) waiting_.push_back({copy, to_host});
        return ++last_ticket_;
    }
    void follow(std::uint64_t) override { finish(); }
    void wait(std::uint64_t) override { finish(); }
    bool reads(CopyStreams&) override { return true; }
    void copy_from(CopyStreams& other, std::span<const ArrayCopy> copies) override {
        static_cast<EmulatedCopyStreams&>(other).driver_.synchronize(); // its late copies
        for (const ArrayCopy& copy : copies)
            if (copy.bytes != 0) driver_.copy(copy.to, copy.from, copy.bytes);
    }

    /// Whether a copy that has not been made reads or writes this memory.
    [[nodiscard]] bool uses(const void* memory, std::size_t bytes) const noexcept {
        const auto* const begin = static_cast<const std::byte*>(memory);
        return std::any_of(waiting_.begin(), waiting_.end(), [&](const Waiting& one) {
            const auto* const device =
                static_cast<const std::byte*>(one.to_host ? one.copy.from : one.copy.to);
            return device >= begin && device < begin + bytes;
        });
    }

private:
    struct Waiting {
        ArrayCopy copy;
        bool to_host;
    };
    void finish() {
        for (const Waiting& one : std::exchange(waiting_, {})) {
            if (one.to_host)
                driver_.copy_to_host(one.copy.to, one.copy.from, one.copy.bytes);
            else
                std::memcpy(one.copy.to, one.copy.from, one.copy.bytes);
        }
    }

    Driver& driver_;
    std::vector<Waiting> waiting_;
    std::uint64_t last_ticket_ = 0;
};

} // namespace mergus::cuda::emulated
