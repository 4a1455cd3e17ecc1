/// \file emulated/device_group.cpp
/// Groups of emulated devices, whose members are contexts of one process: a mailbox for each pair.
#include "device_group.hpp"

#include <mergus/error.hpp>

#include <chrono>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace mergus::cuda::emulated {

namespace {

struct Members {
    std::mutex mutex;
    std::condition_variable changed;
    int joined = 0;
    std::map<std::pair<int, int>, std::deque<std::vector<std::byte>>> mail; ///< by sender and receiver
};

class EmulatedGroup final : public DeviceGroup {
public:
    EmulatedGroup(Driver& driver, std::shared_ptr<Members> members, int own)
        : driver_(driver), members_(std::move(members)), own_(own) {}

    void exchange(std::span<const Message> messages, double seconds) override {
        for (const Message& message : messages) {
            if (message.receives || message.bytes == 0) continue;
            std::vector<std::byte> bytes(message.bytes);
            driver_.copy_to_host(bytes.data(), message.data, message.bytes);
            const std::lock_guard lock(members_->mutex);
            members_->mail[{own_, message.member}].push_back(std::move(bytes));
            members_->changed.notify_all();
        }
        const auto until = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
        for (const Message& message : messages) {
            if (!message.receives || message.bytes == 0) continue;
            std::unique_lock lock(members_->mutex);
            auto& box = members_->mail[{message.member, own_}];
            if (!members_->changed.wait_until(lock, until, [&] { return !box.empty(); }))
                throw Error(Code::device_lost,
                            "the group of devices is lost: a device does not send in time");
            if (box.front().size() != message.bytes)
                throw Error(Code::device_lost, "the group of devices is lost: a matrix has another size");
            std::memcpy(message.data, box.front().data(), message.bytes);
            box.pop_front();
        }
    }

private:
    Driver& driver_;
    std::shared_ptr<Members> members_;
    int own_;
};

std::mutex groups_mutex;
std::map<std::uint64_t, std::shared_ptr<Members>>& groups() {
    static auto& all = *new std::map<std::uint64_t, std::shared_ptr<Members>>;
    return all;
}

} // namespace

void name_group(void* id) {
    static std::uint64_t last = 0;
    const std::lock_guard lock(groups_mutex);
    std::memset(id, 0, DeviceGroup::id_bytes);
    ++last;
    std::memcpy(id, &last, sizeof last);
    groups()[last] = std::make_shared<Members>();
}

std::unique_ptr<DeviceGroup> join_group(Driver& driver, const void* id, int member, int count) {
    std::uint64_t number = 0;
    std::memcpy(&number, id, sizeof number);
    std::shared_ptr<Members> members;
    {
        const std::lock_guard lock(groups_mutex);
        const auto found = groups().find(number);
        if (found == groups().end()) throw Error(Code::not_implemented, "there is no such group");
        members = found->second;
    }
    std::unique_lock lock(members->mutex);
    if (++members->joined == count) {
        const std::lock_guard all(groups_mutex);
        groups().erase(number);
    }
    members->changed.notify_all();
    constexpr std::chrono::seconds limit{30};
    if (!members->changed.wait_for(lock, limit, [&] { return members->joined >= count; }))
        throw Error(Code::not_implemented, "not all members have joined the group");
    return std::make_unique<EmulatedGroup>(driver, members, member);
}

} // namespace mergus::cuda::emulated
