/// \file faulty_allocator.hpp
/// A caller's allocator of device memory with injected failures and a limit. It records every block, and when
/// it ends it checks that all have been freed, once and with the right size.
#pragma once

#include "caller_device.hpp"

#include <mergus/context.hpp>
#include <mergus/error.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <unordered_map>

namespace mergus::tests {

class FaultyAllocator {
public:
    /// Of this device backend, whose memory it hands out.
    explicit FaultyAllocator(const std::string& backend)
        : backend_(backend), device_(CallerDevice::of(backend)) {}
    FaultyAllocator(const FaultyAllocator&) = delete;
    FaultyAllocator& operator=(const FaultyAllocator&) = delete;
    ~FaultyAllocator() {
        CHECK(live == 0);
        CHECK(wrong == 0);
    }

    /// A context that uses this allocator, on its backend unless the options name one that passes it on. It
    /// must not outlive the allocator.
    [[nodiscard]] Context context(ContextOptions options = {}) {
        if (options.backend.empty()) options.backend = backend_;
        options.allocate = [this](std::size_t bytes, void*) { return allocate(bytes); };
        options.deallocate = [this](void* block, std::size_t bytes, void*) { deallocate(block, bytes); };
        return Context(options);
    }
    /// Makes the nth allocation from now fail once; 0: none.
    void fail(std::uint64_t nth) { countdown_ = nth; }

    std::uint64_t live = 0, refused = 0, wrong = 0;
    std::uint64_t limit = std::numeric_limits<std::uint64_t>::max(); ///< of `live`
    std::uint64_t peak = 0;                                          ///< of `live`

private:
    void* allocate(std::size_t bytes) {
        if ((countdown_ != 0 && --countdown_ == 0) || bytes > limit - std::min(live, limit)) {
            ++refused;
            return nullptr;
        }
        void* const block = device_->allocate(bytes);
        if (block == nullptr) return nullptr;
        blocks_.emplace(block, bytes);
        live += bytes;
        peak = std::max(peak, live);
        return block;
    }
    void deallocate(void* block, std::size_t bytes) {
        const auto found = blocks_.find(block);
        if (found == blocks_.end() || found->second != bytes) {
            ++wrong;
            return;
        }
        blocks_.erase(found);
        live -= bytes;
        device_->release(block);
    }

    std::string backend_;
    std::unique_ptr<CallerDevice> device_;
    std::uint64_t countdown_ = 0;
    std::unordered_map<void*, std::size_t> blocks_;
};

/// Runs `run(attempt)` until no allocation fails, each time with the next one failing. `run` makes what a
/// call writes, passes the call to `attempt`, which says whether it succeeded, and checks the result.
template <class Run>
void fail_each_allocation(FaultyAllocator& allocator, const Context& context, Run run) {
    bool failed = true;
    for (std::uint64_t nth = 1; failed; ++nth) {
        CAPTURE(nth);
        run([&](const auto& call) {
            static_cast<void>(context.release_derived());
            allocator.refused = 0;
            allocator.fail(nth);
            bool done = true;
            try {
                call();
            } catch (const Error& error) {
                done = false;
                CHECK(error.code() == Code::out_of_memory);
            }
            failed = allocator.refused != 0;
            allocator.fail(0);
            return done;
        });
    }
}

} // namespace mergus::tests
