/// \file process.cpp
/// Arguments are passed to posix_spawn without a shell, so nothing in them is interpreted. In a process with
/// more rights than its user (secure_getenv) a program without a path is one of /usr/bin, and it gets none of
/// the user's environment.
#include "process.hpp"

#include <mergus/error.hpp>

#include <fcntl.h>
#include <ftw.h>
#include <pthread.h>
#include <sched.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
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
                    "cannot create a directory in " + base.string() + ": " + std::strerror(errno));
}

TemporaryDirectory::~TemporaryDirectory() {
    // Not std::filesystem, which throws if memory is exhausted.
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

namespace {

constexpr std::size_t stack_bytes = std::size_t{256} << 10;

/// Input and output of the supervisor, which shares this process's memory.
struct Job {
    const char* file; ///< a path, or a name to be looked up in PATH
    char** argv;
    char** env;
    const char* log;
    const sigset_t* mask; ///< Signal mask of the program.
    ProgramResult result;
};

/// Starts the program and waits for it, in a process with its own signal dispositions. The calling thread is
/// suspended meanwhile, and its thread-local storage is used.
#if defined(__SANITIZE_ADDRESS__) || defined(__clang__)
__attribute__((no_sanitize("address", "undefined")))
#endif
int supervise(void* argument) {
    Job& job = *static_cast<Job*>(argument);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    struct sigaction default_action {};
    default_action.sa_handler = SIG_DFL;
    sigaction(SIGCHLD, &default_action, nullptr);

    sigset_t child_ended;
    sigemptyset(&child_ended);
    sigaddset(&child_ended, SIGCHLD);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setsigmask(&attributes, job.mask);
    posix_spawnattr_setsigdefault(&attributes, &child_ended);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, job.log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_adddup2(&actions, 1, 2);
    pid_t child = 0;
    job.result.not_started = posix_spawnp(&child, job.file, &actions, &attributes, job.argv, job.env);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (job.result.not_started != 0) return 0;
    while (waitpid(child, &job.result.status, 0) < 0)
        if (errno != EINTR) {
            job.result.status = -1;
            break;
        }
    return 0;
}

/// Runs the program through a supervisor process, whose end sends no SIGCHLD to this process (its exit signal
/// is 0). The status of a direct child would be lost if the host ignores SIGCHLD or waits for all its
/// children, and the host would receive a SIGCHLD.
void run_supervised(Job& job) {
    void* const stack =
        mmap(nullptr, stack_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
    if (stack == MAP_FAILED) {
        job.result.not_started = ENOMEM;
        return;
    }
    // Signal handlers of the host must not run in the supervisor, and cancellation points there must not end
    // this thread.
    sigset_t all;
    sigset_t before;
    int cancel = 0;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
    job.mask = &before;
    const pid_t supervisor =
        clone(supervise, static_cast<char*>(stack) + stack_bytes, CLONE_VM | CLONE_VFORK, &job);
    if (supervisor < 0)
        job.result.not_started = errno;
    else
        while (waitpid(supervisor, nullptr, __WALL) < 0 && errno == EINTR) {
        }
    pthread_setcancelstate(cancel, nullptr);
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    munmap(stack, stack_bytes);
}

/// Whether a program gets this variable, NAME=VALUE. A sanitizer preloaded into this process must not be
/// loaded into the program.
bool is_passed_on(const char* variable) {
    const std::string name(variable, std::strcspn(variable, "="));
    return name != "LD_PRELOAD" && name != "LC_ALL" && secure_getenv(name.c_str()) != nullptr;
}

} // namespace

ProgramResult run_program(const std::vector<std::string>& arguments, const std::string& log) {
    std::vector<char*> argv;
    for (const std::string& a : arguments) argv.push_back(const_cast<char*>(a.c_str()));
    argv.push_back(nullptr);
    static char english[] = "LC_ALL=C";
    std::vector<char*> env{english};
    for (char** e = environ; e != nullptr && *e != nullptr; ++e) // clearenv() makes environ null
        if (is_passed_on(*e)) env.push_back(*e);
    static char usual_path[] = "PATH=/usr/bin:/bin"; // GCC does not find its parts without a PATH
    std::string file = arguments.at(0);
    if (secure_getenv("PATH") == nullptr) {
        env.push_back(usual_path);
        if (file.find('/') == std::string::npos) file.insert(0, "/usr/bin/");
    }
    env.push_back(nullptr);

    Job job{file.c_str(), argv.data(), env.data(), log.c_str(), nullptr, {}};
    job.result.status = -1; // until the supervisor sets it
    run_supervised(job);
    return job.result;
}

} // namespace mergus::core
