/// \file workers.hpp
/// Threads that wait for work and for each other: a call on several devices is too short to start some.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

namespace mergus::blocks {

/// Waits until the value is not `old`. Does not sleep at first: the calls of a loop follow each other within
/// microseconds, and it takes tens of them to wake a thread.
template <class T>
void wait_while(const std::atomic<T>& value, T old) {
    using Clock = std::chrono::steady_clock;
    constexpr std::chrono::microseconds awake(40);
    for (const auto end = Clock::now() + awake; Clock::now() < end;)
        if (value.load() != old) return;
    value.wait(old);
}

/// As std::barrier.
class Barrier {
public:
    explicit Barrier(std::size_t threads) : expected_(threads), left_(threads) {}

    void arrive_and_wait() {
        const std::uint64_t phase = phase_;
        if (!arrive()) wait_while(phase_, phase);
    }
    void arrive_and_drop() {
        --expected_;
        arrive();
    }

private:
    /// Whether this was the last thread.
    bool arrive() {
        if (--left_ != 0) return false;
        left_ = expected_.load();
        ++phase_;
        phase_.notify_all();
        return true;
    }
    std::atomic<std::size_t> expected_, left_;
    std::atomic<std::uint64_t> phase_ = 0;
};

/// One thread at a time uses it.
class Workers {
public:
    Workers();
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;
    ~Workers();

    /// Makes the threads of a round of `count`. False if there are no more: the round takes turns.
    bool reserve(std::size_t count);
    /// Calls body(0) … body(count − 1) at the same time, the first one in the caller's thread, and waits. The
    /// body throws nothing. Where there are no more threads, the caller's thread does the rest.
    void run(std::size_t count, const std::function<void(std::size_t)>& body);

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace mergus::blocks
