/// \file library_folders.hpp
/// Where the libraries are that Mergus loads by itself.
#pragma once

#include <filesystem>
#include <vector>

namespace mergus::core {

/// The folder `mergus` beside the library that this code is in, and the folder of that library. Symbolic
/// links to it are resolved. Empty if the system does not say where it is.
std::vector<std::filesystem::path> library_folders();

} // namespace mergus::core
