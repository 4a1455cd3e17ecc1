/// \file cmd_info.cpp
/// mergus info: prints the version and the backends.
#include "command.hpp"
#include "probe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <vector>

namespace mergus::tools {

void add_info(CLI::App& program) {
    auto options = std::make_shared<CommonOptions>();
    auto seconds = std::make_shared<double>(60);
    CLI::App* command = program.add_subcommand("info", "Show the version and the backends");
    add_json_option(*command, *options);
    command->add_option("--time-limit", *seconds, "Time limit in seconds for each backend")
        ->capture_default_str()
        ->type_name("SECONDS");
    command->footer("A backend with score 0 cannot run on this machine; see its reason. The backend with the "
                    "highest score\n"
                    "is the default. A backend with a score below 10 is used only if selected by name.\n"
                    "\nExamples:\n"
                    "  mergus info\n"
                    "  mergus info --json\n");
    command->callback([options, seconds] {
        if (!(*seconds >= 0.001 && *seconds <= 86400)) // false for NaN too
            throw UsageError(fmt::format("--time-limit {}: expected 0.001 to 86400 seconds", *seconds));
        std::vector<BackendInfo> all;
        for (const std::string& name : backend_names()) all.push_back(probe_in_subprocess(name, *seconds));
        std::stable_sort(all.begin(), all.end(),
                         [](const BackendInfo& a, const BackendInfo& b) { return a.score > b.score; });
        Record found = Record::array();
        for (const BackendInfo& backend : all)
            found.push_back({{"backend", backend.name},
                             {"score", backend.score},
                             {"reason", backend.reason},
                             {"description", backend.description},
                             {"file", backend.file.string()}});
        print_record({{"version", version()}, {"backends", found}}, options->json);
    });
}

} // namespace mergus::tools
