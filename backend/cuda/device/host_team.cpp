/// \file host_team.cpp
#include "host_team.hpp"

#include "environment.hpp"
#include "parallel.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <new>
#include <system_error>

namespace mergus::cuda {

namespace {

constexpr unsigned max_threads = 16; ///< copies are not faster with more
constexpr std::chrono::microseconds spin_time{50};
constexpr int idle_turns = 16; ///< between two steps that found no work

} // namespace

unsigned HostTeam::size() noexcept {
    static const unsigned processors = std::thread::hardware_concurrency(); // asks the system
    const unsigned otherwise = core::value_of(core::Variable::threads) == nullptr ? processors : 0;
    return std::min(core::thread_count(otherwise), max_threads);
}

bool leaves_processors(const char* loadavg, unsigned processors, unsigned own) noexcept {
    unsigned running = 0;
    return std::sscanf(loadavg, "%*s %*s %*s %u/", &running) != 1 || running <= processors / 2 + own;
}

/// Threads of OpenMP spin for milliseconds after their work. Beside 15 of them on 16 processors a matrix was
/// relabelled (two lists of 2 MiB, copied by a team) in 8.3 ms, without a team in 1.15.
bool HostTeam::has_processors() const noexcept {
    static const unsigned processors = std::thread::hardware_concurrency();
    static const int file = open("/proc/loadavg", O_RDONLY | O_CLOEXEC);
    if (core::value_of(core::Variable::threads) != nullptr || file < 0) return true;
    char text[64];
    const ssize_t length = pread(file, text, sizeof text - 1, 0);
    text[std::max<ssize_t>(length, 0)] = '\0';
    return leaves_processors(text, processors, awake_.load(std::memory_order_relaxed));
}

HostTeam::~HostTeam() {
    if (threads_.empty()) return;
    const bool forked = process_ != getpid();
    closing_ = true;
    ticket_.fetch_add(1, std::memory_order_release);
    ticket_.notify_all();
    for (std::thread& thread : threads_)
        if (forked)
            thread.detach();
        else
            thread.join();
}

void HostTeam::start(Function function, const void* work) {
    function_ = function;
    work_ = work;
    state_.store(open_bit, std::memory_order_release);
    if (threads_.empty()) {
        process_ = getpid();
        const unsigned helpers = size() - 1;
        try {
            threads_.reserve(helpers);
            while (threads_.size() < helpers) threads_.emplace_back([this] { serve(); });
        } catch (const std::system_error&) { // the system has no more threads; the others do the work
        } catch (const std::bad_alloc&) {    // the same without memory
        }
    }
    ticket_.fetch_add(1, std::memory_order_release);
    ticket_.notify_all();
}

void HostTeam::finish() noexcept {
    state_.fetch_and(~open_bit, std::memory_order_acq_rel);
    while (state_.load(std::memory_order_acquire) != 0) spin_once();
}

std::uint32_t HostTeam::next_ticket(std::uint32_t seen) noexcept {
    using clock = std::chrono::steady_clock;
    constexpr int turns = 64; // between two reads of the clock
    for (const auto end = clock::now() + spin_time; clock::now() < end;)
        for (int turn = 0; turn < turns; ++turn) {
            const std::uint32_t ticket = ticket_.load(std::memory_order_acquire);
            if (ticket != seen) return ticket;
            spin_once();
        }
    awake_.fetch_sub(1, std::memory_order_relaxed);
    ticket_.wait(seen, std::memory_order_acquire);
    awake_.fetch_add(1, std::memory_order_relaxed);
    return ticket_.load(std::memory_order_acquire);
}

/// Counts the calling thread among those in step(), unless lead() has ended.
bool HostTeam::enter() noexcept {
    std::uint32_t state = state_.load(std::memory_order_acquire);
    while ((state & open_bit) != 0)
        if (state_.compare_exchange_weak(state, state + 1, std::memory_order_acq_rel)) return true;
    return false;
}

void HostTeam::serve() noexcept {
    awake_.fetch_add(1, std::memory_order_relaxed);
    std::uint32_t seen = 0;
    while (true) {
        seen = next_ticket(seen);
        if (closing_) return;
        while (enter()) {
            const bool worked = function_(work_);
            state_.fetch_sub(1, std::memory_order_acq_rel);
            for (int turn = 0; !worked && turn < idle_turns; ++turn) spin_once();
        }
    }
}

} // namespace mergus::cuda
