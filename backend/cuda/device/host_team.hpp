/// \file host_team.hpp
/// Threads of the host that stay from call to call, for copies of some 100 KiB and for functions of the host:
/// starting threads takes longer than such work (4 threads 54 us, 8 threads 136 us, on the host of an H200).
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <thread>
#include <vector>

namespace mergus::cuda {

/// A team belongs to one Device and is used by one thread at a time. Its threads start at the first use. They
/// spin for some 50 us after each work and then sleep.
class HostTeam {
public:
    HostTeam() = default;
    HostTeam(const HostTeam&) = delete;
    HostTeam& operator=(const HostTeam&) = delete;
    ~HostTeam();

    /// The number of threads that a team may have, the caller's included: at most 16, and thread_count().
    [[nodiscard]] static unsigned size() noexcept;

    /// Whether at most half of the processors run something besides this team's threads, the calling thread
    /// included, or MERGUS_THREADS is set. Otherwise the team would compete with threads of the program.
    /// Takes some microseconds.
    [[nodiscard]] bool has_processors() const noexcept;

    /// Runs lead() in the caller's thread. If has_processors(): until it returns or throws, the other threads
    /// call step() again and again: a short part of the work that must not throw. \return of step(): whether
    /// there was a part. lead() must be able to do all work alone. Only a thread within step() is waited for.
    template <class Lead, class Step>
    void run(const Lead& lead, const Step& step) {
        if (!has_processors()) return lead();
        start([](const void* work) -> bool { return (*static_cast<const Step*>(work))(); }, &step);
        std::exception_ptr failure;
        try {
            lead();
        } catch (...) {
            failure = std::current_exception();
        }
        finish();
        if (failure) std::rethrow_exception(failure);
    }

private:
    using Function = bool (*)(const void*);
    static constexpr std::uint32_t open_bit = 1U << 31; ///< of state_; the other bits count threads in step()

    void start(Function function, const void* work);
    void finish() noexcept;
    void serve() noexcept;
    bool enter() noexcept;
    std::uint32_t next_ticket(std::uint32_t seen) noexcept;

    std::vector<std::thread> threads_;
    int process_ = 0; ///< that started the threads: a forked one has none
    Function function_ = nullptr;
    const void* work_ = nullptr;
    std::atomic<std::uint32_t> state_{0};
    std::atomic<std::uint32_t> ticket_{0}; ///< of the last work
    std::atomic<unsigned> awake_{0};       ///< threads that work or spin
    std::atomic<bool> closing_{false};
};

/// Whether at most half of `processors` run threads, `own` threads not counted, by the content of
/// /proc/loadavg, whose fourth number says how many run; true if it does not say so.
[[nodiscard]] bool leaves_processors(const char* loadavg, unsigned processors, unsigned own) noexcept;

/// One turn of a loop that waits for another thread.
inline void spin_once() noexcept {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#else
    std::this_thread::yield();
#endif
}

} // namespace mergus::cuda
