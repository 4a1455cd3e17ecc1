/// \file process.hpp
/// Programs run without a shell, and files for the time of a call: what the users of the system's compiler
/// share.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mergus::core {

/// A directory of its own under the system's temporary one, which only this user can enter; removed with all
/// that is in it. \throws Error io_error.
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
/// The file's bytes; none if it cannot be read.
std::string read_file(const std::string& path);

/// How a program ended.
struct Ended {
    int not_started = 0; ///< errno if it could not be started
    int status = 0;      ///< as waitpid gives it; -1: unknown
    [[nodiscard]] bool well() const noexcept { return not_started == 0 && status == 0; }
};

/// Runs a program, found by PATH, with nothing to read and all its output in the file `log`. Messages are in
/// English. Works whatever this process does with SIGCHLD and its children; it gets no SIGCHLD of the
/// program. The calling thread takes no signals until the program has ended, but for those that end the
/// process.
Ended run_program(const std::vector<std::string>& arguments, const std::string& log);

} // namespace mergus::core
