/// \file numbers.hpp
/// Checks of numbers on the command line.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <string>

namespace mergus::tools {

/// The error message for a value on the command line, or empty if the value is right.
using Check = std::function<std::string(const std::string& value)>;

/// Digits only, in [min, max].
Check whole_number(std::uint64_t min, std::uint64_t max = std::numeric_limits<std::uint64_t>::max());

/// Which end of an interval is not part of it.
enum class Open { neither, lower, upper };

/// A finite number between `min` and `max`, which may be infinity.
Check real_number(double min, double max, Open open = Open::neither);

} // namespace mergus::tools
