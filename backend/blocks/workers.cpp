/// \file workers.cpp
#include "workers.hpp"

#include <system_error>
#include <thread>
#include <vector>

#include <unistd.h>

namespace mergus::blocks {

struct Workers::State {
    std::vector<std::thread> threads; ///< number n does body(n + 1)
    const std::function<void(std::size_t)>* body = nullptr;
    std::size_t count = 0;                ///< of the running round
    std::atomic<std::uint64_t> round = 0; ///< rises when there is work, or an end
    std::atomic<std::size_t> running = 0; ///< threads that have not ended the round
    pid_t process = getpid();
    bool ends = false;

    ~State() {
        ends = true;
        ++round;
        round.notify_all();
        for (std::thread& thread : threads) thread.join();
    }
    void work(std::size_t number, std::uint64_t seen) {
        for (;;) {
            wait_while(round, seen);
            seen = round;
            if (ends) return;
            if (number < count) (*body)(number);
            if (--running == 0) running.notify_one();
        }
    }
};

Workers::Workers() : state_(std::make_unique<State>()) {}

Workers::~Workers() {
    if (state_->process != getpid()) static_cast<void>(state_.release());
}

bool Workers::reserve(std::size_t count) {
    if (state_->process != getpid()) { // a forked child has none of the threads
        static_cast<void>(state_.release());
        state_ = std::make_unique<State>();
    }
    State& state = *state_;
    try {
        while (state.threads.size() + 1 < count)
            state.threads.emplace_back(&State::work, &state, state.threads.size() + 1, state.round.load());
    } catch (const std::system_error&) {
        return false;
    }
    return true;
}

void Workers::run(std::size_t count, const std::function<void(std::size_t)>& body) {
    static_cast<void>(reserve(count));
    State& state = *state_;
    state.body = &body;
    state.count = count;
    state.running = state.threads.size();
    ++state.round;
    state.round.notify_all();
    body(0);
    for (std::size_t n = state.threads.size() + 1; n < count; ++n) body(n);
    for (std::size_t left = state.running; left != 0; left = state.running) wait_while(state.running, left);
}

} // namespace mergus::blocks
