/// \file cuda_driver.cpp
/// Opening and closing a GPU, ordering of streams, errors of the runtime.
#include "cuda_driver.hpp"

#include "compiler/nvrtc.hpp"

#include <algorithm>

namespace mergus::cuda {

CudaDriver::CudaDriver(const DeviceOptions& options)
    : ordinal_(options.ordinal), hooks_(options.allocator), own_stream_(!options.lend_stream),
      stream_(static_cast<cudaStream_t>(options.stream)) {
    note_use();
    const Current current(ordinal_);
    cudaDeviceProp all{};
    check(device_properties(ordinal_, all), "reading the device's properties");
    properties_.name = all.name;
    properties_.ordinal = ordinal_;
    properties_.architecture = 10 * all.major + all.minor;
    properties_.sm_count = all.multiProcessorCount;
    properties_.warp_size = all.warpSize;
    properties_.max_threads_per_block = all.maxThreadsPerBlock;
    properties_.shared_per_block = all.sharedMemPerBlock;
    properties_.shared_per_block_optin = all.sharedMemPerBlockOptin;
    properties_.l2_bytes = static_cast<std::size_t>(all.l2CacheSize);
    properties_.memory = all.totalGlobalMem;
    reads_pageable_ = all.pageableMemoryAccess != 0;
    target_ = Nvrtc::instance().target(properties_.architecture);
    dependent_launches_ = std::stoi(target_.substr(target_.find('_') + 1)) >= 90;
    try {
        open();
    } catch (...) {
        close();
        throw;
    }
}

void CudaDriver::open() {
    if (own_stream_) check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "creating a stream");
    launch_stream_ = stream_;
    check(cudaHostAlloc(&staging_, staging_bytes, cudaHostAllocDefault), "allocating the staging buffer");
    // With unified addressing, which all 64-bit systems have, kernels use the same address.
    constexpr std::size_t posted_words = std::size_t{Device::posts} * Device::post_slots;
    constexpr std::size_t posted_bytes = posted_words * sizeof(std::uint64_t);
    check(cudaHostAlloc(reinterpret_cast<void**>(&posted_), posted_bytes, cudaHostAllocMapped),
          "allocating the posted words");
    std::fill_n(posted_, posted_words, 0);
    if (hooks_.allocate != nullptr) return;
    cudaMemPoolProps props{};
    props.allocType = cudaMemAllocationTypePinned;
    props.location.type = cudaMemLocationTypeDevice;
    props.location.id = ordinal_;
    check(cudaMemPoolCreate(&pool_, &props), "creating a memory pool");
    // By default the pool returns free memory at each synchronization, which takes longer than the operation.
    std::uint64_t unlimited = UINT64_MAX;
    check(cudaMemPoolSetAttribute(pool_, cudaMemPoolAttrReleaseThreshold, &unlimited),
          "configuring the memory pool");
    SharedPools::instance().add(ordinal_, *this);
}

void CudaDriver::close() noexcept {
    SharedPools::instance().remove(*this);
    const Current current(ordinal_);
    copy_streams_.reset();
    release_blocks();
    if (lost_.empty()) note(cudaStreamSynchronize(stream_));
    if (pool_ != nullptr) note(cudaMemPoolDestroy(pool_));
    for (void* const pointer : persistent_) note(cudaFree(pointer));
    if (staging_ != nullptr) note(cudaFreeHost(staging_));
    if (ring_ != nullptr) note(cudaFreeHost(ring_));
    for (const cudaEvent_t event : copies_)
        if (event != nullptr) note(cudaEventDestroy(event));
    if (posted_ != nullptr) note(cudaFreeHost(posted_));
    if (forked_at_ != nullptr) note(cudaEventDestroy(forked_at_));
    for (const ForkedStream& forked : forked_streams_) {
        if (forked.done != nullptr) note(cudaEventDestroy(forked.done));
        if (forked.stream != nullptr) note(cudaStreamDestroy(forked.stream));
    }
    if (own_stream_ && stream_ != nullptr) note(cudaStreamDestroy(stream_));
}

void CudaDriver::synchronize() {
    const Current current(ordinal_);
    check(cudaStreamSynchronize(stream_), "waiting for the device");
}

bool CudaDriver::idle() {
    const Current current(ordinal_);
    return is_idle(stream_);
}

/// Whether all work that was submitted to the stream has ended. Its device must be the current one.
bool CudaDriver::is_idle(cudaStream_t stream) {
    const cudaError_t state = cudaStreamQuery(stream);
    if (state == cudaErrorNotReady) {
        cudaGetLastError();
        return false;
    }
    check(state, "waiting for the device");
    return true;
}

bool CudaDriver::capturing() noexcept {
    return !own_stream_ && is_captured(stream_); // the caller has no handle of an own one
}

bool CudaDriver::is_captured(cudaStream_t stream) noexcept {
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    note(cudaStreamIsCapturing(stream, &status));
    return status != cudaStreamCaptureStatusNone;
}

void CudaDriver::follow(void* stream) {
    order(caller_stream(stream), ordinal_of(stream), stream_, ordinal_);
}

void CudaDriver::precede(void* stream) {
    order(stream_, ordinal_, caller_stream(stream), ordinal_of(stream));
}

/// \throws Error invalid_value if the stream is being captured: waiting for its event would add this stream
/// to the capture.
cudaStream_t CudaDriver::caller_stream(void* stream) {
    const Current current(ordinal_);
    auto* const callers = static_cast<cudaStream_t>(stream);
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    check(cudaStreamIsCapturing(callers, &status), "reading the capture status of the caller's stream");
    if (status != cudaStreamCaptureStatusNone)
        throw Error(Code::invalid_value,
                    "the caller's stream is being captured: end the capture before the call");
    return callers;
}

int CudaDriver::ordinal_of(void* stream) {
    const Current current(ordinal_); // the device of the default streams
    int ordinal = ordinal_;
    check(device_of(static_cast<cudaStream_t>(stream), ordinal), "finding the device of the caller's stream");
    return ordinal;
}

/// Work submitted to `after` from now on starts after all work submitted to `before` so far. Each stream
/// comes with the ordinal of its device.
void CudaDriver::order(cudaStream_t before, int before_ordinal, cudaStream_t after, int after_ordinal) {
    cudaEvent_t event = nullptr;
    {
        const Current current(before_ordinal);
        if (!is_captured(before) && is_idle(before)) return; // two calls in place of four
        check(cudaEventCreateWithFlags(&event, cudaEventDisableTiming), "creating an event");
        const cudaError_t recorded = cudaEventRecord(event, before);
        if (recorded != cudaSuccess) note(cudaEventDestroy(event));
        check(recorded, "recording an event");
    }
    const Current current(after_ordinal);
    const cudaError_t waited = cudaStreamWaitEvent(after, event, 0);
    note(cudaEventDestroy(event)); // takes effect when the event has completed
    check(waited, "waiting for an event");
}

void CudaDriver::fork(unsigned streams) {
    const Current current(ordinal_);
    while (forked_streams_.size() + 1 < streams) {
        ForkedStream forked;
        check(cudaEventCreateWithFlags(&forked.done, cudaEventDisableTiming), "creating an event");
        const cudaError_t created = cudaStreamCreateWithFlags(&forked.stream, cudaStreamNonBlocking);
        if (created != cudaSuccess) note(cudaEventDestroy(forked.done));
        check(created, "creating a stream");
        forked_streams_.push_back(forked);
    }
    if (forked_at_ == nullptr)
        check(cudaEventCreateWithFlags(&forked_at_, cudaEventDisableTiming), "creating an event");
    check(cudaEventRecord(forked_at_, stream_), "forking the stream");
}

/// A stream waits for the event of fork() when it is first used, so that the first launches need not wait for
/// calls about other streams.
void CudaDriver::use_forked_stream(unsigned stream) noexcept {
    launch_stream_ = stream_;
    if (stream == 0) return;
    ForkedStream& forked = forked_streams_[stream - 1];
    if (!forked.used) {
        const Current current(ordinal_);
        const cudaError_t error = cudaStreamWaitEvent(forked.stream, forked_at_, 0);
        if (error != cudaSuccess) return note(error); // one after the other
        forked.used = true;
    }
    launch_stream_ = forked.stream;
}

void CudaDriver::join() noexcept {
    const Current current(ordinal_);
    launch_stream_ = stream_;
    for (ForkedStream& forked : forked_streams_) {
        if (!forked.used) continue;
        forked.used = false;
        cudaError_t error = cudaEventRecord(forked.done, forked.stream);
        if (error == cudaSuccess) error = cudaStreamWaitEvent(stream_, forked.done, 0);
        if (error == cudaSuccess) continue;
        note(error); // without the event the host has to wait
        note(cudaStreamSynchronize(forked.stream));
    }
}

void CudaDriver::note(cudaError_t error) noexcept {
    if (error == cudaSuccess) return;
    cudaGetLastError();
    if (is_sticky(error) && lost_.empty()) lost_ = cudaGetErrorName(error);
}

void CudaDriver::fail(cudaError_t error, std::string_view what, Code code) {
    cudaGetLastError();
    std::string message = std::string(what) + " failed on '" + properties_.name + "': " + error_text(error);
    if (error == cudaErrorInitializationError)
        message += " (CUDA does not work in a process that was made by fork from one that had used it)";
    if (is_sticky(error)) {
        lost_ = message;
        throw Error(Code::device_lost,
                    message + "; this context must be replaced, and the process restarted if a new context "
                              "fails too (an earlier kernel may be the cause)");
    }
    throw Error(error == cudaErrorMemoryAllocation ? Code::out_of_memory : code, message);
}

std::unique_ptr<Driver> open_driver(const DeviceOptions& options) {
    const Probe found = probe(options.ordinal);
    if (found.score == 0) throw Error(Code::no_backend, found.reason);
    return std::make_unique<CudaDriver>(options);
}

} // namespace mergus::cuda
