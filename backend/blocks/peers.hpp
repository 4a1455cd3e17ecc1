/// \file peers.hpp
/// The other ranks of a context: blocks that they hold, and the common result of a call.
///
/// All ranks run the same program, so they make the same calls, and blocks get the same numbers everywhere.
/// A rank computes its own blocks of a result, and asks for the parts of the operands that others hold. Each
/// call ends with the votes of all ranks, so a block lives until no rank needs it, and an error on one rank
/// is an error on all.
///
/// Invariant: a rank that waits answers requests, so ranks that wait for each other go on. While a rank
/// computes, a thread receives messages and answers requests. A rank that does not hear from another one for
/// the time-out gives the context up, and says so to the others.
///
/// Answers read blocks: the lock of the blocks is taken before that of the messages. A rank that waits for a
/// block holds the lock of the blocks, so it answers then, and the thread leaves requests to it.
#pragma once

#include "attendant.hpp"
#include "pace.hpp"
#include "transfer.hpp"
#include "transport.hpp"

#include <atomic>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

namespace mergus::blocks {

class Block;

class Peers {
public:
    /// This process is alone. \param residency the lock of the blocks; \param seconds the time-out
    Peers(std::recursive_mutex& residency, double seconds) : residency_(residency), seconds_(seconds) {}
    /// Joins the other ranks, before any other call. \param transport null: there are none
    void join(std::unique_ptr<Transport> transport) { transport_ = std::move(transport); }

    [[nodiscard]] int rank() const noexcept { return transport_ != nullptr ? transport_->rank() : 0; }
    [[nodiscard]] int size() const noexcept { return transport_ != nullptr ? transport_->size() : 1; }
    [[nodiscard]] int local_rank() const noexcept {
        return transport_ != nullptr ? transport_->local_rank() : 0;
    }
    [[nodiscard]] int local_size() const noexcept {
        return transport_ != nullptr ? transport_->local_size() : 1;
    }
    /// The rank that computes and holds a block of a result.
    [[nodiscard]] int owner_of(std::uint64_t block) const noexcept {
        return static_cast<int>(block % static_cast<std::uint64_t>(size()));
    }

    /// Numbers for `count` new blocks, the same on all ranks.
    std::uint64_t numbers(std::uint64_t count) {
        const std::uint64_t first = next_number_;
        next_number_ += count;
        return first;
    }
    /// A block of this rank that others may ask for, while it exists. Under the lock of the blocks.
    void hold(std::uint64_t number, const Block& block) { held_[number] = &block; }
    void release(std::uint64_t number) { held_.erase(number); }

    /// A block of another rank.
    struct Wanted {
        int owner;
        std::uint64_t number;
        const mergus_type* type;
        Shape shape;
    };
    /// Rows of a block, in increasing order. All of it is sent if `times` as many bytes would be more than
    /// half of it.
    struct SomeRows {
        const std::vector<std::uint64_t>& rows;
        std::uint64_t times;
    };
    /// Asks for a block, and does not wait. \returns the number of the request \throws Error device_lost
    std::uint64_t ask(const Wanted& block);
    /// The answer, in page-locked memory if there is some. \throws Error that of the owner; device_lost
    HostArrays receive(const Wanted& block, std::uint64_t request, HostMemory& memory);
    /// The answer is not needed.
    void forget(std::uint64_t request) noexcept;
    /// The rows, or all of the block, as a matrix of the block's shape. \throws Error as receive()
    HostArrays fetch_rows(const Wanted& block, const SomeRows& some, HostMemory& memory);

    /// Sends parts[r] to rank r, and returns what the ranks have sent to this one, by rank. Once in a call,
    /// of all ranks. \throws Error that of a rank that ends the call instead; device_lost
    std::vector<Bytes> scatter(std::vector<Bytes> parts);

    /// What a rank says at the end of a call.
    struct Vote {
        Code code = Code::success;
        std::string message; ///< of the error
        Bytes payload;       ///< what the others need to know of its part of the result
    };
    /// The votes of all ranks, in their order. \param call must be the same on all ranks.
    /// \throws Error: that of the first rank that has one; device_lost
    std::vector<Bytes> vote(const std::string& call, Vote own);

    /// Answers requests that waited for the end of a call of the device.
    void answer_ready();

    /// Gives the context up, and says so to the others.
    void leave(const std::string& why);
    /// \throws Error device_lost, if the context was given up
    void require() const;

    /// The thread handles messages while this exists.
    class Attended {
    public:
        explicit Attended(Peers& peers) : peers_(peers) { peers_.attendant_.resume(); }
        Attended(const Attended&) = delete;
        Attended& operator=(const Attended&) = delete;
        ~Attended() { peers_.attendant_.pause(); }

    private:
        Peers& peers_;
    };

    std::atomic<std::uint64_t> messages = 0, bytes_sent = 0; ///< since the context was made
    std::uint64_t received = 0, received_ahead = 0; ///< blocks; those that were there when they were needed
    double waited = 0;                              ///< seconds for the others
    /// Calls that have ended with a vote.
    [[nodiscard]] std::uint64_t calls() const noexcept { return next_call_; }

private:
    struct Ballot {
        std::string call;
        Vote vote;
    };
    /// The thread leaves mutex_ and the messages to a function while this exists.
    class Entered {
    public:
        explicit Entered(Peers& peers) : peers_(peers) { ++peers_.entered_; }
        Entered(const Entered&) = delete;
        Entered& operator=(const Entered&) = delete;
        ~Entered() { --peers_.entered_; }

    private:
        Peers& peers_;
    };
    void send(int to, Bytes message);
    std::uint64_t request(int owner, const std::function<Bytes(std::uint64_t)>& message);
    [[nodiscard]] bool has_arrived(std::uint64_t request) const;

    [[nodiscard]] bool is_lost() const {
        const std::lock_guard lock(mutex_);
        return !lost_.empty();
    }

    // attend.cpp
    void receive_all();
    /// Answers requests, under the lock of the blocks. \param may_wait for devices that compute
    void answer_all(bool may_wait);
    [[nodiscard]] bool is_ready(const Message& request) const;
    void handle(Message&& message);
    void answer(const Message& request);
    /// Calls the body. After an exception a message is lost, for which another rank may wait.
    void or_give_up(const std::function<void()>& body);
    bool attend() noexcept;
    /// Looks for messages until `done`, which is called under the lock of the messages. \returns that lock
    [[nodiscard]] std::unique_lock<std::recursive_mutex> wait(const std::function<bool()>& done,
                                                              const std::function<std::string()>& missing);
    [[nodiscard]] std::uint64_t signs_of_life() const { return heard_ + transport_->parts(); }
    [[noreturn]] void give_up(const std::string& why);

    std::recursive_mutex& residency_;
    mutable std::recursive_mutex mutex_; ///< of what follows
    std::unique_ptr<Transport> transport_;
    double seconds_;
    std::uint64_t next_number_ = 0, next_call_ = 0, next_request_ = 0, heard_ = 0;
    std::map<std::uint64_t, const Block*> held_;             ///< under the lock of the blocks
    std::deque<Message> requests_;                           ///< of others, without an answer yet
    std::map<std::uint64_t, std::optional<Bytes>> answers_;  ///< to requests of this rank, by their number
    std::map<std::uint64_t, std::map<int, Ballot>> ballots_; ///< by call and rank
    std::map<std::uint64_t, std::map<int, Bytes>> parts_;    ///< of scatter(), by call and rank
    std::string lost_;                                       ///< why the context was given up
    std::atomic<int> entered_ = 0; ///< functions of this class that look for messages, or need mutex_
    Pace pace_{.0001};             ///< of the thread
    Attendant attendant_{[this] { return attend(); }};
};

} // namespace mergus::blocks
