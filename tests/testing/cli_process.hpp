/// \file cli_process.hpp
/// Runs the command-line program as a child process, and keeps a folder for its files.
#pragma once

#include "scratch_directory.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

extern char** environ;

namespace cli {

namespace fs = std::filesystem;
using Json = nlohmann::json;

struct Outcome {
    int exit_code = -1; ///< −1: ended by a signal
    std::string out;
    std::string err;
};

inline std::string content(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
}

/// A separate folder for each test case.
class Folder : public mergus::tests::ScratchDirectory {
public:
    [[nodiscard]] std::string operator/(const std::string& name) const { return (path() / name).string(); }
    std::string write(const std::string& name, const std::string& text) const {
        std::ofstream(path() / name, std::ios::binary) << text;
        return *this / name;
    }
};

/// A running program in its own process group. The destructor kills the group unless it was waited for.
class RunningProgram {
public:
    explicit RunningProgram(std::vector<std::string> arguments) {
        posix_spawn_file_actions_t actions;
        posix_spawnattr_t attributes;
        REQUIRE(posix_spawn_file_actions_init(&actions) == 0);
        REQUIRE(posix_spawnattr_init(&attributes) == 0);
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, (folder_ / "out").c_str(),
                                         O_WRONLY | O_CREAT, 0600);
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, err().c_str(), O_WRONLY | O_CREAT, 0600);
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
        arguments.insert(arguments.begin(), MERGUS_CLI_PATH);
        std::vector<char*> argv;
        for (std::string& argument : arguments) argv.push_back(argument.data());
        argv.push_back(nullptr);
        REQUIRE(posix_spawn(&pid_, MERGUS_CLI_PATH, &actions, &attributes, argv.data(), environ) == 0);
        posix_spawn_file_actions_destroy(&actions);
        posix_spawnattr_destroy(&attributes);
    }
    RunningProgram(const RunningProgram&) = delete;
    RunningProgram& operator=(const RunningProgram&) = delete;
    ~RunningProgram() {
        if (waited_) return;
        kill(-pid_, SIGKILL);
        waitpid(pid_, nullptr, 0);
    }
    [[nodiscard]] pid_t pid() const { return pid_; }
    [[nodiscard]] std::string err() const { return folder_ / "err"; }
    /// \return the status from waitpid().
    int wait() {
        int status = 0;
        REQUIRE(waitpid(pid_, &status, 0) == pid_);
        waited_ = true;
        return status;
    }

private:
    Folder folder_;
    pid_t pid_ = 0;
    bool waited_ = false;
};

/// Runs the program without a shell. Its streams go to files, so that neither can fill up a pipe.
/// \param interrupt_after if not 0, SIGINT is sent after that time
inline Outcome run(std::vector<std::string> arguments, const std::string& stdout_file = "",
                   std::chrono::milliseconds interrupt_after = {}) {
    const Folder folder;
    const std::string out = stdout_file.empty() ? folder / "out" : stdout_file;
    const std::string err = folder / "err";
    posix_spawn_file_actions_t actions;
    REQUIRE(posix_spawn_file_actions_init(&actions) == 0);
    const int flags = O_WRONLY | (stdout_file.empty() ? O_CREAT : 0);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, out.c_str(), flags, 0600);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, err.c_str(), O_WRONLY | O_CREAT, 0600);
    arguments.insert(arguments.begin(), MERGUS_CLI_PATH);
    std::vector<char*> argv;
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    pid_t child = 0;
    REQUIRE(posix_spawn(&child, MERGUS_CLI_PATH, &actions, nullptr, argv.data(), environ) == 0);
    posix_spawn_file_actions_destroy(&actions);
    if (interrupt_after.count() > 0) {
        std::this_thread::sleep_for(interrupt_after);
        kill(child, SIGINT);
    }
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    Outcome outcome;
    if (WIFEXITED(status)) outcome.exit_code = WEXITSTATUS(status);
    if (stdout_file.empty()) outcome.out = content(out);
    outcome.err = content(err);
    return outcome;
}

inline Json run_json(std::vector<std::string> arguments) {
    arguments.emplace_back("--json");
    const Outcome outcome = run(arguments);
    INFO("standard error: ", outcome.err);
    REQUIRE(outcome.exit_code == 0);
    CHECK(outcome.err.empty());
    return Json::parse(outcome.out);
}

/// Checks that standard output is empty and standard error is one line "mergus: CODE: …" with `text`.
inline void check_failure(const std::vector<std::string>& arguments, int exit_code, const std::string& code,
                          const std::string& text = "") {
    const Outcome outcome = run(arguments);
    INFO("standard error: ", outcome.err);
    CHECK(outcome.exit_code == exit_code);
    CHECK(outcome.out.empty());
    CHECK(outcome.err.starts_with("mergus: " + code + ": "));
    CHECK(outcome.err.find('\n') == outcome.err.size() - 1);
    CHECK(outcome.err.find(text) != std::string::npos);
}

} // namespace cli
