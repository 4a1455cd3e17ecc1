/// \file peers.hpp
/// The other ranks of a context: blocks that they hold, and the common result of a call.
///
/// All ranks run the same program, so they make the same calls, and blocks get the same numbers everywhere.
/// A rank computes its own blocks of a result, and asks for the parts of the operands that others hold. Each
/// call ends with the votes of all ranks, so a block lives until no rank needs it, and an error on one rank
/// is an error on all.
///
/// Invariant: a rank that waits answers requests, so ranks that wait for each other go on. A rank that does
/// not hear from another one for the time-out gives the context up, and says so to the others.
#pragma once

#include "transfer.hpp"
#include "transport.hpp"

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace mergus::blocks {

class Block;

class Peers {
public:
    /// \param transport null: this process is alone; \param seconds the time-out
    Peers(std::unique_ptr<Transport> transport, double seconds)
        : transport_(std::move(transport)), seconds_(seconds) {}

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
    /// A block of this rank that others may ask for, while it exists.
    void hold(std::uint64_t number, const Block& block) { held_[number] = &block; }
    void release(std::uint64_t number) { held_.erase(number); }

    /// The entries of a block of another rank, in page-locked memory if there is some.
    /// \throws Error device_lost
    HostArrays fetch(int owner, std::uint64_t number, const mergus_type* type, HostMemory& memory);

    /// Rows of a block, in increasing order. All of it is sent if `times` as many bytes would be more than
    /// half of it.
    struct SomeRows {
        const std::vector<std::uint64_t>& rows;
        std::uint64_t times;
    };
    /// They, or all of the block, as a matrix of the block's shape. \throws Error device_lost
    HostArrays fetch_rows(int owner, std::uint64_t number, const SomeRows& some, const Shape& shape,
                          const mergus_type* type, HostMemory& memory);

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

    /// Gives the context up, and says so to the others.
    void leave(const std::string& why);
    /// \throws Error device_lost, if the context was given up
    void require() const;

    std::uint64_t messages = 0, bytes_sent = 0; ///< since the context was made
    /// Calls that have ended with a vote.
    [[nodiscard]] std::uint64_t calls() const noexcept { return next_call_; }

private:
    struct Ballot {
        std::string call;
        Vote vote;
    };
    void send(int to, Bytes message);
    void progress();
    void handle(Message&& message);
    /// The answer to a request. \param rows_of what is sent of the block; null: all
    void serve(int to, std::uint64_t number,
               const std::function<std::optional<HostArrays>(const HostArrays&)>& rows_of);
    using Use = std::function<HostArrays(HostArrays)>;
    HostArrays receive(int owner, std::uint64_t number, const mergus_type* type, HostMemory& memory,
                       const Use& use = nullptr);
    void wait(const std::function<bool()>& done, const std::function<std::string()>& missing);
    [[noreturn]] void give_up(const std::string& why);

    std::unique_ptr<Transport> transport_;
    double seconds_;
    std::uint64_t next_number_ = 0, next_call_ = 0, heard_ = 0;
    std::map<std::uint64_t, const Block*> held_;
    std::map<std::uint64_t, Bytes> blocks_;                  ///< fetched, by number
    std::map<std::uint64_t, std::map<int, Ballot>> ballots_; ///< by call and rank
    std::map<std::uint64_t, std::map<int, Bytes>> parts_;    ///< of scatter(), by call and rank
    std::string lost_;                                       ///< why the context was given up
};

} // namespace mergus::blocks
