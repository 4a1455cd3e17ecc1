/// \file complex_numbers.hpp
/// The operators on complex numbers, and how far roundings may lead away from what is computed here.
#pragma once

#include "reference/value.hpp"

namespace mergus::reference {

/// z = f(x) for a complex x: z is complex, or real for abs, creal, cimag and carg.
Value complex_unary(const mergus_op& op, const Value& x);
/// z = f(x, y) for complex x and y, comparisons included.
Value complex_binary(const mergus_op& op, const Value& x, const Value& y);

/// Whether one application of the operator to complex numbers is more than one rounding, and so not the same
/// everywhere: with fused multiply-adds, or in another math library.
bool rounds_more_than_once(const mergus_op& op) noexcept;
/// How far from z another right value of such an operator may be, in each part. y of a unary operator is
/// ignored.
double complex_slack(const mergus_op& op, const Value& x, const Value& y, const Value& z);

/// A power of two times 1, i or 1 + i, up to signs; or 0. Products of such numbers are such numbers, and
/// exact.
bool is_simple(const Value& value);

} // namespace mergus::reference
