/// \file numbers.hpp
/// Checks of numbers on the command line, for CLI::Option::check. CLI11's own let "nan" pass, which is in no
/// range and outside of none.
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

/// Nothing but digits, from `least` to `most`.
inline CLI::Validator whole_number(std::uint64_t least,
                                   std::uint64_t most = std::numeric_limits<std::uint64_t>::max()) {
    return {[=](const std::string& text) {
                std::uint64_t value = 0;
                if (detail::parse_whole(text, value) && value >= least && value <= most) return std::string();
                std::string message = "'" + text + "' is not a whole number from " + std::to_string(least);
                return most == std::numeric_limits<std::uint64_t>::max()
                           ? message + " up"
                           : message + " to " + std::to_string(most);
            },
            ""};
}

/// A finite number from `least` to `most`.
inline CLI::Validator real_number(double least, double most) {
    return {[=](const std::string& text) {
                double value = 0;
                if (detail::parse_whole(text, value) && std::isfinite(value) && value >= least &&
                    value <= most)
                    return std::string();
                std::ostringstream message;
                message << "'" << text << "' is not a number from " << least << " to " << most;
                return message.str();
            },
            ""};
}

} // namespace mergus::tools
