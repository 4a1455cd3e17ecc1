/// \file peers.cpp
#include "peers.hpp"

#include "block.hpp"
#include "message.hpp"
#include "rows_of.hpp"

#include <mergus/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <thread>

namespace mergus::blocks {

void Peers::require() const {
    if (!lost_.empty()) throw Error(Code::device_lost, "the ranks of this context are lost: " + lost_);
}

void Peers::send(int to, Bytes message) {
    ++messages;
    bytes_sent += message.size();
    try {
        transport_->send(to, std::move(message));
    } catch (const std::exception& error) { // that rank waits for the message
        if (lost_.empty()) leave(fmt::format("rank {} cannot send to rank {}: {}", rank(), to, error.what()));
        throw;
    }
}

HostArrays Peers::fetch(int owner, std::uint64_t number, const mergus_type* type, HostMemory& memory) {
    require();
    send(owner, Writer(Kind::request).number(number).take());
    return receive(owner, number, type, memory);
}

HostArrays Peers::fetch_rows(int owner, std::uint64_t number, const SomeRows& some, const Shape& shape,
                             const mergus_type* type, HostMemory& memory) {
    require();
    const std::uint64_t bytes = some.rows.size() * sizeof some.rows[0];
    send(owner, Writer(Kind::request_rows, bytes + 4 * sizeof bytes)
                    .number(number)
                    .number(some.times)
                    .array(some.rows.data(), bytes)
                    .take());
    return receive(owner, number, type, memory, [&](HostArrays arrays) {
        return arrays.shape == shape ? std::move(arrays)
                                     : in_place(std::move(arrays), some.rows, shape, memory);
    });
}

HostArrays Peers::receive(int owner, std::uint64_t number, const mergus_type* type, HostMemory& memory,
                          const Use& use) {
    wait([&] { return blocks_.contains(number); },
         [&] { return fmt::format("rank {} does not send block {}", owner, number); });
    const Bytes message = std::move(blocks_.extract(number).mapped());
    try {
        HostArrays arrays = block_in(message, type, memory);
        return use ? use(std::move(arrays)) : std::move(arrays);
    } catch (const Error& error) {
        if (error.code() == Code::device_lost) // a damaged message
            give_up(fmt::format("block {} of rank {}: {}", number, owner, error.what()));
        throw;
    }
}

void Peers::serve(int to, std::uint64_t number,
                  const std::function<std::optional<HostArrays>(const HostArrays&)>& rows_of) {
    std::string error;
    try {
        const auto found = held_.find(number);
        if (found == held_.end()) throw Error(Code::panic, fmt::format("there is no block {}", number));
        const HostArrays& all = found->second->on_host();
        std::optional<HostArrays> some;
        if (rows_of) some = rows_of(all);
        send(to, block_message(number, some ? *some : all));
        return;
    } catch (const std::exception& failure) {
        error = fmt::format("rank {}: {}", rank(), failure.what());
    }
    send(to, Writer(Kind::block).number(number).array(error.data(), error.size()).take());
}

std::vector<Bytes> Peers::scatter(std::vector<Bytes> parts) {
    require();
    const std::uint64_t call = next_call_; // which ends with a vote
    auto& received = parts_[call];
    for (int to = 0; to < size(); ++to) {
        Bytes& part = parts[static_cast<std::size_t>(to)];
        if (to == rank())
            received[to] = std::move(part);
        else
            send(to, Writer(Kind::part, 3 * sizeof call + part.size())
                         .number(call)
                         .array(part.data(), part.size())
                         .take());
        Bytes().swap(part);
    }
    const auto missing = [&](int from) { return !received.contains(from); };
    const auto has_ended = [&](int from) { return missing(from) && ballots_[call].contains(from); };
    const auto any = [&](const auto& is) {
        for (int from = 0; from < size(); ++from)
            if (is(from)) return from;
        return size();
    };
    wait([&] { return any(missing) == size() || any(has_ended) < size(); },
         [&] { return fmt::format("rank {} does not send its part", any(missing)); });
    std::vector<Bytes> all;
    if (const int ended = any(has_ended); ended == size())
        for (auto& [from, part] : received) all.push_back(std::move(part));
    else
        throw Error(ballots_[call][ended].vote.code, ballots_[call][ended].vote.message);
    parts_.erase(call);
    return all;
}

std::vector<Bytes> Peers::vote(const std::string& call, Vote own) {
    if (size() == 1) {
        if (own.code != Code::success) throw Error(own.code, own.message);
        std::vector<Bytes> alone;
        alone.push_back(std::move(own.payload));
        return alone;
    }
    require();
    const std::uint64_t number = next_call_++;
    Writer writer(Kind::ballot);
    writer.number(number).array(call.data(), call.size());
    writer.number(static_cast<std::uint64_t>(static_cast<std::int64_t>(own.code)));
    writer.array(own.message.data(), own.message.size());
    writer.array(own.payload.data(), own.payload.size());
    const Bytes message = writer.take();
    for (int to = 0; to < size(); ++to)
        if (to != rank()) send(to, message);
    auto& ballots = ballots_[number];
    ballots[rank()] = {call, std::move(own)};
    wait([&] { return ballots.size() == static_cast<std::size_t>(size()); },
         [&] {
             std::string missing;
             for (int one = 0; one < size(); ++one)
                 if (!ballots.contains(one)) missing += fmt::format("{}{}", missing.empty() ? "" : ", ", one);
             return fmt::format("no word of rank {} at the end of {}", missing, call);
         });
    // The others may wait for this rank's ballot while the program does other things here.
    wait([&] { return !transport_->sending(); },
         [&] { return fmt::format("a rank does not take its messages at the end of {}", call); });
    const std::map<int, Ballot> all = std::move(ballots_.extract(number).mapped());
    parts_.erase(number); // of a call that has failed
    for (const auto& [one, ballot] : all)
        if (ballot.call != all.at(0).call)
            give_up(fmt::format("rank {} runs another program: its call {} is {}, that of rank 0 is {}", one,
                                number, ballot.call, all.at(0).call));
    for (const auto& [one, ballot] : all)
        if (ballot.vote.code != Code::success)
            throw Error(ballot.vote.code, fmt::format("rank {}: {}", one, ballot.vote.message));
    std::vector<Bytes> payloads;
    for (const auto& [one, ballot] : all) payloads.push_back(ballot.vote.payload);
    return payloads;
}

void Peers::progress() {
    try {
        while (std::optional<Message> message = transport_->poll()) {
            ++heard_;
            handle(std::move(*message));
        }
    } catch (const std::exception& error) {
        // A message is lost, for which another rank may wait.
        if (lost_.empty()) give_up(fmt::format("rank {} fails to handle messages: {}", rank(), error.what()));
        throw;
    }
}

void Peers::handle(Message&& message) {
    Reader reader(message.bytes);
    const auto kind = static_cast<Kind>(reader.number());
    const std::uint64_t number = reader.number();
    if (kind == Kind::request) {
        serve(message.from, number, nullptr);
    } else if (kind == Kind::request_rows) {
        const std::uint64_t times = std::max<std::uint64_t>(reader.number(), 1);
        const auto rows = reader.array();
        serve(message.from, number,
              [&](const HostArrays& block) { return rows_of(block, rows, block.bytes() / 2 / times); });
    } else if (kind == Kind::block) {
        blocks_[number] = std::move(message.bytes);
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

void Peers::wait(const std::function<bool()>& done, const std::function<std::string()>& missing) {
    using Clock = std::chrono::steady_clock;
    auto since = Clock::now();
    const auto signs_of_life = [&] { return heard_ + transport_->parts(); };
    std::uint64_t heard = signs_of_life();
    for (unsigned idle = 0;; ++idle) {
        progress();
        if (done()) return;
        if (const std::uint64_t now = signs_of_life(); now != heard) {
            heard = now;
            since = Clock::now();
            idle = 0;
        }
        if (std::chrono::duration<double>(Clock::now() - since).count() > seconds_)
            give_up(fmt::format("{} within {} s", missing(), seconds_));
        // A rank that computes needs the processor more than one that waits. But a message passes in pieces
        // of some kilobytes, one for each look of both ranks.
        constexpr std::chrono::milliseconds awake(100);
        const bool passes = transport_->receiving() || transport_->sending();
        if (idle < 100 || (passes && Clock::now() - since < awake))
            std::this_thread::yield();
        else
            std::this_thread::sleep_for(std::chrono::microseconds(100));
    }
}

void Peers::leave(const std::string& why) {
    lost_ = why;
    for (int to = 0; to < size(); ++to)
        if (to != rank()) {
            try {
                send(to, Writer(Kind::lost).number(0).array(why.data(), why.size()).take());
            } catch (const std::exception&) { // that rank will find out by its own time-out
            }
        }
    if (transport_ != nullptr) transport_->abandon();
}

void Peers::give_up(const std::string& why) {
    leave(why);
    require();
    throw Error(Code::device_lost, why); // not reached
}

} // namespace mergus::blocks
