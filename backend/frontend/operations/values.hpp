/// \file values.hpp
/// Single values of a type that is known at run time.
#pragma once

#include <mergus/types.hpp>

#include <string>

namespace mergus::core {

/// Whether the value keeps its value as one of type `to`: Scalar says what that means. Between a user type
/// and another type nothing does.
bool keeps_value(const mergus_type* to, const void* value, const mergus_type* from);

/// "true", "-3", "0.5", "(1, -2)"; of a user type its bytes in hexadecimal, at most 32 of them.
std::string value_text(const void* value, const mergus_type* type);

} // namespace mergus::core
