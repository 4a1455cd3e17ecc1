/// \file registry.hpp
/// Which backends there are and whether they can run here.
#pragma once

#include <mergus/export.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace mergus {

/// One backend found on the search path, usable or not.
struct BackendInfo {
    std::string name;
    std::string description; ///< what it runs on, with versions; empty if it could not be loaded
    std::filesystem::path file;
    int score = 0;      ///< 0: cannot run here; the highest one is the default
    std::string reason; ///< why it has this score, or why it could not be loaded
};

/// All backends, best first. Looked for as libmergus_backend_NAME.so in the directories of
/// MERGUS_BACKEND_PATH (separated by ':'), then in the directory mergus/ beside the library, then beside the
/// library. The first file of a name counts.
MERGUS_API std::vector<BackendInfo> backends();

/// The version of the library, "MAJOR.MINOR.PATCH".
MERGUS_API const char* version() noexcept;

} // namespace mergus
