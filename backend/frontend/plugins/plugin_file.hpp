/// \file plugin_file.hpp
/// Whether a file can be handed to dlopen, which waits for a writer of a FIFO, and lets the process die by a
/// signal where the file is shorter than its headers say.
#pragma once

#include <filesystem>
#include <string>

namespace mergus::core {

/// Empty for a regular file that is a whole ELF shared object; else what is wrong. Objects of other machines
/// are left to dlopen.
std::string what_is_wrong_with_object(const std::filesystem::path& file);

} // namespace mergus::core
