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
    /// After a look. \param signs of life of the other ranks until now; \param passes whether a message does
    void looked(std::uint64_t signs, bool passes) {
        ++looks_;
        passes_ = passes;
        if (signs == signs_) return;
        signs_ = signs;
        since_ = Clock::now();
        looks_ = 0;
    }
    /// Seconds since the last sign of life, or the start.
    [[nodiscard]] double silence() const {
        return std::chrono::duration<double>(Clock::now() - since_).count();
    }
    /// Whether to rest before the next look.
    [[nodiscard]] bool rests() const {
        constexpr unsigned awake = 100; // looks
        constexpr double longest = .1;  // seconds for which a message that passes may stand still
        return looks_ >= awake && !(passes_ && silence() < longest);
    }

private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point since_ = Clock::now();
    std::uint64_t signs_ = 0, looks_ = 0;
    bool passes_ = false;
};

} // namespace mergus::blocks
