/// \file call_times.hpp
/// MERGUS_LOG=calls: how often each function was called and how long its calls took, on stderr at
/// GrB_finalize. Times are those of the host: the work of a device may be pending when a call returns.
#pragma once

#include <chrono>

namespace mergus::grb {

/// Whether MERGUS_LOG had the word `calls` at GrB_init.
[[nodiscard]] bool times_calls() noexcept;
void start_call_times();
/// Writes the table, longest time first, and starts a new one.
void print_call_times() noexcept;
void add_call_time(const char* function, std::chrono::nanoseconds time) noexcept;

/// The time between construction and destruction, if calls are timed.
class CallTimer {
public:
    explicit CallTimer(const char* function) noexcept : function_(times_calls() ? function : nullptr) {
        if (function_ != nullptr) begin_ = std::chrono::steady_clock::now();
    }
    ~CallTimer() {
        if (function_ != nullptr) add_call_time(function_, std::chrono::steady_clock::now() - begin_);
    }
    CallTimer(const CallTimer&) = delete;
    CallTimer& operator=(const CallTimer&) = delete;

private:
    const char* function_;
    std::chrono::steady_clock::time_point begin_;
};

} // namespace mergus::grb
