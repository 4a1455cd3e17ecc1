/// \file main.cpp
/// The command-line program: subcommands, exit codes (0 done, 1 failed, 2 wrong usage, 3 operators of
/// the user's crashed or ran out of time) and one line an error.
#include "command.hpp"
#include "diagnostics.hpp"
#include "process_guard.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <new>
#include <string>

namespace {

/// Errors are one line, so that scripts and logs can take them apart.
int fail(std::string message, int exit_code) {
    while (!message.empty() && message.back() == '\n') message.pop_back();
    std::replace(message.begin(), message.end(), '\n', ';');
    mergus::core::print_stderr("mergus: {}\n", message);
    return exit_code;
}

int run(CLI::App& program, int argc, char** argv) {
    try {
        program.parse(argc, argv);
    } catch (const CLI::RuntimeError& error) { // a subcommand that has already said why
        return error.get_exit_code();
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) return program.exit(error); // --help, --version
        std::string name = "mergus";
        for (const CLI::App* chosen : program.get_subcommands()) name += " " + chosen->get_name();
        return fail(fmt::format("USAGE: {} (see {} --help)", error.what(), name), 2);
    } catch (const mergus::tools::UsageError& error) {
        return fail(fmt::format("USAGE: {}", error.what()), 2);
    } catch (const mergus::Error& error) {
        return fail(error.what(), 1);
    } catch (const std::bad_alloc&) {
        return fail("OUT_OF_MEMORY: this machine has not enough memory for that", 1);
    } catch (const std::exception& error) {
        return fail(fmt::format("PANIC: {}", error.what()), 1);
    }
    return 0;
}

} // namespace

int main(int argc, char** argv) {
    using namespace mergus::tools;
    open_standard_streams();
    guard_exit();
    mergus::detail::check_environment();
    CLI::App program(
        "Sparse matrix algebra over semirings, and graph algorithms made of it, on the best backend "
        "of this machine.",
        "mergus");
    program.set_version_flag("--version", std::string("mergus ") + mergus::version());
    program.require_subcommand(1);
    program.footer("Examples:\n"
                   "  mergus info\n"
                   "  mergus tc rmat:scale=14\n"
                   "  mergus COMMAND --help\n");
    for (const auto add :
         {add_info, add_tc, add_bfs, add_mxm, add_semiring, add_transpose, add_generate, add_convert, add_check,
          add_cache})
        add(program);
    const int exit_code = run(program, argc, argv);
    // Results that did not reach their reader are a failure, e.g. on a full disk.
    if (std::fflush(stdout) != 0 && exit_code == 0)
        return leave(fail("IO_ERROR: standard output cannot be written", 1));
    return leave(exit_code);
}
