/// \file registry_impl.hpp
/// Loaded plugins. A plugin once loaded stays for the life of the process.
#pragma once

#include <mergus/plugin.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace mergus::core {

/// A backend whose table has been checked. Members that its version does not have are null.
struct Plugin {
    mergus_backend table{};
    std::filesystem::path file;
};

/// Loads the backend of that name, once. \throws Error no_backend (no such file; says where it looked),
/// bad_plugin.
const Plugin& load_backend(std::string_view name);

/// The backend with the highest score of at least MERGUS_SCORE_DEFAULT. \throws Error no_backend with the
/// reason of each.
const Plugin& best_backend();

/// What a backend says of itself on this machine.
struct Score {
    std::int32_t value = 0; ///< as plugin.h says; 0 if its function threw
    std::string reason;     ///< never empty
};
Score score_of(const Plugin& plugin);

/// Checks the table that the entry of `file` returned (or null) and copies it. \throws Error bad_plugin.
Plugin check_table(const mergus_backend* table, const std::filesystem::path& file, std::string_view name);

/// Loads a library as a plugin and checks its table. \throws Error bad_plugin.
Plugin open_plugin(const std::filesystem::path& file, std::string_view name);

} // namespace mergus::core
