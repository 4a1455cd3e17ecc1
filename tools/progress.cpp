/// \file progress.cpp
/// Drawing of progress bars.
#include "progress.hpp"
#include "../backend/frontend/support/diagnostics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <unistd.h>

namespace mergus::tools {

namespace {

std::atomic<bool> bar_is_shown = false;
static_assert(std::atomic<bool>::is_always_lock_free); // for the signal handler

} // namespace

void end_shown_bar() noexcept {
    if (bar_is_shown) static_cast<void>(!write(STDERR_FILENO, "\n", 1));
}

void ProgressBar::erase() {
    if (next_ > first_) {
        core::print_stderr("\r\033[K");
        bar_is_shown = false;
    }
    next_ = first_;
}

Progress ProgressBar::callback() {
    if (isatty(STDERR_FILENO) == 0) return {};
    return [this](std::uint64_t done, std::uint64_t total) { draw_amount(done, total); };
}

ProgressCallback ProgressBar::steps() {
    if (isatty(STDERR_FILENO) == 0) return {};
    return [this](const AlgorithmStep& step) {
        draw_step(step);
        return true;
    };
}

void ProgressBar::draw_amount(std::uint64_t done, std::uint64_t total) {
    if (!due()) return;
    std::optional<double> share;
    if (total != 0) share = static_cast<double>(done) / static_cast<double>(total);
    draw(share, fmt::format("{:.{}f} {}", static_cast<double>(done) / scale_, scale_ > 1 ? 1 : 0, unit_));
}

void ProgressBar::draw_step(const AlgorithmStep& step) {
    if (step.residual && first_residual_ == 0) first_residual_ = *step.residual;
    if (!due()) return;
    std::optional<double> share;
    if (step.total != 0) share = static_cast<double>(step.done) / static_cast<double>(step.total);
    std::string text = fmt::format("{} {}", step.unit, step.step);
    if (step.residual) {
        // Residuals shrink by about the same factor in each iteration.
        const double way = std::log(first_residual_ / *step.residual);
        const double whole = std::log(first_residual_ / step.tolerance);
        if (whole > 0 && std::isfinite(way / whole)) share = std::max(*share, way / whole);
        text += fmt::format(", residual {:.1e} of {:.1e}", *step.residual, step.tolerance);
    } else if (!step.counted.empty() && step.counted != "iterations") {
        text += fmt::format(", {} {}", step.done, step.counted);
    }
    draw(share, text);
}

void ProgressBar::draw(std::optional<double> share, const std::string& text) {
    next_ = watch_.seconds() + pause_;
    bar_is_shown = true;
    if (!share) {
        core::print_stderr("\r\033[K{}  {}", label_, text);
        return;
    }
    constexpr std::uint64_t width = 30;
    const double part = std::clamp(*share, 0.0, 1.0);
    const auto filled = static_cast<std::uint64_t>(part * static_cast<double>(width));
    core::print_stderr("\r\033[K{}  [{:#<{}}{:.<{}}] {:3.0f} %  {}", label_, "", filled, "", width - filled,
                       part * 100, text);
}

} // namespace mergus::tools
