/// \file attendant.cpp
#include "attendant.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include <unistd.h>

namespace mergus::blocks {

struct Attendant::State {
    std::function<bool()> look;
    std::mutex mutex{};
    std::condition_variable changed{};
    bool active = false, ends = false, looking = false;
    std::thread thread{};
    pid_t process = getpid();

    void work() {
        using std::chrono::microseconds;
        constexpr microseconds shortest(100), longest(1000);
        std::unique_lock lock(mutex);
        while (!ends) {
            changed.wait(lock, [this] { return active || ends; });
            // The first look is after a rest, since most calls end before.
            for (microseconds rest = shortest; active && !ends; rest = std::min(2 * rest, longest)) {
                if (changed.wait_for(lock, rest, [this] { return !active || ends; })) break;
                looking = true;
                for (bool again = true; again && active && !ends;) {
                    lock.unlock();
                    again = look();
                    if (again) {
                        std::this_thread::yield();
                        rest = shortest;
                    }
                    lock.lock();
                }
                looking = false;
                changed.notify_all();
            }
        }
    }
};

Attendant::Attendant(std::function<bool()> look) : state_(new State{std::move(look)}) {}

Attendant::~Attendant() {
    if (state_->process != getpid()) { // a forked child has no such thread
        static_cast<void>(state_.release());
        return;
    }
    {
        const std::lock_guard lock(state_->mutex);
        state_->ends = true;
    }
    state_->changed.notify_all();
    if (state_->thread.joinable()) state_->thread.join();
}

void Attendant::resume() {
    {
        const std::lock_guard lock(state_->mutex);
        state_->active = true;
    }
    if (state_->thread.joinable()) return state_->changed.notify_all();
    try {
        state_->thread = std::thread(&State::work, state_.get());
    } catch (const std::system_error&) { // the rank answers while it waits
    }
}

void Attendant::pause() {
    std::unique_lock lock(state_->mutex);
    state_->active = false;
    state_->changed.wait(lock, [this] { return !state_->looking; });
}

} // namespace mergus::blocks
