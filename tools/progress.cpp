/// \file progress.cpp
/// Drawing the progress bar.
#include "progress.hpp"
#include "../backend/frontend/support/diagnostics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <unistd.h>

namespace mergus::tools {

void ProgressBar::erase() {
    if (next_ > first_) core::print_stderr("\r\033[K");
    next_ = first_;
}

Progress ProgressBar::callback() {
    if (isatty(STDERR_FILENO) == 0) return {};
    return [this](std::uint64_t done, std::uint64_t total) { draw(done, total); };
}

void ProgressBar::draw(std::uint64_t done, std::uint64_t total) {
    if (watch_.seconds() < next_) return;
    next_ = watch_.seconds() + pause_;
    constexpr std::uint64_t width = 30;
    const std::string amount =
        fmt::format("{:.{}f} {}", static_cast<double>(done) / scale_, scale_ > 1 ? 1 : 0, unit_);
    if (total == 0) {
        core::print_stderr("\r\033[K{}  {}", label_, amount);
        return;
    }
    const double share = std::min(1.0, static_cast<double>(done) / static_cast<double>(total));
    const auto filled = static_cast<std::uint64_t>(share * static_cast<double>(width));
    core::print_stderr("\r\033[K{}  [{:#<{}}{:.<{}}] {:3.0f} %  {}", label_, "", filled, "", width - filled,
                       share * 100, amount);
}

} // namespace mergus::tools
