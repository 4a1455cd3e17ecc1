/// \file registry.cpp
/// Finds, loads and checks backends. Invariant: the table of a Plugin has every required function.
#include "registry_impl.hpp"

#include "environment.hpp"
#include "library_folders.hpp"
#include "plugin_file.hpp"
#include "struct_size.hpp"

#include <mergus/error.hpp>

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace mergus {

namespace core {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view file_prefix = "libmergus_backend_";
constexpr std::string_view file_suffix = ".so";

std::vector<fs::path> search_path() {
    std::vector<fs::path> path;
    if (const char* const list = value_of(Variable::backend_path)) {
        std::string_view rest = list;
        while (!rest.empty()) {
            const std::size_t colon = std::min(rest.find(':'), rest.size());
            if (colon > 0) path.emplace_back(rest.substr(0, colon));
            rest.remove_prefix(std::min(colon + 1, rest.size()));
        }
    }
    for (fs::path& folder : library_folders()) path.push_back(std::move(folder));
    return path;
}

/// The name is part of a file name: letters, digits, '_' and '-'.
bool valid_name(std::string_view name) {
    return !name.empty() && name.size() <= 64 &&
           name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") ==
               std::string_view::npos;
}

fs::path file_of(const fs::path& directory, std::string_view name) {
    return directory / fmt::format("{}{}{}", file_prefix, name, file_suffix);
}

[[noreturn]] void refuse(const fs::path& file, const std::string& why) {
    throw Error(Code::bad_plugin, fmt::format("{}: {}", file.string(), why));
}

std::mutex loaded_mutex;

/// Never destroyed, because destructors of global objects may use contexts, which refer to plugins.
std::map<std::string, std::unique_ptr<Plugin>, std::less<>>& loaded_plugins() {
    static auto& plugins = *new std::map<std::string, std::unique_ptr<Plugin>, std::less<>>;
    return plugins;
}

/// A struct of zeros if the backend does not have the extension.
template <class Extension>
Extension find_extension(const Plugin& plugin, const char* name) {
    if (plugin.table.extension == nullptr) return {};
    const void* found = nullptr;
    try {
        found = plugin.table.extension(name);
    } catch (...) {
        refuse(plugin.file, fmt::format("threw an exception when asked for the extension {}", name));
    }
    return found == nullptr ? Extension{} : whole(static_cast<const Extension*>(found));
}

} // namespace

std::optional<fs::path> find_file(std::string_view name) {
    if (!valid_name(name)) return std::nullopt;
    for (const fs::path& directory : search_path()) {
        std::error_code ignored;
        fs::path file = file_of(directory, name);
        if (fs::exists(fs::symlink_status(file, ignored)))
            return file; // even if it cannot be opened: the error then names the file
    }
    return std::nullopt;
}

std::vector<std::string> names_on_path() {
    std::vector<std::string> names;
    for (const fs::path& directory : search_path()) {
        std::error_code ignored;
        std::vector<std::string> here;
        for (fs::directory_iterator entry(directory, ignored), end; !ignored && entry != end;
             entry.increment(ignored)) {
            const std::string file = entry->path().filename().string();
            if (!file.starts_with(file_prefix) || !file.ends_with(file_suffix)) continue;
            if (file.size() <= file_prefix.size() + file_suffix.size()) continue;
            std::string name =
                file.substr(file_prefix.size(), file.size() - file_prefix.size() - file_suffix.size());
            if (valid_name(name)) here.push_back(std::move(name));
        }
        std::sort(here.begin(), here.end());
        for (std::string& name : here)
            if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(std::move(name));
    }
    return names;
}

std::string searched() {
    std::string text;
    for (const fs::path& directory : search_path()) text += (text.empty() ? "" : ", ") + directory.string();
    return text;
}

Plugin check_table(const mergus_backend* table, const fs::path& file, std::string_view name) {
    if (table == nullptr) refuse(file, "its entry returned no table");

    constexpr std::size_t head = offsetof(mergus_backend, name);
    if (table->struct_size < head)
        refuse(file, fmt::format("its table is {} bytes, too short to hold a version", table->struct_size));
    const bool same_version = table->abi_major == MERGUS_ABI_MAJOR &&
                              (MERGUS_ABI_MAJOR != 0 || table->abi_minor == MERGUS_ABI_MINOR);
    if (!same_version)
        refuse(file, fmt::format("is made for plugin interface {}.{}, this library has {}.{}",
                                 table->abi_major, table->abi_minor, MERGUS_ABI_MAJOR, MERGUS_ABI_MINOR));

    Plugin plugin;
    plugin.file = file;
    plugin.table = whole(table);
    const mergus_backend& copy = plugin.table;
    const std::pair<const char*, bool> required[] = {
        {"name", copy.name != nullptr},
        {"score", copy.score != nullptr},
        {"context_new", copy.context_new != nullptr},
        {"context_free", copy.context_free != nullptr},
        {"matrix_new", copy.matrix_new != nullptr},
        {"matrix_free", copy.matrix_free != nullptr},
        {"matrix_info", copy.matrix_info != nullptr},
        {"matrix_import_csr", copy.matrix_import_csr != nullptr},
        {"matrix_export_csr", copy.matrix_export_csr != nullptr},
    };
    for (const auto& [member, present] : required)
        if (!present) refuse(file, fmt::format("its table has no {}, which is required", member));
    if (copy.name != name)
        refuse(file,
               fmt::format("the name in its table is \"{}\", in its file name \"{}\"", copy.name, name));
    plugin.count_triangles = find_extension<mergus_count_triangles>(plugin, MERGUS_EXTENSION_COUNT_TRIANGLES);
    plugin.build = find_extension<mergus_build>(plugin, MERGUS_EXTENSION_BUILD);
    plugin.bfs = find_extension<mergus_bfs>(plugin, MERGUS_EXTENSION_BFS);
    plugin.bfs_parts = find_extension<mergus_bfs_parts>(plugin, MERGUS_EXTENSION_BFS_PARTS);
    plugin.connected_components =
        find_extension<mergus_connected_components>(plugin, MERGUS_EXTENSION_CONNECTED_COMPONENTS);
    plugin.strong_components =
        find_extension<mergus_strong_components>(plugin, MERGUS_EXTENSION_STRONG_COMPONENTS);
    plugin.spanning_forest = find_extension<mergus_spanning_forest>(plugin, MERGUS_EXTENSION_SPANNING_FOREST);
    plugin.shortest_paths = find_extension<mergus_shortest_paths>(plugin, MERGUS_EXTENSION_SHORTEST_PATHS);
    plugin.betweenness = find_extension<mergus_betweenness>(plugin, MERGUS_EXTENSION_BETWEENNESS);
    plugin.truss_numbers = find_extension<mergus_truss_numbers>(plugin, MERGUS_EXTENSION_TRUSS_NUMBERS);
    plugin.local_moving = find_extension<mergus_local_moving>(plugin, MERGUS_EXTENSION_LOCAL_MOVING);
    plugin.deterministic = find_extension<mergus_deterministic>(plugin, MERGUS_EXTENSION_DETERMINISTIC);
    plugin.extract = find_extension<mergus_extract>(plugin, MERGUS_EXTENSION_EXTRACT);
    plugin.isequal = find_extension<mergus_isequal>(plugin, MERGUS_EXTENSION_ISEQUAL);
    plugin.segmented_merge = find_extension<mergus_segmented_merge>(plugin, MERGUS_EXTENSION_SEGMENTED_MERGE);
    plugin.mxm_plan = find_extension<mergus_mxm_plan>(plugin, MERGUS_EXTENSION_MXM_PLAN);
    plugin.methods = find_extension<mergus_methods>(plugin, MERGUS_EXTENSION_METHODS);
    plugin.device_groups = find_extension<mergus_device_groups>(plugin, MERGUS_EXTENSION_DEVICE_GROUP);
    plugin.ranks = find_extension<mergus_ranks>(plugin, MERGUS_EXTENSION_RANKS);
    plugin.composite = find_extension<mergus_composite>(plugin, MERGUS_EXTENSION_COMPOSITE);
    plugin.transfers = find_extension<mergus_transfers>(plugin, MERGUS_EXTENSION_TRANSFERS);
    return plugin;
}

/// A program that links libmergus_graphblas has functions named GrB_… in the global scope, and SuiteSparse's
/// library, which a plugin links, has others of the same names. With RTLD_DEEPBIND the plugin and its
/// libraries use their own. Not otherwise: the plugin would not use a program's malloc. The sanitizers of
/// addresses and threads refuse the flag.
int deep_binding() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return 0;
#else
    return dlsym(RTLD_DEFAULT, "mergus_graphblas_last_error") != nullptr ? RTLD_DEEPBIND : 0;
#endif
}

Plugin open_plugin(const fs::path& file, std::string_view name) {
    if (const std::string wrong = fault_of_object(file); !wrong.empty())
        refuse(file, fmt::format("cannot be loaded: {}", wrong));
    // Never closed: threads and exit handlers of the library would run code that is unloaded.
    void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL | deep_binding());
    if (library == nullptr) refuse(file, fmt::format("cannot be loaded: {}", dlerror()));
    void* symbol = dlsym(library, MERGUS_BACKEND_ENTRY);
    if (symbol == nullptr)
        refuse(file, fmt::format("is not a Mergus backend: it has no symbol {}", MERGUS_BACKEND_ENTRY));
    const auto entry = reinterpret_cast<mergus_backend_entry_function>(symbol);
    const mergus_backend* table = nullptr;
    try {
        table = entry(MERGUS_ABI_MAJOR, MERGUS_ABI_MINOR);
    } catch (const std::exception& error) {
        refuse(file, fmt::format("its entry threw an exception: {}", error.what()));
    } catch (...) {
        refuse(file, "its entry threw an exception");
    }
    return check_table(table, file, name);
}

const Plugin& load_backend(std::string_view name) {
    if (!valid_name(name))
        throw Error(Code::no_backend,
                    fmt::format("\"{}\" is not a backend's name (letters, digits, _ and -)", name));
    const std::lock_guard lock(loaded_mutex);
    auto& loaded = loaded_plugins();
    if (const auto known = loaded.find(name); known != loaded.end()) return *known->second;
    const std::optional<fs::path> file = find_file(name);
    if (!file)
        throw Error(Code::no_backend, fmt::format("no backend \"{}\": there is no {}{}{} in {}", name,
                                                  file_prefix, name, file_suffix, searched()));
    auto plugin = std::make_unique<Plugin>(open_plugin(*file, name));
    return *loaded.emplace(std::string(name), std::move(plugin)).first->second;
}

} // namespace core

std::vector<std::string> backend_names() {
    return core::names_on_path();
}

} // namespace mergus
