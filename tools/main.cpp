/// \file main.cpp
/// The command-line program: subcommands and exit codes (0: success, 1: failure, 2: wrong usage, 3: user
/// operators crashed or exceeded the time limit). Errors are one line each.
#include "../backend/frontend/support/diagnostics.hpp"
#include "command.hpp"
#include "process_guard.hpp"
#include "usage.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>
#include <sstream>
#include <string>
#include <vector>

namespace {

using mergus::tools::write_text;

/// Prints an error as one line, so that scripts can parse it.
int fail(std::string message, int exit_code) {
    while (!message.empty() && message.back() == '\n') message.pop_back();
    std::replace(message.begin(), message.end(), '\n', ';');
    mergus::core::print_stderr("mergus: {}\n", message);
    return exit_code;
}

int run(CLI::App& program, int argc, char** argv) {
    try {
        program.parse(argc, argv);
    } catch (const mergus::tools::Exit& exit) {
        return exit.code;
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() != 0)
            return fail("USAGE: " + mergus::tools::usage_message(program, error, argc, argv), 2);
        std::ostringstream text; // of --help or --version
        const int exit_code = program.exit(error, text, text);
        write_text(stdout, text.str());
        return exit_code;
    } catch (const mergus::tools::UsageError& error) {
        return fail(fmt::format("USAGE: {}", error.what()), 2);
    } catch (const mergus::Error& error) {
        return fail(error.what(), 1);
    } catch (const std::bad_alloc&) {
        return fail("OUT_OF_MEMORY: not enough memory on this machine", 1);
    } catch (const std::exception& error) {
        return fail(fmt::format("PANIC: {}", error.what()), 1);
    }
    return 0;
}

/// "mergus help COMMAND" is "mergus COMMAND --help", or for an unknown command "mergus COMMAND".
std::vector<char*> with_help_last(const CLI::App& program, int argc, char** argv) {
    static char help[] = "--help";
    std::vector<char*> arguments(argv, argv + argc);
    if (argc < 2 || std::strcmp(argv[1], "help") != 0) return arguments;
    arguments.erase(arguments.begin() + 1);
    const auto asked_for = [&](const CLI::App* command) { return argc > 2 && command->check_name(argv[2]); };
    if (argc == 2 || !program.get_subcommands(asked_for).empty()) arguments.push_back(help);
    return arguments;
}

} // namespace

int main(int argc, char** argv) {
    using namespace mergus::tools;
    open_standard_streams();
    guard_exit();
    // Threads of OpenMP, which backends use, spin for milliseconds at the end of a loop before they sleep.
    // Where other programs have the processors, an algorithm of many short loops takes ten times as long.
    // Read when a backend loads the library of OpenMP; the user's own setting counts.
    setenv("OMP_WAIT_POLICY", "passive", 0);
    mergus::detail::check_environment();
    clean_up_on_signals();
    CLI::App program(
        "Sparse matrix algebra over semirings, and graph algorithms built on it, on the best backend "
        "of this machine.",
        "mergus");
    program.set_version_flag("--version", std::string("mergus ") + mergus::version());
    program.require_subcommand(1);
    program.footer("Examples:\n"
                   "  mergus info\n"
                   "  mergus tc rmat:scale=14\n"
                   "  mergus COMMAND --help\n");
    for (const auto add :
         {add_info,       add_tc,       add_bfs,         add_khop,         add_show,        add_plot,
          add_sssp,       add_flow,     add_walks,       add_pagerank,     add_betweenness, add_centrality,
          add_components, add_scc,      add_biconnected, add_order,        add_bipartite,   add_communities,
          add_partition,  add_mst,      add_clustering,  add_motifs,       add_graphlets,   add_cliques,
          add_truss,      add_cores,    add_mixing,      add_eccentricity, add_mis,         add_cover,
          add_coloring,   add_jaccard,  add_similarity,  add_mcl,          add_mxm,         add_semiring,
          add_transpose,  add_generate, add_convert,     add_check,        add_cache})
        add(Command(&program));
    std::vector<char*> arguments = with_help_last(program, argc, argv);
    const int exit_code = run(program, static_cast<int>(arguments.size()), arguments.data());
    // Results that could not be written are a failure, e.g. on a full disk.
    if (output_error() != 0 && exit_code == 0)
        return leave(fail(
            fmt::format("IO_ERROR: cannot write standard output: {}", std::strerror(output_error())), 1));
    return leave(exit_code);
}
