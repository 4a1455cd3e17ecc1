/// \file operators.hpp
/// Operators from host functions, and monoids for operators.
#pragma once

#include "call.hpp"

#include <mergus/runtime.hpp>

#include <string>

namespace mergus::grb {

/// The operator of a C function, which has no text: backends other than suitesparse do not support it.
UnaryOp host_op(GxB_unary_function function, const mergus_type* z, const mergus_type* x);
BinaryOp host_op(GxB_binary_function function, const mergus_type* z, const mergus_type* x,
                 const mergus_type* y);
IndexUnaryOp host_op(GxB_index_unary_function function, const mergus_type* z, const mergus_type* x,
                     const mergus_type* y);

/// The operator of a C text on the types of another one. \throws Error compile_error
UnaryOp text_op(const UnaryOp& types, const std::string& name, const std::string& definition);
BinaryOp text_op(const BinaryOp& types, const std::string& name, const std::string& definition);
IndexUnaryOp text_op(const IndexUnaryOp& types, const std::string& name, const std::string& definition);

/// The predefined monoid of the operator; null if there is none, and so no identity is known.
const mergus_monoid* predefined_monoid(const mergus_op& op);

} // namespace mergus::grb
