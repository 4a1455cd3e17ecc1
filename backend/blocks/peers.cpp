/// \file peers.cpp
#include "peers.hpp"

#include "block.hpp"
#include "rows_of.hpp"

#include <mergus/error.hpp>

#include <fmt/format.h>

#include <chrono>
#include <cstring>
#include <thread>

namespace mergus::blocks {

namespace {

enum class Kind : std::uint64_t { request, request_rows, block, ballot, lost, part };

/// Appends numbers and arrays to a message.
class Writer {
public:
    /// \param size bytes of the message, if they are known
    explicit Writer(Kind kind, std::uint64_t size = 0) {
        bytes_.reserve(size);
        number(static_cast<std::uint64_t>(kind));
    }
    Writer& number(std::uint64_t value) { return bytes(&value, sizeof value); }
    Writer& array(const void* data, std::uint64_t size) { return number(size).bytes(data, size); }
    Bytes take() { return std::move(bytes_); }

private:
    Writer& bytes(const void* data, std::uint64_t size) {
        const std::size_t before = bytes_.size();
        bytes_.resize(before + size);
        if (size > 0) std::memcpy(bytes_.data() + before, data, size);
        return *this;
    }
    Bytes bytes_;
};

/// Reads them. Invariant: never reads beyond the message.
class Reader {
public:
    explicit Reader(const Bytes& message) : at_(message.data()), left_(message.size()) {}
    std::uint64_t number() {
        std::uint64_t value = 0;
        std::memcpy(&value, take(sizeof value), sizeof value);
        return value;
    }
    std::span<const std::byte> array() {
        const std::uint64_t size = number();
        return {take(size), size};
    }
    std::string text() {
        const auto bytes = array();
        return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
    }
    template <class T>
    HostArray<T> values(HostMemory& memory) {
        const auto bytes = array();
        HostArray<T> values;
        values.resize(bytes.size() / sizeof(T), &memory);
        if (!values.empty()) std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
        return values;
    }

private:
    const std::byte* take(std::uint64_t size) {
        if (size > left_) throw Error(Code::device_lost, "a message from another rank is truncated");
        const std::byte* const taken = at_;
        at_ += size;
        left_ -= size;
        return taken;
    }
    const std::byte* at_;
    std::uint64_t left_;
};

/// The block in a message. \throws Error device_lost for a damaged one; what the sender reports
HostArrays block_in(const Bytes& message, const mergus_type* type, HostMemory& memory) {
    Reader reader(message);
    static_cast<void>(reader.number()); // the kind and the number
    static_cast<void>(reader.number());
    if (const std::string error = reader.text(); !error.empty()) throw Error(Code::out_of_memory, error);
    HostArrays arrays;
    arrays.type = type;
    arrays.shape = {reader.number(), reader.number(), reader.number() != 0};
    arrays.nvals = reader.number();
    arrays.is_list = reader.number() != 0;
    arrays.rows = reader.values<std::uint64_t>(memory);
    arrays.cols = reader.values<std::uint64_t>(memory);
    arrays.narrow_cols = reader.values<std::uint32_t>(memory);
    arrays.values = reader.values<std::byte>(memory);
    if (arrays.values.size() != arrays.nvals * type->size) throw Error(Code::panic, "another type");
    return arrays;
}

template <class T>
std::uint64_t bytes_of(const HostArray<T>& values) {
    return values.size() * sizeof(T);
}

} // namespace

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

HostArrays Peers::fetch_rows(const Block& block, const std::vector<std::uint64_t>& rows, HostMemory& memory) {
    require();
    const std::uint64_t bytes = rows.size() * sizeof rows[0];
    send(block.owner(), Writer(Kind::request_rows, bytes + 3 * sizeof bytes)
                            .number(block.number())
                            .array(rows.data(), bytes)
                            .take());
    HostArrays arrays = receive(block.owner(), block.number(), block.type(), memory);
    return in_place(std::move(arrays), rows, block.shape(), memory);
}

HostArrays Peers::receive(int owner, std::uint64_t number, const mergus_type* type, HostMemory& memory) {
    wait([&] { return blocks_.contains(number); },
         [&] { return fmt::format("rank {} does not send block {}", owner, number); });
    const Bytes message = std::move(blocks_.extract(number).mapped());
    try {
        return block_in(message, type, memory);
    } catch (const Error& error) {
        if (error.code() == Code::device_lost) // a damaged message
            give_up(fmt::format("block {} of rank {}: {}", number, owner, error.what()));
        throw;
    }
}

void Peers::serve(int to, std::uint64_t number, const std::optional<std::span<const std::byte>>& rows) {
    std::string error;
    try {
        const auto found = held_.find(number);
        if (found == held_.end()) throw Error(Code::panic, fmt::format("there is no block {}", number));
        const HostArrays& all = found->second->on_host();
        HostArrays some;
        if (rows) some = rows_of(all, *rows);
        const HostArrays& arrays = rows ? some : all;
        constexpr std::uint64_t numbers = 12 * sizeof(std::uint64_t); // all that follow, and sizes of arrays
        Writer writer(Kind::block, numbers + arrays.bytes());
        writer.number(number).array(nullptr, 0); // no error
        writer.number(arrays.shape.nrows).number(arrays.shape.ncols).number(arrays.shape.is_vector ? 1 : 0);
        writer.number(arrays.nvals).number(arrays.is_list ? 1 : 0);
        writer.array(arrays.rows.data(), bytes_of(arrays.rows));
        writer.array(arrays.cols.data(), bytes_of(arrays.cols));
        writer.array(arrays.narrow_cols.data(), bytes_of(arrays.narrow_cols));
        writer.array(arrays.values.data(), arrays.nvals * arrays.type->size);
        send(to, writer.take());
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
        serve(message.from, number, std::nullopt);
    } else if (kind == Kind::request_rows) {
        serve(message.from, number, reader.array());
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
