/// \file parallel.hpp
/// Threads for the host-side work (files, generators, conversions): a loop over an index range, and a
/// pipeline whose results come out in order. Threads live as long as one call; exceptions reach the caller.
#pragma once

#include <algorithm>
#include <atomic>
#include <charconv>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <mutex>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace mergus::core {

/// The number of threads that a call uses: what it asks for, else MERGUS_THREADS, else one a processor. No
/// result of the library depends on it. The environment is read on each call, so a program can change it.
inline unsigned thread_count(unsigned requested = 0) noexcept {
    constexpr unsigned most = 1024;
    if (requested != 0) return std::min(requested, most);
    if (const char* text = std::getenv("MERGUS_THREADS")) {
        const std::string_view view = text;
        unsigned value = 0;
        const auto [end, error] = std::from_chars(view.data(), view.data() + view.size(), value);
        if (error == std::errc{} && end == view.data() + view.size() && value != 0)
            return std::min(value, most);
    }
    return std::max(1U, std::thread::hardware_concurrency());
}

/// Joins its threads when it goes.
class ThreadGroup {
public:
    ThreadGroup() = default;
    ThreadGroup(const ThreadGroup&) = delete;
    ThreadGroup& operator=(const ThreadGroup&) = delete;
    ~ThreadGroup() { join(); }

    /// Whether the system gave the thread. Where it gives no more, the work goes on in those that there are.
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

/// Calls body(begin, end) on pieces of [0, count) of at most `grain`, in any order, in `threads` threads
/// (0: thread_count()) of which the caller is one. After an exception no further piece starts; of several,
/// the one from the lowest piece is thrown.
template <class Body>
void parallel_for(std::uint64_t count, std::uint64_t grain, unsigned threads, const Body& body) {
    grain = std::max<std::uint64_t>(grain, 1);
    const std::uint64_t pieces = count / grain + (count % grain != 0 ? 1 : 0);
    std::atomic<std::uint64_t> next{0};
    std::mutex mutex;
    std::exception_ptr failure;
    std::uint64_t failed_piece = 0;

    const auto work = [&] {
        for (std::uint64_t piece = next++; piece < pieces; piece = next++) {
            try {
                const std::uint64_t begin = piece * grain;
                body(begin, begin + std::min(grain, count - begin));
            } catch (...) {
                const std::lock_guard lock(mutex);
                if (!failure || piece < failed_piece) {
                    failure = std::current_exception();
                    failed_piece = piece;
                }
                next = pieces;
            }
        }
    };
    {
        ThreadGroup group;
        const std::uint64_t helpers = std::min<std::uint64_t>(thread_count(threads), pieces);
        while (group.size() + 1 < helpers && group.add(work)) {
        }
        work();
    }
    if (failure) std::rethrow_exception(failure);
}

/// A ring of jobs between one caller and several workers. The caller fills jobs (produce) and takes the
/// finished ones in the order in which it filled them (consume); workers do what lies between (work). At most
/// 2·threads+1 jobs exist, so the memory stays bounded however long the stream is; they are used again, with
/// what storage they have.
template <class Job>
class OrderedPipeline {
public:
    explicit OrderedPipeline(unsigned threads) : threads_(thread_count(threads)) {}

    /// produce(job) -> bool, false at the end; work(job); consume(job). An exception of any of them ends the
    /// run; it is thrown after the jobs before its own were consumed. A pipeline runs once.
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
            // A finished job goes first: what it holds is still in the caches, and its storage is free again.
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
            if (group_.size() == 0) serve_one(work); // the system gave no thread at all
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

    /// However run() ends, the workers are gone before what they refer to.
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
        // At most a thread a job: a short stream starts few.
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

    /// Takes the next job, if there is one, and does its work.
    template <class Work>
    void serve_one(const Work& work) {
        std::unique_lock lock(mutex_);
        if (taken_ == produced_) return; // another worker was faster
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
    std::uint64_t produced_ = 0; ///< written by the caller only, under the mutex
    std::uint64_t taken_ = 0;
    std::uint64_t consumed_ = 0; ///< the caller's own
    bool closing_ = false;
    ThreadGroup group_;
};

} // namespace mergus::core
