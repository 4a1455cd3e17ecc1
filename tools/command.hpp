/// \file command.hpp
/// The subcommands, and the options that several of them have. What has no options includes session.hpp,
/// which compiles much faster.
#pragma once

#include "graph_io.hpp"
#include "numbers.hpp"
#include "session.hpp"

#include <CLI/CLI.hpp>

namespace mergus::tools {

/// --json alone, for subcommands that need no backend.
void add_json_option(CLI::App& command, CommonOptions& options);
/// --backend, --threads, --deterministic.
void add_backend_options(CLI::App& command, CommonOptions& options);
/// All of these, and --fallback and --explain.
void add_common_options(CLI::App& command, CommonOptions& options);

/// --from and --duplicates.
void add_input_options(CLI::App& command, InputOptions& options);

/// --to, and what it means for an output named by `what`.
void add_to_option(CLI::App& command, std::string& format, const std::string& what);

/// What was wrong with the command line, for the user: an unknown command or option is named, with the known
/// one that is nearest to it; else the parser's own message.
std::string usage_message(const CLI::App& program, const CLI::ParseError& error, int argc, char** argv);

// One file each: cmd_NAME.cpp.
void add_info(CLI::App& program);
void add_tc(CLI::App& program);
void add_bfs(CLI::App& program);
void add_mxm(CLI::App& program);
void add_semiring(CLI::App& program);
void add_transpose(CLI::App& program);
void add_generate(CLI::App& program);
void add_convert(CLI::App& program);
void add_check(CLI::App& program);
void add_cache(CLI::App& program);

} // namespace mergus::tools
