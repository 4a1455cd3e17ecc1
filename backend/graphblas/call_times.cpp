/// \file call_times.cpp
#include "call_times.hpp"

#include "environment.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace mergus::grb {

namespace {

struct Times {
    std::uint64_t calls = 0;
    std::chrono::nanoseconds sum{}, longest{};
};

struct Table {
    std::mutex mutex;
    std::map<std::string, Times, std::less<>> functions;
};

Table& table() {
    static auto* const made = new Table; // never destroyed: programs call in their exit handlers
    return *made;
}

std::atomic<bool> timing{false};

double milliseconds(std::chrono::nanoseconds time) {
    return std::chrono::duration<double, std::milli>(time).count();
}

} // namespace

bool times_calls() noexcept {
    return timing.load(std::memory_order_relaxed);
}

void start_call_times() {
    timing.store(core::log_has("calls"), std::memory_order_relaxed);
}

void add_call_time(const char* function, std::chrono::nanoseconds time) noexcept {
    try {
        const std::lock_guard lock(table().mutex);
        Times& times = table().functions[function];
        ++times.calls;
        times.sum += time;
        times.longest = std::max(times.longest, time);
    } catch (...) { // no memory: this call is not counted
    }
}

void print_call_times() noexcept {
    if (!times_calls()) return;
    try {
        const std::lock_guard lock(table().mutex);
        std::vector<std::pair<std::string, Times>> rows(table().functions.begin(), table().functions.end());
        table().functions.clear();
        std::ranges::sort(rows, std::ranges::greater{}, [](const auto& row) { return row.second.sum; });
        std::string text = "mergus: calls of the GraphBLAS C API: calls, ms, longest ms, function\n";
        for (const auto& [name, times] : rows) {
            char line[64];
            static_cast<void>(std::snprintf(line, sizeof line, "%9llu %11.3f %11.3f  ",
                                            static_cast<unsigned long long>(times.calls),
                                            milliseconds(times.sum), milliseconds(times.longest)));
            text += line + name + '\n';
        }
        static_cast<void>(std::fputs(text.c_str(), stderr));
    } catch (...) { // no memory: no table
    }
}

} // namespace mergus::grb
