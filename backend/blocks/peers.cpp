/// \file peers.cpp
#include "peers.hpp"

#include "message.hpp"
#include "rows_of.hpp"

#include <mergus/error.hpp>

#include <fmt/format.h>

#include <chrono>

namespace mergus::blocks {

void Peers::require() const {
    const std::lock_guard lock(mutex_);
    if (!lost_.empty()) throw Error(Code::device_lost, "the ranks of this context are lost: " + lost_);
}

void Peers::send(int to, Bytes message) {
    const std::lock_guard lock(mutex_);
    ++messages;
    bytes_sent += message.size();
    try {
        transport_->send(to, std::move(message));
    } catch (const std::exception& error) { // that rank waits for the message
        if (lost_.empty()) leave(fmt::format("rank {} cannot send to rank {}: {}", rank(), to, error.what()));
        throw;
    }
}

std::uint64_t Peers::request(int owner, const std::function<Bytes(std::uint64_t)>& message) {
    const Entered entered(*this);
    const std::lock_guard lock(mutex_);
    require();
    const std::uint64_t number = next_request_++;
    answers_[number];
    send(owner, message(number));
    return number;
}

std::uint64_t Peers::ask(const Wanted& block) {
    return request(block.owner, [&](std::uint64_t number) {
        return Writer(Kind::request).number(number).number(block.number).take();
    });
}

HostArrays Peers::fetch_rows(const Wanted& block, const SomeRows& some, HostMemory& memory) {
    const std::uint64_t bytes = some.rows.size() * sizeof some.rows[0];
    const std::uint64_t asked = request(block.owner, [&](std::uint64_t number) {
        return Writer(Kind::request_rows, bytes + 5 * sizeof bytes)
            .number(number)
            .number(block.number)
            .number(some.times)
            .array(some.rows.data(), bytes)
            .take();
    });
    HostArrays arrays = receive(block, asked, memory);
    return arrays.shape == block.shape ? std::move(arrays)
                                       : in_place(std::move(arrays), some.rows, block.shape, memory);
}

HostArrays Peers::receive(const Wanted& block, std::uint64_t request, HostMemory& memory) {
    Bytes message;
    {
        const auto start = std::chrono::steady_clock::now();
        ++received;
        if (has_arrived(request)) ++received_ahead;
        const auto lock =
            wait([&] { return answers_.at(request).has_value(); },
                 [&] { return fmt::format("rank {} does not send block {}", block.owner, block.number); });
        waited += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        message = std::move(*answers_.extract(request).mapped());
    }
    try {
        return block_in(message, block.type, memory);
    } catch (const Error& error) {
        if (error.code() == Code::device_lost) // a damaged message
            give_up(fmt::format("block {} of rank {}: {}", block.number, block.owner, error.what()));
        throw;
    }
}

bool Peers::has_arrived(std::uint64_t request) const {
    const std::lock_guard lock(mutex_);
    return answers_.at(request).has_value();
}

void Peers::forget(std::uint64_t request) noexcept {
    const Entered entered(*this);
    const std::lock_guard lock(mutex_);
    answers_.erase(request);
}

std::vector<Bytes> Peers::scatter(std::vector<Bytes> parts) {
    require();
    const std::uint64_t call = next_call_; // which ends with a vote
    for (int to = 0; to < size(); ++to) {
        Bytes& part = parts[static_cast<std::size_t>(to)];
        const std::lock_guard lock(mutex_);
        if (to == rank())
            parts_[call][to] = std::move(part);
        else
            send(to, Writer(Kind::part, 3 * sizeof call + part.size())
                         .number(call)
                         .array(part.data(), part.size())
                         .take());
        Bytes().swap(part);
    }
    const auto missing = [&](int from) { return !parts_[call].contains(from); };
    const auto has_ended = [&](int from) { return missing(from) && ballots_[call].contains(from); };
    const auto any = [&](const auto& is) {
        for (int from = 0; from < size(); ++from)
            if (is(from)) return from;
        return size();
    };
    const auto lock = wait([&] { return any(missing) == size() || any(has_ended) < size(); },
                           [&] { return fmt::format("rank {} does not send its part", any(missing)); });
    std::vector<Bytes> all;
    if (const int ended = any(has_ended); ended == size())
        for (auto& [from, part] : parts_[call]) all.push_back(std::move(part));
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
    const auto& ballots = [&]() -> const std::map<int, Ballot>& {
        const std::lock_guard lock(mutex_);
        auto& of_call = ballots_[number];
        of_call[rank()] = {call, std::move(own)};
        return of_call;
    }();
    static_cast<void>(wait([&] { return ballots.size() == static_cast<std::size_t>(size()); },
                           [&] {
                               std::string missing;
                               for (int one = 0; one < size(); ++one)
                                   if (!ballots.contains(one))
                                       missing += fmt::format("{}{}", missing.empty() ? "" : ", ", one);
                               return fmt::format("no word of rank {} at the end of {}", missing, call);
                           }));
    std::map<int, Ballot> all;
    {
        // The others may wait for this rank's ballot while the program does other things here.
        const auto lock =
            wait([&] { return !transport_->sending(); },
                 [&] { return fmt::format("a rank does not take its messages at the end of {}", call); });
        all = std::move(ballots_.extract(number).mapped());
        parts_.erase(number); // of a call that has failed
    }
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

void Peers::leave(const std::string& why) {
    const std::lock_guard lock(mutex_);
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

} // namespace mergus::blocks
