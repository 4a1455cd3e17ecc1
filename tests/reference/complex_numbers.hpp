/// \file complex_numbers.hpp
/// The operators on complex numbers, and bounds on their rounding errors.
#pragma once

#include "reference/value.hpp"

namespace mergus::reference {

/// z = f(x) for a complex x: z is complex, or real for abs, creal, cimag and carg.
Value complex_unary(const mergus_op& op, const Value& x);
/// z = f(x, y) for complex x and y, comparisons included.
Value complex_binary(const mergus_op& op, const Value& x, const Value& y);

/// Whether the operator rounds more than once on complex numbers. Its results then differ with fused
/// multiply-adds and between math libraries.
bool rounds_more_than_once(const mergus_op& op) noexcept;
/// The largest difference of a right value from z, in each part. y of a unary operator is ignored.
double complex_slack(const mergus_op& op, const Value& x, const Value& y, const Value& z);

/// A power of two times 1, i or 1 + i, up to signs; or 0. Products of such numbers are such numbers, and
/// exact.
bool is_simple(const Value& value);

} // namespace mergus::reference
