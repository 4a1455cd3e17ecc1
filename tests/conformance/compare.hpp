/// \file compare.hpp
/// Compares a result with the reference's: first the patterns, then the values.
#pragma once

#include "reference/matrix.hpp"

#include <cstdint>
#include <string>

namespace mergus::conformance {

struct Comparison {
    std::string difference;       ///< the first difference; empty: none
    std::uint64_t assertions = 0; ///< number of comparisons
};

/// Whether −0 differs from 0. GraphBLAS starts some sums from 0, so that its sum of −0 alone may be 0.
enum class Zeros { with_sign, without_sign };

/// Patterns must be equal. A value must equal the entry's value or one of its choices, or be within its
/// slack.
Comparison compare(const reference::Matrix& expected, const reference::Matrix& seen,
                   Zeros zeros = Zeros::with_sign);

/// Equal as numbers and in the sign of 0, user types by members.
bool equal_values(const reference::Value& a, const reference::Value& b);

/// Whether a value is right for an entry.
bool is_admissible(const reference::Entry& entry, const reference::Value& value,
                   Zeros zeros = Zeros::with_sign);

} // namespace mergus::conformance
