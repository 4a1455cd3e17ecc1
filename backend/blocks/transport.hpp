/// \file transport.hpp
/// The seam between ranks: messages of bytes, in order between two ranks. peers.hpp gives them a meaning.
#pragma once

#include "message_memory.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace mergus::blocks {

struct Message {
    int from = 0;
    Bytes bytes;
};

/// One rank of a group of processes, or threads, that run the same program. Used by one thread at a time.
class Transport {
public:
    Transport() = default;
    Transport(const Transport&) = delete;
    Transport& operator=(const Transport&) = delete;
    virtual ~Transport() = default;

    [[nodiscard]] virtual int rank() const noexcept = 0;
    [[nodiscard]] virtual int size() const noexcept = 0;
    /// The position of this rank among those of its machine, which share its devices.
    [[nodiscard]] virtual int local_rank() const noexcept = 0;
    /// The number of ranks on this machine, which share its memory.
    [[nodiscard]] virtual int local_size() const noexcept = 0;
    /// Starts to send. Does not wait for the receiver. \throws Error device_lost
    virtual void send(int to, Bytes message) = 0;
    /// A message that has arrived, or none. Does not wait. \throws Error device_lost
    virtual std::optional<Message> poll() = 0;
    /// Whether a message is arriving, which goes on in send() and poll() only.
    [[nodiscard]] virtual bool receiving() const noexcept { return false; }
    /// Whether messages that were sent may not have left yet. They go on in send() and poll().
    [[nodiscard]] virtual bool sending() const noexcept { return false; }
    /// Parts of messages that other ranks have sent or taken until now: signs of life before a long message
    /// ends.
    [[nodiscard]] virtual std::uint64_t parts() const noexcept { return 0; }
    /// After this the group cannot be used: nothing must wait for its other ranks.
    virtual void abandon() noexcept = 0;
};

/// What happens to one message of a group, in tests.
struct TransportFault {
    enum Kind { lose, truncate, fail }; ///< fail: its send() throws
    Kind kind = lose;
    std::uint64_t message = 0; ///< its number from 1 on, of those of all ranks; 0: none
};

/// The transport that the text names: "mpi", or "threads:N" for N contexts of this process, which are the
/// ranks 0 to N - 1 in the order in which they are made; "threads:N,lose:M", or truncate or fail, has a fault
/// at the message M. Null for an empty text.
/// \param seconds the time in which other processes must join
/// \throws Error invalid_value for another text; no_backend where MPI is not available
std::unique_ptr<Transport> open_transport(const std::string& text, double seconds);

/// In threads.cpp.
std::unique_ptr<Transport> join_threads(int size, const TransportFault& fault);

/// What the library libmergus_blocks_mpi.so exports under MERGUS_BLOCKS_MPI_ENTRY: a transport over all
/// processes of MPI, or null with a message. It waits up to `seconds` for the other processes.
/// \param memory of messages, of the library that calls it
using MpiEntry = Transport* (*)(double seconds, MessageMemory& memory, std::string& message);
#define MERGUS_BLOCKS_MPI_ENTRY "mergus_blocks_mpi_transport"

} // namespace mergus::blocks
