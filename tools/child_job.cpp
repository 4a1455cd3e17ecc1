/// \file child_job.cpp
/// Invariant: the child never outlives this process, nor its time.
#include "child_job.hpp"
#include "diagnostics.hpp"

#include <mergus/error.hpp>

#include <CLI/Error.hpp>
#include <fmt/format.h>

#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>

namespace mergus::tools {

namespace {

/// Signals that operators of the user's can cause.
std::string reason_of(int signal) {
    switch (signal) {
    case SIGFPE:
        return "an arithmetic fault (SIGFPE), such as a division of an integer by zero";
    case SIGSEGV:
        return "an access to memory that is not there (SIGSEGV)";
    case SIGBUS:
        return "an access to memory that is not there (SIGBUS)";
    case SIGILL:
        return "an illegal instruction (SIGILL), which compilers put where the result would be undefined";
    case SIGABRT:
        return "abort (SIGABRT)";
    case SIGKILL:
        return "signal 9 (SIGKILL), as the system sends it when memory runs out";
    default:
        return fmt::format("signal {} ({})", signal, strsignal(signal));
    }
}

[[noreturn]] void lost(const std::string& why) {
    core::print_stderr("mergus: OPERATOR_FAULT: {}\n", why);
    throw CLI::RuntimeError(exit_child_lost);
}

int wait_for(pid_t child) {
    int status = 0;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) throw Error(Code::panic, "the child process is gone");
    return status;
}

/// \return false if the time is over first.
bool ends_within(double seconds, const sigset_t& child_ended) {
    const double whole = std::floor(seconds);
    const timespec limit{static_cast<std::time_t>(whole), static_cast<long>((seconds - whole) * 1e9)};
    while (sigtimedwait(&child_ended, nullptr, &limit) < 0)
        if (errno != EINTR) return false; // interrupted: the terminal was stopped, and the time starts again
    return true;
}

} // namespace

void run_in_child(const std::function<void()>& job, double seconds) {
    sigset_t child_ended, before;
    sigemptyset(&child_ended);
    sigaddset(&child_ended, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child_ended, &before);
    std::fflush(nullptr);
    const pid_t parent = getpid();
    const pid_t child = fork();
    if (child < 0)
        throw Error(Code::out_of_memory, fmt::format("no child process: {}", std::strerror(errno)));
    if (child == 0) {
        sigprocmask(SIG_SETMASK, &before, nullptr);
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent) _exit(exit_child_lost);
        const rlimit no_core{0, 0};
        setrlimit(RLIMIT_CORE, &no_core);
        return job();
    }
    const bool ended = seconds <= 0 || ends_within(seconds, child_ended);
    if (!ended) kill(child, SIGKILL);
    const int status = wait_for(child);
    sigprocmask(SIG_SETMASK, &before, nullptr);
    if (!ended) lost(fmt::format("the time limit of {} s is over (--time-limit)", seconds));
    if (WIFSIGNALED(status)) lost(fmt::format("the run was ended by {}", reason_of(WTERMSIG(status))));
    throw CLI::RuntimeError(WEXITSTATUS(status));
}

} // namespace mergus::tools
