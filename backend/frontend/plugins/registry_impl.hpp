/// \file registry_impl.hpp
/// Loaded plugins. A plugin stays loaded until the process ends.
#pragma once

#include <mergus/plugin.h>
#include <mergus/plugin/bfs_parts.h>
#include <mergus/plugin/build.h>
#include <mergus/plugin/composite.h>
#include <mergus/plugin/deterministic.h>
#include <mergus/plugin/device_group.h>
#include <mergus/plugin/extract.h>
#include <mergus/plugin/graph_methods.h>
#include <mergus/plugin/isequal.h>
#include <mergus/plugin/mxm_plan.h>
#include <mergus/plugin/ranks.h>
#include <mergus/plugin/transfers.h>
#include <mergus/registry.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mergus::core {

/// A backend whose table has been checked. Members that its version does not have are null, and extensions
/// that it does not have are zeros.
struct Plugin {
    mergus_backend table{};
    mergus_count_triangles count_triangles{};
    mergus_build build{};
    mergus_bfs bfs{};
    mergus_bfs_parts bfs_parts{};
    mergus_connected_components connected_components{};
    mergus_strong_components strong_components{};
    mergus_spanning_forest spanning_forest{};
    mergus_shortest_paths shortest_paths{};
    mergus_betweenness betweenness{};
    mergus_truss_numbers truss_numbers{};
    mergus_local_moving local_moving{};
    mergus_deterministic deterministic{};
    mergus_extract extract{};
    mergus_isequal isequal{};
    mergus_segmented_merge segmented_merge{};
    mergus_mxm_plan mxm_plan{};
    mergus_methods methods{};
    mergus_transfers transfers{};
    mergus_ranks ranks{};
    mergus_composite composite{};
    mergus_device_groups device_groups{};
    std::filesystem::path file;
};

/// The file of that backend in the first folder of the search path that has one. Empty for a name that cannot
/// be part of a file name.
std::optional<std::filesystem::path> find_file(std::string_view name);
/// The names of all backends on the search path, without repetition.
std::vector<std::string> names_on_path();
/// The folders of the search path, for messages.
std::string searched();

/// Loads the backend of that name, once. \throws Error no_backend (no such file, with the folders that were
/// searched), bad_plugin.
const Plugin& load_backend(std::string_view name);

/// The backend with the highest score of at least MERGUS_SCORE_DEFAULT. \throws Error no_backend with the
/// reason of each.
const Plugin& best_backend();

/// The score of a backend on this machine.
struct Score {
    std::int32_t value = 0; ///< as in plugin.h; 0 if its function threw
    std::string reason;     ///< not empty
};
Score score_of(const Plugin& plugin);

/// The number of devices; empty if the backend does not enumerate them.
std::optional<std::uint64_t> device_count(const Plugin& plugin);
/// A device of a backend that enumerates them. A failure is a score of 0 with its reason.
DeviceInfo device_info(const Plugin& plugin, std::uint64_t ordinal);

/// Checks the table that the entry of `file` returned (or null), copies it, and looks up the extensions.
/// \throws Error bad_plugin.
Plugin check_table(const mergus_backend* table, const std::filesystem::path& file, std::string_view name);

/// Loads a library as a plugin and checks its table. \throws Error bad_plugin.
Plugin open_plugin(const std::filesystem::path& file, std::string_view name);

} // namespace mergus::core
