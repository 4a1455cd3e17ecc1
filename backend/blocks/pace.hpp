/// \file pace.hpp
/// How long to rest between two looks for messages.
#pragma once

#include <chrono>
#include <cstdint>

namespace mergus::blocks {

/// A rank that computes needs the processor more than one that waits. But a message passes in pieces of some
/// kilobytes, one for each look of both ranks.
class Pace {
public:
    /// \param awake seconds without a rest after a sign of life
    explicit Pace(double awake) : awake_(awake) {}

    /// After a look. \param signs of life of the other ranks until now; \param passes whether a message does
    void looked(std::uint64_t signs, bool passes) {
        passes_ = passes;
        if (signs == signs_) return;
        signs_ = signs;
        since_ = Clock::now();
    }
    /// Seconds since the last sign of life, or the start.
    [[nodiscard]] double silence() const {
        return std::chrono::duration<double>(Clock::now() - since_).count();
    }
    /// Whether to rest before the next look.
    [[nodiscard]] bool rests() const {
        constexpr double longest = .1; // seconds for which a message that passes may stand still
        return silence() >= (passes_ ? longest : awake_);
    }

private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point since_ = Clock::now();
    double awake_;
    std::uint64_t signs_ = 0;
    bool passes_ = false;
};

} // namespace mergus::blocks
