/// \file rounding.hpp
/// Bounds on the rounding errors of single operators.
#pragma once

#include "reference/value.hpp"

namespace mergus::reference {

/// Whether right results of the operator differ in their last bits: it calls a math library, or it rounds
/// more than once on complex numbers, where fused multiply-adds make a difference.
bool is_approximate(const mergus_op& op) noexcept;

/// Whether it is defined on infinities, NaN, and numbers whose squares overflow: not so functions of complex
/// numbers.
bool takes_extremes(const mergus_op& op) noexcept;

/// The largest difference of a right value from z, in each part. y of a unary operator is ignored.
double slack_of(const mergus_op& op, const Value& x, const Value& y, const Value& z);

} // namespace mergus::reference
