/// \file agreement.hpp
/// Whether two backends have computed the same matrix.
#pragma once

#include <mergus/mergus.hpp>

#include <string>

namespace mergus::tools {

struct Agreement {
    bool yes = true;
    std::string text; ///< "exactly", "up to rounding (…)", or the first difference
};

/// Patterns have to be the same, and values: exactly, or for floating-point types (of complex ones each part)
/// within what other orders of summation explain, 2^-20 (fp32: 2^-12) of the greatest value in the matrices.
Agreement compare(const AnyMatrix& expected, const AnyMatrix& actual);

} // namespace mergus::tools
