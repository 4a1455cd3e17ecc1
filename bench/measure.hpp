/// \file measure.hpp
/// Timing of a trial.
#pragma once

#include "competitor.hpp"

#include <cstdint>

namespace mergus::bench {

/// Times the work between start() and stop().
class Timer {
public:
    virtual ~Timer() = default;
    virtual void start() = 0;
    /// \return milliseconds until all work submitted since start() has completed
    virtual double stop(Trial& trial) = 0;
};

/// The steady clock; stop() waits for the work.
std::unique_ptr<Timer> make_clock();

struct MeasureOptions {
    unsigned warmup = 2;         ///< Calls before the timed ones; the first is reported separately.
    unsigned repeat = 9;         ///< Timed calls.
    double budget_seconds = 2;   ///< After this time no new call starts, if there were min_repeats.
    double longest_seconds = 20; ///< A first call that takes longer, compiling apart, is the only one.
};
inline constexpr unsigned min_repeats = 3;

struct Measurement {
    double first_ms = 0;
    Usage first; ///< Of the first call.
    double median_ms = 0;
    double min_ms = 0;
    unsigned repeats = 0;
    std::uint64_t nvals = 0;
    Usage usage; ///< Of the last call.
};

/// The output of the last call stays in the trial. \throws Error as the calls
Measurement measure(Trial& trial, Timer& timer, const MeasureOptions& options);

} // namespace mergus::bench
