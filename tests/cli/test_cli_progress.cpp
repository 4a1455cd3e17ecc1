/// \file test_cli_progress.cpp
/// The progress bars of the subcommands of graph algorithms, on a pseudo-terminal.
#include "cli_files.hpp"

#include <poll.h>

#include <array>

namespace {

using namespace cli;

/// A program whose standard error is a terminal; its other output is dropped.
class TerminalProgram {
public:
    explicit TerminalProgram(std::vector<std::string> arguments)
        : terminal_(posix_openpt(O_RDWR | O_NOCTTY)) {
        REQUIRE(terminal_ >= 0);
        REQUIRE(grantpt(terminal_) == 0);
        REQUIRE(unlockpt(terminal_) == 0);
        const std::string line = ptsname(terminal_);
        posix_spawn_file_actions_t actions;
        REQUIRE(posix_spawn_file_actions_init(&actions) == 0);
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, line.c_str(), O_WRONLY | O_NOCTTY, 0);
        arguments.insert(arguments.begin(), MERGUS_CLI_PATH);
        std::vector<char*> argv;
        for (std::string& argument : arguments) argv.push_back(argument.data());
        argv.push_back(nullptr);
        REQUIRE(posix_spawn(&child_, MERGUS_CLI_PATH, &actions, nullptr, argv.data(), environ) == 0);
        posix_spawn_file_actions_destroy(&actions);
    }
    TerminalProgram(const TerminalProgram&) = delete;
    TerminalProgram& operator=(const TerminalProgram&) = delete;
    ~TerminalProgram() {
        if (child_ > 0) {
            kill(child_, SIGKILL);
            waitpid(child_, nullptr, 0);
        }
        close(terminal_);
    }

    /// Reads until the text has been shown or the program has ended. \return whether it was shown
    bool shows(const std::string& text) {
        while (seen_.find(text) == std::string::npos)
            if (!read_some()) return false;
        return true;
    }
    void interrupt() const { kill(child_, SIGINT); }

    /// Reads the rest. \return the status from waitpid()
    int wait() {
        while (read_some()) {
        }
        int status = 0;
        REQUIRE(waitpid(child_, &status, 0) == child_);
        child_ = 0;
        return status;
    }
    [[nodiscard]] const std::string& seen() const { return seen_; }

private:
    /// \return false at the end of the program, whose terminal then fails to be read
    bool read_some() {
        pollfd ready{terminal_, POLLIN, 0};
        constexpr int patience_ms = 120'000;
        REQUIRE(poll(&ready, 1, patience_ms) == 1);
        std::array<char, 4096> buffer{};
        const ssize_t count = ::read(terminal_, buffer.data(), buffer.size());
        if (count <= 0) return false;
        seen_.append(buffer.data(), static_cast<std::size_t>(count));
        return true;
    }

    int terminal_;
    pid_t child_ = 0;
    std::string seen_;
};

/// Work of some seconds on every machine, in many short steps.
const std::vector<std::string> long_work = {"betweenness",  "poisson2d5:n=60", "--sources",  "3600",
                                            "--symmetrize", "--backend",       "suitesparse"};

} // namespace

TEST_CASE("cli: an algorithm that takes long shows a bar on a terminal, and erases it") {
    TerminalProgram program(long_work);
    REQUIRE(program.shows("betweenness  ["));
    CHECK(program.shows(" sources"));
    CHECK(program.shows("batch "));
    program.interrupt(); // as by Ctrl-C
    const int status = program.wait();
    CHECK((WIFSIGNALED(status) || WEXITSTATUS(status) != 0));
    CHECK(program.seen().ends_with("\n")); // the shell's prompt gets a line of its own

    // More work until it takes long on this machine.
    std::string seen;
    for (int iterations = 400; seen.empty() && iterations <= 400 * 256; iterations *= 4) {
        TerminalProgram whole({"pagerank", "rmat:scale=15,ef=16", "--tolerance", "0", "--iterations",
                               std::to_string(iterations), "--backend", "suitesparse"});
        CHECK(whole.wait() == 0);
        seen = whole.seen();
    }
    CHECK(seen.find("pagerank  [") != std::string::npos);
    CHECK(seen.find("residual ") != std::string::npos);
    CHECK(seen.ends_with("\r\033[K"));
}

TEST_CASE("cli: no bar for short work, for --explain, and where standard error is no terminal") {
    TerminalProgram small({"betweenness", "poisson2d5:n=3", "--backend", "suitesparse"});
    CHECK(small.wait() == 0);
    CHECK(small.seen().empty());

    TerminalProgram explained({"cores", "poisson2d5:n=40", "--backend", "suitesparse", "--explain"});
    CHECK(explained.wait() == 0);
    CHECK(explained.seen().find("cores  ") == std::string::npos);

    const Outcome outcome = run(
        {"pagerank", "rmat:scale=12", "--tolerance", "0", "--iterations", "300", "--backend", "suitesparse"});
    CHECK(outcome.exit_code == 0);
    CHECK(outcome.err.empty());
}
