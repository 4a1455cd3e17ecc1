/// \file probe.cpp
/// Scores and devices of backends, and the choice of the default.
#include "registry_impl.hpp"

#include "struct_size.hpp"

#include <mergus/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace mergus {

namespace core {
namespace {

/// A plugin's text, which may lack its NUL.
template <std::size_t Room>
std::string text_of(const char (&text)[Room]) {
    return {text, strnlen(text, Room)};
}

} // namespace

Score score_of(const Plugin& plugin) {
    char reason[512] = "";
    Score score;
    try {
        score.value = plugin.table.score(reason, sizeof reason);
        reason[sizeof reason - 1] = '\0';
        score.reason = reason[0] != '\0' ? reason : "no reason given";
    } catch (const std::exception& error) {
        score.reason = fmt::format("its score threw an exception: {}", error.what());
    } catch (...) {
        score.reason = "its score threw an exception";
    }
    return score;
}

std::optional<std::uint64_t> device_count(const Plugin& plugin) {
    if (plugin.table.device_count == nullptr || plugin.table.device_info == nullptr) return std::nullopt;
    std::uint64_t count = 0;
    auto status = defaults<mergus_status>();
    try {
        if (plugin.table.device_count(&count, &status) == MERGUS_SUCCESS) return count;
    } catch (...) { // a fault of the plugin: nothing is known
    }
    return std::nullopt;
}

DeviceInfo device_info(const Plugin& plugin, std::uint64_t ordinal) {
    auto found = defaults<mergus_device_info>();
    auto status = defaults<mergus_status>();
    DeviceInfo info;
    info.ordinal = static_cast<int>(ordinal);
    try {
        if (plugin.table.device_info(ordinal, &found, &status) != MERGUS_SUCCESS) {
            info.reason = text_of(status.message);
            return info;
        }
    } catch (...) {
        info.reason = "its device_info threw an exception";
        return info;
    }
    info.name = text_of(found.name);
    info.memory = found.memory;
    info.compute_major = found.compute_major;
    info.compute_minor = found.compute_minor;
    info.score = std::max(0, found.score);
    info.reason = text_of(found.reason);
    return info;
}

namespace {

std::vector<DeviceInfo> devices_of(const Plugin& plugin) {
    // The limit is for a faulty plugin.
    const std::uint64_t count = std::min<std::uint64_t>(device_count(plugin).value_or(0), 1024);
    std::vector<DeviceInfo> devices;
    for (std::uint64_t ordinal = 0; ordinal < count; ++ordinal)
        devices.push_back(device_info(plugin, ordinal));
    return devices;
}

std::vector<MethodInfo> methods_of(const Plugin& plugin) {
    std::vector<MethodInfo> methods;
    if (plugin.methods.get == nullptr) return methods;
    const std::uint64_t count = std::min<std::uint64_t>(plugin.methods.count, 1024);
    const auto text = [](const char* given) { return std::string(given == nullptr ? "" : given); };
    for (std::uint64_t n = 0; n < count; ++n) {
        mergus_method found{};
        plugin.methods.get(n, &found);
        methods.push_back(
            {text(found.operation), text(found.name), text(found.summary), text(found.evidence)});
    }
    return methods;
}

BackendInfo probe(std::string_view name, bool with_devices) {
    BackendInfo info;
    info.name = name;
    try {
        if (auto file = find_file(name)) info.file = std::move(*file);
        const Plugin& plugin = load_backend(name);
        Score score = score_of(plugin);
        info.score = std::max(0, score.value);
        info.reason = std::move(score.reason);
        info.description = plugin.table.description != nullptr ? plugin.table.description : "";
        info.methods = methods_of(plugin);
        if (with_devices) info.devices = devices_of(plugin);
    } catch (const Error& error) {
        info.reason = error.what();
    }
    return info;
}

/// All backends on the path, the highest score first.
std::vector<BackendInfo> probe_all(bool with_devices) {
    std::vector<BackendInfo> found;
    for (const std::string& name : names_on_path()) found.push_back(probe(name, with_devices));
    std::stable_sort(found.begin(), found.end(),
                     [](const BackendInfo& a, const BackendInfo& b) { return a.score > b.score; });
    return found;
}

} // namespace

const Plugin& best_backend() {
    std::string tried;
    for (const BackendInfo& info : probe_all(false)) {
        if (info.score >= MERGUS_SCORE_DEFAULT) return load_backend(info.name);
        tried += fmt::format("\n  {}: {}{}", info.name, info.reason,
                             info.score > 0 ? " (it can run here, but is used only by name)" : "");
    }
    if (tried.empty()) tried = fmt::format(": none was found in {}", searched());
    throw Error(Code::no_backend, "no backend for default use can run on this machine" + tried);
}

} // namespace core

BackendInfo probe_backend(std::string_view name) {
    return core::probe(name, true);
}

std::vector<BackendInfo> backends() {
    return core::probe_all(true);
}

} // namespace mergus
