/// \file subprocess.cpp
/// The child leads its own process group, to which the compilers that it starts belong.
///
/// Invariant: when run_in_subprocess throws in the parent, all processes of that group and their temporary
/// files are gone. The parent is their subreaper, so it can wait for all of them; it signals no other
/// process. The job has succeeded only if it reported done(); the exit code alone does not suffice.
#include "subprocess.hpp"
#include "../backend/frontend/support/diagnostics.hpp"
#include "process_guard.hpp"

#include "../backend/frontend/support/process.hpp"

#include <mergus/error.hpp>

#include "arguments.hpp"
#include <fmt/format.h>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <optional>

namespace mergus::tools {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::duration_cast;

/// Time between SIGTERM and SIGKILL, for a child that removes unfinished files.
constexpr std::chrono::seconds grace{2};

/// A description of a signal, with typical causes in user operators.
std::string reason_of(int signal) {
    switch (signal) {
    case SIGFPE:
        return "an arithmetic fault (SIGFPE), such as a division of an integer by zero";
    case SIGSEGV:
        return "an invalid memory access (SIGSEGV), such as an index out of range or endless recursion";
    case SIGBUS:
        return "an invalid memory access (SIGBUS)";
    case SIGILL:
        return "an illegal instruction (SIGILL), which compilers emit for undefined behaviour";
    case SIGABRT:
        return "abort (SIGABRT)";
    case SIGKILL:
        return "signal 9 (SIGKILL), which the system sends when memory is exhausted";
    default:
        return fmt::format("signal {} ({})", signal, strsignal(signal));
    }
}

/// The parent's end of the pipe.
class Reports {
public:
    explicit Reports(int pipe) noexcept : pipe_(pipe) {}
    Reports(const Reports&) = delete;
    Reports& operator=(const Reports&) = delete;
    ~Reports() { close(pipe_); }

    /// Reads the available reports without waiting.
    void collect() {
        char piece[512];
        for (ssize_t n = 0; (n = read(pipe_, piece, sizeof piece)) > 0;)
            rest_.append(piece, static_cast<std::size_t>(n));
        for (std::size_t end = rest_.find('\n'); end != rest_.npos; end = rest_.find('\n')) {
            if (rest_[0] == 'P') phase_ = rest_.substr(1, end - 1);
            if (rest_[0] == 'F') fault_ = rest_.substr(1, end - 1);
            if (rest_[0] == 'D') done_ = true;
            rest_.erase(0, end + 1);
        }
    }
    [[nodiscard]] bool done() const noexcept { return done_; }
    /// ", in operator 'mul', during mxm on suitesparse", as far as reported.
    [[nodiscard]] std::string context(const std::string& operators) const {
        std::string text = fault_.empty() ? "" : fmt::format(", in operator '{}'", fault_);
        if (!phase_.empty()) text += fmt::format(", during {}", phase_);
        return text + fmt::format("; the operators are {}", operators);
    }

private:
    int pipe_;
    std::string rest_, phase_, fault_;
    bool done_ = false;
};

/// Blocks signals for a scope, so that next() can wait for them.
class BlockedSignals {
public:
    BlockedSignals() {
        std::signal(SIGCHLD, SIG_DFL); // if it were ignored, children could not be waited for
        sigemptyset(&set_);
        sigaddset(&set_, SIGCHLD);
        for (const int s : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP}) {
            struct sigaction action {};
            // An ignored signal (nohup) stays ignored; if blocked, it would be delivered to next().
            if (sigaction(s, nullptr, &action) == 0 && action.sa_handler != SIG_IGN) sigaddset(&set_, s);
        }
        sigprocmask(SIG_BLOCK, &set_, &before_);
    }
    BlockedSignals(const BlockedSignals&) = delete;
    BlockedSignals& operator=(const BlockedSignals&) = delete;
    ~BlockedSignals() { release(); }
    void release() const { sigprocmask(SIG_SETMASK, &before_, nullptr); }

    /// The next signal, or 0 after `time`.
    [[nodiscard]] int next(Clock::duration time) const {
        const auto whole = duration_cast<std::chrono::seconds>(time);
        const timespec limit{
            static_cast<std::time_t>(whole.count()),
            static_cast<long>(duration_cast<std::chrono::nanoseconds>(time - whole).count())};
        const int signal = sigtimedwait(&set_, nullptr, &limit);
        return signal > 0 ? signal : 0; // interrupted by another signal: the caller checks the clock
    }

private:
    sigset_t set_{}, before_{};
};

bool has_ended(pid_t child) {
    siginfo_t info{};
    return waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid == child;
}

/// The result of waiting for the child.
struct Waited {
    bool in_time = true;
    int signal = 0; ///< Ends this program.
};

Waited wait_for(pid_t child, double seconds, const BlockedSignals& signals, Reports& reports) {
    constexpr std::chrono::hours unlimited{24};
    const bool limited = seconds > 0;
    auto deadline = Clock::now();
    if (limited) deadline += duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    while (!has_ended(child)) {
        reports.collect(); // so that the pipe never fills and blocks the child
        Clock::duration left = limited ? deadline - Clock::now() : Clock::duration(unlimited);
        if (left <= Clock::duration::zero()) return {.in_time = false};
        const int signal = signals.next(std::min<Clock::duration>(left, std::chrono::seconds(1)));
        if (signal == SIGTSTP) {
            const auto stopped = Clock::now();
            kill(-child, SIGSTOP);
            kill(getpid(), SIGSTOP);
            kill(-child, SIGCONT);
            deadline += Clock::now() - stopped;
        } else if (signal != 0 && signal != SIGCHLD) {
            return {.signal = signal};
        }
    }
    return {};
}

/// Ends the remaining processes of the group and waits for all of them. \return the child's status
int end_group(pid_t child, const BlockedSignals& signals) {
    if (!has_ended(child)) {
        kill(-child, SIGTERM);
        kill(-child, SIGCONT);
        for (const auto until = Clock::now() + grace; !has_ended(child) && Clock::now() < until;)
            static_cast<void>(signals.next(std::chrono::milliseconds(100)));
    }
    kill(-child, SIGKILL); // the number is not reused before waitpid()
    int status = 0;
    for (int other = 0;;) {
        const pid_t ended = waitpid(-child, &other, __WALL);
        if (ended == child) status = other;
        if (ended < 0 && errno != EINTR) return status;
    }
}

[[noreturn]] void lost(const std::string& why) {
    core::print_stderr("mergus: OPERATOR_FAULT: {}\n", why);
    throw Exit{exit_subprocess_lost};
}

/// The child's side of run_in_subprocess.
void be_child(const std::function<void(const JobReport&)>& job, pid_t parent, int pipe,
              const core::TemporaryDirectory& directory) {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(exit_subprocess_lost);
    std::signal(SIGTTOU, SIG_IGN); // a background process may then write to the terminal
    const rlimit no_core{0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    setenv("TMPDIR", directory.path().c_str(), 1);
    const JobReport report(pipe);
    try {
        job(report);
    } catch (...) {
        report.done();
        throw;
    }
    std::fflush(stdout);
    report.done();
}

} // namespace

void run_in_subprocess(const std::function<void(const JobReport&)>& job, double seconds,
                       const std::string& operators) {
    std::optional<core::TemporaryDirectory> directory(std::in_place);
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        throw Error(Code::out_of_memory,
                    fmt::format("cannot create a pipe to a child process: {}", std::strerror(errno)));
    Reports reports(ends[0]);
    const BlockedSignals signals;
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    std::fflush(nullptr);
    const pid_t parent = getpid();
    const pid_t child = fork();
    if (child == 0) {
        allow_exit();
        signals.release();
        return be_child(job, parent, ends[1], *directory);
    }
    close(ends[1]);
    if (child < 0)
        throw Error(Code::out_of_memory,
                    fmt::format("cannot start a child process: {}", std::strerror(errno)));
    setpgid(child, child); // the child calls it too; either may be first
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    const Waited waited = wait_for(child, seconds, signals, reports);
    const int status = end_group(child, signals);
    reports.collect();
    directory.reset();
    if (waited.signal != 0) {
        std::signal(waited.signal, SIG_DFL);
        kill(parent, waited.signal);
        signals.release();
        throw Exit{128 + waited.signal};
    }
    const std::string context = reports.context(operators);
    if (!waited.in_time)
        lost(fmt::format("the time limit of {} s was exceeded (--time-limit){}", seconds, context));
    if (WIFSIGNALED(status))
        lost(fmt::format("the run was ended by {}{}", reason_of(WTERMSIG(status)), context));
    if (!reports.done())
        lost(fmt::format("the run ended with exit code {} before it had a result, for instance by exit(){}",
                         WEXITSTATUS(status), context));
    throw Exit{WEXITSTATUS(status)};
}

} // namespace mergus::tools
