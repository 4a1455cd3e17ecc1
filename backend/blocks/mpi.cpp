/// \file mpi.cpp
/// The transport over MPI: a library of its own. A message is its length, and then parts of at most 1 GiB,
/// which MPI keeps in order between two ranks.
///
/// Invariant: MPI is used by one thread at a time. All contexts share one communicator, since making another
/// one would wait for all processes; each has its own tag, by the order in which contexts are made.
#include "transport.hpp"

#include <mergus/error.hpp>

#include <mpi.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <list>
#include <mutex>
#include <thread>

namespace mergus::blocks {

namespace {

constexpr int tags = 30000; ///< MPI guarantees 32767
constexpr std::uint64_t largest_part = std::uint64_t{1} << 30;

std::mutex mutex;                  ///< of MPI and what follows
bool abandoned = false;            ///< a group of this process is broken
MPI_Comm everyone = MPI_COMM_NULL; ///< all processes, apart from the program's own messages
int rank_on_machine = 0;
int contexts = 0; ///< made until now

void check(int result, const char* function) {
    if (result == MPI_SUCCESS) return;
    char text[MPI_MAX_ERROR_STRING] = "";
    int length = 0;
    MPI_Error_string(result, text, &length);
    throw Error(Code::device_lost, std::string(function) + ": " + text);
}

/// Ends MPI if this library started it. A broken group would wait in MPI_Finalize for ever, and MPI_Abort may
/// too; a process that ends without them makes mpirun end the others.
void finish() {
    int finished = 0;
    MPI_Finalized(&finished);
    if (finished != 0) return;
    if (abandoned) {
        std::fflush(nullptr);
        _exit(EXIT_FAILURE);
    }
    MPI_Finalize();
}

class Mpi : public Transport {
public:
    Mpi() : tag_(1 + contexts++ % tags) {
        MPI_Comm_rank(everyone, &rank_);
        MPI_Comm_size(everyone, &size_);
        arriving_.resize(static_cast<std::size_t>(size_));
    }

    [[nodiscard]] int rank() const noexcept override { return rank_; }
    [[nodiscard]] int size() const noexcept override { return size_; }

    [[nodiscard]] int local_rank() const noexcept override { return rank_on_machine; }

    void send(int to, Bytes message) override {
        const std::lock_guard lock(mutex);
        Sending& sending = sending_.emplace_back();
        sending.bytes = std::move(message);
        sending.length = sending.bytes.size();
        start(sending, to, &sending.length, sizeof sending.length);
        for (std::uint64_t at = 0; at < sending.length; at += largest_part)
            start(sending, to, sending.bytes.data() + at, std::min(largest_part, sending.length - at));
        drop_sent();
    }

    std::optional<Message> poll() override {
        const std::lock_guard lock(mutex);
        drop_sent();
        int found = 0;
        MPI_Message message{};
        MPI_Status status{};
        check(MPI_Improbe(MPI_ANY_SOURCE, tag_, everyone, &found, &message, &status), "MPI_Improbe");
        if (found == 0) return std::nullopt;
        int count = 0;
        MPI_Get_count(&status, MPI_BYTE, &count);
        Arriving& from = arriving_[static_cast<std::size_t>(status.MPI_SOURCE)];
        void* to = &from.length;
        if (from.open) to = from.bytes.data() + from.done;
        check(MPI_Mrecv(to, count, MPI_BYTE, &message, MPI_STATUS_IGNORE), "MPI_Mrecv");
        if (from.open) {
            from.done += static_cast<std::uint64_t>(count);
        } else {
            from.open = true;
            from.done = 0;
            from.bytes.resize(from.length);
        }
        if (from.done < from.length) return std::nullopt;
        from.open = false;
        return Message{status.MPI_SOURCE, std::move(from.bytes)};
    }

    void abandon() noexcept override { abandoned = true; }

private:
    struct Sending {
        Bytes bytes;
        std::uint64_t length = 0;
        std::vector<MPI_Request> requests;
    };
    struct Arriving {
        bool open = false; ///< the length has arrived
        std::uint64_t length = 0, done = 0;
        Bytes bytes;
    };

    void start(Sending& sending, int to, const void* data, std::uint64_t count) {
        MPI_Request& request = sending.requests.emplace_back();
        check(MPI_Isend(data, static_cast<int>(count), MPI_BYTE, to, tag_, everyone, &request), "MPI_Isend");
    }
    void drop_sent() {
        std::erase_if(sending_, [](Sending& sending) {
            int sent = 0;
            check(MPI_Testall(static_cast<int>(sending.requests.size()), sending.requests.data(), &sent,
                              MPI_STATUSES_IGNORE),
                  "MPI_Testall");
            return sent != 0;
        });
    }

    int tag_;
    int rank_ = 0, size_ = 1;
    std::list<Sending> sending_; ///< a list, because MPI refers to the elements
    std::vector<Arriving> arriving_;
};

/// Makes the communicator. A process that does not join in time is an error.
void join(double seconds) {
    using Clock = std::chrono::steady_clock;
    const auto start = Clock::now();
    MPI_Request request{};
    check(MPI_Comm_idup(MPI_COMM_WORLD, &everyone, &request), "MPI_Comm_idup");
    for (int done = 0; done == 0;) {
        check(MPI_Test(&request, &done, MPI_STATUS_IGNORE), "MPI_Test");
        if (std::chrono::duration<double>(Clock::now() - start).count() > seconds) {
            abandoned = true;
            throw Error(Code::device_lost, "not all processes have made a context in time");
        }
        if (done == 0) std::this_thread::sleep_for(std::chrono::microseconds(100));
    }
    // All have joined, so this does not wait long.
    MPI_Comm machine = MPI_COMM_NULL;
    check(MPI_Comm_split_type(everyone, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine),
          "MPI_Comm_split_type");
    MPI_Comm_rank(machine, &rank_on_machine);
    MPI_Comm_free(&machine);
    MPI_Comm_set_errhandler(everyone, MPI_ERRORS_RETURN);
}

} // namespace

} // namespace mergus::blocks

extern "C" __attribute__((visibility("default"))) mergus::blocks::Transport*
mergus_blocks_mpi_transport(double seconds, std::string& message) {
    using namespace mergus;
    const std::lock_guard lock(blocks::mutex);
    try {
        int started = 0;
        MPI_Initialized(&started);
        if (started == 0) {
            int provided = 0;
            if (MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided) != MPI_SUCCESS) {
                message = "MPI_Init failed";
                return nullptr;
            }
            std::atexit(blocks::finish);
        }
        if (blocks::abandoned) {
            message = "the processes are lost";
            return nullptr;
        }
        if (blocks::everyone == MPI_COMM_NULL) blocks::join(seconds);
        return new blocks::Mpi();
    } catch (const std::exception& error) {
        message = error.what();
        return nullptr;
    }
}
