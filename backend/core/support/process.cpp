/// \file process.cpp
/// Arguments go to posix_spawn as they are, so that nothing in them is ever taken for a command.
#include "process.hpp"

#include <mergus/error.hpp>

#include <fcntl.h>
#include <ftw.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

extern char** environ;

namespace mergus::core {
namespace fs = std::filesystem;

TemporaryDirectory::TemporaryDirectory() {
    std::error_code ignored;
    fs::path base = fs::temp_directory_path(ignored);
    if (base.empty()) base = "/tmp";
    path_ = (base / "mergus-XXXXXX").string();
    if (mkdtemp(path_.data()) == nullptr)
        throw Error(Code::io_error,
                    "cannot make a directory in " + base.string() + ": " + std::strerror(errno));
}

TemporaryDirectory::~TemporaryDirectory() {
    // Not std::filesystem, which throws where there is no memory: that may be why the directory goes.
    const auto remove_entry = [](const char* path, const struct stat*, int, FTW*) {
        return std::remove(path);
    };
    nftw(path_.c_str(), remove_entry, 8, FTW_DEPTH | FTW_PHYS);
}

void write_file(const std::string& path, std::string_view text) {
    std::ofstream out(path, std::ios::binary);
    out.write(text.data(), static_cast<std::streamsize>(text.size()));
    out.close();
    if (!out) throw Error(Code::io_error, "cannot write " + path);
}

std::string read_file(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return std::move(text).str();
}

Ended run_program(const std::vector<std::string>& arguments, const std::string& log) {
    std::vector<char*> argv;
    for (const std::string& a : arguments) argv.push_back(const_cast<char*>(a.c_str()));
    argv.push_back(nullptr);
    // A sanitizer preloaded into this process is not meant for the program.
    static char english[] = "LC_ALL=C";
    std::vector<char*> env{english};
    for (char** e = environ; *e != nullptr; ++e)
        if (std::strncmp(*e, "LD_PRELOAD=", 11) != 0 && std::strncmp(*e, "LC_ALL=", 7) != 0)
            env.push_back(*e);
    env.push_back(nullptr);

    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_adddup2(&actions, 1, 2);
    pid_t child = 0;
    Ended ended;
    ended.not_started = posix_spawnp(&child, argv[0], &actions, nullptr, argv.data(), env.data());
    posix_spawn_file_actions_destroy(&actions);
    if (ended.not_started != 0) return ended;
    while (waitpid(child, &ended.status, 0) < 0)
        if (errno != EINTR) {
            ended.status = -1;
            break;
        }
    return ended;
}

} // namespace mergus::core
