/// \file object_state.hpp
/// What the compiler's result says of a text.
#pragma once

#include <string>

namespace mergus::core {

/// That loading the shared object runs no code and that it has no memory that could change: a GPU has
/// neither. An object without a table of sections passes. \throws Error invalid_value.
void check_stateless(const std::string& what, const std::string& image);

} // namespace mergus::core
