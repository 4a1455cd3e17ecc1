/// \file registry.hpp
/// The backends that were found, and whether they can run on this machine.
#pragma once

#include <mergus/export.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace mergus {

/// One device of a backend.
struct DeviceInfo {
    int ordinal = 0;          ///< for ContextOptions::device
    std::string name;         ///< the model: "NVIDIA H200"
    std::uint64_t memory = 0; ///< bytes; 0: unknown
    int compute_major = 0;    ///< compute capability; 0.0 for devices that have none
    int compute_minor = 0;    ///< its second number
    int score = 0;            ///< as BackendInfo::score, for this device; 0: it cannot be used
    std::string reason;       ///< the reason for the score
};

/// A way in which a backend runs an operation.
struct MethodInfo {
    std::string operation; ///< or a step of it: "mxm", "mxm, rows"
    std::string name;      ///< by which an environment variable of the backend selects it
    std::string summary;   ///< what it is for
    std::string evidence;  ///< the page with its measurements; may be empty
};

/// One backend found on the search path, usable or not.
struct BackendInfo {
    std::string name;
    std::string description;    ///< what it runs on, with versions; empty if it could not be loaded
    std::filesystem::path file; ///< the shared object
    /// 0: it cannot run here. 1 to 9: it is used only by name, as backends for tests are. The highest score
    /// from 10 on is the default.
    int score = 0;
    std::string reason;              ///< the reason for the score, or why the backend could not be loaded
    std::vector<DeviceInfo> devices; ///< by ordinal; empty if the backend does not enumerate them
    /// Of each operation in the order in which the backend tries them; empty if it does not list them.
    std::vector<MethodInfo> methods;
};

/// All backends, best first. A backend is a file libmergus_backend_NAME.so in a directory of
/// MERGUS_BACKEND_PATH (separated by ':'), in the directory mergus/ beside the library, or beside the
/// library. The first file with a name is used.
MERGUS_API std::vector<BackendInfo> backends();

/// The names of the files that backends() loads, in the order in which they are found. Loads nothing.
MERGUS_API std::vector<std::string> backend_names();

/// Loads one backend and reads its score and its devices. After a failure `reason` says why. The plugin's
/// code runs, so a faulty one may end the process: `mergus info` probes each backend in a child process.
MERGUS_API BackendInfo probe_backend(std::string_view name);

/// The version of the library, "MAJOR.MINOR.PATCH".
MERGUS_API const char* version() noexcept;

} // namespace mergus
