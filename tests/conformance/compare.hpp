/// \file compare.hpp
/// Holds a result against the reference's: pattern and values apart.
#pragma once

#include "reference/matrix.hpp"

#include <cstdint>
#include <string>

namespace mergus::conformance {

struct Comparison {
    std::string difference;       ///< empty: all is right; else the first place that is not
    std::uint64_t assertions = 0; ///< how many things were looked at
};

/// Whether −0 is another value than 0. GraphBLAS begins some sums with 0, so a sum of −0 alone may be 0
/// there.
enum class Zeros { with_sign, without_sign };

/// Pattern exactly; a value must be one of the entry's choices, or within its slack, or equal.
Comparison compare(const reference::Matrix& expected, const reference::Matrix& seen,
                   Zeros zeros = Zeros::with_sign);

/// Equal as numbers and in the sign of 0, user types by members.
bool equal_values(const reference::Value& a, const reference::Value& b);

/// Whether a value is right for an entry.
bool is_admissible(const reference::Entry& entry, const reference::Value& value,
                   Zeros zeros = Zeros::with_sign);

} // namespace mergus::conformance
