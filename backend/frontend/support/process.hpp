/// \file process.hpp
/// Running programs without a shell, and temporary files, for callers of the system's compiler.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mergus::core {

/// A new directory in the system's directory for temporary files, accessible only to this user. The
/// destructor removes it with its content. \throws Error io_error
class TemporaryDirectory {
public:
    TemporaryDirectory();
    TemporaryDirectory(const TemporaryDirectory&) = delete;
    TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
    ~TemporaryDirectory();
    [[nodiscard]] const std::string& path() const noexcept { return path_; }
    [[nodiscard]] std::string operator/(const char* name) const { return path_ + "/" + name; }

private:
    std::string path_;
};

/// \throws Error io_error.
void write_file(const std::string& path, std::string_view text);
/// The bytes of the file; empty if it cannot be read.
std::string read_file(const std::string& path);

/// How a program ended.
struct ProgramResult {
    int not_started = 0; ///< errno if it could not be started, else 0.
    int status = 0;      ///< As from waitpid; -1: unknown.
    [[nodiscard]] bool succeeded() const noexcept { return not_started == 0 && status == 0; }
};

/// Runs a program, found by PATH, with empty standard input and all output in the file `log`. Messages are in
/// English. Independent of how this process handles SIGCHLD and its children; the process receives no SIGCHLD
/// for the program. The calling thread blocks signals until the program has ended, except those that end the
/// process.
ProgramResult run_program(const std::vector<std::string>& arguments, const std::string& log);

} // namespace mergus::core
