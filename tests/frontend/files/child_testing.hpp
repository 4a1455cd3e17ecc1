/// \file child_testing.hpp
/// Runs functions in a child process, with resource limits or to be killed.
#pragma once

#include <doctest/doctest.h>

#include <malloc.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>

namespace mergus::tests {

/// A child process that runs a function and exits with its return value. The parent must have no other
/// threads.
class Child {
public:
    explicit Child(const std::function<int()>& work) {
        pid_ = fork();
        REQUIRE(pid_ >= 0);
        if (pid_ != 0) return;
        int exit_code = 125;
        try {
            exit_code = work();
        } catch (...) {
        }
        _exit(exit_code);
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;
    ~Child() {
        if (pid_ <= 0) return;
        kill(pid_, SIGKILL);
        static_cast<void>(wait());
    }

    /// Bytes written so far according to the system; 0 if the system does not count them.
    [[nodiscard]] std::uint64_t bytes_written() const {
        std::ifstream counters("/proc/" + std::to_string(pid_) + "/io");
        std::uint64_t bytes = 0;
        for (std::string key; counters >> key >> bytes;)
            if (key == "wchar:") return bytes;
        return 0;
    }

    void signal(int number) const { kill(pid_, number); }

    /// The status from waitpid().
    int wait() {
        int status = 0;
        while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
        }
        pid_ = -1;
        return status;
    }

private:
    pid_t pid_ = -1;
};

/// Lowers a resource limit of this process. Call it in a child process only.
inline void limit(decltype(RLIMIT_AS) resource, std::uint64_t most) {
    rlimit value{};
    getrlimit(resource, &value);
    value.rlim_cur = most;
    setrlimit(resource, &value);
}

/// Bytes of address space of this process. A driver of GPUs reserves more than there is memory.
inline std::uint64_t address_space() {
    std::uint64_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    return pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

/// Runs the function in a child process that can take that many bytes of address space more, and returns its
/// text.
inline std::string text_within(std::uint64_t bytes, const std::string& file,
                               const std::function<std::string()>& work) {
    Child child([&] {
#ifdef M_ARENA_MAX // glibc, where each thread would reserve 64 MiB, whatever it allocates
        mallopt(M_ARENA_MAX, 2);
#endif
        limit(RLIMIT_AS, address_space() + bytes);
        std::ofstream(file) << work();
        return 0;
    });
    CHECK(child.wait() == 0);
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
}

} // namespace mergus::tests
