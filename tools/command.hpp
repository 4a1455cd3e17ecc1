/// \file command.hpp
/// The subcommands and their common options. Files without options include session.hpp instead, which
/// compiles much faster.
#pragma once

#include "graph_io.hpp"
#include "numbers.hpp"
#include "session.hpp"

#include <CLI/CLI.hpp>

namespace mergus::tools {

/// Only --json, for subcommands that need no backend.
void add_json_option(CLI::App& command, CommonOptions& options);
/// --backend, --threads, --deterministic.
void add_backend_options(CLI::App& command, CommonOptions& options);
/// All options above, --fallback and --explain.
void add_common_options(CLI::App& command, CommonOptions& options);

/// --from, --duplicates and --vertices.
void add_input_options(CLI::App& command, InputOptions& options);

/// --to. \param what the name of the output in the help text
void add_to_option(CLI::App& command, std::string& format, const std::string& what);

/// The error message for a wrong command line: the unknown command or option with a similar known one, else
/// the message of the parser.
std::string usage_message(const CLI::App& program, const CLI::ParseError& error, int argc, char** argv);

// One file each: cmd_NAME.cpp.
void add_info(CLI::App& program);
void add_tc(CLI::App& program);
void add_bfs(CLI::App& program);
void add_show(CLI::App& program);
void add_sssp(CLI::App& program);
void add_pagerank(CLI::App& program);
void add_betweenness(CLI::App& program);
void add_components(CLI::App& program);
void add_clustering(CLI::App& program);
void add_truss(CLI::App& program);
void add_cores(CLI::App& program);
void add_mis(CLI::App& program);
void add_jaccard(CLI::App& program);
void add_mcl(CLI::App& program);
void add_mxm(CLI::App& program);
void add_semiring(CLI::App& program);
void add_transpose(CLI::App& program);
void add_generate(CLI::App& program);
void add_convert(CLI::App& program);
void add_check(CLI::App& program);
void add_cache(CLI::App& program);

} // namespace mergus::tools
