/// \file memory.cpp
/// Linux: /proc/meminfo, the control groups of versions 1 and 2, and getrlimit.
#include "memory.hpp"

#include <mergus/error.hpp>

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string_view>

namespace mergus::core {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t unchecked = std::uint64_t{64} << 20;

std::uint64_t difference(std::uint64_t limit, std::uint64_t used) {
    return limit == unlimited ? unlimited : limit - std::min(limit, used);
}

/// The number in a file; `unlimited` if there is none, or for "max".
std::uint64_t number_in(const fs::path& file) {
    std::uint64_t number = 0;
    return std::ifstream(file) >> number ? number : unlimited;
}

/// The number after `word` at the start of a line, else `missing`.
std::uint64_t number_after(const fs::path& file, std::string_view word, std::uint64_t missing) {
    std::ifstream lines(file);
    for (std::string key; lines >> key;) {
        std::uint64_t number = 0;
        if (key == word && lines >> number) return number;
        lines.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
    }
    return missing;
}

std::uint64_t left_in_system() {
    constexpr std::uint64_t kib = 1024;
    const fs::path file = "/proc/meminfo";
    const std::uint64_t available = number_after(file, "MemAvailable:", unlimited);
    if (available != unlimited) return (available + number_after(file, "SwapFree:", 0)) * kib;
    const long pages = sysconf(_SC_PHYS_PAGES);
    const long page = sysconf(_SC_PAGESIZE);
    return pages > 0 && page > 0 ? static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page)
                                 : unlimited;
}

/// The memory that a group and its parents leave. Cached pages of files count as used, but can be reclaimed.
std::uint64_t left_in_groups(const fs::path& root, const fs::path& group, const char* limit_name,
                             const char* used_name, const char* cache_name) {
    std::uint64_t left = unlimited;
    for (fs::path at = group.relative_path();; at = at.parent_path()) {
        const fs::path folder = root / at;
        const std::uint64_t limit = number_in(folder / limit_name);
        const std::uint64_t used = number_in(folder / used_name);
        if (limit != unlimited && used != unlimited)
            left = std::min(left, difference(limit, difference(used, number_after(folder / "memory.stat",
                                                                                  cache_name, 0))));
        if (at.empty()) return left;
    }
}

/// /proc/self/cgroup has lines "ID:CONTROLLERS:PATH"; version 2 has no controllers.
std::uint64_t left_in_control_groups() {
    const fs::path root = "/sys/fs/cgroup";
    std::uint64_t left = unlimited;
    std::ifstream lines("/proc/self/cgroup");
    for (std::string line; std::getline(lines, line);) {
        const std::size_t first = line.find(':');
        const std::size_t second = first == line.npos ? line.npos : line.find(':', first + 1);
        if (second == line.npos) continue;
        const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
        const fs::path group = line.substr(second + 1);
        if (controllers == ",,")
            left =
                std::min(left, left_in_groups(root, group, "memory.max", "memory.current", "inactive_file"));
        else if (controllers.find(",memory,") != controllers.npos)
            left = std::min(left, left_in_groups(root / "memory", group, "memory.limit_in_bytes",
                                                 "memory.usage_in_bytes", "total_inactive_file"));
    }
    return left;
}

std::uint64_t left_of_limits() {
    // Pages: size, resident, shared, text, lib, data.
    std::array<std::uint64_t, 6> pages{};
    std::ifstream file("/proc/self/statm");
    for (std::uint64_t& number : pages) file >> number;
    const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    std::uint64_t left = unlimited;
    const auto apply = [&](auto resource, std::uint64_t used_pages) {
        rlimit limit{};
        if (getrlimit(resource, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
            left = std::min(left, difference(limit.rlim_cur, used_pages * page));
    };
    apply(RLIMIT_AS, pages[0]);
    apply(RLIMIT_DATA, pages[5]);
    return left;
}

} // namespace

std::uint64_t available_memory() {
    return std::min({left_in_system(), left_in_control_groups(), left_of_limits()});
}

std::string bytes_text(WideBytes bytes) {
    constexpr std::array<const char*, 7> units = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    auto amount = static_cast<double>(bytes);
    std::size_t unit = 0;
    for (; amount >= 1024 && unit + 1 < units.size(); ++unit) amount /= 1024;
    return fmt::format("{:.{}f} {}", amount, unit == 0 ? 0 : 1, units[unit]);
}

void require_memory(WideBytes bytes, const std::string& what) {
    if (bytes < unchecked) return;
    const std::uint64_t available = available_memory();
    if (bytes <= available) return;
    throw Error(Code::out_of_memory, fmt::format("{} need {} of memory; {} are available", what,
                                                 bytes_text(bytes), bytes_text(available)));
}

} // namespace mergus::core
