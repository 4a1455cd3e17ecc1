/// \file nccl.cpp
/// Groups of GPUs by NCCL.
#include "nccl.hpp"

#include "cuda_driver.hpp"

#include <mergus/error.hpp>

#include <dlfcn.h>

#include <chrono>
#include <cstring>
#include <string>
#include <thread>

namespace mergus::cuda {

Nccl::Nccl() {
    void* const library = dlopen("libnccl.so.2", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr)
        throw Error(Code::not_implemented, std::string("NCCL was not found: ") + dlerror());
    const auto look_up = [library](auto& function, const char* name) {
        function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name));
        if (function == nullptr)
            throw Error(Code::not_implemented, std::string("this NCCL is too old: no ") + name);
    };
    look_up(get_unique_id, "ncclGetUniqueId");
    look_up(comm_init_rank, "ncclCommInitRank");
    look_up(comm_destroy, "ncclCommDestroy");
    look_up(comm_abort, "ncclCommAbort");
    look_up(comm_get_async_error, "ncclCommGetAsyncError");
    look_up(group_start, "ncclGroupStart");
    look_up(group_end, "ncclGroupEnd");
    look_up(send, "ncclSend");
    look_up(recv, "ncclRecv");
    look_up(get_error_string, "ncclGetErrorString");
}

const Nccl& Nccl::instance() {
    static const Nccl nccl; // a failure is tried again by the next call
    return nccl;
}

void Nccl::check(int result, const char* function) const {
    if (result != success)
        throw Error(Code::not_implemented, std::string(function) + ": " + get_error_string(result));
}

namespace {

class NcclGroup final : public DeviceGroup {
public:
    NcclGroup(Driver& driver, Nccl::Comm comm)
        : driver_(driver), ordinal_(driver.properties().ordinal), comm_(comm) {}
    NcclGroup(const NcclGroup&) = delete;
    NcclGroup& operator=(const NcclGroup&) = delete;
    ~NcclGroup() override {
        const Current current(ordinal_);
        if (comm_ != nullptr) static_cast<void>(nccl_.comm_destroy(comm_));
    }

    void exchange(std::span<const Message> messages, double seconds) override {
        if (comm_ == nullptr) throw Error(Code::device_lost, "the group of devices is lost");
        const Current current(ordinal_);
        auto* const stream = static_cast<cudaStream_t>(driver_.stream());
        int failed = nccl_.group_start();
        for (const Message& message : messages) {
            if (failed != Nccl::success || message.bytes == 0) continue;
            failed =
                message.receives
                    ? nccl_.recv(message.data, message.bytes, Nccl::byte_type, message.member, comm_, stream)
                    : nccl_.send(message.data, message.bytes, Nccl::byte_type, message.member, comm_, stream);
        }
        const int ended = nccl_.group_end();
        if (failed == Nccl::success) failed = ended;
        if (failed != Nccl::success) abort(nccl_.get_error_string(failed));
        using Clock = std::chrono::steady_clock;
        for (const auto start = Clock::now(); !driver_.idle();) {
            int error = Nccl::success;
            if (nccl_.comm_get_async_error(comm_, &error) != Nccl::success || error != Nccl::success)
                abort(nccl_.get_error_string(error));
            if (std::chrono::duration<double>(Clock::now() - start).count() > seconds)
                abort("a device does not take or send its matrices in time");
            std::this_thread::yield();
        }
    }

private:
    /// Ends the kernels of NCCL, which would wait for ever.
    [[noreturn]] void abort(const char* why) {
        static_cast<void>(nccl_.comm_abort(std::exchange(comm_, nullptr)));
        throw Error(Code::device_lost, std::string("the group of devices is lost: ") + why);
    }

    const Nccl& nccl_ = Nccl::instance();
    Driver& driver_;
    int ordinal_;
    Nccl::Comm comm_;
};

} // namespace

void CudaDriver::name_group(void* id) {
    static_assert(sizeof(Nccl::Id) == DeviceGroup::id_bytes);
    Nccl::Id made{};
    const Nccl& nccl = Nccl::instance();
    nccl.check(nccl.get_unique_id(&made), "ncclGetUniqueId");
    std::memcpy(id, &made, sizeof made);
}

std::unique_ptr<DeviceGroup> CudaDriver::join_group(const void* id, int member, int count) {
    const Nccl& nccl = Nccl::instance();
    const Current current(ordinal_);
    Nccl::Id name{};
    std::memcpy(&name, id, sizeof name);
    Nccl::Comm comm = nullptr;
    nccl.check(nccl.comm_init_rank(&comm, count, name, member), "ncclCommInitRank");
    return std::make_unique<NcclGroup>(*this, comm);
}

} // namespace mergus::cuda
