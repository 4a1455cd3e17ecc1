/// \file cmd_info.cpp
/// mergus info: the version, and which backends there are.
#include "command.hpp"

#include <memory>

namespace mergus::tools {

void add_info(CLI::App& program) {
    auto options = std::make_shared<CommonOptions>();
    CLI::App* command = program.add_subcommand("info", "Show the version and the backends");
    add_json_option(*command, *options);
    command->footer(
        "A backend with score 0 cannot run here; the reason says why. The highest score is the default.\n"
        "\nExamples:\n"
        "  mergus info\n"
        "  mergus info --json\n");
    command->callback([options] {
        Record found = Record::array();
        for (const BackendInfo& backend : backends())
            found.push_back({{"backend", backend.name},
                             {"score", backend.score},
                             {"reason", backend.reason},
                             {"description", backend.description},
                             {"file", backend.file.string()}});
        print_record({{"version", version()}, {"backends", found}}, options->json);
    });
}

} // namespace mergus::tools
