/// \file parallel.hpp
/// Threads for work on the host (files, generators, conversions): a parallel loop over an index range, and a
/// pipeline that delivers its results in order. Threads end with the call; exceptions propagate to the
/// caller.
#pragma once

#include "environment.hpp"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace mergus::core {

/// The number of threads of a call: `requested` if not 0, else MERGUS_THREADS, else the number of processors.
/// Results do not depend on it. The environment is read on each call.
inline unsigned thread_count(unsigned requested = 0) noexcept {
    constexpr unsigned max_threads = 1024;
    if (requested != 0) return std::min(requested, max_threads);
    if (const char* const text = value_of(Variable::threads)) {
        const std::string_view view = text;
        unsigned value = 0;
        const auto [end, error] = std::from_chars(view.data(), view.data() + view.size(), value);
        if (error == std::errc{} && end == view.data() + view.size() && value != 0)
            return std::min(value, max_threads);
    }
    return std::max(1U, std::thread::hardware_concurrency());
}

/// Threads that the destructor joins.
class ThreadGroup {
public:
    ThreadGroup() = default;
    ThreadGroup(const ThreadGroup&) = delete;
    ThreadGroup& operator=(const ThreadGroup&) = delete;
    ~ThreadGroup() { join(); }

    /// Starts a thread. \return false if the system has no more threads; then the others do the work.
    template <class Function>
    bool add(Function function) {
        try {
            threads_.emplace_back(std::move(function));
            return true;
        } catch (const std::system_error&) {
            return false;
        }
    }
    void join() noexcept {
        for (std::thread& thread : threads_) thread.join();
        threads_.clear();
    }
    [[nodiscard]] std::size_t size() const noexcept { return threads_.size(); }

private:
    std::vector<std::thread> threads_;
};

/// Calls body(begin, end) for chunks of [0, count) of at most `grain` indices, in any order, in `threads`
/// threads (0: thread_count()), one of which is the caller's. After an exception no further chunk starts; of
/// several exceptions, that of the lowest chunk is thrown.
template <class Body>
void parallel_for(std::uint64_t count, std::uint64_t grain, unsigned threads, const Body& body) {
    grain = std::max<std::uint64_t>(grain, 1);
    const std::uint64_t chunks = count / grain + (count % grain != 0 ? 1 : 0);
    std::atomic<std::uint64_t> next{0};
    std::mutex mutex;
    std::exception_ptr failure;
    std::uint64_t failed_chunk = 0;

    const auto work = [&] {
        for (std::uint64_t chunk = next++; chunk < chunks; chunk = next++) {
            try {
                const std::uint64_t begin = chunk * grain;
                body(begin, begin + std::min(grain, count - begin));
            } catch (...) {
                const std::lock_guard lock(mutex);
                if (!failure || chunk < failed_chunk) {
                    failure = std::current_exception();
                    failed_chunk = chunk;
                }
                next = chunks;
            }
        }
    };
    {
        ThreadGroup group;
        const std::uint64_t helpers = std::min<std::uint64_t>(thread_count(threads), chunks);
        while (group.size() + 1 < helpers && group.add(work)) {
        }
        work();
    }
    if (failure) std::rethrow_exception(failure);
}

/// A ring of jobs between the caller and several workers. The caller fills jobs (produce), workers process
/// them (work), and the caller takes the processed jobs in the order in which it filled them (consume). At
/// most 2·threads+1 jobs exist, so memory is bounded for streams of any length. Jobs are reused together with
/// their storage.
template <class Job>
class OrderedPipeline {
public:
    explicit OrderedPipeline(unsigned threads) : threads_(thread_count(threads)) {}

    /// produce(job) -> bool, false at the end; work(job); consume(job). An exception of one of them ends the
    /// run and is thrown after all earlier jobs were consumed. A pipeline runs only once.
    template <class Produce, class Work, class Consume>
    void run(const Produce& produce, const Work& work, const Consume& consume) {
        if (threads_ == 1) {
            Job job;
            while (produce(job)) {
                work(job);
                consume(job);
            }
            return;
        }
        ring_.resize(2 * static_cast<std::size_t>(threads_) + 1);
        const Closer closer{*this};
        std::exception_ptr produce_failure;
        bool ended = false;
        while (true) {
            // Consume finished jobs first: their data is still in the caches, and their storage can be
            // reused.
            while (!ended && produced_ - consumed_ < ring_.size() && !oldest_is_done()) {
                try {
                    ended = !produce(slot(produced_).job);
                } catch (...) {
                    produce_failure = std::current_exception();
                    ended = true;
                }
                if (!ended) publish(work);
            }
            if (consumed_ == produced_) break;
            if (group_.size() == 0) serve_one(work); // the system has no threads
            Slot& oldest = wait_for_oldest();
            if (oldest.failure) std::rethrow_exception(oldest.failure);
            consume(oldest.job);
            ++consumed_;
        }
        if (produce_failure) std::rethrow_exception(produce_failure);
    }

private:
    struct Slot {
        Job job;
        bool done = false;
        std::exception_ptr failure;
    };

    /// Joins the workers before the objects that they refer to are destroyed, however run() ends.
    struct Closer {
        OrderedPipeline& pipeline;
        ~Closer() {
            {
                const std::lock_guard lock(pipeline.mutex_);
                pipeline.closing_ = true;
            }
            pipeline.work_ready_.notify_all();
            pipeline.group_.join();
        }
    };

    Slot& slot(std::uint64_t number) { return ring_[static_cast<std::size_t>(number % ring_.size())]; }

    bool oldest_is_done() {
        const std::lock_guard lock(mutex_);
        return consumed_ < produced_ && slot(consumed_).done;
    }

    Slot& wait_for_oldest() {
        std::unique_lock lock(mutex_);
        job_done_.wait(lock, [&] { return slot(consumed_).done; });
        return slot(consumed_);
    }

    template <class Work>
    void publish(const Work& work) {
        {
            const std::lock_guard lock(mutex_);
            slot(produced_).done = false;
            ++produced_;
        }
        work_ready_.notify_one();
        // At most one thread per job, so short streams start few threads.
        if (group_.size() < threads_) group_.add([this, &work] { serve(work); });
    }

    template <class Work>
    void serve(const Work& work) {
        while (true) {
            {
                std::unique_lock lock(mutex_);
                work_ready_.wait(lock, [&] { return closing_ || taken_ < produced_; });
                if (closing_) return;
            }
            serve_one(work);
        }
    }

    /// Processes the next job, if any.
    template <class Work>
    void serve_one(const Work& work) {
        std::unique_lock lock(mutex_);
        if (taken_ == produced_) return; // another worker took it
        Slot& mine = slot(taken_++);
        lock.unlock();
        std::exception_ptr failure;
        try {
            work(mine.job);
        } catch (...) {
            failure = std::current_exception();
        }
        lock.lock();
        mine.failure = failure;
        mine.done = true;
        job_done_.notify_one();
    }

    unsigned threads_;
    std::vector<Slot> ring_;
    std::mutex mutex_;
    std::condition_variable work_ready_;
    std::condition_variable job_done_;
    std::uint64_t produced_ = 0; ///< Written only by the caller, under the mutex.
    std::uint64_t taken_ = 0;
    std::uint64_t consumed_ = 0; ///< Used only by the caller.
    bool closing_ = false;
    ThreadGroup group_;
};

} // namespace mergus::core
