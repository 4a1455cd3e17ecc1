/// \file complex_numbers.hpp
/// The operators on complex numbers.
#pragma once

#include "reference/value.hpp"

namespace mergus::reference {

/// z = f(x) for a complex x: z is complex, or real for abs, creal, cimag and carg, or bool.
Value complex_unary(const mergus_op& op, const Value& x);
/// z = f(x, y) for complex x and y, comparisons included.
Value complex_binary(const mergus_op& op, const Value& x, const Value& y);

/// A power of two times 1, i or 1 + i, up to signs; or 0. Products of such numbers are such numbers, and
/// exact.
bool is_simple(const Value& value);

} // namespace mergus::reference
