/// \file cli_child.hpp
/// Runs the command-line program with other standard descriptors, limits or permissions than this process.
#pragma once

#include "cli_files.hpp"

#include <sys/prctl.h>
#include <sys/resource.h>

#include <cstdint>
#include <optional>

#ifdef __linux__
#include <linux/capability.h>
#endif

namespace cli {

struct Surroundings {
    std::optional<std::string> standard_input{}; ///< through a pipe; nothing: /dev/null
    std::string standard_output{};               ///< an existing file; empty: returned by run_in()
    bool close_standard_output = false;
    bool close_standard_error = false;
    std::uint64_t address_space = 0; ///< bytes; 0: no limit
    std::string storage_log{};       ///< log of the order of syncs and renames; empty: no log
    bool ordinary_user = false;      ///< write protection of directories also holds for root
};

/// \return the outcome; exit_code −1 if a signal ended the program
inline Outcome run_in(const Surroundings& surroundings, std::vector<std::string> arguments) {
    const Folder folder;
    const std::string out =
        surroundings.standard_output.empty() ? folder / "out" : surroundings.standard_output;
    const std::string err = folder / "err";
    std::vector<char*> argv;
    arguments.insert(arguments.begin(), MERGUS_CLI_PATH);
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    int input[2];
    REQUIRE(pipe2(input, O_CLOEXEC) == 0);
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        const auto use = [](int from, int to) {
            if (from < 0 || dup2(from, to) < 0) _exit(126);
        };
        use(surroundings.standard_input ? input[0] : open("/dev/null", O_RDONLY), STDIN_FILENO);
        use(open(out.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600), STDOUT_FILENO);
        use(open(err.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600), STDERR_FILENO);
        if (surroundings.close_standard_output) close(STDOUT_FILENO);
        if (surroundings.close_standard_error) close(STDERR_FILENO);
        if (surroundings.address_space != 0) {
            const rlimit limit{surroundings.address_space, surroundings.address_space};
            if (setrlimit(RLIMIT_AS, &limit) != 0) _exit(126);
        }
        if (!surroundings.storage_log.empty()) {
            setenv("LD_PRELOAD", MERGUS_TEST_STORAGE_LOG, 1);
            setenv("STORAGE_LOG", surroundings.storage_log.c_str(), 1);
            setenv("ASAN_OPTIONS", "verify_asan_link_order=0", 1); // for an instrumented program
        }
        if (surroundings.ordinary_user && geteuid() == 0)
            if (prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE) != 0) _exit(126);
        execv(MERGUS_CLI_PATH, argv.data());
        _exit(127);
    }
    close(input[0]);
    if (surroundings.standard_input) {
        const std::string& text = *surroundings.standard_input;
        REQUIRE(text.size() < 60000); // or the pipe might fill up
        CHECK(write(input[1], text.data(), text.size()) == static_cast<ssize_t>(text.size()));
    }
    close(input[1]);
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    Outcome outcome;
    if (WIFEXITED(status)) outcome.exit_code = WEXITSTATUS(status);
    if (surroundings.standard_output.empty()) outcome.out = content(out);
    outcome.err = content(err);
    return outcome;
}

inline Outcome run_with_input(const std::string& text, std::vector<std::string> arguments) {
    Surroundings surroundings;
    surroundings.standard_input = text;
    return run_in(surroundings, std::move(arguments));
}

} // namespace cli
