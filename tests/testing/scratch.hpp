/// \file scratch.hpp
/// What the tests of the device seam share: a directory that goes away, child processes, environment
/// variables.
#pragma once

#include "scratch_directory.hpp"
#include "variable.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>

namespace mergus::cuda::testing {

using tests::ScratchDirectory;
using tests::Variable;

struct Outcome {
    int status = 0; ///< As waitpid gives it.
    std::string output;
};

/// Runs `action` in a child process and collects what it prints to stderr. The child ends with 0 if it
/// returns.
template <class Action>
Outcome in_child(Action action) {
    int ends[2];
    if (pipe(ends) != 0) throw std::runtime_error("no pipe");
    std::fflush(nullptr);
    const pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        close(ends[0]);
        close(ends[1]);
        int code = 0;
        try {
            action();
        } catch (const std::exception& error) {
            std::fprintf(stderr, "%s\n", error.what());
            code = 3;
        }
        _exit(code);
    }
    close(ends[1]);
    Outcome outcome;
    char piece[4096];
    for (ssize_t n = 0; (n = read(ends[0], piece, sizeof piece)) > 0;)
        outcome.output.append(piece, static_cast<std::size_t>(n));
    close(ends[0]);
    waitpid(child, &outcome.status, 0);
    return outcome;
}

/// Runs one test case of this program, a skipped one, in a process of its own (a GPU does not survive fork).
inline Outcome in_fresh_process(const std::string& test_case) {
    return in_child([&] {
        const std::string filter = "--test-case=" + test_case;
        dup2(STDERR_FILENO, STDOUT_FILENO);
        execl("/proc/self/exe", "test", filter.c_str(), "--no-skip", "--minimal",
              static_cast<char*>(nullptr));
        throw std::runtime_error("cannot run this program again");
    });
}

} // namespace mergus::cuda::testing
