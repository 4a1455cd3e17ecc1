/// \file measure.hpp
/// Timing one trial.
#pragma once

#include "contestant.hpp"

#include <cstdint>

namespace mergus::bench {

/// A stretch of time: start(), the work, stop().
class Timer {
public:
    virtual ~Timer() = default;
    virtual void start() = 0;
    /// Milliseconds until all work given since start() is done.
    virtual double stop(Trial& trial) = 0;
};

/// The steady clock, around the call and the wait for its end.
std::unique_ptr<Timer> make_clock();

struct MeasureOptions {
    unsigned warmup = 2; ///< calls before those that count, the first of them told apart
    unsigned repeat = 9;
    double budget_seconds = 2; ///< then repeats end, once there are least_repeats
};
inline constexpr unsigned least_repeats = 3;

struct Measurement {
    double first_ms = 0;
    Usage first; ///< of the first call
    double median_ms = 0;
    double min_ms = 0;
    unsigned repeats = 0;
    std::uint64_t nvals = 0;
    Usage usage; ///< of the last call
};

/// The last call's output stays in the trial. \throws Error what the calls throw
Measurement measure(Trial& trial, Timer& timer, const MeasureOptions& options);

} // namespace mergus::bench
