/// \file attend.cpp
/// What Peers does with messages: while a rank waits, and in the thread that attends to them while it
/// computes.
#include "peers.hpp"

#include "block.hpp"
#include "message.hpp"
#include "rows_of.hpp"

#include <mergus/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <span>
#include <thread>

namespace mergus::blocks {

void Peers::or_give_up(const std::function<void()>& body) {
    try {
        body();
    } catch (const std::exception& error) {
        const std::lock_guard lock(mutex_);
        if (lost_.empty()) give_up(fmt::format("rank {} fails to handle messages: {}", rank(), error.what()));
        throw;
    }
}

void Peers::receive_all() {
    or_give_up([this] {
        const std::lock_guard lock(mutex_);
        while (std::optional<Message> message = transport_->poll()) {
            ++heard_;
            handle(std::move(*message));
        }
    });
}

void Peers::handle(Message&& message) {
    Reader reader(message.bytes);
    const auto kind = static_cast<Kind>(reader.number());
    if (kind == Kind::request || kind == Kind::request_rows) return requests_.push_back(std::move(message));
    const std::uint64_t number = reader.number();
    if (kind == Kind::block) {
        const auto asked = answers_.find(number);
        if (asked != answers_.end()) asked->second = std::move(message.bytes);
    } else if (kind == Kind::part) {
        const auto part = reader.array();
        parts_[number][message.from].assign(part.begin(), part.end());
    } else if (kind == Kind::ballot) {
        Ballot ballot;
        ballot.call = reader.text();
        ballot.vote.code = static_cast<Code>(static_cast<std::int64_t>(reader.number()));
        ballot.vote.message = reader.text();
        const auto payload = reader.array();
        ballot.vote.payload.assign(payload.begin(), payload.end());
        ballots_[number][message.from] = std::move(ballot);
    } else {
        lost_ = fmt::format("rank {} says: {}", message.from, reader.text());
        transport_->abandon();
        require();
    }
}

void Peers::answer_all(bool may_wait) {
    or_give_up([this, may_wait] {
        for (;;) {
            Message request;
            {
                const std::lock_guard lock(mutex_);
                const auto next = std::find_if(requests_.begin(), requests_.end(),
                                               [&](const Message& one) { return may_wait || is_ready(one); });
                if (next == requests_.end()) return;
                request = std::move(*next);
                requests_.erase(next);
            }
            answer(request);
        }
    });
}

void Peers::answer_ready() {
    if (size() == 1) return;
    const std::lock_guard blocks(residency_);
    answer_all(false);
}

bool Peers::is_ready(const Message& request) const {
    Reader reader(request.bytes);
    static_cast<void>(reader.number()); // the kind, and the number of the request
    static_cast<void>(reader.number());
    const auto found = held_.find(reader.number());
    return found == held_.end() || found->second->can_be_read();
}

void Peers::answer(const Message& request) {
    Reader reader(request.bytes);
    const auto kind = static_cast<Kind>(reader.number());
    const std::uint64_t asked = reader.number(), number = reader.number();
    const bool some_rows = kind == Kind::request_rows;
    const std::uint64_t times = some_rows ? std::max<std::uint64_t>(reader.number(), 1) : 1;
    const auto rows = some_rows ? reader.array() : std::span<const std::byte>();
    std::string error;
    Bytes message;
    try {
        const auto found = held_.find(number);
        if (found == held_.end()) throw Error(Code::panic, fmt::format("there is no block {}", number));
        const HostArrays& all = found->second->on_host();
        std::optional<HostArrays> some;
        if (some_rows) some = rows_of(all, rows, all.bytes() / 2 / times);
        message = block_message(asked, some ? *some : all);
    } catch (const std::exception& failure) {
        error = fmt::format("rank {}: {}", rank(), failure.what());
    }
    if (!error.empty()) message = Writer(Kind::block).number(asked).array(error.data(), error.size()).take();
    send(request.from, std::move(message));
}

bool Peers::attend() noexcept {
    try {
        if (entered_ > 0 || is_lost()) return false;
        receive_all();
        if (const std::unique_lock blocks(residency_, std::try_to_lock); blocks.owns_lock())
            answer_all(false);
        const std::lock_guard lock(mutex_);
        pace_.looked(signs_of_life(), transport_->receiving() || transport_->sending());
        return !pace_.rests();
    } catch (const std::exception&) { // the rank will find out
        return false;
    }
}

std::unique_lock<std::recursive_mutex> Peers::wait(const std::function<bool()>& done,
                                                   const std::function<std::string()>& missing) {
    const Entered entered(*this);
    constexpr double awake = .005; // a rest makes a call that takes longer at most 3 % longer
    for (Pace pace(awake);;) {
        {
            const std::lock_guard blocks(residency_);
            receive_all();
            answer_all(true);
        }
        std::unique_lock lock(mutex_);
        require();
        if (done()) return lock;
        pace.looked(signs_of_life(), transport_->receiving() || transport_->sending());
        if (pace.silence() > seconds_) give_up(fmt::format("{} within {} s", missing(), seconds_));
        lock.unlock();
        if (pace.rests())
            std::this_thread::sleep_for(std::chrono::microseconds(100));
        else
            std::this_thread::yield();
    }
}

void Peers::give_up(const std::string& why) {
    leave(why);
    require();
    throw Error(Code::device_lost, why); // not reached
}

} // namespace mergus::blocks
