/// \file command.hpp
/// The subcommands, and the options that several of them have. What has no options includes session.hpp,
/// which compiles much faster.
#pragma once

#include "graph_io.hpp"
#include "session.hpp"

#include <CLI/CLI.hpp>

#include <cstdint>

namespace mergus::tools {

/// --json alone, for subcommands that need no backend.
void add_json_option(CLI::App& command, CommonOptions& options);
/// --backend, --threads, --deterministic.
void add_backend_options(CLI::App& command, CommonOptions& options);
/// All of these, and --fallback and --explain.
void add_common_options(CLI::App& command, CommonOptions& options);

/// --from and --duplicates.
void add_input_options(CLI::App& command, InputOptions& options);

/// An option's value is nothing but digits and at least `least`; for CLI::Option::check.
CLI::Validator whole_number(std::uint64_t least);

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
