/// \file compare.hpp
/// Comparison of the results of two backends.
#pragma once

#include <mergus/mergus.hpp>

#include <string>

namespace mergus::tools {

struct Comparison {
    bool equal = true;
    std::string text; ///< "exactly", "up to rounding (…)", or the first difference
};

/// Compares patterns exactly. Values are compared exactly, except floating-point values (for complex values
/// each part), which may differ by 2^-20 (fp32: 2^-12) of the largest value of the matrices: the order of
/// summation is not specified.
Comparison compare(const AnyMatrix& expected, const AnyMatrix& actual);

} // namespace mergus::tools
