/// \file command.cpp
/// Options of several subcommands.
#include "command.hpp"

#include <fmt/format.h>

namespace mergus::tools {

void add_json_option(const Command& command, CommonOptions& options) {
    command.add_flag("--json", options.json, "Print the results as JSON");
}

void add_backend_options(const Command& command, CommonOptions& options) {
    command
        .add_option("--backend", options.backend, "Backend to run on (default: the best one on this machine)")
        .type_name("NAME");
    command.add_option("--threads", options.threads, "CPU threads (default: all)")
        .type_name("N")
        .check(whole_number(1, 65536));
    command.add_flag("--deterministic", options.deterministic,
                     "Get the same bits in every run, including sums of floating-point numbers");
}

void add_common_options(const Command& command, CommonOptions& options) {
    add_backend_options(command, options);
    command.add_flag("--fallback", options.fallback,
                     "Run operations that the backend does not support on the CPU");
    add_json_option(command, options);
    command.add_flag("--explain", options.explain,
                     "Print the method, reason and time of each operation on standard error");
}

void add_input_options(const Command& command, InputOptions& options) {
    command.add_option("--from", options.format, "Format of the input files (default: by their content)")
        .one_of({"mtx", "edges"});
    command
        .add_option(
            "--duplicates", options.duplicates,
            "Entries with the same row and column: fail (default for MatrixMarket), keep the last one "
            "(default for edge lists), or combine them with an operator such as plus or max, in the type "
            "of the file unless --type is given")
        .type_name("fail|keep|OP");
    command
        .add_option(
            "--vertices", options.vertices,
            "Vertices of edge lists (default: as a comment \"# Nodes: N\" says or as many as the edges "
            "need, whichever is more)")
        .type_name("N")
        .check(whole_number(1, std::uint64_t{1} << 36));
}

void add_to_option(const Command& command, std::string& format, const std::string& what) {
    command
        .add_option(
            "--to", format,
            fmt::format("Format of {} (default: by its file extension; mtx for - and for devices)", what))
        .one_of({"mtx", "edges"});
}

} // namespace mergus::tools
