/// \file cuda_memory.cpp
/// Memory of a GPU: allocation from the context's pool behind a cache of small blocks, copies and fills.
#include "cuda_driver.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace mergus::cuda {

std::size_t CudaDriver::free_memory() {
    const Current current(ordinal_);
    std::size_t free = 0;
    std::size_t total = 0;
    check(cudaMemGetInfo(&free, &total), "reading the amount of free memory");
    std::uint64_t reserved = 0;
    std::uint64_t used = 0;
    if (pool_ != nullptr) {
        check(cudaMemPoolGetAttribute(pool_, cudaMemPoolAttrReservedMemCurrent, &reserved),
              "reading the size of the memory pool");
        check(cudaMemPoolGetAttribute(pool_, cudaMemPoolAttrUsedMemCurrent, &used),
              "reading the size of the memory pool");
    }
    return free + static_cast<std::size_t>(reserved - used) + cached_bytes();
}

/// Calls `allocate` until it succeeds, and before each retry makes more memory available: of this context
/// (cached blocks, memory that pending work of the stream still uses, fragments of the pool), then of the
/// other contexts on the device. \return null if memory is exhausted
template <class Allocate>
void* CudaDriver::allocate_or_trim(Allocate allocate) {
    void* pointer = nullptr;
    for (int attempt = 0;; ++attempt) {
        const cudaError_t result = allocate(&pointer);
        if (result == cudaSuccess) return pointer;
        if (result != cudaErrorMemoryAllocation) check(result, "allocating memory");
        cudaGetLastError();
        if (!SharedPools::instance().make_room(ordinal_, *this, attempt)) return nullptr;
    }
}

void* CudaDriver::allocate(std::size_t bytes) {
    const Current current(ordinal_);
    if (hooks_.allocate != nullptr) return hooks_.allocate(hooks_.user, bytes, stream_);
    // A cached block too: other calls would get it after the capture, and each launch would write to it.
    if (capturing()) throw Error(Code::invalid_value, no_memory_in_capture);
    {
        const std::lock_guard guard(blocks_lock_);
        if (void* const cached = blocks_.take(bytes); cached != nullptr) return cached;
    }
    return allocate_or_trim(
        [&](void** pointer) { return cudaMallocFromPoolAsync(pointer, bytes, pool_, stream_); });
}

void CudaDriver::release(void* pointer, std::size_t bytes) noexcept {
    const Current current(ordinal_);
    if (hooks_.release != nullptr) return hooks_.release(hooks_.user, pointer, bytes, stream_);
    const auto free_block = [this](void* block) { note(cudaFreeAsync(block, stream_)); };
    const std::lock_guard guard(blocks_lock_);
    if (!blocks_.keep(pointer, bytes, free_block)) free_block(pointer);
}

/// Small pieces come from one block, because cudaFree() waits for the whole device, other processes' contexts
/// included.
void* CudaDriver::allocate_persistent(std::size_t bytes) {
    constexpr std::size_t alignment = 256;
    const Current current(ordinal_);
    const std::size_t needed = (bytes + alignment - 1) / alignment * alignment;
    if (needed > persistent_left_) {
        persistent_.reserve(persistent_.size() + 1);
        const std::size_t block = std::max(needed, persistent_block_bytes);
        void* const pointer = allocate_or_trim([&](void** result) { return cudaMalloc(result, block); });
        if (pointer == nullptr) return nullptr;
        persistent_.push_back(pointer);
        if (block == needed) return pointer;
        persistent_next_ = static_cast<std::byte*>(pointer);
        persistent_left_ = block;
    }
    persistent_left_ -= needed;
    return std::exchange(persistent_next_, persistent_next_ + needed);
}

std::size_t CudaDriver::cached_bytes() {
    const std::lock_guard guard(blocks_lock_);
    return blocks_.bytes();
}

void CudaDriver::release_blocks() noexcept {
    const std::lock_guard guard(blocks_lock_);
    blocks_.clear([this](void* block) { note(cudaFreeAsync(block, stream_)); });
}

/// Also called by other contexts in their threads, so it uses only the pool, the stream and the locked cache.
/// Its errors are ignored here: the owner's next call reports them.
void CudaDriver::trim(bool wait) noexcept {
    const Current current(ordinal_);
    {
        const std::lock_guard guard(blocks_lock_);
        blocks_.clear([this](void* block) {
            if (cudaFreeAsync(block, stream_) != cudaSuccess) cudaGetLastError();
        });
    }
    if (wait && cudaStreamSynchronize(stream_) != cudaSuccess) cudaGetLastError();
    if (pool_ != nullptr && cudaMemPoolTrimTo(pool_, 0) != cudaSuccess) cudaGetLastError();
}

/// As capturing(), in any thread. An error means that some stream is captured that this one would wait for.
bool CudaDriver::captured() noexcept {
    if (own_stream_) return false;
    const Current current(ordinal_);
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    const bool known = cudaStreamIsCapturing(stream_, &status) == cudaSuccess;
    if (!known) cudaGetLastError();
    return !known || status != cudaStreamCaptureStatusNone;
}

void CudaDriver::copy_to_host(void* to, const void* from, std::size_t bytes) {
    const Current current(ordinal_);
    void* const target = bytes <= staging_bytes ? staging_ : to;
    check(cudaMemcpyAsync(target, from, bytes, cudaMemcpyDeviceToHost, stream_), "copying to the host");
    check(cudaStreamSynchronize(stream_), "copying to the host");
    if (target != to) std::memcpy(to, target, bytes);
}

std::byte* CudaDriver::ring(std::size_t bytes) {
    if (ring_ != nullptr || !has_ring_) return ring_;
    const Current current(ordinal_);
    has_ring_ = cudaHostAlloc(reinterpret_cast<void**>(&ring_), bytes, cudaHostAllocDefault) == cudaSuccess;
    if (!has_ring_) {
        cudaGetLastError();
        ring_ = nullptr;
    }
    return ring_;
}

void CudaDriver::submit_copy(void* to, const void* from, std::size_t bytes, bool to_host) {
    const Current current(ordinal_);
    check(
        cudaMemcpyAsync(to, from, bytes, to_host ? cudaMemcpyDeviceToHost : cudaMemcpyHostToDevice, stream_),
        to_host ? "copying to the host" : "copying to the device");
}

void CudaDriver::mark_copies(unsigned slot) {
    const Current current(ordinal_);
    if (copies_[slot] == nullptr)
        check(cudaEventCreateWithFlags(&copies_[slot], cudaEventDisableTiming), "creating an event");
    check(cudaEventRecord(copies_[slot], stream_), "recording an event");
}

bool CudaDriver::copied(unsigned slot) {
    if (copies_[slot] == nullptr) return true;
    const Current current(ordinal_);
    const cudaError_t state = cudaEventQuery(copies_[slot]);
    if (state == cudaErrorNotReady) {
        cudaGetLastError();
        return false;
    }
    check(state, "waiting for a copy");
    return true;
}

bool CudaDriver::reaches(const void* pointer) {
    const Current current(ordinal_);
    cudaPointerAttributes attributes{};
    if (cudaPointerGetAttributes(&attributes, pointer) != cudaSuccess) {
        cudaGetLastError();
        return false;
    }
    const bool on_a_device =
        attributes.type == cudaMemoryTypeDevice || attributes.type == cudaMemoryTypeManaged;
    return on_a_device && attributes.device == ordinal_;
}

bool CudaDriver::pageable(const void* pointer) {
    const Current current(ordinal_);
    cudaPointerAttributes attributes{};
    check(cudaPointerGetAttributes(&attributes, pointer), "reading the attributes of a host pointer");
    return attributes.type == cudaMemoryTypeUnregistered;
}

/// The runtime reads pageable memory before the call returns, unless the device can read it itself.
bool CudaDriver::reads_late(const void* from) {
    return reads_pageable_ || !pageable(from);
}

void CudaDriver::copy(void* to, const void* from, std::size_t bytes) {
    const Current current(ordinal_);
    check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, stream_), "copying on the device");
}

void CudaDriver::fill(void* to, unsigned char byte, std::size_t bytes) {
    const Current current(ordinal_);
    check(cudaMemsetAsync(to, byte, bytes, stream_), "filling memory");
}

} // namespace mergus::cuda
