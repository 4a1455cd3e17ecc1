/// \file cmd_info.cpp
/// mergus info: the version, the backends and their devices.
#include "command.hpp"
#include "probe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <vector>

namespace mergus::tools {

namespace {

/// "9.0", or null for a device without one.
Record capability_of(const DeviceInfo& device) {
    if (device.compute_major == 0) return nullptr;
    return fmt::format("{}.{}", device.compute_major, device.compute_minor);
}

} // namespace

void add_info(CLI::App& program) {
    auto options = std::make_shared<CommonOptions>();
    auto seconds = std::make_shared<double>(60);
    CLI::App* command = program.add_subcommand("info", "Show the version, the backends and their devices");
    add_json_option(*command, *options);
    command->add_option("--time-limit", *seconds, "Time limit for each backend (default: 60)")
        ->type_name("SECONDS")
        ->check(real_number(0.001, 86400));
    command->footer(
        "A backend with score 0 cannot run on this machine; see its reason. The backend with the "
        "highest score\n"
        "is the default. A backend with a score below 10 is used only if selected by name. The ordinal of a\n"
        "device is the context option `device`.\n"
        "\nExamples:\n"
        "  mergus info\n"
        "  mergus info --json\n");
    command->callback([options, seconds] {
        std::vector<BackendInfo> all;
        for (const std::string& name : backend_names()) all.push_back(probe_in_subprocess(name, *seconds));
        std::stable_sort(all.begin(), all.end(),
                         [](const BackendInfo& a, const BackendInfo& b) { return a.score > b.score; });
        Record found = Record::array(), devices = Record::array();
        for (const BackendInfo& backend : all) {
            found.push_back({{"backend", backend.name},
                             {"score", backend.score},
                             {"reason", backend.reason},
                             {"description", backend.description},
                             {"file", backend.file.string()}});
            for (const DeviceInfo& device : backend.devices)
                devices.push_back({{"backend", backend.name},
                                   {"device", device.ordinal},
                                   {"name", device.name},
                                   {"memory_bytes", device.memory},
                                   {"compute_capability", capability_of(device)},
                                   {"score", device.score},
                                   {"reason", device.reason}});
        }
        print_record({{"version", version()}, {"backends", found}, {"devices", devices}}, options->json);
    });
}

} // namespace mergus::tools
