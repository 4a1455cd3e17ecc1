/// \file operators.hpp
/// Operators from host functions, and monoids for operators.
#pragma once

#include "call.hpp"

namespace mergus::grb {

/// The operator of a C function, which has no text: backends other than suitesparse do not support it.
UnaryOp host_op(GxB_unary_function function, const mergus_type* z, const mergus_type* x);
BinaryOp host_op(GxB_binary_function function, const mergus_type* z, const mergus_type* x,
                 const mergus_type* y);
IndexUnaryOp host_op(GxB_index_unary_function function, const mergus_type* z, const mergus_type* x,
                     const mergus_type* y);

/// A monoid to reduce with the operator. Its identity does not matter where there is an entry.
AnyMonoid monoid_of(const BinaryOp& op);

} // namespace mergus::grb
