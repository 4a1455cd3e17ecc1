/// \file numbers.hpp
/// Checks of numbers on the command line, for CLI::Option::check. CLI11's range checks accept "nan".
#pragma once

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <system_error>

namespace mergus::tools {

namespace detail {

template <class T>
bool parse_whole(const std::string& text, T& value) {
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    return error == std::errc{} && stop == end;
}

} // namespace detail

/// Digits only, in [min, max].
inline CLI::Validator whole_number(std::uint64_t min,
                                   std::uint64_t max = std::numeric_limits<std::uint64_t>::max()) {
    return {[=](const std::string& text) {
                std::uint64_t value = 0;
                if (detail::parse_whole(text, value) && value >= min && value <= max) return std::string();
                std::string message = "'" + text + "' is not a whole number from " + std::to_string(min);
                return max == std::numeric_limits<std::uint64_t>::max()
                           ? message + " up"
                           : message + " to " + std::to_string(max);
            },
            ""};
}

/// Which end of an interval is not part of it.
enum class Open { neither, lower, upper };

/// A finite number between `min` and `max`, which may be infinity.
inline CLI::Validator real_number(double min, double max, Open open = Open::neither) {
    return {[=](const std::string& text) {
                double value = 0;
                const bool inside = detail::parse_whole(text, value) && std::isfinite(value) &&
                                    (open == Open::lower ? value > min : value >= min) &&
                                    (open == Open::upper ? value < max : value <= max);
                if (inside) return std::string();
                const std::string from = fmt::format("{} {}", open == Open::lower ? "above" : "from", min);
                const std::string to =
                    std::isinf(max) ? open == Open::lower ? "" : " up" : fmt::format(" to {}", max);
                return fmt::format("'{}' is not a number {}{}{}", text, from, to,
                                   open == Open::upper ? fmt::format(", without {}", max) : "");
            },
            ""};
}

} // namespace mergus::tools
