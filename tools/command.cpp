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
    command
        .add_option("--from", options.format,
                    "Format of the input files (default: by the extensions .csv, .graphml, .gml and "
                    ".parquet, else by "
                    "their content)")
        .one_of({"mtx", "edges", "csv", "graphml", "gml", "parquet"});
    command
        .add_option("--columns", options.columns,
                    "Columns of a CSV or Parquet file, by name or by number from 1 (default: "
                    "source,target,weight, if the "
                    "header has them, else 1,2 and, of a CSV file without a header, a third one of numbers)")
        .type_name("SOURCE,TARGET[,WEIGHT]");
    command
        .add_option("--separator", options.separator,
                    "Separator of a CSV file: a character, tab or blanks (default: by its content)")
        .type_name("CHARACTER");
    command
        .add_option("--header", options.header, "Whether a CSV file has a header (default: by its content)")
        .one_of({"yes", "no"});
    command
        .add_option(
            "--duplicates", options.duplicates,
            "Entries with the same row and column: fail (default for MatrixMarket), keep the last one "
            "(default for edge lists), count them, or combine them with an operator such as plus (default "
            "for "
            "files with names), min, max or first, in the type of the file unless --type is given")
        .type_name("fail|keep|count|OP");
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
        .one_of({"mtx", "edges", "csv", "graphml", "gml"});
}

Argument add_number(const Command& command, const std::string& name, std::uint64_t& value,
                    const std::string& help, std::uint64_t least) {
    return command.add_option(name, value, help).type_name("N").check(whole_number(least));
}

} // namespace mergus::tools
