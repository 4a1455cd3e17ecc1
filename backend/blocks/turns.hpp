/// \file turns.hpp
/// The threads of the devices, and their blocks.
#pragma once

#include "context.hpp"

#include <atomic>
#include <exception>
#include <functional>
#include <vector>

namespace mergus::blocks {

/// Calls body(device, cache) for all devices, at the same time where the context allows that.
/// \throws what the first of them throws that throws something, after all have ended
inline void for_each_device(mergus_context& context, const std::function<void(std::size_t, Cache&)>& body) {
    const std::size_t devices = context.caches.size();
    if (!context.concurrent) {
        for (std::size_t device = 0; device < devices; ++device) body(device, context.caches[device]);
        return;
    }
    std::vector<std::exception_ptr> errors(devices);
    context.workers.run(devices, [&](std::size_t device) {
        try {
            body(device, context.caches[device]);
        } catch (...) {
            errors[device] = std::current_exception();
        }
    });
    for (const std::exception_ptr& error : errors)
        if (error != nullptr) std::rethrow_exception(error);
}

/// Which device computes which block: its home, or, for products, whose work is not known, the first that has
/// nothing to do.
class Turns {
public:
    Turns(mergus_context& context, std::uint64_t count, bool in_turn)
        : context_(context), count_(count),
          in_turn_(in_turn && context.concurrent && context.peers.size() == 1) {}

    /// Calls compute(b, cache) for all blocks. Each device has a thread.
    void run(const std::function<void(std::uint64_t, Cache&)>& compute) {
        if (!context_.concurrent || count_ < 2) {
            for (std::uint64_t b = 0; b < count_; ++b) compute(b, context_.home(b));
            return;
        }
        std::atomic<bool> failed = false;
        for_each_device(context_, [&](std::size_t, Cache& cache) {
            try {
                for (std::uint64_t b = take(cache, 0); b < count_ && !failed; b = take(cache, b + 1))
                    compute(b, cache);
            } catch (...) {
                failed = true;
                throw;
            }
        });
    }
    /// The block that this device computes after b, probably.
    [[nodiscard]] std::uint64_t after(const Cache& cache, std::uint64_t b) const {
        return in_turn_ ? next_.load() : next_at_home(cache, b + 1);
    }

private:
    std::uint64_t take(const Cache& cache, std::uint64_t from) {
        return in_turn_ ? next_.fetch_add(1) : next_at_home(cache, from);
    }
    [[nodiscard]] std::uint64_t next_at_home(const Cache& cache, std::uint64_t b) const {
        while (b < count_ &&
               (context_.peers.owner_of(b) != context_.peers.rank() || &context_.home(b) != &cache))
            ++b;
        return b;
    }

    mergus_context& context_;
    std::uint64_t count_;
    bool in_turn_;
    std::atomic<std::uint64_t> next_ = 0;
};

} // namespace mergus::blocks
