/// \file cmd_info.cpp
/// mergus info: the version, the backends and their devices; the environment variables.
#include "command.hpp"
#include "environment.hpp"
#include "probe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

namespace mergus::tools {

namespace {

/// "9.0", or null for a device without one.
Record capability_of(const DeviceInfo& device) {
    if (device.compute_major == 0) return nullptr;
    return fmt::format("{}.{}", device.compute_major, device.compute_minor);
}

/// The variables of a group, without the backticks of the pages.
Record variables_of(core::VariableInfo::Group group) {
    const auto plain = [](std::string text) {
        std::erase(text, '`');
        return text;
    };
    Record rows = Record::array();
    for (std::size_t n = 0; n < std::size(core::variables); ++n) {
        const core::VariableInfo& info = core::variables[n];
        if (info.group != group) continue;
        const char* const value = core::value_of(static_cast<core::Variable>(n));
        rows.push_back({{"variable", info.name},
                        {"value", value != nullptr ? Record(value) : Record(nullptr)},
                        {"default", *info.fallback != '\0' ? Record(plain(info.fallback)) : Record(nullptr)},
                        {"possible_values", plain(info.values)}});
    }
    return rows;
}

} // namespace

void add_info(const Command& program) {
    auto options = std::make_shared<CommonOptions>();
    auto seconds = std::make_shared<double>(60);
    auto environment = std::make_shared<bool>(false);
    auto lists_methods = std::make_shared<bool>(false);
    const Command command =
        program.add_subcommand("info", "Show the version, the backends and their devices");
    add_json_option(command, *options);
    command.add_flag("--environment", *environment,
                     "Show the environment variables that are read, and their values");
    command.add_option("--time-limit", *seconds, "Time limit for each backend (default: 60)")
        .type_name("SECONDS")
        .check(real_number(0.001, 86400));
    command.add_flag("--methods", *lists_methods,
                     "Also list the methods that each backend chooses from, in the order in which it tries "
                     "them");
    command.footer(
        "A backend with score 0 cannot run on this machine; see its reason. The backend with the "
        "highest score\n"
        "is the default. A backend with a score below 10 is used only if selected by name. The ordinal of a\n"
        "device is the context option `device`.\n"
        "\nExamples:\n"
        "  mergus info\n"
        "  mergus info --json\n"
        "  mergus info --methods\n"
        "  mergus info --environment\n");
    command.callback([options, environment, lists_methods, seconds] {
        if (*environment) {
            print_record({{"version", version()},
                          {"programs", variables_of(core::VariableInfo::programs)},
                          {"tests_and_experiments", variables_of(core::VariableInfo::tests)},
                          {"others", variables_of(core::VariableInfo::others)}},
                         options->json);
            return;
        }
        std::vector<BackendInfo> all;
        for (const std::string& name : backend_names()) all.push_back(probe_in_subprocess(name, *seconds));
        std::stable_sort(all.begin(), all.end(),
                         [](const BackendInfo& a, const BackendInfo& b) { return a.score > b.score; });
        Record found = Record::array(), devices = Record::array(), methods = Record::array();
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
            for (const MethodInfo& method : backend.methods)
                methods.push_back({{"backend", backend.name},
                                   {"operation", method.operation},
                                   {"method", method.name},
                                   {"for", method.summary},
                                   {"measurements", method.evidence}});
        }
        Record record = {{"version", version()}, {"backends", found}, {"devices", devices}};
        if (*lists_methods) record["methods"] = methods;
        print_record(record, options->json);
    });
}

} // namespace mergus::tools
