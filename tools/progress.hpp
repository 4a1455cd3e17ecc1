/// \file progress.hpp
/// Progress bars on standard error.
#pragma once

#include "session.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace mergus::tools {

/// Ends the line of a bar that is shown, so that the shell's prompt gets its own. Async-signal-safe: for the
/// handler of a signal that ends the program.
void end_shown_bar() noexcept;

/// Shown only if standard error is a terminal, and only if the work takes longer than 0.3 seconds. The
/// destructor erases the line.
class ProgressBar {
public:
    /// \param scale the unit, for example 1e6 with "MB" for amounts in bytes
    explicit ProgressBar(std::string label, std::string unit = {}, double scale = 1)
        : label_(std::move(label)), unit_(std::move(unit)), scale_(scale) {}
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;
    ~ProgressBar() { erase(); }

    /// Must be called before other output.
    void erase();

    /// A function to call with the amount that is done and the total (0 if unknown); empty without a
    /// terminal. The bar must outlive it.
    Progress callback();

    /// The same for the steps of an algorithm (mergus/progress.hpp).
    ProgressCallback steps();

private:
    void draw_amount(std::uint64_t done, std::uint64_t total);
    void draw_step(const AlgorithmStep& step);
    /// \param share of the work that is done; none: only the text is shown
    void draw(std::optional<double> share, const std::string& text);
    [[nodiscard]] bool due() const { return watch_.seconds() >= next_; }

    static constexpr double first_ = 0.3; ///< Seconds until the bar is shown.
    static constexpr double pause_ = 0.1; ///< Seconds between updates.
    std::string label_;
    std::string unit_;
    double scale_;
    Stopwatch watch_;
    double next_ = first_;
    double first_residual_ = 0; ///< Of an iteration, for its share.
};

} // namespace mergus::tools
