/// \file registry.hpp
/// The backends that were found, and whether they can run on this machine.
#pragma once

#include <mergus/export.hpp>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace mergus {

/// One backend found on the search path, usable or not.
struct BackendInfo {
    std::string name;
    std::string description; ///< what it runs on, with versions; empty if it could not be loaded
    std::filesystem::path file;
    /// 0: cannot run here; 1 to 9: used only where it is asked for by its name, as backends for tests; of
    /// those from 10 on the highest one is the default.
    int score = 0;
    std::string reason; ///< why it has this score, or why it could not be loaded
};

/// All backends, best first. A backend is a file libmergus_backend_NAME.so in a directory of
/// MERGUS_BACKEND_PATH (separated by ':'), in the directory mergus/ beside the library, or beside the
/// library. The first file with a name is used.
MERGUS_API std::vector<BackendInfo> backends();

/// The names of the files that backends() loads, in the order in which they are found. Loads nothing.
MERGUS_API std::vector<std::string> backend_names();

/// Loads one backend and asks for its score. Where that fails, `reason` says why. A plugin's code runs, so a
/// faulty one may end the process: `mergus info` probes each in a child process.
MERGUS_API BackendInfo probe_backend(std::string_view name);

/// The version of the library, "MAJOR.MINOR.PATCH".
MERGUS_API const char* version() noexcept;

} // namespace mergus
