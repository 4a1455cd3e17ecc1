/// \file command.cpp
/// The options that several subcommands have.
#include "command.hpp"

#include <fmt/format.h>

#include <charconv>
#include <system_error>

namespace mergus::tools {

void add_json_option(CLI::App& command, CommonOptions& options) {
    command.add_flag("--json", options.json, "Print the results as JSON");
}

CLI::Validator whole_number(std::uint64_t least) {
    return {[least](const std::string& text) {
                std::uint64_t value = 0;
                const char* const end = text.data() + text.size();
                const auto [stop, error] = std::from_chars(text.data(), end, value);
                if (error == std::errc{} && stop == end && value >= least) return std::string();
                return fmt::format("'{}' is not a whole number from {} up", text, least);
            },
            ""};
}

void add_backend_options(CLI::App& command, CommonOptions& options) {
    command
        .add_option("--backend", options.backend,
                    "Backend to run on (default: the best one that can run here)")
        ->type_name("NAME");
    command.add_option("--threads", options.threads, "CPU threads (default: all)")
        ->type_name("N")
        ->check(CLI::Range(1U, 65536U));
    command.add_flag("--deterministic", options.deterministic,
                     "The same bits in every run, also for floating sums");
}

void add_common_options(CLI::App& command, CommonOptions& options) {
    add_backend_options(command, options);
    command.add_flag("--fallback", options.fallback, "Run on the CPU what the backend does not support");
    add_json_option(command, options);
    command.add_flag("--explain", options.explain,
                     "Tell on standard error how and why each operation ran as it did");
}

void add_input_options(CLI::App& command, InputOptions& options) {
    command.add_option("--from", options.format, "Format of the input files (default: by their names)")
        ->check(CLI::IsMember({"mtx", "edges"}));
    command
        .add_option(
            "--duplicates", options.duplicates,
            "Two entries at one place: fail (default for MatrixMarket), keep one (default for edge lists), "
            "or an operator that combines them, such as plus or max, in the type of the file unless another "
            "is asked for")
        ->type_name("fail|keep|OP");
}

} // namespace mergus::tools
