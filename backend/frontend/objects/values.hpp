/// \file values.hpp
/// Single values of a type that is known at run time.
#pragma once

#include <mergus/types.hpp>

#include <string>

namespace mergus::core {

/// Whether a conversion to type `to` keeps the value, by the rules of Scalar. False between a user type and
/// any other type.
bool keeps_value(const mergus_type* to, const void* value, const mergus_type* from);

/// "true", "-3", "0.5", "(1, -2)"; of a user type the first 32 bytes in hexadecimal.
std::string value_text(const void* value, const mergus_type* type);

} // namespace mergus::core
