/// \file plugin_file.hpp
/// Checks of a file before dlopen. dlopen would wait for the writer of a FIFO, and a file that is shorter
/// than its headers say would end the process by a signal.
#pragma once

#include <filesystem>
#include <string>

namespace mergus::core {

/// Empty for a regular file that is a whole ELF shared object, otherwise the reason why it is not one.
/// Objects for other machines pass: dlopen refuses them.
std::string fault_of_object(const std::filesystem::path& file);

} // namespace mergus::core
