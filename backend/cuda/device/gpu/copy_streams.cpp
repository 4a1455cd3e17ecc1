/// \file gpu/copy_streams.cpp
#include "copy_streams.hpp"

#include "cuda_driver.hpp"

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <thread>

#include <sys/mman.h>

namespace mergus::cuda {

namespace {

constexpr std::size_t huge_page = std::size_t{2} << 20;

std::size_t whole_pages(std::size_t bytes) {
    return (bytes + huge_page - 1) / huge_page * huge_page;
}

/// Gives each page memory, in several threads: the kernel clears pages at a few GB/s in one.
void touch(std::byte* memory, std::size_t bytes) noexcept {
    constexpr std::size_t page = 4096, part = std::size_t{64} << 20;
    const auto touch_part = [](std::byte* first, std::size_t count) {
        for (std::size_t b = 0; b < count; b += page) first[b] = std::byte{0};
    };
    const std::size_t threads =
        std::min<std::size_t>({bytes / part + 1, std::max(1U, std::thread::hardware_concurrency()), 16});
    const std::size_t each = whole_pages(bytes / threads + 1);
    std::size_t done = 0;
    std::vector<std::jthread> team;
    try {
        for (; done + each < bytes; done += each) team.emplace_back(touch_part, memory + done, each);
    } catch (const std::exception&) { // no more threads: this one does the rest
    }
    touch_part(memory + done, bytes - done);
}

} // namespace

CudaCopyStreams::~CudaCopyStreams() {
    const Current current(driver_.ordinal_);
    for (Direction& one : directions_) {
        for (const Running& running : one.running) events_.push_back(running.done);
        if (one.stream == nullptr) continue;
        if (driver_.lost_.empty()) driver_.note(cudaStreamSynchronize(one.stream));
        driver_.note(cudaStreamDestroy(one.stream));
    }
    for (const cudaEvent_t event : events_) driver_.note(cudaEventDestroy(event));
}

/// Registered memory instead of cudaHostAlloc(): its pages are huge where the system has such, and several
/// threads clear them.
void* CudaCopyStreams::allocate_host(std::size_t bytes) noexcept {
    const std::size_t rounded = whole_pages(bytes);
    void* const memory = std::aligned_alloc(huge_page, rounded);
    if (memory == nullptr) return nullptr;
    static_cast<void>(madvise(memory, rounded, MADV_HUGEPAGE)); // an advice
    touch(static_cast<std::byte*>(memory), rounded);
    const Current current(driver_.ordinal_);
    if (cudaHostRegister(memory, rounded, cudaHostRegisterPortable) == cudaSuccess) return memory;
    cudaGetLastError();
    std::free(memory);
    return nullptr;
}

void CudaCopyStreams::release_host(void* memory, std::size_t) noexcept {
    const Current current(driver_.ordinal_);
    if (cudaHostUnregister(memory) != cudaSuccess) cudaGetLastError();
    std::free(memory);
}

cudaEvent_t CudaCopyStreams::new_event() {
    if (!events_.empty()) {
        const cudaEvent_t event = events_.back();
        events_.pop_back();
        return event;
    }
    cudaEvent_t event = nullptr;
    driver_.check(cudaEventCreateWithFlags(&event, cudaEventDisableTiming), "creating an event");
    return event;
}

CudaCopyStreams::Direction& CudaCopyStreams::direction(bool to_host) {
    Direction& one = directions_[to_host ? 1 : 0];
    if (one.stream == nullptr)
        driver_.check(cudaStreamCreateWithFlags(&one.stream, cudaStreamNonBlocking), "creating a stream");
    return one;
}

void CudaCopyStreams::forget(Direction& one) {
    while (!one.running.empty()) {
        const cudaError_t state = cudaEventQuery(one.running.front().done);
        if (state == cudaErrorNotReady) {
            cudaGetLastError();
            return;
        }
        driver_.check(state, "waiting for a copy");
        events_.push_back(one.running.front().done);
        one.running.pop_front();
    }
}

std::uint64_t CudaCopyStreams::submit(std::span<const ArrayCopy> copies, bool to_host) {
    const Current current(driver_.ordinal_);
    Direction& one = direction(to_host);
    forget(one);
    driver_.order(driver_.stream_, driver_.ordinal_, one.stream, driver_.ordinal_);
    const cudaEvent_t done = new_event();
    try {
        one.running.push_back({last_ticket_ + 1, done});
        for (const ArrayCopy& copy : copies)
            if (copy.bytes != 0)
                driver_.check(cudaMemcpyAsync(copy.to, copy.from, copy.bytes,
                                              to_host ? cudaMemcpyDeviceToHost : cudaMemcpyHostToDevice,
                                              one.stream),
                              to_host ? "copying to the host" : "copying to the device");
        driver_.check(cudaEventRecord(done, one.stream), "recording an event");
    } catch (...) {
        driver_.note(cudaStreamSynchronize(one.stream));
        if (!one.running.empty() && one.running.back().done == done) one.running.pop_back();
        driver_.note(cudaEventDestroy(done));
        throw;
    }
    return ++last_ticket_;
}

cudaEvent_t CudaCopyStreams::event_of(std::uint64_t ticket) {
    for (Direction& one : directions_) {
        forget(one);
        const auto found = std::lower_bound(one.running.begin(), one.running.end(), ticket,
                                            [](const Running& r, std::uint64_t t) { return r.ticket < t; });
        if (found != one.running.end() && found->ticket == ticket) return found->done;
    }
    return nullptr;
}

void CudaCopyStreams::follow(std::uint64_t ticket) {
    const Current current(driver_.ordinal_);
    if (const cudaEvent_t done = event_of(ticket); done != nullptr)
        driver_.check(cudaStreamWaitEvent(driver_.stream_, done, 0), "waiting for an event");
}

void CudaCopyStreams::wait(std::uint64_t ticket) {
    const Current current(driver_.ordinal_);
    if (const cudaEvent_t done = event_of(ticket); done != nullptr)
        driver_.check(cudaEventSynchronize(done), "waiting for a copy");
}

bool CudaCopyStreams::reads(CopyStreams& other) {
    auto& source = static_cast<CudaCopyStreams&>(other);
    CudaDriver& from = source.driver_;
    const int ordinal = driver_.ordinal_;
    if (ordinal == from.ordinal_) return true;
    if (from.pool_ == nullptr) return false;
    const auto [reader, is_new] = source.readers_.emplace(ordinal, false);
    if (!is_new) return reader->second;
    int reaches = 0;
    driver_.check(cudaDeviceCanAccessPeer(&reaches, ordinal, from.ordinal_), "asking for peer access");
    cudaMemAccessDesc access{};
    access.location.type = cudaMemLocationTypeDevice;
    access.location.id = ordinal;
    access.flags = cudaMemAccessFlagsProtReadWrite;
    if (reaches != 0 && cudaMemPoolSetAccess(from.pool_, &access, 1) != cudaSuccess) {
        cudaGetLastError();
        reaches = 0;
    }
    return reader->second = reaches != 0;
}

void CudaCopyStreams::copy_from(CopyStreams& other, std::span<const ArrayCopy> copies) {
    CudaDriver& from = static_cast<CudaCopyStreams&>(other).driver_;
    const int ordinal = driver_.ordinal_;
    static_cast<void>(reads(other)); // without access the driver copies by way of host memory
    driver_.order(from.stream_, from.ordinal_, driver_.stream_, ordinal);
    const Current current(ordinal);
    try {
        for (const ArrayCopy& copy : copies)
            if (copy.bytes != 0)
                driver_.check(cudaMemcpyPeerAsync(copy.to, ordinal, copy.from, from.ordinal_, copy.bytes,
                                                  driver_.stream_),
                              "copying from another device");
        driver_.order(driver_.stream_, ordinal, from.stream_, from.ordinal_);
    } catch (...) {
        driver_.note(cudaStreamSynchronize(driver_.stream_));
        throw;
    }
}

} // namespace mergus::cuda
