/// \file progress.hpp
/// A progress bar on standard error.
#pragma once

#include "session.hpp"

#include <cstdint>
#include <string>

namespace mergus::tools {

/// Shown only if standard error is a terminal, and only if the work takes longer than 0.3 seconds. The
/// destructor erases the line.
class ProgressBar {
public:
    /// \param scale the unit, for example 1e6 with "MB" for amounts in bytes
    ProgressBar(std::string label, std::string unit, double scale)
        : label_(std::move(label)), unit_(std::move(unit)), scale_(scale) {}
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;
    ~ProgressBar() { erase(); }

    /// Must be called before other output.
    void erase();

    /// A function to call with the amount that is done and the total (0 if unknown); empty without a
    /// terminal. The bar must outlive it.
    Progress callback();

private:
    void draw(std::uint64_t done, std::uint64_t total);

    static constexpr double first_ = 0.3; ///< Seconds until the bar is shown.
    static constexpr double pause_ = 0.1; ///< Seconds between updates.
    std::string label_;
    std::string unit_;
    double scale_;
    Stopwatch watch_;
    double next_ = first_;
};

} // namespace mergus::tools
