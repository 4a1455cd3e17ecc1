/// \file object_state.hpp
/// Checks of compiled objects.
#pragma once

#include <string>

namespace mergus::core {

/// Checks that loading the shared object runs no code, and that it has no writable memory: both are
/// impossible on a GPU. Objects without a section table are accepted. \throws Error invalid_value
void check_stateless(const std::string& what, const std::string& image);

} // namespace mergus::core
