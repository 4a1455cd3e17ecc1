/// \file numbers.hpp
/// Checks of numbers on the command line, for CLI::Option::check. CLI11's range checks accept "nan".
#pragma once

#include <CLI/CLI.hpp>

#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <sstream>
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

/// A finite number in [min, max].
inline CLI::Validator real_number(double min, double max) {
    return {[=](const std::string& text) {
                double value = 0;
                if (detail::parse_whole(text, value) && std::isfinite(value) && value >= min && value <= max)
                    return std::string();
                std::ostringstream message;
                message << "'" << text << "' is not a number from " << min << " to " << max;
                return message.str();
            },
            ""};
}

} // namespace mergus::tools
