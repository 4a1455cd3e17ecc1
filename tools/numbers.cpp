/// \file numbers.cpp
/// Checks of numbers on the command line.
#include "numbers.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <system_error>

namespace mergus::tools {

namespace {

template <class T>
bool parse_number(const std::string& text, T& value) {
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    return error == std::errc{} && stop == end;
}

} // namespace

Check whole_number(std::uint64_t min, std::uint64_t max) {
    return [=](const std::string& text) {
        std::uint64_t value = 0;
        if (parse_number(text, value) && value >= min && value <= max) return std::string();
        const std::string to =
            max == std::numeric_limits<std::uint64_t>::max() ? " up" : fmt::format(" to {}", max);
        return fmt::format("'{}' is not a whole number from {}{}", text, min, to);
    };
}

// CLI11's range checks accept "nan".
Check real_number(double min, double max, Open open) {
    return [=](const std::string& text) {
        double value = 0;
        const bool inside = parse_number(text, value) && std::isfinite(value) &&
                            (open == Open::lower ? value > min : value >= min) &&
                            (open == Open::upper ? value < max : value <= max);
        if (inside) return std::string();
        const std::string from = fmt::format("{} {}", open == Open::lower ? "above" : "from", min);
        const std::string to =
            std::isinf(max) ? open == Open::lower ? "" : " up" : fmt::format(" to {}", max);
        return fmt::format("'{}' is not a number {}{}{}", text, from, to,
                           open == Open::upper ? fmt::format(", without {}", max) : "");
    };
}

} // namespace mergus::tools
