/// \file device_pool.cpp
#include "device_pool.hpp"

#include <mergus/error.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace mergus::bench {

void check(cudaError_t result, std::string_view what) {
    if (result == cudaSuccess) return;
    cudaGetLastError();
    throw Error(result == cudaErrorMemoryAllocation ? Code::out_of_memory : Code::panic,
                fmt::format("{}: {} ({})", what, cudaGetErrorString(result), cudaGetErrorName(result)));
}

DevicePool::DevicePool(cudaStream_t stream) : stream_(stream) {
    int device = 0;
    check(cudaGetDevice(&device), "reading the current device");
    cudaMemPoolProps props{};
    props.allocType = cudaMemAllocationTypePinned;
    props.location.type = cudaMemLocationTypeDevice;
    props.location.id = device;
    check(cudaMemPoolCreate(&pool_, &props), "creating a memory pool");
    std::uint64_t unlimited = UINT64_MAX;
    check(cudaMemPoolSetAttribute(pool_, cudaMemPoolAttrReleaseThreshold, &unlimited),
          "configuring the memory pool");
}

DevicePool::~DevicePool() {
    // Errors are ignored at the end of the program.
    if (pool_ != nullptr && cudaMemPoolDestroy(pool_) != cudaSuccess) cudaGetLastError();
}

void* DevicePool::allocate(std::size_t bytes) {
    void* memory = nullptr;
    cudaError_t result = cudaMallocFromPoolAsync(&memory, bytes, pool_, stream_);
    if (result == cudaErrorMemoryAllocation) { // retry after the pool's unused memory is returned
        cudaGetLastError();
        trim();
        result = cudaMallocFromPoolAsync(&memory, bytes, pool_, stream_);
    }
    check(result, fmt::format("allocating {} bytes ({} are allocated)", bytes, used_));
    used_ += bytes;
    peak_ = std::max(peak_, used_);
    return memory;
}

void DevicePool::release(void* memory, std::size_t bytes) noexcept {
    used_ -= bytes;
    if (cudaFreeAsync(memory, stream_) != cudaSuccess) cudaGetLastError();
}

void DevicePool::trim() {
    check(cudaStreamSynchronize(stream_), "waiting for the device");
    check(cudaMemPoolTrimTo(pool_, 0), "trimming the memory pool");
}

} // namespace mergus::bench
