/// \file probe.cpp
/// The child writes the result to a pipe. Only a complete result counts.
#include "probe.hpp"

#include <mergus/error.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <optional>

namespace mergus::tools {

namespace {

using Clock = std::chrono::steady_clock;
using Json = nlohmann::json;

/// The child: writes the backend's information to the pipe.
[[noreturn]] void report_backend(const std::string& name, int pipe) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    const rlimit no_core{0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    if (const int nothing = open("/dev/null", O_WRONLY); nothing >= 0) dup2(nothing, STDOUT_FILENO);
    std::string text;
    try {
        const BackendInfo info = probe_backend(name);
        Json devices = Json::array();
        for (const DeviceInfo& device : info.devices)
            devices.push_back({{"ordinal", device.ordinal},
                               {"name", device.name},
                               {"memory", device.memory},
                               {"compute_major", device.compute_major},
                               {"compute_minor", device.compute_minor},
                               {"score", device.score},
                               {"reason", device.reason}});
        Json methods = Json::array();
        for (const MethodInfo& method : info.methods)
            methods.push_back({{"operation", method.operation},
                               {"name", method.name},
                               {"summary", method.summary},
                               {"evidence", method.evidence}});
        const Json json = {{"file", info.file.string()},      {"score", info.score}, {"reason", info.reason},
                           {"description", info.description}, {"devices", devices},  {"methods", methods}};
        text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
    } catch (const std::exception&) { // out of memory
        _exit(1);
    }
    for (std::size_t written = 0; written < text.size();) {
        const ssize_t n = write(pipe, text.data() + written, text.size() - written);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) _exit(1);
        written += static_cast<std::size_t>(n);
    }
    _exit(0); // not exit(): exit handlers of the plugin must not run
}

/// Reads until the other end is closed. \return nothing if that does not happen before the deadline
std::optional<std::string> read_until(int pipe, Clock::time_point deadline) {
    std::string text;
    while (true) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
        if (left <= 0) return std::nullopt;
        pollfd waited{pipe, POLLIN, 0};
        if (poll(&waited, 1, static_cast<int>(left)) < 0 && errno != EINTR) return std::nullopt;
        if (waited.revents == 0) continue;
        char bytes[4096];
        const ssize_t n = read(pipe, bytes, sizeof bytes);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return text;
        text.append(bytes, static_cast<std::size_t>(n));
    }
}

std::string description_of_end(pid_t child) {
    int status = 0;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return "ended its process"; // no status, because SIGCHLD is ignored
    if (WIFSIGNALED(status))
        return fmt::format("ended its process by signal {} ({})", WTERMSIG(status),
                           strsignal(WTERMSIG(status)));
    return fmt::format("ended its process with status {}", WEXITSTATUS(status));
}

} // namespace

BackendInfo probe_in_subprocess(const std::string& name, double seconds) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        throw Error(Code::out_of_memory,
                    fmt::format("cannot create a pipe to a child process: {}", std::strerror(errno)));
    std::fflush(nullptr);
    const pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        report_backend(name, ends[1]);
    }
    const int fork_error = errno;
    close(ends[1]);
    if (child < 0) {
        close(ends[0]);
        throw Error(Code::out_of_memory,
                    fmt::format("cannot start a child process: {}", std::strerror(fork_error)));
    }
    const std::optional<std::string> text =
        read_until(ends[0], Clock::now() + std::chrono::milliseconds(std::llround(seconds * 1e3)));
    close(ends[0]);
    if (!text) kill(child, SIGKILL);
    const std::string ended = description_of_end(child);

    BackendInfo info;
    info.name = name;
    if (!text) {
        info.reason = fmt::format("no result within {} s (--time-limit)", seconds);
        return info;
    }
    const Json json = Json::parse(*text, nullptr, false);
    if (json.is_discarded()) {
        info.reason = fmt::format("its code {} during the test whether it can run here", ended);
        return info;
    }
    info.file = json.at("file").get<std::string>();
    info.score = json.at("score").get<int>();
    info.reason = json.at("reason").get<std::string>();
    info.description = json.at("description").get<std::string>();
    for (const Json& device : json.at("devices"))
        info.devices.push_back({.ordinal = device.at("ordinal").get<int>(),
                                .name = device.at("name").get<std::string>(),
                                .memory = device.at("memory").get<std::uint64_t>(),
                                .compute_major = device.at("compute_major").get<int>(),
                                .compute_minor = device.at("compute_minor").get<int>(),
                                .score = device.at("score").get<int>(),
                                .reason = device.at("reason").get<std::string>()});
    for (const Json& method : json.at("methods"))
        info.methods.push_back({.operation = method.at("operation").get<std::string>(),
                                .name = method.at("name").get<std::string>(),
                                .summary = method.at("summary").get<std::string>(),
                                .evidence = method.at("evidence").get<std::string>()});
    return info;
}

} // namespace mergus::tools
