/// \file threads.cpp
/// The transport between contexts of one process, for tests: a queue for each rank, and a message with a
/// fault.
#include "transport.hpp"

#include <mergus/error.hpp>

#include <deque>
#include <mutex>

namespace mergus::blocks {

namespace {

struct Group {
    Group(int ranks, const TransportFault& f)
        : size(ranks), fault(f), queues(static_cast<std::size_t>(ranks)) {}
    int size;
    TransportFault fault;
    std::uint64_t sent = 0; ///< by all ranks
    std::mutex mutex;
    std::vector<std::deque<Message>> queues; ///< by receiver
};

class Threads : public Transport {
public:
    Threads(std::shared_ptr<Group> group, int rank) : group_(std::move(group)), rank_(rank) {}
    [[nodiscard]] int rank() const noexcept override { return rank_; }
    [[nodiscard]] int size() const noexcept override { return group_->size; }
    [[nodiscard]] int local_rank() const noexcept override { return rank_; }
    [[nodiscard]] int local_size() const noexcept override { return group_->size; }
    void send(int to, Bytes message) override {
        const std::lock_guard lock(group_->mutex);
        if (++group_->sent == group_->fault.message) {
            if (group_->fault.kind == TransportFault::fail)
                throw Error(Code::device_lost, "(injected by a test) a message cannot be sent");
            if (group_->fault.kind == TransportFault::lose) return;
            message.resize(message.size() / 2);
        }
        group_->queues[static_cast<std::size_t>(to)].push_back({rank_, std::move(message)});
    }
    std::optional<Message> poll() override {
        const std::lock_guard lock(group_->mutex);
        auto& queue = group_->queues[static_cast<std::size_t>(rank_)];
        if (queue.empty()) return std::nullopt;
        Message first = std::move(queue.front());
        queue.pop_front();
        return first;
    }
    void abandon() noexcept override {}

private:
    std::shared_ptr<Group> group_;
    int rank_;
};

} // namespace

std::unique_ptr<Transport> join_threads(int size, const TransportFault& fault) {
    static std::mutex mutex;
    static std::shared_ptr<Group> forming;
    static int joined = 0;
    const std::lock_guard lock(mutex);
    if (forming == nullptr || forming->size != size) {
        forming = std::make_shared<Group>(size, fault);
        joined = 0;
    }
    auto transport = std::make_unique<Threads>(forming, joined++);
    if (joined == size) forming.reset();
    return transport;
}

} // namespace mergus::blocks
