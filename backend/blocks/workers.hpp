/// \file workers.hpp
/// Threads that wait for work: a call on several devices is too short to start some.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace mergus::blocks {

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
