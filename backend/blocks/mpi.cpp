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
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <list>
#include <memory>
#include <mutex>
#include <thread>

namespace mergus::blocks {

namespace {

constexpr int tags = 30000; ///< MPI guarantees 32767
constexpr std::uint64_t largest_part = std::uint64_t{1} << 30;

std::mutex mutex;                    ///< of MPI and what follows
std::atomic<bool> abandoned = false; ///< a group of this process is broken
MPI_Comm everyone = MPI_COMM_NULL;   ///< all processes, apart from the program's own messages
int rank_on_machine = 0, ranks_on_machine = 1;
int contexts = 0; ///< made until now

void check(int result, const char* function) {
    if (result == MPI_SUCCESS) return;
    char text[MPI_MAX_ERROR_STRING] = "";
    int length = 0;
    MPI_Error_string(result, text, &length);
    throw Error(Code::device_lost, std::string(function) + ": " + text);
}

/// Starts and ends MPI in a thread of its own, as MPI asks for the same one for both. MPI_Init waits for all
/// processes, without end for one that does not call it.
class Start {
public:
    /// Never destroyed, because the thread may be in MPI_Init for ever.
    static Start& instance() {
        static Start& start = *new Start;
        return start;
    }
    /// \throws Error device_lost if it takes longer
    void run(double seconds) {
        std::atexit(finish);
        std::thread([this] { work(); }).detach();
        std::unique_lock lock(mutex_);
        if (!changed_.wait_for(lock, std::chrono::duration<double>(seconds), [this] { return started_; })) {
            abandoned = true;
            throw Error(Code::device_lost, "not all processes have started MPI in time");
        }
        if (result_ != MPI_SUCCESS) throw Error(Code::device_lost, "MPI_Init failed");
    }

private:
    /// A broken group would wait in MPI_Finalize for ever, and MPI_Abort may too; a process that ends without
    /// them makes mpirun end the others.
    static void finish() {
        if (abandoned) {
            std::fflush(nullptr);
            _exit(EXIT_FAILURE);
        }
        Start& start = instance();
        std::unique_lock lock(start.mutex_);
        start.ends_ = true;
        start.changed_.notify_all();
        start.changed_.wait(lock, [&] { return start.ended_; });
    }
    void work() {
        int provided = 0;
        const int result = MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided);
        std::unique_lock lock(mutex_);
        result_ = result;
        started_ = true;
        changed_.notify_all();
        changed_.wait(lock, [this] { return ends_; });
        int finished = 0;
        if (result == MPI_SUCCESS) MPI_Finalized(&finished);
        if (result == MPI_SUCCESS && finished == 0) MPI_Finalize();
        ended_ = true;
        changed_.notify_all();
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    bool started_ = false, ends_ = false, ended_ = false;
    int result_ = MPI_SUCCESS;
};

/// A message on its way to another rank.
struct Sending {
    Bytes bytes;
    std::uint64_t length = 0;
    std::vector<MPI_Request> requests; ///< of parts that MPI still reads
};
/// A message that arrives from another rank.
struct Arriving {
    bool open = false; ///< the length has arrived
    std::uint64_t length = 0, done = 0;
    Bytes bytes;
};

/// Messages that could not be sent before their context ended. They are never freed, since MPI reads them.
std::list<Sending>& unsent = *new std::list<Sending>; // NOLINT(cert-err58-cpp)

class Mpi : public Transport {
public:
    explicit Mpi(double seconds) : tag_(1 + contexts++ % tags), seconds_(seconds) {
        MPI_Comm_rank(everyone, &rank_);
        MPI_Comm_size(everyone, &size_);
        arriving_ = std::make_unique<Arriving[]>(static_cast<std::size_t>(size_));
    }
    ~Mpi() override {
        const std::lock_guard lock(mutex);
        wait_for_sends();
        unsent.splice(unsent.end(), sending_);
        if (request_ != MPI_REQUEST_NULL) static_cast<void>(arriving_.release()); // MPI may write there
    }

    [[nodiscard]] int rank() const noexcept override { return rank_; }
    [[nodiscard]] int size() const noexcept override { return size_; }

    [[nodiscard]] int local_rank() const noexcept override { return rank_on_machine; }
    [[nodiscard]] int local_size() const noexcept override { return ranks_on_machine; }

    void send(int to, Bytes message) override {
        const std::lock_guard lock(mutex);
        std::list<Sending> made(1); // all memory is there before the first part leaves
        Sending& sending = made.back();
        sending.bytes = std::move(message);
        sending.length = sending.bytes.size();
        sending.requests.reserve(1 + (sending.length + largest_part - 1) / largest_part);
        sending_.splice(sending_.end(), made);
        start(sending, to, &sending.length, sizeof sending.length);
        for (std::uint64_t at = 0; at < sending.length; at += largest_part)
            start(sending, to, sending.bytes.data() + at, std::min(largest_part, sending.length - at));
        drop_sent();
    }

    /// Receives one part at a time, so that those of a message stay in order.
    std::optional<Message> poll() override {
        const std::lock_guard lock(mutex);
        drop_sent();
        if (request_ == MPI_REQUEST_NULL && !receive()) return std::nullopt;
        int complete = 0;
        check(MPI_Test(&request_, &complete, MPI_STATUS_IGNORE), "MPI_Test");
        if (complete == 0) return std::nullopt;
        ++parts_;
        Arriving& from = arriving_[static_cast<std::size_t>(from_)];
        if (from.open) {
            from.done += static_cast<std::uint64_t>(count_);
        } else {
            from.bytes.resize(from.length);
            from.done = 0;
            from.open = true;
        }
        if (from.done < from.length) return std::nullopt;
        from.open = false;
        return Message{from_, std::move(from.bytes)};
    }

    [[nodiscard]] bool receiving() const noexcept override { return request_ != MPI_REQUEST_NULL; }
    [[nodiscard]] bool sending() const noexcept override { return !sending_.empty(); }
    [[nodiscard]] std::uint64_t parts() const noexcept override { return parts_; }
    void abandon() noexcept override { abandoned = true; }

private:
    void start(Sending& sending, int to, const void* data, std::uint64_t count) {
        MPI_Request& request = sending.requests.emplace_back(MPI_REQUEST_NULL);
        const int result = MPI_Isend(data, static_cast<int>(count), MPI_BYTE, to, tag_, everyone, &request);
        if (result == MPI_SUCCESS) return;
        sending.requests.pop_back();
        abandoned = true; // that rank may have got a part of the message
        check(result, "MPI_Isend");
    }
    /// Starts to receive a part. False if none has arrived.
    bool receive() {
        int found = 0;
        MPI_Message message{};
        MPI_Status status{};
        check(MPI_Improbe(MPI_ANY_SOURCE, tag_, everyone, &found, &message, &status), "MPI_Improbe");
        if (found == 0) return false;
        MPI_Get_count(&status, MPI_BYTE, &count_);
        from_ = status.MPI_SOURCE;
        Arriving& from = arriving_[static_cast<std::size_t>(from_)];
        const std::uint64_t room = from.open ? from.length - from.done : sizeof from.length;
        if (static_cast<std::uint64_t>(count_) > room)
            throw Error(Code::device_lost, "a part of a message from another rank is missing");
        void* to = &from.length;
        if (from.open) to = from.bytes.data() + from.done;
        check(MPI_Imrecv(to, count_, MPI_BYTE, &message, &request_), "MPI_Imrecv");
        return true;
    }
    void drop_sent() {
        for (Sending& sending : sending_)
            parts_ += std::erase_if(sending.requests, [](MPI_Request& request) {
                int sent = 0;
                check(MPI_Test(&request, &sent, MPI_STATUS_IGNORE), "MPI_Test");
                return sent != 0;
            });
        std::erase_if(sending_, [](const Sending& sending) { return sending.requests.empty(); });
    }
    /// Other ranks may still have to take messages of this one.
    void wait_for_sends() noexcept {
        using Clock = std::chrono::steady_clock;
        const auto start = Clock::now();
        int finished = 0;
        MPI_Finalized(&finished);
        try {
            while (finished == 0 && !abandoned && !sending_.empty() &&
                   std::chrono::duration<double>(Clock::now() - start).count() < seconds_) {
                drop_sent();
                std::this_thread::sleep_for(std::chrono::microseconds(100));
            }
        } catch (const Error&) { // they stay in `unsent`
        }
    }

    int tag_;
    double seconds_; ///< to wait for other ranks at the end
    int rank_ = 0, size_ = 1;
    std::list<Sending> sending_;             ///< a list, because MPI refers to the elements
    std::unique_ptr<Arriving[]> arriving_;   ///< by rank
    MPI_Request request_ = MPI_REQUEST_NULL; ///< of the part that arrives
    int from_ = 0, count_ = 0;               ///< its rank and bytes
    std::uint64_t parts_ = 0;
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
    MPI_Comm_size(machine, &ranks_on_machine);
    MPI_Comm_free(&machine);
    MPI_Comm_set_errhandler(everyone, MPI_ERRORS_RETURN);
}

} // namespace

} // namespace mergus::blocks

extern "C" __attribute__((visibility("default"))) mergus::blocks::Transport*
mergus_blocks_mpi_transport(double seconds, mergus::blocks::MessageMemory& memory, std::string& message) {
    using namespace mergus;
    const std::lock_guard lock(blocks::mutex);
    blocks::MessageMemory::use(memory);
    try {
        if (blocks::abandoned) {
            message = "the processes are lost";
            return nullptr;
        }
        int started = 0;
        MPI_Initialized(&started);
        if (started == 0) blocks::Start::instance().run(seconds);
        int level = MPI_THREAD_SINGLE;
        MPI_Query_thread(&level);
        if (level < MPI_THREAD_SERIALIZED) { // the program, or this MPI
            message = "MPI was started without the thread level MPI_THREAD_SERIALIZED";
            return nullptr;
        }
        if (blocks::everyone == MPI_COMM_NULL) blocks::join(seconds);
        return new blocks::Mpi(seconds);
    } catch (const std::exception& error) {
        message = error.what();
        return nullptr;
    }
}
