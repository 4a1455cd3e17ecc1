/// \file progress.hpp
/// A line on standard error that shows how far long work is.
#pragma once

#include "session.hpp"

#include <cstdint>
#include <string>

namespace mergus::tools {

/// Shown only where standard error is a terminal, and only when the work takes longer than a moment. The line
/// is gone when the bar is.
class ProgressBar {
public:
    /// Shows amounts in units of `scale`: bytes as MB with 1e6.
    ProgressBar(std::string label, std::string unit, double scale)
        : label_(std::move(label)), unit_(std::move(unit)), scale_(scale) {}
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;
    ~ProgressBar() { erase(); }

    /// Before something else is printed.
    void erase();

    /// To be called with what is done and what there is in all (0 if unknown); empty where there is no
    /// terminal. It must not outlive the bar.
    Progress callback();

private:
    void draw(std::uint64_t done, std::uint64_t total);

    static constexpr double first_ = 0.3; ///< seconds until it shows
    static constexpr double pause_ = 0.1; ///< seconds from one drawing to the next
    std::string label_;
    std::string unit_;
    double scale_;
    Stopwatch watch_;
    double next_ = first_;
};

} // namespace mergus::tools
