/// \file turns.hpp
/// The threads of the devices, and their blocks.
#pragma once

#include "context.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <functional>
#include <vector>

namespace mergus::blocks {

/// Calls body(device, cache) for all devices, at the same time where the context allows that.
/// \throws what body() throws, after all devices have returned; if several throw, the exception of the first
/// one
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

/// Which device computes which block: its home, or, for products, whose work is not known, a device that has
/// computed all of its own.
class Turns {
public:
    Turns(mergus_context& context, std::uint64_t count, bool in_turn)
        : context_(context), count_(count),
          in_turn_(in_turn && context.concurrent && context.peers.size() == 1),
          queues_(in_turn_ ? context.caches.size() : 0) {
        for (std::uint64_t b = count; in_turn_ && b-- > 0;) {
            Queue& queue = queues_[context.home(b, count).ordinal()];
            queue.next = b;
            queue.end = std::max(queue.end, b + 1);
        }
    }

    /// Calls compute(b, cache) for all blocks. Each device has a thread.
    void run(const std::function<void(std::uint64_t, Cache&)>& compute) {
        if (!context_.concurrent || count_ < 2) {
            for (std::uint64_t b = 0; b < count_; ++b) compute(b, context_.home(b, count_));
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
        if (!in_turn_) return next_at_home(cache, b + 1);
        const Queue& own = queues_[cache.ordinal()];
        const std::uint64_t next = own.next;
        return next < own.end ? next : count_;
    }

private:
    /// The blocks of a device that are left.
    struct Queue {
        std::atomic<std::uint64_t> next = 0;
        std::uint64_t end = 0;
    };

    std::uint64_t take(const Cache& cache, std::uint64_t from) {
        if (!in_turn_) return next_at_home(cache, from);
        for (std::size_t n = 0; n < queues_.size(); ++n) {
            Queue& queue = queues_[(cache.ordinal() + n) % queues_.size()];
            if (queue.next >= queue.end) continue; // so that the number does not rise for ever
            if (const std::uint64_t b = queue.next.fetch_add(1); b < queue.end) return b;
        }
        return count_;
    }
    [[nodiscard]] std::uint64_t next_at_home(const Cache& cache, std::uint64_t b) const {
        while (b < count_ &&
               (context_.peers.owner_of(b) != context_.peers.rank() || &context_.home(b, count_) != &cache))
            ++b;
        return b;
    }

    mergus_context& context_;
    std::uint64_t count_;
    bool in_turn_;
    std::vector<Queue> queues_; ///< by device
};

} // namespace mergus::blocks
